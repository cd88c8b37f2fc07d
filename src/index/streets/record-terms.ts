// The terms that addresses bring to their street: their numbers, names and kinds of units.
// Unchecked: hot, asked for every address.

import { ENGLISH } from '../../countries/english.ts'
import { PackedLists } from '../columns/lists.ts'
import type { AddressTable } from '../rows/address-table.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'
import { nameTerms, type TermNumbers, termsOf } from '../terms/name-terms.ts'
import { isWideRange } from '../terms/premises.ts'
import { KIND, type TermKind } from '../terms/terms.ts'
import { fold } from '../words/fold.ts'
import { readNumberText } from '../words/number-code.ts'
import { levelTypeForms, unitTypeForms } from '../words/written-forms.ts'

export class RecordTerms {
  /** The terms of each name and of each kind, by the number of its text. */
  readonly names = new PackedLists()
  readonly kinds: readonly (readonly number[])[]
  readonly #numbers: readonly NumberTerms[]
  readonly #ranges: RangeTerms
  readonly #lots: NumberTerms
  readonly #lotWord: number
  /** The numbers of units, as numbers of houses. */
  readonly #unitsAsNumbers: NumberTerms
  readonly #generalWords: readonly number[]
  readonly #otherNumbers: ReadonlyMap<number, number>
  readonly #numberOf: Uint32Array
  readonly #unitOf: Uint32Array
  readonly #namesOf: readonly Uint32Array[]
  readonly #kindsOf: readonly Uint32Array[]

  constructor(terms: TermNumbers, table: AddressTable, isSearchedName: (name: string) => boolean) {
    const numbers = (kind: TermKind, column: 'number' | 'last' | 'unit' | 'level' | 'lot') =>
      new NumberTerms(terms, kind, table.numberTexts, table[column].view())
    this.#numbers = [
      numbers(KIND.number, 'number'),
      numbers(KIND.number, 'last'),
      numbers(KIND.unit, 'unit'),
      numbers(KIND.level, 'level'),
    ]
    this.#ranges = new RangeTerms(terms, table)
    this.#lots = numbers(KIND.lot, 'lot')
    this.#lotWord = terms.add(KIND.lotWord, 'LOT')
    this.#unitsAsNumbers = numbers(KIND.number, 'unit')
    this.#generalWords = termsOf(terms, KIND.unitType, ENGLISH.generalUnitWords)
    const columns = Map.groupBy(table.nameColumns, ([name]) => name === 'subBuilding')
    const [isPart, isName] = [true, false].map((isPart) =>
      usedIn(columns.get(isPart)?.map(([, column]) => column.view()) ?? [], table.nameTexts),
    )
    table.nameTexts.texts.forEach((text, at) => {
      const isSearched = isSearchedName(text)
      this.names.push([
        ...(isSearched && isName[at] === 1 ? nameTerms(terms, text, KIND.name) : []),
        ...(isSearched && isPart[at] === 1 ? nameTerms(terms, text, KIND.part) : []),
      ])
    })
    this.kinds = table.kindTexts.texts.map((text) => {
      const folded = fold(text)
      return termsOf(terms, KIND.unitType, [...unitTypeForms(folded), ...levelTypeForms(folded)])
    })
    this.#otherNumbers = new Map(
      [...table.otherNumbers].map(([row, text]) => [row, terms.add(KIND.number, fold(text))]),
    )
    this.#numberOf = table.number.view()
    this.#unitOf = table.unit.view()
    this.#namesOf = [...table.nameColumns.values()].map((column) => column.view())
    this.#kindsOf = [table.unitKind.view(), table.levelKind.view()]
  }

  each(row: number, add: (term: number) => void): void {
    for (const numbers of this.#numbers) {
      const term = numbers.of(row)
      if (term !== NO_TERM) add(term)
    }
    this.#ranges.each(row, add)
    const other = this.#otherNumbers.size === 0 ? undefined : this.#otherNumbers.get(row)
    if (other !== undefined) add(other)
    const hasNumber = this.#numberOf[row] !== 0
    const lot = this.#lots.of(row)
    if (lot !== NO_TERM) {
      add(lot)
      // A lot is what an address goes by only where it has no number.
      if (!hasNumber) add(this.#lotWord)
    }
    if (this.#unitOf[row] !== 0) {
      for (const term of this.#generalWords) add(term)
      // `5 Mill House`: an address without a number goes by that of its unit.
      if (!hasNumber) add(this.#unitsAsNumbers.of(row))
    }
    for (const values of this.#namesOf) if (values[row] !== 0) this.names.each(values[row], add)
    for (const values of this.#kindsOf) for (const term of this.kinds[values[row]]) add(term)
  }
}

/** 1 for each text that some row has in one of the columns. */
function usedIn(columns: readonly Uint32Array[], { texts }: TextNumbers): Uint8Array {
  const used = new Uint8Array(texts.length)
  for (const values of columns) {
    for (let row = 0; row < values.length; row++) used[values[row]] = 1
  }
  return used
}

const NO_TERM = -1

class NumberTerms {
  readonly #values: Uint32Array
  readonly #terms: Int32Array

  /** `values` has for each row the number of its text; only texts that some row has become terms. */
  constructor(terms: TermNumbers, kind: TermKind, numberTexts: TextNumbers, values: Uint32Array) {
    const used = usedIn([values], numberTexts)
    const { texts } = numberTexts
    this.#values = values
    this.#terms = new Int32Array(texts.length).fill(NO_TERM)
    for (let i = 1; i < texts.length; i++) {
      if (used[i] === 1) this.#terms[i] = terms.add(kind, fold(texts[i]))
    }
  }

  /** The term of the row's number, or NO_TERM. */
  of(row: number): number {
    return this.#terms[this.#values[row]]
  }
}

/** More than there are texts of numbers, so that the numbers of two texts make one key. */
const KEY_FACTOR = 2 ** 26

/** The terms of ranges of house numbers, as they are typed: `12-18`. */
class RangeTerms {
  readonly #number: Uint32Array
  readonly #last: Uint32Array
  readonly #terms = new Map<number, number>()
  readonly #wide = new Set<number>()
  readonly #wideTerm: number

  constructor(terms: TermNumbers, table: AddressTable) {
    const { texts } = table.numberTexts
    this.#number = table.number.view()
    this.#last = table.last.view()
    this.#wideTerm = terms.add(KIND.ranges, '')
    for (let row = 0; row < this.#last.length; row++) {
      if (this.#last[row] === 0 || this.#terms.has(this.#keyOf(row))) continue
      const [first, last] = [texts[this.#number[row]], texts[this.#last[row]]]
      this.#terms.set(this.#keyOf(row), terms.add(KIND.number, fold(`${first}-${last}`)))
      if (isWideRange(readNumberText(first).value, readNumberText(last).value)) {
        this.#wide.add(this.#keyOf(row))
      }
    }
  }

  each(row: number, add: (term: number) => void): void {
    if (this.#last[row] === 0) return
    const key = this.#keyOf(row)
    const term = this.#terms.get(key)
    if (term !== undefined) add(term)
    if (this.#wide.has(key)) add(this.#wideTerm)
  }

  #keyOf(row: number): number {
    return this.#number[row] * KEY_FACTOR + this.#last[row]
  }
}
