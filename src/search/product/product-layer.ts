// What makes a search one of Variant A or of Variant B: everything that only the product knows about its addresses.

import { countryOf } from '../../countries/country.ts'
import type { IndexSections } from '../../index/file/index-sections.ts'
import { Boxes } from '../../index/geography/boxes.ts'
import { DensityReader } from '../../index/geography/density.ts'
import { Places } from '../../index/geography/places.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { AddressSearch, Found, PlacesQuery } from '../address-search.ts'
import { AddressFinder } from '../match/address-finder.ts'
import { searchedIndex } from '../searched-index.ts'
import type { NumberedTexts } from './field-values.ts'

type OpenedIndex = Readonly<Omit<ReturnType<typeof openedIndex>, keyof AddressLayer>>

export interface ProductLayer<Address, Place> extends OpenedIndex, AddressLayer<Address> {
  readonly onStreet?: AddressSearch<Address, Place>['onStreet']
  /** The record whose own number (PID or UPRN) the term is, or NONE. */
  recordNamed(term: string): number
  /** The fields of typeahead, by each of their names on the wire. */
  readonly typeaheadFields: ReadonlyMap<string, string>
  /** The value of a typeahead field that an address on this street shows. */
  valueOf(street: number, field: string): string
  /** The same as numbered texts, where each value is a text of the index. */
  textsOf?(field: string): NumberedTexts
  /** Whether a place may have several values of the field; a filter may name any of them. */
  hasSeveral?(field: string): boolean
  /** What a value may begin with to fit the term; where absent, the term itself. */
  beginningsOf?(field: string, term: string): readonly string[]
  place(place: number): Place
  placeFieldAt(field: string): number
  /** Places that are not stored: UK postcodes. */
  otherPlace?(id: string): Place | undefined
  otherPlaces?(query: PlacesQuery): readonly Found<Place>[]
  isNearestPlace?(place: number): boolean
}

/** What every product reads from its index file. */
export function openedIndex(sections: IndexSections) {
  const index = searchedIndex(sections)
  const release = sections.get('release')
  return {
    release,
    country: countryOf(release.product),
    density: new DensityReader(sections),
    finder: new AddressFinder(index),
    boxes: new Boxes(sections, index.records),
    places: new Places(sections),
  }
}

/** How many combinations of street and place names one address is shown under, its own included. */
const NAMINGS_MAX = 16

/** A row under each other combination of names; the first name of either list is the row's own. */
export function underOtherNames<Row>(
  row: Row,
  streets: readonly Partial<Row>[],
  places: readonly Partial<Row>[],
): readonly Row[] {
  return streets
    .flatMap((street) => places.map((place) => ({ ...row, ...street, ...place })))
    .slice(1, NAMINGS_MAX)
}

type FilterValues = ProductLayer<unknown, unknown>['filterValues']

/** Keeps the values of fields that all streets of a place share: folding them again is what a filter costs. */
export function keptByPlace(
  fields: readonly string[],
  placeOf: (street: number) => number,
  valuesOf: FilterValues,
): FilterValues {
  const kept = new Map(
    fields.map((field) => [field, oncePer(placeOf, (street) => valuesOf(street, field))]),
  )
  return (street, field) => kept.get(field)?.(street) ?? valuesOf(street, field)
}

export function foundAddress<Address>(layer: ProductLayer<Address, unknown>, record: number) {
  return { id: layer.id(record), item: layer.address(record) }
}

export function foundPlace<Place>(layer: ProductLayer<unknown, Place>, place: number) {
  return { id: layer.places.at(place)[0], item: layer.place(place) }
}
