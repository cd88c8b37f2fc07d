// Which words of the query a term answers: looked up once per term of each street that a query considers.
// Unchecked: `of` runs for every term of every candidate, and looks at no place that its table has not.

import type { TermRange } from '../../index/terms/terms.ts'
import type { MisspeltWords, QueryWord } from '../query/query-words.ts'
import { NO_TERM } from '../query/requirement.ts'
import { termsOf } from '../query/requirements.ts'

/** Ranges up to this size are marked term by term; wider ones are rare, and compared. */
const NARROW_MAX = 32
/** Places of the smallest table, as a power of two: nearly all queries mark fewer terms than half of them. */
const BITS_MIN = 8

/** How many terms of the ranges are marked one by one. */
function narrowTerms(ranges: readonly TermRange[]): number {
  let terms = 0
  for (let i = 0; i < ranges.length; i++) {
    const { from, to } = ranges[i]
    if (to - from <= NARROW_MAX) terms += to - from
  }
  return terms
}

/**
 * Terms that were marked are found by hash in a table so small that it stays in the processor's caches, which one with
 * a place for each term of the index would not. It is cleared and filled again for every reading.
 */
export class Marks {
  /** A table of each size that was needed: for each place a term, plus 1, and the bits of its words. */
  readonly #tables = [new Uint32Array(2 << BITS_MIN)]
  #table = this.#tables[0]
  /** How far a hash is shifted to give a slot of the table. */
  #shift = 32 - BITS_MIN
  /** The places that are in use, and how many. An array that is emptied would ask for memory again. */
  #used = new Uint32Array(1 << BITS_MIN)
  #usedCount = 0
  /** Three numbers for each range that is compared: the word's bit, first term, end. */
  readonly #wide: number[] = []
  #wideCount = 0

  add(bit: number, ranges: readonly TermRange[]): void {
    for (let i = 0; i < ranges.length; i++) {
      const { from, to } = ranges[i]
      if (to - from > NARROW_MAX) {
        this.#wide[this.#wideCount++] = bit
        this.#wide[this.#wideCount++] = from
        this.#wide[this.#wideCount++] = to
      } else for (let term = from; term < to; term++) this.addTerm(bit, term)
    }
  }

  /** The bits of the words that this term answers. */
  of(term: number): number {
    const wide = this.#wide
    let bits = this.#usedCount === 0 ? 0 : this.#table[this.#placeOf(term) + 1]
    for (let i = 0; i < this.#wideCount; i += 3) {
      if (term >= wide[i + 1] && term < wide[i + 2]) bits |= wide[i]
    }
    return bits
  }

  /** The bits of the words that a list of terms answers together. */
  ofList(values: Uint32Array, from: number, to: number): number {
    let bits = 0
    for (let i = from; i < to; i++) bits |= this.of(values[i])
    return bits
  }

  clear(): void {
    this.#empty()
    this.#wideCount = 0
    this.#table = this.#tables[0]
    this.#shift = 32 - BITS_MIN
  }

  addTerm(bit: number, term: number): void {
    const place = this.#placeOf(term)
    if (this.#table[place] === 0) {
      if (4 * this.#usedCount >= this.#table.length) {
        this.#grow()
        this.addTerm(bit, term)
        return
      }
      this.#table[place] = term + 1
      this.#used[this.#usedCount++] = place
    }
    this.#table[place + 1] |= bit
  }

  /** Where the term is, or the free place where it would be. */
  #placeOf(term: number): number {
    const table = this.#table
    let place = 2 * (Math.imul(term, 0x9e3779b1) >>> this.#shift)
    while (table[place] !== 0 && table[place] !== term + 1) {
      place = (place + 2) & (table.length - 1)
    }
    return place
  }

  /** Goes on in a table of twice the size. */
  #grow(): void {
    const marked: number[] = []
    for (let i = 0; i < this.#usedCount; i++) {
      const place = this.#used[i]
      marked.push(this.#table[place] - 1, this.#table[place + 1])
    }
    this.#empty()
    this.#shift--
    const size = 32 - BITS_MIN - this.#shift
    this.#tables[size] ??= new Uint32Array(2 << (32 - this.#shift))
    this.#table = this.#tables[size]
    if (this.#used.length < this.#table.length) this.#used = new Uint32Array(this.#table.length)
    for (let i = 0; i < marked.length; i += 2) this.addTerm(marked[i + 1], marked[i])
  }

  #empty(): void {
    for (let i = 0; i < this.#usedCount; i++) {
      const place = this.#used[i]
      this.#table[place] = 0
      this.#table[place + 1] = 0
    }
    this.#usedCount = 0
  }
}

/** Which terms answer which words of a reading: as typed, nearby, misspelt. One for each finder, opened anew. */
export class ReadingMarks {
  readonly exact = new Marks()
  readonly near = new Marks()
  readonly typo = new Marks()
  /** What each misspelt word loses; undefined where the words are taken as typed. */
  typoPenalty: number | undefined

  open(words: readonly QueryWord[], isRelaxed: boolean, misspelt: MisspeltWords | undefined): void {
    const { exact, near, typo } = this
    exact.clear()
    near.clear()
    typo.clear()
    this.typoPenalty = misspelt?.penalty
    for (let i = 0; i < words.length; i++) {
      const word = words[i]
      const bit = 1 << i
      const { term, ranges } = termsOf(word)
      if (term === NO_TERM) exact.add(bit, ranges)
      else exact.addTerm(bit, term)
      if (isRelaxed && word.near.length > 0) near.add(bit, word.near)
      const meant = misspelt?.ranges[i]
      if (meant === undefined) continue
      typo.add(bit, meant.strong)
      typo.add(bit, meant.weak)
      typo.add(bit, meant.names)
    }
  }
}

/** How many terms words may have been meant for, each of which `open` marks: some thousands in a line of many words. */
export function meantTerms(misspelt: MisspeltWords | undefined): number {
  let terms = 0
  for (const meant of misspelt?.ranges ?? []) {
    if (meant === undefined) continue
    terms += narrowTerms(meant.strong) + narrowTerms(meant.weak) + narrowTerms(meant.names)
  }
  return terms
}
