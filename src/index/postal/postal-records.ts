// Turns the records of a UK index back into the delivery points they were made of.
// Unchecked: records, streets and postcodes are within the columns, which have a value for each.

import type { Point } from '../../address/geo.ts'
import { EMPTY_POSTAL_ROW, type OtherPostalNames, type PostalRow } from '../../address/postal.ts'
import type { LineFields } from '../../address/postal-lines.ts'
import { storedNames } from '../../countries/fields.ts'
import { POSTAL_ROW_FIELDS } from '../../countries/postal-fields.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import {
  EMPTY_TEXT,
  OTHER_WORDS,
  type TextLists,
  Texts,
  textLists,
  UNDECIDED,
} from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { postalIdOf, postalIdText, readPostalIds, readUprns } from '../ids/postal-id.ts'
import { NONE, RECORD, Records, RecordTexts } from '../streets/records.ts'
import { CENTRE_UNITS, Streets } from '../streets/streets.ts'
import { houseNumberText } from './premise-numbers.ts'

/** Which columns of searched names a UK index has, and the fields of `name.texts` and `place.texts`. */
export const POSTAL = {
  columns: ['organisation', 'department', 'poBox', 'subBuilding', 'buildingName'],
  nameFields: ['dependentThoroughfare', 'thoroughfare'],
  placeFields: storedNames(POSTAL_ROW_FIELDS, 'place'),
} as const

export type NameField = (typeof POSTAL.nameFields)[number]
export type PlaceField = (typeof POSTAL.placeFields)[number]

export const REGION_FIELDS: readonly string[] = ['county', 'district', 'country']

/** The text of an address but for its postcode. Regions are no part of it: they come from other files. */
export const STREET_FIELDS = [...POSTAL.nameFields, ...POSTAL.placeFields].filter(
  (field) => !REGION_FIELDS.includes(field),
)

const PLAIN_NUMBER = /^[1-9]\d*[A-Z]?$/i
/** What a line may say after the street, from near to far. */
const LINE_PLACES = POSTAL.placeFields.filter((field) => field !== 'district')

export class PostalRecords extends RecordTexts<NameField, PlaceField> {
  readonly postcodes: ReturnType<typeof readPostcodes>
  readonly #otherNames: TextLists
  readonly #otherPlaces: TextLists
  readonly #numberText: SparseColumn
  /** In full, or empty. */
  readonly uprnOf: (record: number) => string

  constructor(sections: IndexSections, texts: Texts, streets: Streets, records: Records) {
    super(sections, texts, streets, records, POSTAL, readPostalIds(sections))
    this.postcodes = readPostcodes(sections, texts)
    this.#otherNames = textLists(sections, texts, 'name.others')
    this.#otherPlaces = textLists(sections, texts, 'place.others')
    this.#numberText = new SparseColumn(sections, 'record.numberText', NONE)
    this.uprnOf = readUprns(sections)
  }

  /** The record with this UPRN, or NONE. An address that has one has its id of it. */
  findUprn(uprn: string): number {
    const record = this.ids.find(postalIdText(postalIdOf({ ...EMPTY_POSTAL_ROW, uprn })))
    return record !== NONE && this.uprnOf(record) === uprn ? record : NONE
  }

  /** A field of the Address, by its name on the wire, as all addresses of the street have it. */
  field(street: number, field: string): string {
    if (field === 'postcode') return this.#postcode(street)
    if (field === 'thoroughfare') {
      return this.name(street, 'thoroughfare') || this.name(street, 'dependentThoroughfare')
    }
    if (field === 'town_or_city') return this.place(street, 'townOrCity')
    if (field === 'locality') return this.localities(street).join(', ')
    if (field === 'county' || field === 'district' || field === 'country') {
      return this.place(street, field)
    }
    return ''
  }

  /** Double dependent and dependent locality, those that there are. */
  localities(street: number): readonly string[] {
    return [
      this.place(street, 'doubleDependentLocality'),
      this.place(street, 'dependentLocality'),
    ].filter((name) => name !== '')
  }

  placeNames(street: number): readonly string[] {
    const { places } = this.otherNames(street)
    return [...this.localities(street), this.place(street, 'townOrCity'), ...places]
  }

  /** In another language. */
  otherNames(street: number): OtherPostalNames {
    return {
      streets: this.#otherNames(this.streets.nameOf(street)),
      places: this.#otherPlaces(this.streets.placeOf(street)),
    }
  }

  /** What the lines of an address are made of, which takes far less time to read than all of it. */
  lineFields(record: number, street: number): LineFields {
    return {
      ...this.ownFields(record),
      dependentThoroughfare: this.name(street, 'dependentThoroughfare'),
      thoroughfare: this.name(street, 'thoroughfare'),
      doubleDependentLocality: this.place(street, 'doubleDependentLocality'),
      dependentLocality: this.place(street, 'dependentLocality'),
    }
  }

  /** Whether the words are the lines of an address and then names of its place; undefined where only its text tells. */
  isLine(record: number, street: number, words: readonly string[]): boolean | undefined {
    const { texts } = this
    const name = this.streets.nameOf(street)
    const premises = this.#matchingPremises(record, words)
    if (premises === UNDECIDED) return undefined
    if (premises === OTHER_WORDS) return false
    let at = premises
    for (const field of POSTAL.nameFields) {
      const count = texts.matchingWords(this.names.numberOf(name, field), words, at)
      if (count === UNDECIDED) return undefined
      if (count === OTHER_WORDS) return false
      at += count
    }
    // Where there is no street, the number stands before a locality.
    if (at === premises) return undefined
    const place = this.streets.placeOf(street)
    for (const field of LINE_PLACES) {
      const count = texts.matchingWords(this.places.numberOf(place, field), words, at)
      if (count === UNDECIDED) return undefined
      if (count !== OTHER_WORDS) at += count
    }
    return at === words.length
  }

  /** How many words stand before the street, if the line begins with them; else OTHER_WORDS or UNDECIDED. */
  #matchingPremises(record: number, words: readonly string[]): number {
    const { codes, last } = this.records
    let at = 0
    for (const column of POSTAL.columns) {
      const text = this.ownNumber(record, column)
      if (text === EMPTY_TEXT) continue
      if (column === 'poBox') return words[at] === 'PO' ? UNDECIDED : OTHER_WORDS
      // The letter of a flat may follow the number.
      if (column === 'subBuilding' && this.texts.bytes(text) < 2) return UNDECIDED
      const count = this.texts.matchingWords(text, words, at)
      if (count < 0) return count
      at += count
    }
    if (last.has(record) || this.#numberText.has(record)) return UNDECIDED
    const number = codes.text(this.records.numberOf(record))
    if (number === '') return at
    if (!PLAIN_NUMBER.test(number)) return UNDECIDED
    return words[at] === number.toUpperCase() ? at + 1 : OTHER_WORDS
  }

  /** What all addresses of a street say. */
  streetFields(street: number) {
    return {
      dependentThoroughfare: this.name(street, 'dependentThoroughfare'),
      thoroughfare: this.name(street, 'thoroughfare'),
      doubleDependentLocality: this.place(street, 'doubleDependentLocality'),
      dependentLocality: this.place(street, 'dependentLocality'),
      townOrCity: this.place(street, 'townOrCity'),
      county: this.place(street, 'county'),
      district: this.place(street, 'district'),
      country: this.place(street, 'country'),
      postcode: this.#postcode(street),
    }
  }

  ownFields(record: number) {
    return {
      organisation: this.own(record, 'organisation'),
      department: this.own(record, 'department'),
      poBox: this.own(record, 'poBox'),
      subBuilding: this.own(record, 'subBuilding'),
      buildingName: this.own(record, 'buildingName'),
      buildingNumber: this.#buildingNumber(record),
    }
  }

  /** Whether its number is written as none of the columns of numbers says. */
  hasOddNumber(record: number): boolean {
    return this.#numberText.has(record)
  }

  row(record: number, street: number = this.streets.ofRecord(record)): PostalRow {
    return this.rowOn(record, street, this.streetFields(street))
  }

  rowOn(
    record: number,
    street: number,
    shared: ReturnType<PostalRecords['streetFields']>,
  ): PostalRow {
    const { records } = this
    return {
      sourceKey: '',
      uprn: this.uprnOf(record),
      ...this.ownFields(record),
      ...shared,
      residential: records.is(record, RECORD.residential),
      latitude: records.latitude(record, street),
      longitude: records.longitude(record, street),
    }
  }

  #postcode(street: number): string {
    const postcode = this.streets.postcode[street]
    return postcode === undefined ? '' : this.postcodes.text(postcode)
  }

  #buildingNumber(record: number): string {
    const own = this.#numberText.at(record)
    if (own !== NONE) return this.texts.at(own)
    const { codes, last } = this.records
    const first = codes.text(this.records.numberOf(record))
    return houseNumberText({ first, last: codes.text(last.at(record)) })
  }
}

/** The addresses of an index that is open for reading. */
export function postalRecordsOf(sections: IndexSections) {
  const streets = new Streets(sections)
  const records = new Records(sections, streets)
  const held = new PostalRecords(sections, new Texts(sections), streets, records)
  return { held, streets, records }
}

function readPostcodes(sections: IndexSections, texts: Texts) {
  const text = sections.get('postcode.text')
  const street = sections.get('postcode.street')
  const latitude = sections.get('postcode.latitude')
  const longitude = sections.get('postcode.longitude')
  return {
    /** '' for a number past the last, which a street without a postcode has. */
    text: (postcode: number) => (postcode < text.length ? texts.at(text[postcode]) : ''),
    street: (postcode: number): number => street[postcode],
    centre: (postcode: number): Point => ({
      latitude: latitude[postcode] / CENTRE_UNITS,
      longitude: longitude[postcode] / CENTRE_UNITS,
    }),
  }
}
