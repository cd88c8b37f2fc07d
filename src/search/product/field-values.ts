// The distinct values of a field: which begin with what was typed, and which most addresses have.

import { foldedValue } from '../../index/words/fold.ts'
import { lowerBoundBy } from '../../lib/lower-bound.ts'

/** How many addresses have each value of a field. */
type ValueCounts = ReadonlyMap<string, number>

interface CountedValue {
  readonly value: string
  readonly count: number
}

interface FoldedValue extends CountedValue {
  readonly folded: string
}

/** The values of one field, sorted by their folded text so that a beginning is one range of them. */
export class FieldValueIndex {
  readonly #entries: readonly FoldedValue[]

  constructor(counts: ValueCounts, foldOf: (value: string) => string = foldedValue) {
    this.#entries = [...counts]
      .filter(([value]) => value !== '')
      .map(([value, count]) => ({ value, count, folded: foldOf(value) }))
      .sort(
        (a, b) =>
          (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0) || (a.value < b.value ? -1 : 1),
      )
  }

  /** Adds to `best` the values that begin with the folded text. */
  collect(begin: string, best: BestValues): void {
    const entries = this.#entries
    const first = lowerBoundBy(0, entries.length, (at) => (entries[at]?.folded ?? '') < begin)
    for (let i = first; ; i++) {
      const entry = entries[i]
      if (entry === undefined || !entry.folded.startsWith(begin)) return
      best.add(entry)
    }
  }
}

/** The values with the most addresses, in order; equal ones by text. A value of two fields comes once. */
export class BestValues {
  readonly #top: number
  readonly #best: CountedValue[] = []

  constructor(top: number) {
    this.#top = top
  }

  add(added: CountedValue): void {
    const best = this.#best
    const last = best.at(-1)
    if (best.length >= this.#top && last !== undefined && !isBefore(added, last)) return
    const known = best.find(({ value }) => value === added.value)
    if (known !== undefined) {
      if (known.count >= added.count) return
      best.splice(best.indexOf(known), 1)
    }
    best.splice(best.findLastIndex((other) => !isBefore(added, other)) + 1, 0, added)
    if (best.length > this.#top) best.pop()
  }

  list(): readonly string[] {
    return this.#best.map(({ value }) => value)
  }
}

function isBefore(a: CountedValue, b: CountedValue): boolean {
  return a.count === b.count ? a.value < b.value : a.count > b.count
}

/** What a value must begin with. A separator at the end of the term is one that the value must have, too. */
export function beginningOf(term: string): string {
  const folded = foldedValue(term)
  return folded !== '' && /[^\p{L}\p{N}]$/u.test(term) ? `${folded} ` : folded
}
