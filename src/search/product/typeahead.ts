// Completes a value of a field: distinct values that begin with what was typed, those of most addresses first.

import { foldedValue } from '../../index/words/fold.ts'

/** How many addresses have each value of a field. */
type ValueCounts = ReadonlyMap<string, number>

/** The values of one field, sorted by their folded text so that a beginning is one range of them. */
export class FieldValueIndex {
  readonly #folded: readonly string[]
  readonly #values: readonly string[]
  readonly #counts: Float64Array

  constructor(counts: ValueCounts, foldOf: (value: string) => string = foldedValue) {
    const entries = [...counts]
      .filter(([value]) => value !== '')
      .map(([value, count]) => ({ value, count, folded: foldOf(value) }))
    entries.sort(
      (a, b) =>
        (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0) || (a.value < b.value ? -1 : 1),
    )
    this.#folded = entries.map((entry) => entry.folded)
    this.#values = entries.map((entry) => entry.value)
    this.#counts = Float64Array.from(entries, (entry) => entry.count)
  }

  /** Adds to `best` the values that begin so. */
  collect(begin: string, best: BestValues): void {
    let low = 0
    let high = this.#folded.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#folded[middle] < begin) low = middle + 1
      else high = middle
    }
    for (let i = low; i < this.#folded.length && this.#folded[i].startsWith(begin); i++) {
      best.add(this.#values[i], this.#counts[i])
    }
  }
}

/** The values with the most addresses, in order; equal ones by text. A value of two fields comes once. */
export class BestValues {
  readonly #top: number
  readonly #best: { readonly value: string; readonly count: number }[] = []

  constructor(top: number) {
    this.#top = top
  }

  add(value: string, count: number): void {
    const best = this.#best
    const last = best[best.length - 1]
    if (best.length >= this.#top && !isBefore({ value, count }, last)) return
    const same = best.findIndex((other) => other.value === value)
    if (same >= 0) {
      if (best[same].count >= count) return
      best.splice(same, 1)
    }
    let at = best.length
    while (at > 0 && isBefore({ value, count }, best[at - 1])) at--
    best.splice(at, 0, { value, count })
    if (best.length > this.#top) best.pop()
  }

  list(): readonly string[] {
    return this.#best.map(({ value }) => value)
  }
}

function isBefore(
  a: { readonly value: string; readonly count: number },
  b: { readonly value: string; readonly count: number },
): boolean {
  return a.count === b.count ? a.value < b.value : a.count > b.count
}

/** What a value must begin with. A separator at the end of the term is one that the value must have, too. */
export function beginningOf(term: string): string {
  const folded = foldedValue(term)
  return folded !== '' && /[^\p{L}\p{N}]$/u.test(term) ? `${folded} ` : folded
}
