// Which terms answer which words of a reading: as typed, by a neighbouring place, by a typing error.
// Unchecked: made anew for every walk that finds a street, and goes over the words of its reading.

import type { QueryWord } from '../query/query-words.ts'
import { NO_TERM } from '../query/requirement.ts'
import { termsOf } from '../query/requirements.ts'
import { Marks, MEANT_BITS_MIN, narrowTerms } from './marks.ts'
import type { MisspeltWords } from './word-roles.ts'

/** One for each finder: `open` overwrites what it held for the reading before. */
export class ReadingMarks {
  readonly exact = new Marks()
  readonly near = new Marks()
  readonly typo = new Marks(MEANT_BITS_MIN)
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
