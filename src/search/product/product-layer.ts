// What makes a search one of Variant A or of Variant B: everything that only the product knows about its addresses.

import type { IndexSections } from '../../index/file/index-sections.ts'
import type { ReleaseInfo } from '../../index/file/sections.ts'
import { Boxes } from '../../index/geography/boxes.ts'
import { DensityReader } from '../../index/geography/density.ts'
import { Places } from '../../index/geography/places.ts'
import { fullNameWord } from '../../index/words/written-forms.ts'
import type { HeldStreet } from '../../judge/held-parts.ts'
import type { AddressSearch, Found, PlacesQuery } from '../address-search.ts'
import type { KnownPlaces } from '../giving-up/known-places.ts'
import { kindNames } from '../judging/kind-names.ts'
import { AddressFinder } from '../match/address-finder.ts'
import type { ExactHooks } from '../match/exact-first.ts'
import type { OwnText } from '../match/whole-line.ts'
import { searchedIndex } from '../searched-index.ts'
import type { NumberedTexts, StreetPart } from './field-values.ts'

/** The names of the street that an address is on. */
export interface StreetNames {
  readonly nameWords: readonly string[]
  /** Each name of the locality or town, as words: one of them in full names the place. */
  readonly placeNames: readonly (readonly string[])[]
  readonly postcode: string
}

/** What every product reads from its index file. */
interface OpenedIndex {
  readonly release: ReleaseInfo
  readonly density: DensityReader
  readonly finder: AddressFinder
  readonly boxes: Boxes
  readonly places: Places
}

export interface ProductLayer<Address, Place> extends OpenedIndex {
  /** Where places lie, to give up something of a line; absent in a product that gives nothing up. */
  readonly knownPlaces?: () => KnownPlaces
  readonly onStreet?: AddressSearch<Address, Place>['onStreet']
  id(record: number): string
  /** The record with this id, or NONE. */
  find(id: string): number
  /** The record whose own number (PID or UPRN) the term is, or NONE. */
  recordNamed(term: string): number
  address(record: number): Address
  /** The address under each other name of its street and place. */
  underOtherNames(record: number): readonly Address[]
  /** The address on one line. */
  label(record: number): string
  /** The fields of typeahead, by each of their names on the wire. */
  readonly typeaheadFields: ReadonlyMap<string, string>
  /** The value of a typeahead field that an address on this street shows. */
  valueOf(street: number, field: string): string
  /** The same as numbered texts, where each value is a text of the index. */
  textsOf?(field: string): NumberedTexts
  /** The folded values that a filter on the field may name. */
  filterValues(street: number, field: string): readonly string[]
  /** Whether a place may have several values of the field, any of which a filter may name. */
  hasSeveral?(field: string): boolean
  /** What a value may begin with to fit the term; where absent, the term itself. */
  beginningsOf?(field: string, term: string): readonly string[]
  /** What decides the value of a field: the name, the place or the postcode of a street. */
  partOf(field: string): StreetPart
  namesOf(street: number): StreetNames
  /** The street by each of its names. */
  streetNames(street: number): readonly HeldStreet[]
  ownText(record: number, street: number): OwnText
  /** How many words the name of a street has without its type. */
  streetWords(street: number): number | undefined
  /** Whether a word is the type of a street. */
  hasStreetType(street: number, word: string): boolean
  place(place: number): Place
  placeFieldAt(field: string): number
  /** Places that are not stored as such: UK postcodes. */
  otherPlace?(id: string): Place | undefined
  otherPlaces?(query: PlacesQuery): readonly Found<Place>[]
  isNearestPlace?(place: number): boolean
}

export function openedIndex(sections: IndexSections): OpenedIndex {
  const index = searchedIndex(sections)
  return {
    release: sections.get('release'),
    density: new DensityReader(sections),
    finder: new AddressFinder(index, kindNames(sections.get('kinds.texts'))),
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
  const others = streets
    .flatMap((street) => places.map((place) => ({ ...street, ...place })))
    .slice(1, NAMINGS_MAX)
  return others.map((names) => ({ ...row, ...names }))
}

type FilterValues = ProductLayer<unknown, unknown>['filterValues']

/** Keeps the values of fields that all streets of a place share: folding them again is what a filter costs. */
export function keptByPlace(
  fields: readonly string[],
  placeOf: (street: number) => number,
  valuesOf: FilterValues,
): FilterValues {
  const kept = new Map(fields.map((field) => [field, new Map<number, readonly string[]>()]))
  return (street, field) => {
    const ofPlaces = kept.get(field)
    const place = placeOf(street)
    const values = ofPlaces?.get(place) ?? valuesOf(street, field)
    ofPlaces?.set(place, values)
    return values
  }
}

/** What the layer knows about exact names. */
export function exactHooks(layer: ProductLayer<unknown, unknown>): ExactHooks {
  const { streets } = layer.finder.index
  /** At most one entry per place. */
  const placeNames = new Map<number, readonly string[]>()
  return {
    ...layer,
    placeNamesOf: (street) => {
      const place = streets.placeOf(street)
      const known = placeNames.get(place)
      if (known !== undefined) return known
      const inFull = (name: readonly string[]) => ` ${name.map(fullNameWord).join(' ')} `
      const names = layer.namesOf(street).placeNames.map(inFull)
      placeNames.set(place, names)
      return names
    },
    isPlaceName: (words) => layer.places.isName(words),
  }
}

export function foundAddress<Address>(
  layer: ProductLayer<Address, unknown>,
  record: number,
): Found<Address> {
  return { id: layer.id(record), item: layer.address(record) }
}

export function foundPlace<Place>(
  layer: ProductLayer<unknown, Place>,
  place: number,
): Found<Place> {
  return { id: layer.places.at(place)[0], item: layer.place(place) }
}
