// What makes a search one of Variant A or of Variant B: all that only the product knows of its addresses.

import type { ReleaseInfo } from '../../index/file/sections.ts'
import type { Boxes } from '../../index/geography/boxes.ts'
import type { DensityReader } from '../../index/geography/density.ts'
import type { Places } from '../../index/geography/places.ts'
import { fullNameWord } from '../../index/words/written-forms.ts'
import type { HeldStreet } from '../../judge/held-parts.ts'
import type { Found, PlacesQuery } from '../address-search.ts'
import type { KnownPlaces } from '../giving-up/known-places.ts'
import type { AddressFinder } from '../match/address-finder.ts'
import type { ExactHooks } from '../match/exact-first.ts'
import type { OwnText } from '../match/whole-line.ts'
import type { NumberedTexts, StreetPart } from './field-values.ts'

/** What the product knows of the street that an address stands on. */
export interface StreetNames {
  readonly nameWords: readonly string[]
  /** Each name that the locality or town goes by, as words: one of them in full names the place. */
  readonly placeNames: readonly (readonly string[])[]
  readonly postcode: string
}

export interface ProductLayer<Address, Place> {
  readonly release: ReleaseInfo
  readonly density: DensityReader
  readonly finder: AddressFinder
  readonly boxes: Boxes
  readonly places: Places
  /** Where places lie, so that something of a line may be given up; a product without gives nothing up. */
  readonly knownPlaces?: () => KnownPlaces
  id(record: number): string
  /** The record with this id, or NONE. */
  find(id: string): number
  /** The record whose own number (PID or UPRN) the term is, or NONE. */
  recordNamed(term: string): number
  address(record: number): Address
  /** As it is under each other name of its street and its place. */
  underOtherNames(record: number): readonly Address[]
  /** The same on one line, without the rest. */
  label(record: number): string
  /** Fields of typeahead, by the names that the wire has; undefined for a name that is none. */
  typeaheadField(name: string): string | undefined
  readonly typeaheadFields: readonly string[]
  /** The value of a typeahead field that an address on this street shows. */
  valueOf(street: number, field: string): string
  /** The same by the numbers of texts, where each value is a text of the index. */
  textsOf?(field: string): NumberedTexts
  /** The folded values that a filter on the field may name. */
  filterValues(street: number, field: string): readonly string[]
  /** Whether a place may go by several values of the field, any of which a filter may name. */
  hasSeveral?(field: string): boolean
  /** What a value may begin with for the term to fit it. */
  beginningsOf(field: string, term: string): readonly string[]
  /** What the value of a field of streets hangs on. */
  partOf(field: string): StreetPart
  namesOf(street: number): StreetNames
  /** The street by each name that it goes by. */
  streetNames(street: number): readonly HeldStreet[]
  ownText(record: number, street: number): OwnText
  /** How many words a street has beside its type; undefined where that is not told. */
  streetWords(street: number): number | undefined
  /** Whether a word is the type of a street. */
  hasStreetType(street: number, word: string): boolean
  place(place: number): Place
  placeFieldAt(field: string): number
  /** Ids of places that are no stored place (UK postcodes), or undefined. */
  otherPlace(id: string): Place | undefined
  otherPlaces(query: PlacesQuery): readonly Found<Place>[]
  isNearestPlace(place: number): boolean
}

/** Of one address, by the names of its street and its place, its own among them. */
export const NAMINGS_MAX = 16

type FilterValues = ProductLayer<unknown, unknown>['filterValues']

/** Values of these fields, which a street shares with all of its place: to fold them anew is what a filter costs. */
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

/** What the layer knows of exact names. */
export function exactHooks(layer: ProductLayer<unknown, unknown>): ExactHooks {
  const { streets } = layer.finder.index
  /** At most one for each place. */
  const placeNames = new Map<number, readonly string[]>()
  return {
    placeNamesOf: (street) => {
      const place = streets.placeOf(street)
      const known = placeNames.get(place)
      if (known !== undefined) return known
      const inFull = (name: readonly string[]) => ` ${name.map(fullNameWord).join(' ')} `
      const names = layer.namesOf(street).placeNames.map(inFull)
      placeNames.set(place, names)
      return names
    },
    streetWords: (street) => layer.streetWords(street),
    hasStreetType: (street, word) => layer.hasStreetType(street, word),
    finder: layer.finder,
    isPlaceName: (words) => layer.places.isName(words),
    namesOf: (street) => layer.namesOf(street),
    ownText: (record, street) => layer.ownText(record, street),
  }
}

/** An address of a list, made whole. */
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
