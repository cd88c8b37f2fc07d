// Randomness that repeats: the same seed gives the same draws on every machine.

/** A counter that goes up by `step`, and how its 32 bits are mixed into a draw. */
interface Generator {
  readonly step: number
  mix(state: number): number
}

const SPLITMIX32: Generator = {
  step: 0x9e3779b9,
  mix(state) {
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  },
}

/** For data that was made with it and must stay the same rows. */
export const MULBERRY32: Generator = {
  step: 0x6d2b79f5,
  mix(state) {
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  },
}

export class SeededRandom {
  #state: number
  readonly #generator: Generator

  constructor(seed: number, generator = SPLITMIX32) {
    this.#state = seed | 0
    this.#generator = generator
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + this.#generator.step) | 0
    return this.#generator.mix(this.#state) / 4_294_967_296
  }

  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(values: readonly T[]): T {
    return valueAt(values, this.next())
  }

  /** Prefers the beginning of the list. */
  pickEarly<T>(values: readonly T[]): T {
    return valueAt(values, this.next() ** 2)
  }
}

function valueAt<T>(values: readonly T[], position: number): T {
  const index = Math.floor(position * values.length)
  if (index >= values.length) throw new Error('A choice needs a list that is not empty.')
  return values[index] as T
}
