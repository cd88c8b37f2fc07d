// A first-come, first-served lock, so that transactions on one connection never interleave.

import { StoreError } from './store-error.ts'

const WAITERS_MAX = 10_000

export class Lock {
  #held = false
  readonly #waiters: (() => void)[] = []

  /** Waits for its turn; the function that it gives back lets the next one in, once. */
  async acquire(): Promise<() => void> {
    if (this.#held) {
      if (this.#waiters.length >= WAITERS_MAX) throw new StoreError('The store is overloaded.')
      await new Promise<void>((resolve) => this.#waiters.push(resolve))
    }
    this.#held = true
    let released = false
    return () => {
      if (released) return
      released = true
      this.#passOn()
    }
  }

  // The lock stays held while it changes hands, so nobody who comes later can slip in between.
  #passOn(): void {
    const next = this.#waiters.shift()
    if (next === undefined) this.#held = false
    else next()
  }
}
