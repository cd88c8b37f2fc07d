// How the sizes, ranks and kinds of real streets and towns are distributed.

import type { SeededRandom } from '../../dev/seeded-random.ts'

/** Sizes of streets and suburbs: most are small, a few are very large. */
export function logNormal(random: SeededRandom, median: number, sigma: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
  return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * random.next()))
}

/** A rank from 0, the first ones most often; `flatness` is how many share the top. */
export function rank(random: SeededRandom, count: number, flatness: number): number {
  // The inverse of the sum of 1/(rank + flatness)^0.8, which fits the names of real streets.
  const low = flatness ** 0.2
  const high = (count + flatness) ** 0.2
  return Math.min(count - 1, Math.floor((low + random.next() * (high - low)) ** 5 - flatness))
}

/** Draws by weight. */
export class Weighted<T> {
  readonly #table: readonly { readonly value: T; readonly sum: number }[]
  #sum = 0

  constructor(table: readonly (readonly [T, number])[]) {
    this.#table = table.map(([value, weight]) => {
      this.#sum += weight
      return { value, sum: this.#sum }
    })
  }

  draw(random: SeededRandom): T {
    const wanted = random.next() * this.#sum
    const drawn = this.#table.find(({ sum }) => sum > wanted)
    if (drawn === undefined) throw new Error('A draw needs a weight above 0.')
    return drawn.value
  }
}
