// The texts and postings of two indexes as those of one.
// Unchecked: hot, goes over every posting, and terms and streets are within the columns.

import type { Postings } from '../terms/postings.ts'

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

/** 1 for each term or bucket that a street that stays has, and for those that no street ever had. */
export function usedTerms(postings: Postings, count: number, isReplaced: Uint8Array): Uint8Array {
  const used = new Uint8Array(count)
  for (let term = 0; term < count; term++) {
    const streets = postings.streetsOf(term)
    const isKept = streets.length === 0 || streets.some((street) => isReplaced[street] === 0)
    if (isKept) used[term] = 1
  }
  return used
}

/** The postings of two indexes as those of one, term by term. */
export class MergedPostings {
  readonly terms: number
  /** More streets than all lists have together. */
  listedMax = 0
  readonly #sources: Source[] = []
  readonly #more = new Map<number, number[]>()
  readonly #found: Uint32Array

  /** `terms` is how many terms and buckets there are in the end. */
  constructor(terms: number, streetCount: number) {
    this.terms = terms
    this.#found = new Uint32Array(streetCount)
  }

  /** `finalOf` has the final number of each term and bucket, `streetTo` that of each street or LEFT_OUT. */
  add(postings: Postings, finalOf: Uint32Array, streetTo: Uint32Array): void {
    const ownOf = new Uint32Array(this.terms).fill(LEFT_OUT)
    for (let term = 0; term < finalOf.length; term++) {
      if (finalOf[term] !== LEFT_OUT) ownOf[finalOf[term]] = term
    }
    this.#sources.push({ postings, ownOf, streetTo })
    this.listedMax += postings.count(0, finalOf.length)
  }

  /** A term that a street has by what the other index says of its name or place. */
  addMore(term: number, street: number): void {
    const known = this.#more.get(term)
    if (known === undefined) this.#more.set(term, [street])
    else known.push(street)
    this.listedMax++
  }

  /** In any order, until the next term is asked for. */
  streetsOf(term: number): Uint32Array {
    const found = this.#found
    let count = 0
    for (let i = 0; i < this.#sources.length; i++) {
      const { postings, ownOf, streetTo } = this.#sources[i]
      if (ownOf[term] === LEFT_OUT) continue
      const streets = postings.streetsOf(ownOf[term])
      for (let at = 0; at < streets.length; at++) {
        const street = streetTo[streets[at]]
        if (street !== LEFT_OUT) found[count++] = street
      }
    }
    for (const street of this.#more.get(term) ?? []) found[count++] = street
    return found.subarray(0, count)
  }
}

interface Source {
  readonly postings: Postings
  /** The own number of each final term. */
  readonly ownOf: Uint32Array
  readonly streetTo: Uint32Array
}
