// Changes of keys and subscriptions, seen at once by every thread of this process; other nodes re-read within a second.

import { BroadcastChannel } from 'node:worker_threads'
import type { Credentials } from './credentials.ts'

type Change =
  | { readonly kind: 'credential'; readonly sha256: string }
  | { readonly kind: 'account'; readonly accountId: string }

export class Changes {
  readonly #credentials: Credentials
  readonly #others: BroadcastChannel | undefined

  /** Without a channel there are no other threads. */
  constructor(credentials: Credentials, channel: string | undefined) {
    this.#credentials = credentials
    if (channel === undefined) return
    this.#others = new BroadcastChannel(channel)
    this.#others.onmessage = (event) => this.#heed((event as { readonly data: Change }).data)
    this.#others.unref()
  }

  ofCredential(sha256: string): void {
    this.#tell({ kind: 'credential', sha256 })
  }

  ofAccount(accountId: string): void {
    this.#tell({ kind: 'account', accountId })
  }

  close(): void {
    this.#others?.close()
  }

  #tell(change: Change): void {
    this.#heed(change)
    this.#others?.postMessage(change)
  }

  #heed(change: Change): void {
    if (change.kind === 'credential') this.#credentials.forget(change.sha256)
    else this.#credentials.forgetAccount(change.accountId)
  }
}
