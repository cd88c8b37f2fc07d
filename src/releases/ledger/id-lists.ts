// Sorted ids of a release or of the id ledger: read one after another, and two lists merged.
// Unchecked: hot, goes over every id of two releases, and positions come from the lists themselves.

import type { IndexSections } from '../../index/file/index-sections.ts'
import type { NarrowArray } from '../../index/file/sections.ts'

/** An id is two numbers: that of its prefix and one more or, where there are no prefixes, the halves of 64 bits. */
export interface IdList {
  readonly prefixes: readonly string[]
  readonly count: number
  readonly first: NarrowArray
  readonly second: Uint32Array
  /** Which row of the columns has each id; absent if the columns are in the order of ids. */
  readonly order?: Uint32Array
  /** `first` has the difference from the id before. */
  readonly isStepped?: boolean
}

/** The sections of an index that say which ids there are, and what others continue as. */
export function isIdSection(name: string): boolean {
  return /^(ids\.order|successors|pid\.prefixes|record\.(pidPrefix|pidNumber|idHigh|idLow))$/.test(
    name,
  )
}

export function idsOf(sections: IndexSections): IdList & { readonly order: Uint32Array } {
  const order = sections.get('ids.order')
  const high = sections.find('record.idHigh')
  const count = order.length
  if (high !== undefined) {
    return { prefixes: [], count, first: high, second: sections.get('record.idLow'), order }
  }
  const [first, second] = [sections.get('record.pidPrefix'), sections.get('record.pidNumber')]
  return { prefixes: sections.get('pid.prefixes'), count, first, second, order }
}

/** The prefixes of several lists, so that their ids can be compared. */
export function commonPrefixes(...lists: readonly IdList[]): readonly string[] {
  return [...new Set(lists.flatMap(({ prefixes }) => prefixes))].sort()
}

/** For each of the prefixes its place among all; undefined where there are none. */
export function placesAmong(
  prefixes: readonly string[],
  all: readonly string[],
): Uint32Array | undefined {
  if (prefixes.length === 0) return undefined
  const places = new Map(all.map((prefix, place) => [prefix, place]))
  return Uint32Array.from(prefixes, (prefix) => places.get(prefix) ?? all.length)
}

/** Goes over a list. The first number of an id counts the prefixes that the cursor is given. */
export class IdCursor {
  at = -1
  first = 0
  second = 0
  readonly #list: IdList
  readonly #places: Uint32Array | undefined
  #sum = 0

  constructor(list: IdList, prefixes: readonly string[]) {
    this.#list = list
    this.#places = placesAmong(list.prefixes, prefixes)
  }

  /** False past the last id. */
  next(): boolean {
    const { count, first, second, order, isStepped } = this.#list
    this.at += 1
    if (this.at >= count) return false
    const row = order === undefined ? this.at : order[this.at]
    this.#sum = isStepped === true ? this.#sum + first[row] : first[row]
    this.first = this.#places === undefined ? this.#sum : this.#places[this.#sum]
    this.second = second[row]
    return true
  }
}

interface MergeVisitor {
  /** The id at the old cursor is not in the new list. */
  gone(at: number): void
  added?(at: number): void
  kept?(at: number, nextAt: number): void
}

/** Visits all ids of both lists in order. The old list may have an id several times. */
export function mergeIds(old: IdCursor, next: IdCursor, visit: MergeVisitor): void {
  let [hasOld, hasNext, isKept] = [old.next(), next.next(), false]
  while (hasOld || hasNext) {
    const order = !hasOld ? 1 : hasNext ? old.first - next.first || old.second - next.second : -1
    if (order > 0) {
      if (!isKept) visit.added?.(next.at)
      isKept = false
      hasNext = next.next()
    } else {
      if (order < 0) visit.gone(old.at)
      else visit.kept?.(old.at, next.at)
      isKept = order === 0
      hasOld = old.next()
    }
  }
}
