// The terms that addresses bring to their street: their numbers, names and kinds of units.

import type { AddressTable } from '../rows/address-table.ts'
import { isWideRange } from '../terms/premises-writer.ts'
import { KIND, type TermKind } from '../terms/terms.ts'
import type { TermNumbers } from '../terms/terms-writer.ts'
import { fold } from '../words/fold.ts'
import { kindTerms, nameTerms } from '../words/name-terms.ts'
import { readNumberText } from '../words/number-code.ts'
import { GENERAL_UNIT_WORDS, levelTypeForms, unitTypeForms } from '../words/written-forms.ts'

const NO_TERM = -1

/** The terms that rows bring to their street: numbers, names, kinds of units. */
export class RecordTerms {
  readonly names: readonly (readonly number[])[]
  readonly kinds: readonly (readonly number[])[]
  readonly #ranges: number
  readonly #lastOf: Uint32Array
  readonly #rangeTerms = new Map<number, number>()
  readonly #wideRanges = new Set<number>()
  readonly #columns: readonly { readonly values: Uint32Array; readonly terms: Int32Array }[]
  readonly #nameValues: readonly Uint32Array[]
  readonly #unitKind: Uint32Array
  readonly #levelKind: Uint32Array
  readonly #numberOf: Uint32Array
  readonly #lotOf: Uint32Array
  readonly #lotTerms: Int32Array
  readonly #lotWord: number
  readonly #unitOf: Uint32Array
  readonly #unitAsNumber: Int32Array
  readonly #generalWords: readonly number[]

  constructor(book: TermNumbers, table: AddressTable, isSearchedName: (name: string) => boolean) {
    const { texts } = table.numberTexts
    const column = (kind: TermKind, values: Uint32Array) => {
      const used = new Uint8Array(texts.length)
      for (let row = 0; row < values.length; row++) used[values[row]] = 1
      const terms = new Int32Array(texts.length).fill(NO_TERM)
      for (let i = 1; i < texts.length; i++) {
        if (used[i] === 1) terms[i] = book.add(kind, fold(texts[i]))
      }
      return { values, terms }
    }
    this.#columns = [
      column(KIND.number, table.number.view()),
      column(KIND.number, table.last.view()),
      column(KIND.unit, table.unit.view()),
      column(KIND.level, table.level.view()),
    ]
    this.#ranges = book.add(KIND.ranges, '')
    this.#lastOf = table.last.view()
    this.#numberOf = table.number.view()
    for (let row = 0; row < this.#lastOf.length; row++) {
      const [first, last] = [this.#numberOf[row], this.#lastOf[row]]
      const key = first * 0x4000000 + last
      if (last === 0 || this.#rangeTerms.has(key)) continue
      const text = fold(`${texts[first]}-${texts[last]}`)
      this.#rangeTerms.set(key, book.add(KIND.number, text))
      const [from, to] = [readNumberText(texts[first]), readNumberText(texts[last])]
      if (isWideRange(from.value, to.value)) this.#wideRanges.add(key)
    }
    this.#lotOf = table.lot.view()
    this.#lotTerms = column(KIND.lot, this.#lotOf).terms
    this.#lotWord = book.add(KIND.lotWord, 'LOT')
    this.#unitOf = table.unit.view()
    this.#unitAsNumber = column(KIND.number, this.#unitOf).terms
    this.#generalWords = kindTerms(book, GENERAL_UNIT_WORDS)
    this.names = table.nameTexts.texts.map((text) =>
      isSearchedName(text) ? nameTerms(book, text) : [],
    )
    this.kinds = table.kindTexts.texts.map((text) => {
      const folded = fold(text)
      const forms = new Set([...unitTypeForms(folded), ...levelTypeForms(folded)])
      return kindTerms(book, [...forms])
    })
    this.#nameValues = table.names.map((values) => values.view())
    this.#unitKind = table.unitKind.view()
    this.#levelKind = table.levelKind.view()
  }

  each(row: number, add: (term: number) => void): void {
    for (const { values, terms } of this.#columns) {
      const term = terms[values[row]]
      if (term !== NO_TERM) add(term)
    }
    if (this.#lastOf[row] !== 0) {
      // `12-18` as it is typed. The terms were all added to the book before it was finished.
      const key = this.#numberOf[row] * 0x4000000 + this.#lastOf[row]
      add(this.#rangeTerms.get(key) ?? this.#ranges)
      if (this.#wideRanges.has(key)) add(this.#ranges)
    }
    // A lot is what an address goes by only where it has no number.
    const lot = this.#lotTerms[this.#lotOf[row]]
    if (lot !== NO_TERM && this.#numberOf[row] === 0) {
      add(lot)
      add(this.#lotWord)
    }
    for (const values of this.#nameValues) for (const term of this.names[values[row]]) add(term)
    if (this.#unitOf[row] !== 0) {
      for (const term of this.#generalWords) add(term)
      // `5 Mill House`: an address without a number goes by that of its unit.
      if (this.#numberOf[row] === 0) add(this.#unitAsNumber[this.#unitOf[row]])
    }
    for (const term of this.kinds[this.#unitKind[row]]) add(term)
    for (const term of this.kinds[this.#levelKind[row]]) add(term)
  }
}
