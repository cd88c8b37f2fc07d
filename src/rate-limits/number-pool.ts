// Numbers of places in memory that are lent out and come back.
// Unchecked: hot, and only numbers that were lent come back.

export const POOL_WORDS = 2
const FREE = 0
const HIGHEST = 1

/** From 1 to the last place of `next`, in which those that have come back are chained. New ones come in order. */
export class NumberPool {
  readonly #next: Uint32Array
  readonly #state: Uint32Array

  constructor(next: Uint32Array, state: Uint32Array) {
    this.#next = next
    this.#state = state
  }

  /** The highest that was ever lent. */
  get highest(): number {
    return this.#state[HIGHEST]
  }

  /** 0 when all are lent. */
  take(): number {
    const free = this.#state[FREE]
    if (free !== 0) {
      this.#state[FREE] = this.#next[free]
      return free
    }
    if (this.highest === this.#next.length - 1) return 0
    this.#state[HIGHEST] += 1
    return this.highest
  }

  giveBack(number: number): void {
    this.#next[number] = this.#state[FREE]
    this.#state[FREE] = number
  }
}
