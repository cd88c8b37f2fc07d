// Variant B: what the search knows about UK delivery points.

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
import type { StoredPlace } from '../../index/file/sections.ts'
import { PostalRecords } from '../../index/postal/postal-records.ts'
import { unitOf } from '../../index/postal/premise-numbers.ts'
import { NONE } from '../../index/streets/records.ts'
import { foldedValue, wordsOf } from '../../index/words/fold.ts'
import { streetTypeForms } from '../../index/words/written-forms.ts'
import { streetOf } from '../../judge/held-parts.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import type { OwnText } from '../address-layer.ts'
import type { StreetPart } from '../match/filter.ts'
import { isWholeText } from '../match/whole-line.ts'
import { beginningOf } from './field-values.ts'
import { postalPostcodes } from './postal-postcodes.ts'
import { keptByPlace, openedIndex, type ProductLayer, underOtherNames } from './product-layer.ts'

const FIELDS = ['postcode', 'locality', 'town_or_city', 'district', 'county', 'country'] as const
/** The fields of a stored place, in order. */
const PLACE_FIELDS: readonly string[] = ['locality', 'town_or_city', 'county', 'country', 'outcode']

export function postalLayer(sections: IndexSections): ProductLayer<PostalAddress, PostalPlace> {
  const opened = openedIndex(sections)
  const { places } = opened
  const { index } = opened.finder
  const { streets, records } = index
  const rows = new PostalRecords(sections, new Texts(sections), streets, records)
  const postcodes = postalPostcodes(index, rows)
  const streetWords = (street: number) => wordsOf(rows.field(street, 'thoroughfare'))
  const placeOf = (street: number) => streets.placeOf(street)
  const address = (record: number) => postalAddress(rows.row(record))
  return {
    ...opened,
    id: (record) => rows.id(record),
    find: (id) => {
      const uprn = uprnOfId(id)
      return uprn === undefined ? rows.find(id) : rows.findUprn(uprn)
    },
    recordNamed: (term) => {
      const uprn = uprnOfTerm(term)
      return uprn === undefined ? NONE : rows.findUprn(uprn)
    },
    address,
    compared: address,
    underOtherNames: (record) => {
      const others = rows.otherNames(streets.ofRecord(record))
      if (others.streets.length + others.places.length === 0) return []
      const names = [{}, ...others.streets.map((thoroughfare) => ({ thoroughfare }))]
      const towns = [{}, ...others.places.map((townOrCity) => ({ townOrCity }))]
      return underOtherNames(rows.row(record), names, towns).map(postalAddress)
    },
    label: (record) => formattedAddressText(postalAddress(rows.row(record))),
    typeaheadFields: new Map(FIELDS.map((field) => [field, field])),
    valueOf: (street, field) => rows.field(street, field),
    filterValues: keptByPlace(
      FIELDS.filter((field) => field !== 'postcode'),
      placeOf,
      (street, field) => filterValues(rows, street, field),
    ),
    hasSeveral: (field) => field === 'locality',
    beginningsOf: (field, term) =>
      field === 'postcode' ? postcodeBeginnings(term) : [beginningOf(term)],
    partOf,
    nameWords: streetWords,
    placeNames: oncePer(placeOf, (street) => rows.placeNames(street).map(wordsOf)),
    wholeStreet: streetWords,
    ownText: (record, street) => new PostalText(rows, record, street),
    // UK streets carry their type as their last word, and are not looked up by their names.
    streetNames: (street) => [streetOf(streetWords(street))],
    streetWords: (street) => streetWords(street).length,
    hasStreetType: (street, word) =>
      streetTypeForms(streetWords(street).at(-1) ?? '').includes(word),
    place: (place) => postalPlace(places.at(place)),
    placeFieldAt: (field) => PLACE_FIELDS.indexOf(field === 'area' ? 'locality' : field),
    otherPlace: postcodes.place,
    otherPlaces: postcodes.beginning,
    isNearestPlace: (place) => places.at(place)[8] === '',
  }
}

/** A class with getters: most callers ask for one part, and putting a whole address together takes far longer. */
class PostalText implements OwnText {
  readonly #rows: PostalRecords
  readonly #record: number
  readonly #street: number

  constructor(rows: PostalRecords, record: number, street: number) {
    this.#rows = rows
    this.#record = record
    this.#street = street
  }

  get lines(): readonly string[] {
    return wordsOf(linesText(this.#rows.lineFields(this.#record, this.#street)))
  }

  get names(): readonly (readonly string[])[] {
    return namesOf(this.#rows.row(this.#record, this.#street))
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
}

function postalPlace([, , latitude, longitude, ...fields]: StoredPlace): PostalPlace {
  const [area = '', town_or_city = '', county = '', country = '', outcode = ''] = fields
  return { latitude, longitude, area, town_or_city, county, country, postcode: '', outcode }
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

/** The names of an address other than its numbers. The first is that of the part of a building. */
function namesOf(row: PostalRow): readonly (readonly string[])[] {
  const part = unitOf(row.subBuilding) === undefined ? row.subBuilding : ''
  const building = readPremises(row).buildingName
  return [part, building, row.organisation, row.department, poBoxText(row.poBox)].map(wordsOf)
}
