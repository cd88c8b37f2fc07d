// Judges whether the own names, kind of unit and lot of an address answer the words that its street leaves open.
// Unchecked: `penalty` runs for every address that a query looks at, and the columns have a value for each of them.

import { ENGLISH } from '../../countries/english.ts'
import { NONE, type Records } from '../../index/streets/records.ts'
import { KIND, type Terms } from '../../index/terms/terms.ts'
import { NO_NUMBER } from '../../index/words/number-code.ts'
import type { ReadingMarks } from './marks.ts'
import { bitCount, NO_MATCH, type StreetVerdict } from './word-judge.ts'

/** One for each finder; it reads the marks of the reading that was opened last. */
export class RecordJudge {
  readonly #records: Records
  readonly #marks: ReadingMarks
  readonly #generalTerms: readonly number[]
  readonly #lotTerm: number | undefined
  /** Words that every unit answers, whatever its kind. */
  #generalWords = 0

  constructor(records: Records, terms: Terms, marks: ReadingMarks) {
    this.#records = records
    this.#marks = marks
    this.#generalTerms = ENGLISH.generalUnitWords.flatMap(
      (word) => terms.whole(KIND.unitType, word)?.from ?? [],
    )
    this.#lotTerm = terms.whole(KIND.lotWord, 'LOT')?.from
  }

  /** Prepares for the reading whose words the marks have. */
  open(): void {
    this.#generalWords = 0
    for (const term of this.#generalTerms) this.#generalWords |= this.#marks.exact.of(term)
  }

  /** What the address loses in addition to its street, or NO_MATCH. */
  penalty(record: number, { missing, needsName }: StreetVerdict): number {
    const records = this.#records
    const { exact, typo, typoPenalty } = this.#marks
    const { values, offset } = records.nameTerms
    let names = 0
    let meant = 0
    for (let i = 0; i < records.names.length; i++) {
      const name = records.names[i].at(record)
      if (name === NONE) continue
      names |= exact.ofList(values, offset[name], offset[name + 1])
      if (typoPenalty !== undefined) meant |= typo.ofList(values, offset[name], offset[name + 1])
    }
    const kinds =
      this.#kindBits(records.unitKind.at(record)) |
      this.#kindBits(records.levelKind.at(record)) |
      (records.unit.has(record) ? this.#generalWords : 0) |
      this.#lotBits(record)
    if (needsName && (names | meant | kinds) === 0) return NO_MATCH
    const open = missing & ~(names | kinds)
    if ((open & ~meant) !== 0) return NO_MATCH
    return (typoPenalty ?? 0) * bitCount(open)
  }

  #kindBits(kind: number): number {
    if (kind === NONE) return 0
    const { values, offset } = this.#records.kindTerms
    return this.#marks.exact.ofList(values, offset[kind], offset[kind + 1])
  }

  /** An address without a number goes by its lot, so `LOT` is a word of it. */
  #lotBits(record: number): number {
    const isLot = this.#records.number[record] === NO_NUMBER && this.#records.lot.has(record)
    return isLot && this.#lotTerm !== undefined ? this.#marks.exact.of(this.#lotTerm) : 0
  }
}
