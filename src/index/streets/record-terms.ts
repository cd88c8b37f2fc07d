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

/** The terms of each row, and those of each name and of each kind, by the number of its text. */
export function recordTerms(
  terms: TermNumbers,
  table: AddressTable,
  isSearchedName: (name: string) => boolean,
) {
  const numbers = (kind: TermKind, values: Uint32Array) =>
    numberTerms(terms, kind, table.numberTexts, values)
  const [numberOf, lastOf] = [table.number.view(), table.last.view()]
  const [unitOf, levelOf, lotOf] = [table.unit.view(), table.level.view(), table.lot.view()]
  const numbered = [
    { values: numberOf, terms: numbers(KIND.number, numberOf) },
    { values: lastOf, terms: numbers(KIND.number, lastOf) },
    { values: unitOf, terms: numbers(KIND.unit, unitOf) },
    { values: levelOf, terms: numbers(KIND.level, levelOf) },
  ]
  const eachRange = rangeTerms(terms, table)
  const lots = numbers(KIND.lot, lotOf)
  const lotWord = terms.add(KIND.lotWord, 'LOT')
  const unitsAsNumbers = numbers(KIND.number, unitOf)
  const generalWords = termsOf(terms, KIND.unitType, ENGLISH.generalUnitWords)
  const names = termsOfNames(terms, table, isSearchedName)
  const kinds = table.kindTexts.texts.map((text) => {
    const folded = fold(text)
    return termsOf(terms, KIND.unitType, [...unitTypeForms(folded), ...levelTypeForms(folded)])
  })
  const otherNumbers = new Map<number, number>()
  for (const [row, text] of table.otherNumbers) {
    otherNumbers.set(row, terms.add(KIND.number, fold(text)))
  }
  const namesOf = [...table.nameColumns.values()].map((column) => column.view())
  const kindsOf = [table.unitKind.view(), table.levelKind.view()]

  const each = (row: number, add: (term: number) => void): void => {
    for (const { values, terms } of numbered) if (values[row] !== 0) add(terms[values[row]])
    eachRange(row, add)
    const other = otherNumbers.size === 0 ? undefined : otherNumbers.get(row)
    if (other !== undefined) add(other)
    const hasNumber = numberOf[row] !== 0
    if (lotOf[row] !== 0) add(lots[lotOf[row]])
    // A lot is what an address goes by only where it has no number.
    if (lotOf[row] !== 0 && !hasNumber) add(lotWord)
    if (unitOf[row] !== 0) {
      for (const term of generalWords) add(term)
      // `5 Mill House`: an address without a number goes by that of its unit.
      if (!hasNumber) add(unitsAsNumbers[unitOf[row]])
    }
    for (const values of namesOf) if (values[row] !== 0) names.each(values[row], add)
    for (const values of kindsOf) for (const term of kinds[values[row]]) add(term)
  }
  return { names, kinds, each }
}

function termsOfNames(
  terms: TermNumbers,
  { nameColumns, nameTexts }: AddressTable,
  isSearchedName: (name: string) => boolean,
): PackedLists {
  const columns = Map.groupBy(nameColumns, ([name]) => name === 'subBuilding')
  const [isPart, isName] = [true, false].map((isPart) =>
    usedIn(columns.get(isPart)?.map(([, column]) => column.view()) ?? [], nameTexts),
  )
  const lists = new PackedLists()
  nameTexts.texts.forEach((text, at) => {
    const isSearched = isSearchedName(text)
    lists.push([
      ...(isSearched && isName[at] === 1 ? nameTerms(terms, text, KIND.name) : []),
      ...(isSearched && isPart[at] === 1 ? nameTerms(terms, text, KIND.part) : []),
    ])
  })
  return lists
}

/** 1 for each text that some row has in one of the columns. */
function usedIn(columns: readonly Uint32Array[], { texts }: TextNumbers): Uint8Array {
  const used = new Uint8Array(texts.length)
  for (const values of columns) {
    for (let row = 0; row < values.length; row++) used[values[row]] = 1
  }
  return used
}

/** The term of each text that some row has in a column; the empty text has none. */
function numberTerms(
  terms: TermNumbers,
  kind: TermKind,
  numberTexts: TextNumbers,
  values: Uint32Array,
): Uint32Array {
  const used = usedIn([values], numberTexts)
  return Uint32Array.from(numberTexts.texts, (text, i) =>
    i > 0 && used[i] === 1 ? terms.add(kind, fold(text)) : 0,
  )
}

/** More than there are texts of numbers, so that the numbers of two texts make one key. */
const KEY_FACTOR = 2 ** 26

/** The terms of ranges of house numbers, as they are typed: `12-18`. */
function rangeTerms(terms: TermNumbers, table: AddressTable) {
  const { texts } = table.numberTexts
  const [numberOf, lastOf] = [table.number.view(), table.last.view()]
  const keyOf = (row: number) => numberOf[row] * KEY_FACTOR + lastOf[row]
  const known = new Map<number, number>()
  const wide = new Set<number>()
  const wideTerm = terms.add(KIND.ranges, '')
  for (let row = 0; row < lastOf.length; row++) {
    if (lastOf[row] === 0 || known.has(keyOf(row))) continue
    const [first, last] = [texts[numberOf[row]], texts[lastOf[row]]]
    known.set(keyOf(row), terms.add(KIND.number, fold(`${first}-${last}`)))
    if (isWideRange(readNumberText(first).value, readNumberText(last).value)) wide.add(keyOf(row))
  }

  return (row: number, add: (term: number) => void): void => {
    if (lastOf[row] === 0) return
    const term = known.get(keyOf(row))
    if (term !== undefined) add(term)
    if (wide.has(keyOf(row))) add(wideTerm)
  }
}
