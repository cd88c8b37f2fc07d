// Repeatable randomness: the sample data must be the same rows on every machine and at every start.

/** The mulberry32 generator: small, fast, and good enough to make up streets. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return this.#at(list, this.next())
  }

  /** Prefers the beginning of the list, as real streets prefer a few names. */
  pickEarly<T>(list: readonly T[]): T {
    return this.#at(list, this.next() ** 2)
  }

  /** A long-tailed number of addresses: half of all streets have fewer than the median. */
  longTailed(median: number, spread: number, max: number): number {
    const normal = (this.next() + this.next() + this.next() + this.next() - 2) * Math.sqrt(3)
    return Math.min(max, Math.max(2, Math.round(median * Math.exp(spread * normal))))
  }

  #at<T>(list: readonly T[], position: number): T {
    const item = list[Math.floor(position * list.length)]
    if (item === undefined) throw new Error('A choice needs a list that is not empty.')
    return item
  }
}
