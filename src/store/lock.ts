// A lock in the order of arrival, so that transactions on one connection never interleave. The urgent go first.

import { StoreError } from './store-error.ts'

const WAITERS_MAX = 10_000

type Waiter = () => void

export class Lock {
  #held = false
  readonly #urgent: Waiter[] = []
  readonly #others: Waiter[] = []
  #lastWasUrgent = false

  /** Waits for its turn; the function that it gives back lets the next one in, once. */
  async acquire(isUrgent = false): Promise<() => void> {
    if (this.#held) {
      const waiters = isUrgent ? this.#urgent : this.#others
      if (waiters.length >= WAITERS_MAX) throw new StoreError('The store is overloaded.')
      await new Promise<void>((resolve) => waiters.push(resolve))
    }
    this.#held = true
    this.#lastWasUrgent = isUrgent
    let released = false
    return () => {
      if (released) return
      released = true
      this.#passOn()
    }
  }

  // The lock stays held while it changes hands, so nobody who comes later can slip in between. What is urgent waits for
  // one of the others at most, and the others for one that is urgent: nobody waits for ever.
  #passOn(): void {
    const [first, second] = this.#lastWasUrgent
      ? [this.#others, this.#urgent]
      : [this.#urgent, this.#others]
    const next = first.shift() ?? second.shift()
    if (next === undefined) this.#held = false
    else next()
  }
}
