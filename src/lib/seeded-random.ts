// Chance that repeats: the same seed gives the same draws on every machine.

export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number {
    return Math.floor((this.#next() / 4_294_967_296) * limit)
  }

  chance(share: number): boolean {
    return this.#next() < share * 4_294_967_296
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]
  }

  // A counter run through a 32-bit mix (splitmix); small, fast, and good enough to draw a sample with.
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}
