// The interface of a search, put together from the engine and what a product knows of its addresses.

import { metresBetween, type Point } from '../../address/geo.ts'
import type { ReleaseInfo } from '../../index/file/release-info.ts'
import type { Boxes } from '../../index/geography/boxes.ts'
import type { Places } from '../../index/geography/places.ts'
import { NONE, RECORD } from '../../index/streets/records.ts'
import type {
  AddressFilter,
  AddressSearch,
  AutocompleteQuery,
  FieldFilter,
  FittingAddresses,
  Found,
  FoundAddress,
  Near,
  NearestQuery,
  PlacesQuery,
  TypeaheadQuery,
  ValidateQuery,
  Validation,
  WordTest,
} from '../address-search.ts'
import type { AddressFinder, StreetFilter } from '../match/address-finder.ts'
import { type Explanation, explainTerm } from '../match/explain.ts'
import { isWithin, streetFilter, wantedValues } from '../match/filter.ts'
import { type Answer, PASSES, type TopAnswers } from '../match/ranking.ts'
import {
  fittingLine,
  type StreetNames,
  type ValidateHooks,
  validateLine,
} from '../match/validate.ts'
import type { AddressSlots } from '../match/word-slots.ts'
import { BestValues, beginningOf, FieldValueIndex } from './typeahead.ts'

/** Answers gathered for Nearest with a term before the nearest are chosen. */
const NEAREST_WITH_TERM_MAX = 2000
const STREETS_AROUND_MAX = 30_000
/** Rings around a location that are tried before the whole country, in metres. */
const RINGS_METRES = [2_000, 16_000, 128_000] as const

/** What makes a search one of Variant A or of Variant B. */
export interface ProductLayer<Address, Place> {
  readonly release: ReleaseInfo
  readonly finder: AddressFinder
  readonly boxes: Boxes
  readonly places: Places
  id(record: number): string
  /** The record with this id, or NONE. */
  find(id: string): number
  address(record: number): Address
  /** The same on one line, without the rest. */
  label(record: number): string
  /** Fields of typeahead, by the names that the wire has; undefined for a name that is none. */
  typeaheadField(name: string): string | undefined
  readonly typeaheadFields: readonly string[]
  /** The value of a typeahead field that an address on this street shows. */
  valueOf(street: number, field: string): string
  /** The folded values that a filter on the field may name. */
  filterValues(street: number, field: string): readonly string[]
  /** What a value may begin with for the term to fit it. */
  beginningsOf(field: string, term: string): readonly string[]
  foldValue(field: string, value: string): string
  namesOf(street: number): StreetNames
  slotsOf(record: number): AddressSlots
  place(place: number): Place
  placeFieldAt(field: string): number
  /** Ids of places that are no stored place (UK postcodes), or undefined. */
  otherPlace(id: string): Place | undefined
  otherPlaces(query: PlacesQuery): readonly Found<Place>[]
  isNearestPlace(place: number): boolean
}

export function searchWith<Address, Place extends Point>(
  layer: ProductLayer<Address, Place>,
): AddressSearch<Address, Place> {
  const search = new LayeredSearch(layer)
  return {
    product: layer.release.product,
    release: layer.release,
    autocomplete: (query) => search.autocomplete(query),
    explain: (term, top) => search.explain(term, top),
    get: (id) => search.get(id),
    at: (row) => search.at(row),
    validate: (query) => search.validate(query),
    fitting: (query, isPlaceWord) => search.fitting(query, isPlaceWord),
    hasPlaceWord: (word) => search.hasPlaceWord(word),
    typeahead: (query) => search.typeahead(query),
    nearest: (query) => search.nearest(query),
    nearestPlace: (query) => search.nearestPlace(query),
    places: (query) => search.places(query),
    getPlace: (id) => search.getPlace(id),
    locate: (id) => search.locate(id),
    distance: (from, to) => search.distance(from, to),
  }
}

class LayeredSearch<Address, Place extends Point> {
  readonly #layer: ProductLayer<Address, Place>
  readonly #finder: AddressFinder
  readonly #valueIndexes = new Map<string, FieldValueIndex>()

  constructor(layer: ProductLayer<Address, Place>) {
    this.#layer = layer
    this.#finder = layer.finder
  }

  autocomplete(query: AutocompleteQuery): readonly FoundAddress<Address>[] {
    const { term, top, filter, location } = query
    if (top < 1) return []
    const only = this.#filter(filter)
    const answers =
      location === undefined
        ? this.#finder.find(term, { top, filter: only })
        : this.#findAround(term, top, only, location)
    return answers.list().map((answer) => new Listed(this.#layer, answer))
  }

  explain(term: string, top: number): Explanation {
    const { finder, id, label } = this.#layer
    return explainTerm({ finder, id, label }, term, top)
  }

  get(id: string): Address | undefined {
    const record = this.#layer.find(id)
    return record === NONE ? undefined : this.#layer.address(record)
  }

  at(row: number): Found<Address> {
    return this.#found(row)
  }

  fitting({ line, residential }: ValidateQuery, isPlaceWord: WordTest): FittingAddresses {
    const hooks = { ...this.#validateHooks(residential), isPlaceWord }
    const { pass, fits } = fittingLine(hooks, line)
    const { flags } = this.#finder.records
    return {
      pass,
      fits: fits.map(({ record, isDefinite }) => ({
        id: this.#layer.id(record),
        isDefinite,
        isUnit: (flags[record] & RECORD.deep) !== 0,
        isRange: (flags[record] & RECORD.range) !== 0,
      })),
    }
  }

  hasPlaceWord(word: string): boolean {
    return this.#layer.places.hasWord(word)
  }

  validate({ line, strict, residential }: ValidateQuery): Validation<Address> {
    const verdict = validateLine(this.#validateHooks(residential), line, strict)
    if (verdict.kind === 'none') return verdict
    if (verdict.kind === 'several') {
      return { kind: 'several', ids: verdict.records.map((record) => this.#layer.id(record)) }
    }
    const { record } = verdict
    return { kind: 'one', id: this.#layer.id(record), address: this.#layer.address(record) }
  }

  #validateHooks(residential: boolean | undefined): ValidateHooks {
    return {
      finder: this.#finder,
      filter: this.#filter(residential === undefined ? undefined : { residential }),
      namesOf: (street) => this.#layer.namesOf(street),
      slotsOf: (record) => this.#layer.slotsOf(record),
      isPlaceWord: (word) => this.hasPlaceWord(word),
    }
  }

  typeahead({ term, top, search, filter }: TypeaheadQuery): readonly string[] {
    const layer = this.#layer
    const named = (search ?? []).map((name) => layer.typeaheadField(name))
    const fields =
      named.length === 0 ? layer.typeaheadFields : named.filter((name) => name !== undefined)
    const best = new BestValues(top)
    if (top < 1 || beginningOf(term) === '') return []
    for (const field of new Set(fields)) {
      const values =
        filter === undefined ? this.#valueIndex(field) : this.#valuesWhere(field, filter)
      for (const begin of layer.beginningsOf(field, term)) values.collect(begin, best)
    }
    return best.list()
  }

  nearest(query: NearestQuery): readonly Near<Address>[] {
    const { term, top, residential } = query
    const metresMax = query.radiusKm * 1000
    if (term !== undefined && term.trim() !== '') return this.#nearestWith(term, query)
    const { flags } = this.#finder.records
    const allows = (record: number) =>
      residential === undefined || ((flags[record] & RECORD.residential) !== 0) === residential
    const near = this.#layer.boxes.nearest(query, metresMax, top, allows)
    return near.map(({ record, metres }) => ({ ...this.#found(record), distanceMetres: metres }))
  }

  nearestPlace(query: NearestQuery): readonly Near<Place>[] {
    const { places } = this.#layer
    const { term } = query
    const wanted = term === undefined || term.trim() === '' ? undefined : this.#placesNamed(term)
    const allows = (place: number) =>
      this.#layer.isNearestPlace(place) && (wanted === undefined || wanted.has(place))
    return places
      .nearest(query, query.radiusKm * 1000, query.top, allows)
      .map(({ place, metres }) => ({ ...this.#foundPlace(place), distanceMetres: metres }))
  }

  places(query: PlacesQuery): readonly Found<Place>[] {
    const { places } = this.#layer
    const wanted = wantedValues(query.filter)
    const allows = (place: number) =>
      places.allowed(place, wanted, (field) => this.#layer.placeFieldAt(field)) &&
      isWithin(places.point(place), query.radius)
    const so = { allows, ...(query.location === undefined ? {} : { location: query.location }) }
    const named = places.search(query.term, query.top, so).map((place) => this.#foundPlace(place))
    if (named.length >= query.top) return named
    return [...named, ...this.#layer.otherPlaces({ ...query, top: query.top - named.length })]
  }

  getPlace(id: string): Place | undefined {
    const place = this.#layer.places.find(id.toLowerCase())
    return place < 0 ? this.#layer.otherPlace(id) : this.#layer.place(place)
  }

  locate(id: string): Point | undefined {
    const record = this.#layer.find(id)
    if (record !== NONE) return this.#finder.records.point(record)
    const place = this.getPlace(id)
    return place === undefined
      ? undefined
      : { latitude: place.latitude, longitude: place.longitude }
  }

  distance(from: string, to: string): number | undefined {
    const start = this.locate(from)
    const end = this.locate(to)
    return start === undefined || end === undefined ? undefined : metresBetween(start, end)
  }

  /** Searches near the location first, farther only while what was found lies beyond what was searched. */
  #findAround(
    term: string,
    top: number,
    filter: StreetFilter | undefined,
    location: Point,
  ): TopAnswers {
    for (const metres of RINGS_METRES) {
      const streets = this.#layer.boxes.streetsWithin(location, metres, STREETS_AROUND_MAX)
      if (streets === undefined) break
      const around = withStreets(filter, streets)
      const answers = this.#finder.find(term, {
        top,
        filter: around,
        location,
        passes: [PASSES[0]],
      })
      const isSettled = answers.list().every((a) => a.depth === 0 && a.metres <= metres)
      if (answers.full && isSettled) return answers
    }
    return this.#finder.find(term, { top, filter, location })
  }

  #nearestWith(term: string, query: NearestQuery): readonly Near<Address>[] {
    const { latitude, longitude, radiusKm, residential, top } = query
    const filter: AddressFilter = {
      radius: { latitude, longitude, km: radiusKm },
      ...(residential === undefined ? {} : { residential }),
    }
    const answers = this.#finder.find(term, {
      top: NEAREST_WITH_TERM_MAX,
      filter: this.#filter(filter),
      passes: [PASSES[0]],
    })
    const { records } = this.#finder
    return answers
      .list()
      .map(({ shown }) => ({ shown, metres: metresBetween(records.point(shown), query) }))
      .sort((a, b) => a.metres - b.metres || a.shown - b.shown)
      .slice(0, top)
      .map(({ shown, metres }) => ({ ...this.#found(shown), distanceMetres: metres }))
  }

  #placesNamed(term: string): ReadonlySet<number> {
    const all = { allows: () => true }
    return new Set(this.#layer.places.search(term, Number.POSITIVE_INFINITY, all))
  }

  #filter(filter: AddressFilter | undefined): StreetFilter | undefined {
    if (filter === undefined) return undefined
    const { radius } = filter
    const only = streetFilter(this.#finder, filter, (street, field) =>
      this.#layer.filterValues(street, field),
    )
    if (only === undefined || radius === undefined) return only
    const streets = this.#layer.boxes.streetsWithin(radius, radius.km * 1000, STREETS_AROUND_MAX)
    return streets === undefined ? only : withStreets(only, streets)
  }

  #valueIndex(field: string): FieldValueIndex {
    const known = this.#valueIndexes.get(field)
    if (known !== undefined) return known
    const made = this.#countValues(field, undefined)
    this.#valueIndexes.set(field, made)
    return made
  }

  #valuesWhere(field: string, filter: FieldFilter): FieldValueIndex {
    return this.#countValues(field, this.#filter({ fields: filter }))
  }

  #countValues(field: string, filter: StreetFilter | undefined): FieldValueIndex {
    const layer = this.#layer
    const { start } = this.#finder.streets
    const counts = new Map<string, number>()
    this.#finder.eachStreet(filter, (street) => {
      const value = layer.valueOf(street, field)
      counts.set(value, (counts.get(value) ?? 0) + start[street + 1] - start[street])
    })
    return new FieldValueIndex(counts, (value) => layer.foldValue(field, value))
  }

  #found(record: number): Found<Address> {
    return { id: this.#layer.id(record), item: this.#layer.address(record) }
  }

  #foundPlace(place: number): Found<Place> {
    return { id: this.#layer.places.at(place)[0], item: this.#layer.place(place) }
  }
}

/** An answer of a list; a class, as an object with getters of its own takes longer to make than all the rest. */
class Listed<Address> implements FoundAddress<Address> {
  readonly id: string
  readonly penalty: number
  readonly depth: number
  readonly metres: number
  readonly #layer: ProductLayer<Address, unknown>
  readonly #record: number

  constructor(layer: ProductLayer<Address, unknown>, { shown, penalty, depth, metres }: Answer) {
    this.id = layer.id(shown)
    this.penalty = penalty
    this.depth = depth
    this.metres = metres
    this.#layer = layer
    this.#record = shown
  }

  get item(): Address {
    return this.#layer.address(this.#record)
  }

  get label(): string {
    return this.#layer.label(this.#record)
  }
}

function withStreets(filter: StreetFilter | undefined, streets: Uint32Array): StreetFilter {
  return {
    allowsStreet: (street) => filter?.allowsStreet(street) ?? true,
    allowsRecord: (record, street) => filter?.allowsRecord(record, street) ?? true,
    requirements: [...(filter?.requirements ?? []), { ranges: [], streets }],
    streets,
  }
}
