// Builds indexes of private addresses in a thread of its own, one after the other.

import { AskedThread } from '../lib/thread/asked-thread.ts'
import { Lock } from '../store/lock.ts'
import type { BuildAnswer, BuildMessage, BuildRequest } from './private-index-worker.ts'

/** Addresses of one message: copying more of them would hold up requests. */
const MESSAGE_ADDRESSES = 200

type BuiltIndex = Extract<BuildAnswer, { kind: 'built' }>

/** An account waits for each of its builds before it asks for the next, so accounts take turns. */
export class PrivateIndexThread {
  readonly #lock = new Lock()
  readonly #thread = new AskedThread<BuildMessage, BuildAnswer>(
    new URL('./private-index-worker.ts', import.meta.url),
    { name: 'private addresses' },
  )

  async build(request: BuildRequest): Promise<BuiltIndex> {
    const release = await this.#lock.acquire()
    try {
      const answer = await this.#thread.ask(messagesOf(request))
      if (answer.kind === 'failed') throw new Error(answer.message)
      return answer
    } finally {
      release()
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

function* messagesOf({ product, addresses }: BuildRequest): Generator<BuildMessage> {
  for (let at = 0; at < addresses.length; at += MESSAGE_ADDRESSES) {
    const some = addresses.slice(at, at + MESSAGE_ADDRESSES)
    yield { product, addresses: some, total: addresses.length }
  }
}
