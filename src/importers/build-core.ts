// Writes what both products share: streets with their terms, records with their numbers, and the postings.

import { fold } from '../search/fold.ts'
import { NO_NUMBER } from '../search/number-code.ts'
import { STREET_HAS_NAMES } from '../search/streets.ts'
import { KIND, type TermKind } from '../search/terms.ts'
import { GENERAL_UNIT_WORDS, levelTypeForms, unitTypeForms } from '../search/written-forms.ts'
import { narrowed } from './build-arrays.ts'
import type { Layout } from './build-layout.ts'
import { type StreetTerms, writePostings } from './build-postings.ts'
import { writeLists, writeTrie } from './build-sections.ts'
import type { AddressTable } from './build-table.ts'
import { TermBook } from './build-terms.ts'
import { kindTerms, nameTerms, type PartTerms } from './build-words.ts'
import type { IndexWriter } from './index-writer.ts'

/** What the product knows of its streets; numbers are those of first use. */
export interface StreetParts {
  nameOf(street: number): number
  placeOf(street: number): number
  /** UK only, else ''. */
  postcodeOf(street: number): string
  nameTerms(book: TermBook, name: number): PartTerms
  placeTerms(book: TermBook, place: number): PartTerms & { readonly near: readonly number[] }
  /** Whether a name is searched word by word, or is only another way to write a number. */
  isSearchedName(name: string): boolean
}

export interface CoreNumbers {
  /** Final name, place and postcode numbers to those of first use. */
  readonly names: readonly number[]
  readonly places: readonly number[]
  readonly postcodes: readonly string[]
  readonly placeOfStreet: Uint32Array
}

export async function writeCore(
  writer: IndexWriter,
  table: AddressTable,
  layout: Layout,
  parts: StreetParts,
): Promise<CoreNumbers> {
  const book = new TermBook()
  const names = renumber(layout.streets, (street) => parts.nameOf(street))
  const places = renumber(layout.streets, (street) => parts.placeOf(street))
  const nameLists = names.values.map((name) => parts.nameTerms(book, name))
  const placeLists = places.values.map((place) => parts.placeTerms(book, place))
  const recordTerms = new RecordTerms(book, table, parts)
  const postcodes = [...new Set(Array.from(layout.streets, (street) => parts.postcodeOf(street)))]
    .filter((postcode) => postcode !== '')
    .sort()
  const joined = postcodes.map((text) => book.add(KIND.postcodeJoined, text.replace(' ', '')))
  const spaced = postcodes.map((text) => book.add(KIND.postcodeSpaced, text))
  const { final, trie } = book.finish()

  await writeTrie(writer, 'terms', trie, book.count)
  await writeLists(
    writer,
    'name.strong',
    nameLists.map((list) => list.strong),
    final,
  )
  await writeLists(
    writer,
    'name.weak',
    nameLists.map((list) => list.weak),
    final,
  )
  await writeLists(
    writer,
    'place.strong',
    placeLists.map((list) => list.strong),
    final,
  )
  await writeLists(
    writer,
    'place.weak',
    placeLists.map((list) => list.weak),
    final,
  )
  await writeLists(
    writer,
    'place.near',
    placeLists.map((list) => list.near),
    final,
  )
  await writeLists(writer, 'names.terms', recordTerms.names, final)
  await writeLists(writer, 'kinds.terms', recordTerms.kinds, final)

  const postcodeAt = new Map(postcodes.map((postcode, i) => [postcode, i]))
  const postcodeOf =
    postcodes.length === 0
      ? new Uint32Array(0)
      : Uint32Array.from(
          layout.streets,
          (street) => postcodeAt.get(parts.postcodeOf(street)) ?? postcodes.length,
        )
  await writer.add('street.start', layout.streetStart)
  await writer.add('street.name', narrowed(names.of))
  await writer.add('street.place', narrowed(places.of))
  await writer.add('street.postcode', narrowed(postcodeOf))
  await writer.add(
    'postcode.joined',
    Uint32Array.from(joined, (term) => final[term]),
  )
  await writer.add(
    'postcode.spacedFrom',
    Uint32Array.of(spaced.length === 0 ? 0 : final[spaced[0]]),
  )
  await writeFlagsAndSpans(writer, table, layout)

  const termsOf: StreetTerms = (street, add) => {
    const name = nameLists[names.of[street]]
    const place = placeLists[places.of[street]]
    for (const list of [name.strong, name.weak, place.strong, place.weak, place.near]) {
      for (const term of list) add(final[term])
    }
    const postcode = postcodeOf[street] ?? postcodes.length
    if (postcode < postcodes.length) {
      add(final[joined[postcode]])
      add(final[spaced[postcode]])
    }
    for (
      let record = layout.streetStart[street];
      record < layout.streetStart[street + 1];
      record++
    ) {
      recordTerms.each(layout.rows[record], (term) => add(final[term]))
    }
  }
  await writePostings(writer, layout.streets.length, book.count, termsOf)
  return { names: names.values, places: places.values, postcodes, placeOfStreet: places.of }
}

/** Numbers of first use become final ones in the order in which the best-known streets have them. */
function renumber(
  streets: Uint32Array,
  numberOf: (street: number) => number,
): { readonly of: Uint32Array; readonly values: readonly number[] } {
  const known = new Map<number, number>()
  const of = Uint32Array.from(streets, (street) => {
    const number = numberOf(street)
    const final = known.get(number) ?? known.size
    if (final === known.size) known.set(number, final)
    return final
  })
  return { of, values: [...known.keys()] }
}

const NO_TERM = -1

/** The terms that rows bring to their street: numbers, names, kinds of units. */
class RecordTerms {
  readonly names: readonly (readonly number[])[]
  readonly kinds: readonly (readonly number[])[]
  readonly #ranges: number
  readonly #lastOf: Uint32Array
  readonly #columns: readonly { readonly values: Uint32Array; readonly terms: Int32Array }[]
  readonly #nameValues: readonly Uint32Array[]
  readonly #unitKind: Uint32Array
  readonly #levelKind: Uint32Array
  readonly #numberOf: Uint32Array
  readonly #lotOf: Uint32Array
  readonly #lotTerms: Int32Array
  readonly #lotWord: number
  readonly #unitOf: Uint32Array
  readonly #generalWords: readonly number[]

  constructor(book: TermBook, table: AddressTable, parts: StreetParts) {
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
    this.#lotOf = table.lot.view()
    this.#lotTerms = column(KIND.lot, this.#lotOf).terms
    this.#lotWord = book.add(KIND.unitType, 'LOT')
    this.#unitOf = table.unit.view()
    this.#generalWords = kindTerms(book, GENERAL_UNIT_WORDS)
    this.names = table.nameTexts.texts.map((text) =>
      parts.isSearchedName(text) ? nameTerms(book, text) : [],
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
    if (this.#lastOf[row] !== 0) add(this.#ranges)
    // A lot is what an address goes by only where it has no number.
    const lot = this.#lotTerms[this.#lotOf[row]]
    if (lot !== NO_TERM && this.#numberOf[row] === 0) {
      add(lot)
      add(this.#lotWord)
    }
    for (const values of this.#nameValues) for (const term of this.names[values[row]]) add(term)
    if (this.#unitOf[row] !== 0) for (const term of this.#generalWords) add(term)
    for (const term of this.kinds[this.#unitKind[row]]) add(term)
    for (const term of this.kinds[this.#levelKind[row]]) add(term)
  }
}

async function writeFlagsAndSpans(
  writer: IndexWriter,
  table: AddressTable,
  layout: Layout,
): Promise<void> {
  const count = layout.streets.length
  const flags = new Uint8Array(count)
  const span = new Uint16Array(count)
  const [number, last, lot] = [table.number.view(), table.last.view(), table.lot.view()]
  const own = [...table.names, table.unit, table.unitKind, table.levelKind].map((column) =>
    column.view(),
  )
  for (let street = 0; street < count; street++) {
    let widest = 0
    for (
      let record = layout.streetStart[street];
      record < layout.streetStart[street + 1];
      record++
    ) {
      const row = layout.rows[record]
      const isLot = number[row] === 0 && lot[row] !== 0
      if (isLot || own.some((values) => values[row] !== 0)) flags[street] |= STREET_HAS_NAMES
      const end = layout.packed[last[row]]
      if (end === NO_NUMBER) continue
      const width = (end >>> 12) - (layout.packed[number[row]] >>> 12)
      // A range that ends below its beginning, or on the same number with another letter, still counts as one.
      widest = Math.max(widest, width < 1 ? 1 : width)
    }
    span[street] = Math.min(widest, 0xffff)
  }
  await writer.add('street.flags', flags)
  await writer.add('street.span', span)
}
