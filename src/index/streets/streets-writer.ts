// Writes what both products have of their streets: terms, parts, flags, and the postings that find them.
// Unchecked: hot, asked for every address.

import { ENGLISH } from '../../countries/english.ts'
import { PackedLists, writeLists } from '../columns/lists.ts'
import type { ListsName } from '../file/sections.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { type Build, rowsOfStreet } from '../rows/final-order.ts'
import { valuesOf } from '../rows/row-order.ts'
import { sortTexts, type TextNumbers } from '../rows/text-numbers.ts'
import { nameTerms, type PartTerms, TermNumbers, termsOf } from '../terms/name-terms.ts'
import { writePostings } from '../terms/postings.ts'
import { isWideRange, premiseBuckets } from '../terms/premises.ts'
import { signatureBits } from '../terms/signatures.ts'
import { KIND, type TermKind } from '../terms/terms.ts'
import { writeTerms } from '../terms/terms-writer.ts'
import { fold } from '../words/fold.ts'
import { NO_NUMBER, numberValue, readNumberText } from '../words/number-code.ts'
import { levelTypeForms, unitTypeForms } from '../words/written-forms.ts'
import { NONE } from './records.ts'
import { SPAN_MAX, STREET_HAS } from './streets.ts'

/** What a product knows of its streets. Those of the same name share a name part, those in one place a place part. */
export abstract class StreetParts<Other, Table extends AddressTable = AddressTable> {
  protected readonly table: Table

  constructor(table: Table) {
    this.table = table
  }

  /** A street with other names is found by more terms than its namesakes, so its name part is its own, and last. */
  nameOf(street: number): number {
    return this.nameOfWhole(this.table.wholeOf(street))
  }

  /** Above all that `nameOf` and `placeOf` give. */
  get namesMax(): number {
    return this.table.names.count + this.table.wholeStreets.count
  }

  get placesMax(): number {
    return this.table.places.count
  }

  nameOfWhole(whole: number): number {
    const { names, wholeStreets } = this.table
    return this.othersOf(whole).length > 0 ? names.count + whole : wholeStreets.firstOf(whole)
  }

  placeOf(street: number): number {
    return this.table.placeOf(street)
  }

  /** The name in the table of a name part. */
  sharedName(name: number): number {
    const whole = name - this.table.names.count
    return whole < 0 ? name : this.table.wholeStreets.firstOf(whole)
  }

  /** None for a name part that streets share. */
  otherNames(name: number): readonly Other[] {
    const whole = name - this.table.names.count
    return whole < 0 ? [] : this.othersOf(whole)
  }

  /** UK only. */
  abstract readonly hasPostcodes: boolean
  protected abstract othersOf(whole: number): readonly Other[]
  /** UK only, else ''. */
  abstract postcodeOf(street: number): string
  abstract nameTerms(terms: TermNumbers, name: number): PartTerms
  abstract placeTerms(terms: TermNumbers, place: number): PlaceTerms
  /** Whether a name is searched word by word, or is only another way to write a number. */
  abstract isSearchedName(name: string): boolean
}

interface PlaceTerms extends PartTerms {
  readonly near: readonly number[]
}

/** The final number of each part is its place in these lists; they hold the numbers of first use. */
export interface FinalParts {
  readonly names: readonly number[]
  readonly places: readonly number[]
  readonly postcodes: readonly string[]
  /** The postcode of each final street, one past the last for none; empty where no street has one. */
  readonly postcodeOf: Uint32Array
}

/** Gives the memory of the columns back once all terms are gathered: the postings need most of all. */
export async function writeStreets<Other>(build: Build, parts: StreetParts<Other>) {
  const { writer, table, order } = build
  const terms = new TermNumbers()
  const streets = streetTerms(terms, order.streets, parts)
  const records = recordTerms(terms, table, (name) => parts.isSearchedName(name))
  const { sorted, places: final } = terms.finish()
  await writeTerms(writer, 'terms', sorted)
  const bits = signatureBits(sorted, parts.hasPostcodes)
  await streets.write(build, final)
  await writeLists(writer, 'names.terms', records.names, final)
  await writeLists(writer, 'kinds.terms', records.kinds, final)
  await writer.add('street.start', order.streetStart)
  await writeStreetFlags(build)
  const premises = premiseBuckets(table, order)
  await writer.add('premises.buckets', premises.count)
  await writePostings(writer, {
    count: order.streets.length,
    final,
    bits,
    buckets: premises.count,
    gathered: table.u32(),
    onGathered: () => table.release(),
    each: (street, addTerm, addBucket) => {
      streets.each(street, addTerm)
      for (const row of rowsOfStreet(order, street)) {
        records.each(row, addTerm)
        premises.each(row, addBucket)
      }
    },
  })
  return streets.parts
}

/** Writes what records of a street have of their own, and the widest range of numbers on it. */
async function writeStreetFlags({ writer, table, order }: Build): Promise<void> {
  const count = order.streets.length
  const flags = new Uint8Array(count)
  const span = new Uint16Array(count)
  const [number, last, lot] = [table.number.view(), table.last.view(), table.lot.view()]
  const names = [...table.nameColumns.values()].map((column) => column.view())
  const kinds = [table.unit, table.unitKind, table.levelKind].map((column) => column.view())
  for (let street = 0; street < count; street++) {
    let widest = 0
    for (const row of rowsOfStreet(order, street)) {
      if (names.some((values) => values[row] !== 0)) flags[street] |= STREET_HAS.names
      if (kinds.some((values) => values[row] !== 0)) flags[street] |= STREET_HAS.kinds
      if (number[row] === 0 && lot[row] !== 0) flags[street] |= STREET_HAS.lots
      const end = order.packed[last[row]]
      if (end === NO_NUMBER) continue
      const width = numberValue(end) - numberValue(order.packed[number[row]])
      // A range that ends below its beginning, or on the same number with another letter, still counts as one.
      widest = Math.max(widest, width < 1 ? 1 : width)
    }
    span[street] = Math.min(widest, SPAN_MAX)
  }
  await writer.add('street.flags', flags)
  await writer.add('street.span', span)
}

function streetTerms<Other>(terms: TermNumbers, streets: Uint32Array, parts: StreetParts<Other>) {
  const names = renumber(streets, parts.namesMax, (street) => parts.nameOf(street))
  const places = renumber(streets, parts.placesMax, (street) => parts.placeOf(street))
  const nameTerms = names.values.map((name) => parts.nameTerms(terms, name))
  const placeTerms = places.values.map((place) => parts.placeTerms(terms, place))
  const { texts, of: postcodeOf, joined, spaced } = postcodeTerms(terms, streets, parts)

  const each = (street: number, add: (term: number) => void): void => {
    const name = nameTerms[names.of[street]]
    const place = placeTerms[places.of[street]]
    for (const list of [name.strong, name.weak, place.strong, place.weak, place.near]) {
      for (const term of list) add(term)
    }
    const postcode = postcodeOf[street]
    if (postcode === undefined || postcode === texts.length) return
    add(joined[postcode])
    add(spaced[postcode])
  }

  const write = async ({ writer }: Build, final: Uint32Array): Promise<void> => {
    const lists: readonly (readonly [ListsName, readonly (readonly number[])[]])[] = [
      ['name.strong', nameTerms.map(({ strong }) => strong)],
      ['name.weak', nameTerms.map(({ weak }) => weak)],
      ['place.strong', placeTerms.map(({ strong }) => strong)],
      ['place.weak', placeTerms.map(({ weak }) => weak)],
      ['place.near', placeTerms.map(({ near }) => near)],
    ]
    for (const [name, values] of lists) await writeLists(writer, name, values, final)
    await writer.add('street.name', names.of)
    await writer.add('street.place', places.of)
    await writer.add('street.postcode', postcodeOf)
    await writer.add('postcode.joined', valuesOf(joined, final))
    // Sorted postcodes have sorted terms with the space, so that the first of these is enough.
    await writer.add('postcode.spacedFrom', spaced.length === 0 ? 0 : final[spaced[0]])
  }
  const final = { names: names.values, places: places.values, postcodes: texts, postcodeOf }
  return { each, write, parts: final }
}

/** Numbers of first use become final ones in the order in which the best-known streets have them, and back. */
export function renumber(streets: Uint32Array, most: number, numberOf: (street: number) => number) {
  const known = new Uint32Array(most).fill(NONE)
  const values: number[] = []
  const of = new Uint32Array(streets.length)
  for (let at = 0; at < streets.length; at++) {
    const number = numberOf(streets[at])
    if (known[number] === NONE) known[number] = values.push(number) - 1
    of[at] = known[number]
  }
  return { of, values }
}

/** The terms of UK postcodes, with their space and without; in `au` a postcode is a word of the place. */
function postcodeTerms(
  terms: TermNumbers,
  streets: Uint32Array,
  parts: Pick<StreetParts<unknown>, 'postcodeOf'>,
) {
  const distinct = new Set<string>()
  for (const street of streets) distinct.add(parts.postcodeOf(street))
  distinct.delete('')
  const { sorted: texts } = sortTexts([...distinct])
  const numbers = new Map(texts.map((text, number) => [text, number]))
  const numberOf = (street: number) => numbers.get(parts.postcodeOf(street)) ?? texts.length
  return {
    texts,
    joined: Uint32Array.from(texts, (text) =>
      terms.add(KIND.postcodeJoined, text.replace(' ', '')),
    ),
    spaced: Uint32Array.from(texts, (text) => terms.add(KIND.postcodeSpaced, text)),
    /** The postcode of each street, one past the last for none; empty where no street has one. */
    of: Uint32Array.from(texts.length === 0 ? [] : streets, numberOf),
  }
}

/** The terms of each row, and those of each name and of each kind, by the number of its text. */
function recordTerms(
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
