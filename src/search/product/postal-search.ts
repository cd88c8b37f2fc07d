// Variant B's search: the engine over UK delivery points.

import type { PostalPlace } from '../../address/place.ts'
import type { PostalAddress, PostalRow } from '../../address/postal.ts'
import {
  formattedAddressText,
  linesText,
  poBoxText,
  postalAddress,
  readPremises,
} from '../../address/postal-lines.ts'
import { uprnOfId, uprnOfTerm } from '../../address/uprn.ts'
import { Texts } from '../../index/columns/texts.ts'
import type { IndexSections } from '../../index/file/index-sections.ts'
import type { ReleaseInfo } from '../../index/file/sections.ts'
import { Boxes } from '../../index/geography/boxes.ts'
import { DensityReader } from '../../index/geography/density.ts'
import { Places } from '../../index/geography/places.ts'
import { PostalRecords } from '../../index/postal/postal-records.ts'
import { unitOf } from '../../index/postal/premise-numbers.ts'
import { NONE } from '../../index/streets/records.ts'
import type { Streets } from '../../index/streets/streets.ts'
import { foldedValue, wordsOf } from '../../index/words/fold.ts'
import { streetTypeForms } from '../../index/words/written-forms.ts'
import { streetOf } from '../../judge/held-parts.ts'
import type { PostalSearch } from '../address-search.ts'
import { kindNames } from '../judging/kind-names.ts'
import { AddressFinder } from '../match/address-finder.ts'
import { isWholeText, type OwnText } from '../match/whole-line.ts'
import { searchedIndex } from '../searched-index.ts'
import { beginningOf, type StreetPart } from './field-values.ts'
import { PostalPostcodes } from './postal-postcodes.ts'
import { keptByPlace, NAMINGS_MAX, type ProductLayer } from './product-layer.ts'
import { productSearch } from './product-search.ts'

const FIELDS = ['postcode', 'locality', 'town_or_city', 'district', 'county', 'country'] as const
/** Fields of a stored place, in order. */
const PLACE_FIELDS: readonly string[] = ['locality', 'town_or_city', 'county', 'country', 'outcode']

export function postalSearch(sections: IndexSections, release: ReleaseInfo): PostalSearch {
  const texts = new Texts(sections)
  const kinds = kindNames(sections.get('kinds.texts'))
  const index = searchedIndex(sections)
  const { streets, records } = index
  const rows = new PostalRecords(sections, texts, streets, records)
  const places = new Places(sections)
  const postcodes = new PostalPostcodes(index, rows)
  const layer: ProductLayer<PostalAddress, PostalPlace> = {
    release,
    density: new DensityReader(sections),
    finder: new AddressFinder(index, kinds),
    boxes: new Boxes(sections, records),
    places,
    id: (record) => rows.id(record),
    find: (id) => {
      const uprn = uprnOfId(id)
      return uprn === undefined ? rows.find(id) : rows.findUprn(uprn)
    },
    recordNamed: (term) => {
      const uprn = uprnOfTerm(term)
      return uprn === undefined ? NONE : rows.findUprn(uprn)
    },
    address: (record) => postalAddress(rows.row(record)),
    label: (record) => formattedAddressText(postalAddress(rows.row(record))),
    typeaheadField: (name) => FIELDS.find((field) => field === name),
    typeaheadFields: FIELDS,
    valueOf: (street, field) => rows.field(street, field),
    filterValues: keptByPlace(
      FIELDS.filter((field) => field !== 'postcode'),
      (street) => streets.placeOf(street),
      (street, field) => filterValues(rows, street, field),
    ),
    hasSeveral: (field) => field === 'locality',
    beginningsOf: (field, term) =>
      field === 'postcode' ? postcodeBeginnings(term) : [beginningOf(term)],
    partOf,
    namesOf: (street) => ({
      nameWords: wordsOf(rows.field(street, 'thoroughfare')),
      placeNames: rows.placeNames(street).map(wordsOf),
      postcode: rows.field(street, 'postcode'),
    }),
    ownText: (record, street) => new PostalText(rows, record, street),
    ...streetHooks(rows, streets),
    place: (place) => {
      const [, , latitude, longitude, ...fields] = places.at(place)
      const [area = '', town_or_city = '', county = '', country = '', outcode = ''] = fields
      return { latitude, longitude, area, town_or_city, county, country, postcode: '', outcode }
    },
    placeFieldAt: (field) => PLACE_FIELDS.indexOf(field === 'area' ? 'locality' : field),
    otherPlace: (id) => postcodes.place(id),
    otherPlaces: (query) => postcodes.beginning(query),
    isNearestPlace: (place) => places.at(place)[8] === '',
  }
  return productSearch(layer)
}

function underOtherNames(
  rows: PostalRecords,
  street: number,
  record: number,
): readonly PostalAddress[] {
  const others = rows.otherNames(street)
  if (others.streets.length + others.places.length === 0) return []
  const row = rows.row(record)
  const towns = [row.townOrCity, ...others.places]
  return [row.thoroughfare, ...others.streets]
    .flatMap((thoroughfare) => towns.map((townOrCity) => ({ ...row, thoroughfare, townOrCity })))
    .slice(1, NAMINGS_MAX)
    .map(postalAddress)
}

/** UK streets carry their type as their last word, and are not looked up by their names. */
function streetHooks(rows: PostalRecords, streets: Streets) {
  const words = (street: number) => wordsOf(rows.field(street, 'thoroughfare'))
  return {
    underOtherNames: (record: number) => underOtherNames(rows, streets.ofRecord(record), record),
    streetNames: (street: number) => [streetOf(words(street))],
    streetWords: (street: number) => words(street).length,
    hasStreetType: (street: number, word: string) =>
      streetTypeForms(words(street).at(-1) ?? '').includes(word),
  }
}

/** A class, as most callers ask for one part, and to put an address together takes far longer. */
class PostalText implements OwnText {
  readonly #rows: PostalRecords
  readonly #record: number
  readonly #street: number
  #row: PostalRow | undefined

  constructor(rows: PostalRecords, record: number, street: number) {
    this.#rows = rows
    this.#record = record
    this.#street = street
  }

  get lines(): readonly string[] {
    return wordsOf(linesText(this.#rows.lineFields(this.#record, this.#street)))
  }

  get names(): readonly (readonly string[])[] {
    return namesOf(this.#wholeRow)
  }

  get street(): readonly string[] {
    return wordsOf(this.#rows.field(this.#street, 'thoroughfare'))
  }

  get places(): readonly (readonly string[])[] {
    const field = (name: string) => this.#rows.field(this.#street, name)
    const localities = field('locality').split(', ')
    return [...localities, field('town_or_city'), field('county'), field('country')].map(wordsOf)
  }

  isWhole(words: readonly string[]): boolean {
    const isLine = this.#rows.isLine(this.#record, this.#street, words)
    return isLine ?? isWholeText(words, this.lines, () => this.places)
  }

  get #wholeRow(): PostalRow {
    this.#row ??= this.#rows.row(this.#record, this.#street)
    return this.#row
  }
}

function partOf(field: string): StreetPart {
  return field === 'postcode' ? 'postcode' : field === 'thoroughfare' ? 'name' : 'place'
}

function filterValues(rows: PostalRecords, street: number, field: string): readonly string[] {
  const value = foldedValue(rows.field(street, field))
  if (field === 'postcode') return [value, value.replace(' ', '')]
  if (field === 'locality') return [value, ...rows.localities(street).map(foldedValue)]
  return [value]
}

/** `SK11` typed without its space begins `SK11 1AA` and `SK1 1AA`. */
function postcodeBeginnings(term: string): readonly string[] {
  const begin = beginningOf(term)
  const parts = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{0,2})$/.exec(begin)
  return parts === null ? [begin] : [begin, `${parts[1]} ${parts[2]}`]
}

/** The names of its own that an address goes by, beside its numbers; the first is that of the part of a building. */
function namesOf(row: PostalRow): readonly (readonly string[])[] {
  const part = unitOf(row.subBuilding) === undefined ? row.subBuilding : ''
  const building = readPremises(row).buildingName
  return [part, building, row.organisation, row.department, poBoxText(row.poBox)].map(wordsOf)
}
