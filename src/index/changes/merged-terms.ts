// The texts, terms and postings of two indexes as those of one.
// Unchecked: hot, goes over every posting, and terms and streets are within the columns.

import type { IndexSections } from '../file/index-sections.ts'
import { countUp } from '../rows/row-order.ts'
import { Postings } from '../terms/postings.ts'
import { KIND } from '../terms/terms.ts'

interface MergedTexts {
  readonly sorted: readonly string[]
  /** For each of the lists the final number of each of its texts; what is not there any more is LEFT_OUT. */
  readonly finals: readonly Uint32Array[]
}

export const LEFT_OUT = 0xffffffff

/** All texts of two sorted lists that `isUsed` lets through, each once. */
export function mergeTexts(
  lists: readonly (readonly string[])[],
  isUsed: (list: number, at: number) => boolean = () => true,
): MergedTexts {
  const sorted: string[] = []
  const finals = lists.map((list) => new Uint32Array(list.length).fill(LEFT_OUT))
  const [first = [], second = []] = lists
  let [a, b] = [0, 0]
  while (a < first.length || b < second.length) {
    const isFirst = b === second.length || (a < first.length && first[a] <= second[b])
    const isSecond = a === first.length || (b < second.length && second[b] <= first[a])
    const [ofFirst, ofSecond] = [isFirst && isUsed(0, a), isSecond && isUsed(1, b)]
    if (ofFirst) finals[0][a] = sorted.length
    if (ofSecond) finals[1][b] = sorted.length
    if (ofFirst || ofSecond) sorted.push(isFirst ? first[a] : second[b])
    if (isFirst) a++
    if (isSecond) b++
  }
  return { sorted, finals }
}

/** Kinds that a street has of its name, place and postcode, and not of its addresses. */
const OF_STREETS: ReadonlySet<string> = new Set([
  KIND.strong,
  KIND.weak,
  KIND.near,
  KIND.postcodeJoined,
  KIND.postcodeSpaced,
])

/** By street the terms and buckets that its addresses bring: the postings of an index, the other way round. */
export class RecordTerms {
  readonly termCount: number
  /** 1 for each term that a street that stays has by its addresses, and for those that no street ever had. */
  readonly isUsed: Uint8Array
  readonly #offset: Uint32Array
  readonly #values: Uint32Array

  constructor(sections: IndexSections, terms: readonly string[], isReplaced: Uint8Array) {
    const streets = isReplaced.length
    const postings = new Postings(sections, streets)
    const count = terms.length + sections.get('premises.buckets')
    this.termCount = terms.length
    this.isUsed = new Uint8Array(count)
    this.#offset = new Uint32Array(streets + 2)
    const isOfRecords = (term: number) =>
      term >= terms.length || !OF_STREETS.has(terms[term].charAt(0))
    const all = countUp(count).filter(isOfRecords)
    // First to count, then to fill: a place on, so that the offsets are right once all is filled.
    const offset = this.#offset
    for (const term of all) {
      if (postings.count(term, term + 1) === 0) this.isUsed[term] = 1
      for (const street of postings.streetsOf(term)) {
        if (isReplaced[street] === 1) continue
        this.isUsed[term] = 1
        offset[street + 2]++
      }
    }
    for (let street = 2; street < offset.length; street++) offset[street] += offset[street - 1]
    this.#values = new Uint32Array(offset[streets + 1])
    for (const term of all) {
      for (const street of postings.streetsOf(term)) {
        if (isReplaced[street] === 0) this.#values[offset[street + 1]++] = term
      }
    }
  }

  each(street: number, addTerm: (term: number) => void, addBucket: (bucket: number) => void): void {
    const end = this.#offset[street + 1]
    for (let at = this.#offset[street]; at < end; at++) {
      const term = this.#values[at]
      if (term < this.termCount) addTerm(term)
      else addBucket(term - this.termCount)
    }
  }
}
