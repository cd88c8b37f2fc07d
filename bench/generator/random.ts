// Chance that repeats for the same seed, fast enough for millions of rows.

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]
  }

  /** Sizes of streets and suburbs: most are small, a few are very large. */
  logNormal(median: number, sigma: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()))
    return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * this.next()))
  }

  /** A rank from 0, the first ones most often; `flatness` is how many share the top. */
  rank(count: number, flatness: number): number {
    // The inverse of the sum of 1/(rank + flatness)^0.8, which fits the names of real streets.
    const low = flatness ** 0.2
    const high = (count + flatness) ** 0.2
    return Math.min(count - 1, Math.floor((low + this.next() * (high - low)) ** 5 - flatness))
  }
}

/** Draws by weight. */
export class Weighted<T> {
  readonly #values: readonly T[]
  readonly #sums: readonly number[]

  constructor(table: readonly (readonly [T, number])[]) {
    let sum = 0
    this.#values = table.map(([value]) => value)
    this.#sums = table.map(([, weight]) => {
      sum += weight
      return sum
    })
  }

  draw(random: Random): T {
    const sums = this.#sums
    const wanted = random.next() * sums[sums.length - 1]
    let at = 0
    while (sums[at] <= wanted) at += 1
    return this.#values[at]
  }
}
