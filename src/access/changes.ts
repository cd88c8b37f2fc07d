// Changes of keys and subscriptions, applied at once in every thread of this process; other nodes see them in a second.

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
    this.#others.onmessage = (event) => this.#apply((event as { readonly data: Change }).data)
    this.#others.unref()
  }

  ofCredential(sha256: string): void {
    this.#announce({ kind: 'credential', sha256 })
  }

  ofAccount(accountId: string): void {
    this.#announce({ kind: 'account', accountId })
  }

  close(): void {
    this.#others?.close()
  }

  #announce(change: Change): void {
    this.#apply(change)
    this.#others?.postMessage(change)
  }

  #apply(change: Change): void {
    if (change.kind === 'credential') this.#credentials.forget(change.sha256)
    else this.#credentials.forgetAccount(change.accountId)
  }
}
