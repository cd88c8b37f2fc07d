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

/** The postings of two indexes, term by term, under the final numbers of their streets. */
export class MergedPostings {
  readonly counts: Uint32Array
  readonly #fills: ((visit: Visit) => void)[] = []

  /** `postings` is how many terms and buckets there are in the end. */
  constructor(postings: number) {
    this.counts = new Uint32Array(postings)
  }

  /** `finalOf` has the final number of each term and bucket, `streetTo` that of each street or LEFT_OUT. */
  add(postings: Postings, finalOf: Uint32Array, streetTo: Uint32Array): void {
    this.#take((visit) => {
      for (let term = 0; term < finalOf.length; term++) {
        const final = finalOf[term]
        if (final === LEFT_OUT) continue
        const streets = postings.streetsOf(term)
        for (let at = 0; at < streets.length; at++) {
          const street = streetTo[streets[at]]
          if (street !== LEFT_OUT) visit(final, street)
        }
      }
    })
  }

  /** Terms that a street has by what the other index says of its name or place. */
  addMore(more: readonly (readonly [term: number, street: number])[]): void {
    this.#take((visit) => {
      for (const [term, street] of more) visit(term, street)
    })
  }

  each(visit: Visit): void {
    for (const fill of this.#fills) fill(visit)
  }

  #take(fill: (visit: Visit) => void): void {
    this.#fills.push(fill)
    fill((term) => {
      this.counts[term]++
    })
  }
}

type Visit = (term: number, street: number) => void
