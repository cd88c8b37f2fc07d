// Writes what both products share: streets with their terms, records with their numbers, and the postings.

import { writeLists } from '../columns/lists-writer.ts'
import type { ListsName } from '../file/section-names.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { type StreetTerms, writePostings } from '../terms/postings-writer.ts'
import { PremiseBuckets } from '../terms/premises-writer.ts'
import { KIND } from '../terms/terms.ts'
import { TermNumbers, writeTrie } from '../terms/terms-writer.ts'
import type { PartTerms } from '../words/name-terms.ts'
import { NO_NUMBER } from '../words/number-code.ts'
import { RecordTerms } from './record-terms.ts'
import { STREET_HAS } from './streets.ts'

/** What the product knows of its streets; numbers are those of first use. */
export interface StreetParts {
  nameOf(street: number): number
  placeOf(street: number): number
  /** UK only, else ''. */
  postcodeOf(street: number): string
  nameTerms(book: TermNumbers, name: number): PartTerms
  placeTerms(book: TermNumbers, place: number): PlaceTerms
  /** Whether a name is searched word by word, or is only another way to write a number. */
  isSearchedName(name: string): boolean
}

interface PlaceTerms extends PartTerms {
  readonly near: readonly number[]
}

export interface CoreNumbers {
  /** Final name, place and postcode numbers to those of first use. */
  readonly names: readonly number[]
  readonly places: readonly number[]
  readonly postcodes: readonly string[]
}

export async function writeCore(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  parts: StreetParts,
): Promise<CoreNumbers> {
  const book = new TermNumbers()
  const streets = new StreetLists(book, order, parts)
  const recordTerms = new RecordTerms(book, table, parts.isSearchedName)
  const { final, trie } = book.finish()
  await writeTrie(writer, 'terms', trie, book.count)
  await streets.write(writer, final)
  await writeLists(writer, 'names.terms', recordTerms.names, final)
  await writeLists(writer, 'kinds.terms', recordTerms.kinds, final)
  await writer.add('street.start', order.streetStart)
  await writeFlagsAndSpans(writer, table, order)
  const { rows, streetStart } = order
  const premises = new PremiseBuckets(table, order)
  const termsOf: StreetTerms = (street, add) => {
    const addFinal = (term: number) => add(final[term])
    const addPremise = (bucket: number) => add(book.count + bucket)
    streets.each(street, addFinal)
    for (let record = streetStart[street]; record < streetStart[street + 1]; record++) {
      recordTerms.each(rows[record], addFinal)
      premises.each(rows[record], addPremise)
    }
  }
  await writer.add('premises.buckets', premises.count)
  await writePostings(writer, order.streets.length, book.count + premises.count, termsOf)
  return {
    names: streets.names.values,
    places: streets.places.values,
    postcodes: streets.postcodes,
  }
}

/** The terms of all streets: shared by those that have the same name, and by those in the same place. */
class StreetLists {
  readonly names: Renumbered
  readonly places: Renumbered
  readonly postcodes: readonly string[]
  readonly #nameTerms: readonly PartTerms[]
  readonly #placeTerms: readonly PlaceTerms[]
  readonly #joined: readonly number[]
  readonly #spaced: readonly number[]
  /** UK: the postcode of each street; one past the last for a street that has none. */
  readonly #postcodeOf: Uint32Array

  constructor(book: TermNumbers, { streets }: FinalOrder, parts: StreetParts) {
    this.names = renumber(streets, (street) => parts.nameOf(street))
    this.places = renumber(streets, (street) => parts.placeOf(street))
    this.#nameTerms = this.names.values.map((name) => parts.nameTerms(book, name))
    this.#placeTerms = this.places.values.map((place) => parts.placeTerms(book, place))
    const all = new Set<string>()
    for (const street of streets) all.add(parts.postcodeOf(street))
    all.delete('')
    const postcodes = [...all].sort()
    this.postcodes = postcodes
    this.#joined = postcodes.map((text) => book.add(KIND.postcodeJoined, text.replace(' ', '')))
    this.#spaced = postcodes.map((text) => book.add(KIND.postcodeSpaced, text))
    const at = new Map(postcodes.map((postcode, i) => [postcode, i]))
    const numberOf = (street: number) => at.get(parts.postcodeOf(street)) ?? postcodes.length
    this.#postcodeOf = Uint32Array.from(postcodes.length === 0 ? [] : streets, numberOf)
  }

  each(street: number, add: (term: number) => void): void {
    const name = this.#nameTerms[this.names.of[street]]
    const place = this.#placeTerms[this.places.of[street]]
    for (const list of [name.strong, name.weak, place.strong, place.weak, place.near]) {
      for (const term of list) add(term)
    }
    const postcode = this.#postcodeOf[street] ?? this.postcodes.length
    if (postcode === this.postcodes.length) return
    add(this.#joined[postcode])
    add(this.#spaced[postcode])
  }

  async write(writer: SectionWriter, final: Uint32Array): Promise<void> {
    const lists: readonly (readonly [ListsName, readonly (readonly number[])[]])[] = [
      ['name.strong', this.#nameTerms.map((list) => list.strong)],
      ['name.weak', this.#nameTerms.map((list) => list.weak)],
      ['place.strong', this.#placeTerms.map((list) => list.strong)],
      ['place.weak', this.#placeTerms.map((list) => list.weak)],
      ['place.near', this.#placeTerms.map((list) => list.near)],
    ]
    for (const [name, values] of lists) await writeLists(writer, name, values, final)
    await writer.add('street.name', this.names.of)
    await writer.add('street.place', this.places.of)
    await writer.add('street.postcode', this.#postcodeOf)
    const joined = Uint32Array.from(this.#joined, (term) => final[term])
    await writer.add('postcode.joined', joined)
    const first = this.#spaced.length === 0 ? 0 : final[this.#spaced[0]]
    await writer.add('postcode.spacedFrom', first)
  }
}

interface Renumbered {
  /** Final street to final number. */
  readonly of: Uint32Array
  /** Final number to that of first use. */
  readonly values: readonly number[]
}

/** Numbers of first use become final ones in the order in which the best-known streets have them. */
function renumber(streets: Uint32Array, numberOf: (street: number) => number): Renumbered {
  const known = new Map<number, number>()
  const of = Uint32Array.from(streets, (street) => {
    const number = numberOf(street)
    const final = known.get(number) ?? known.size
    if (final === known.size) known.set(number, final)
    return final
  })
  return { of, values: [...known.keys()] }
}

async function writeFlagsAndSpans(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
): Promise<void> {
  const count = order.streets.length
  const flags = new Uint8Array(count)
  const span = new Uint16Array(count)
  const [number, last, lot] = [table.number.view(), table.last.view(), table.lot.view()]
  const names = table.names.map((column) => column.view())
  const kinds = [table.unit, table.unitKind, table.levelKind].map((column) => column.view())
  for (let street = 0; street < count; street++) {
    let widest = 0
    for (let record = order.streetStart[street]; record < order.streetStart[street + 1]; record++) {
      const row = order.rows[record]
      if (names.some((values) => values[row] !== 0)) flags[street] |= STREET_HAS.names
      if (kinds.some((values) => values[row] !== 0)) flags[street] |= STREET_HAS.kinds
      if (number[row] === 0 && lot[row] !== 0) flags[street] |= STREET_HAS.lots
      const end = order.packed[last[row]]
      if (end === NO_NUMBER) continue
      const width = (end >>> 12) - (order.packed[number[row]] >>> 12)
      // A range that ends below its beginning, or on the same number with another letter, still counts as one.
      widest = Math.max(widest, width < 1 ? 1 : width)
    }
    span[street] = Math.min(widest, 0xffff)
  }
  await writer.add('street.flags', flags)
  await writer.add('street.span', span)
}
