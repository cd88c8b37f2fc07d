// Turns of the batch thread: one short piece of work at a time, account by account, so nobody waits long.

import type { Owner } from './batch.ts'

/** Waits for the account's turn. The work until the next wait should take a few milliseconds. */
export type TakeTurn = (owner: Owner) => Promise<void>

export class AccountTurns {
  /** Waiting work by account, the next account first. '' is for operators. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isGiving = false

  readonly take: TakeTurn = ({ accountId = '' }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const own = this.#waiting.get(accountId)
    if (own === undefined) this.#waiting.set(accountId, [resolve])
    else own.push(resolve)
    if (!this.#isGiving) this.#giveSoon()
    return promise
  }

  // Between two turns the thread reads its messages: a question that arrived in the meantime joins those who wait.
  #giveSoon(): void {
    this.#isGiving = true
    setImmediate(() => this.#give())
  }

  #give(): void {
    const [first] = this.#waiting
    this.#isGiving = first !== undefined
    if (first === undefined) return
    const [accountId, own] = first
    this.#waiting.delete(accountId)
    const resolve = own.shift()
    if (own.length > 0) this.#waiting.set(accountId, own)
    resolve?.()
    this.#giveSoon()
  }
}
