// Turns the records of a UK index back into the delivery points they were made of.

import { EMPTY_POSTAL_ROW, type OtherPostalNames, type PostalRow } from '../../address/postal.ts'
import type { LineFields } from '../../address/postal-lines.ts'
import { FieldTexts } from '../columns/field-texts.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import { EMPTY_TEXT, OTHER_WORDS, type Texts, UNTOLD } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { PostalIds, postalIdOf, postalIdText } from '../ids/postal-id.ts'
import { UprnColumn } from '../ids/uprn-column.ts'
import { RecordNames } from '../streets/record-names.ts'
import { NONE, RECORD, type Records } from '../streets/records.ts'
import type { Streets } from '../streets/streets.ts'
import { OtherNameTexts } from './other-names.ts'
import { NAME_FIELDS, PLACE_FIELDS, type PlaceField, POSTAL_NAMES } from './postal-layout.ts'
import { Postcodes } from './postcodes.ts'
import { houseNumberText } from './premise-numbers.ts'

const PLAIN_NUMBER = /^[1-9]\d*[A-Z]?$/i
/** What a line may say behind the street, from near to far. */
const LINE_PLACES = PLACE_FIELDS.filter((field) => field !== 'district')

export class PostalRecords {
  readonly postcodes: Postcodes
  readonly #texts: Texts
  readonly #streets: Streets
  readonly #records: Records
  readonly #recordNames: RecordNames<(typeof POSTAL_NAMES)[number]>
  readonly #names: FieldTexts<(typeof NAME_FIELDS)[number]>
  readonly #places: FieldTexts<PlaceField>
  readonly #otherNames: OtherNameTexts
  readonly #otherPlaces: OtherNameTexts
  readonly #numberText: SparseColumn
  readonly #ids: PostalIds
  readonly #uprns: UprnColumn

  constructor(sections: IndexSections, texts: Texts, streets: Streets, records: Records) {
    this.#texts = texts
    this.#streets = streets
    this.#records = records
    this.postcodes = new Postcodes(sections, texts)
    this.#recordNames = new RecordNames(sections, texts, POSTAL_NAMES)
    this.#names = new FieldTexts(sections, texts, 'name.texts', NAME_FIELDS)
    this.#places = new FieldTexts(sections, texts, 'place.texts', PLACE_FIELDS)
    this.#otherNames = new OtherNameTexts(sections, texts, 'name.others')
    this.#otherPlaces = new OtherNameTexts(sections, texts, 'place.others')
    this.#numberText = new SparseColumn(sections, 'record.numberText', NONE)
    this.#ids = new PostalIds(sections)
    this.#uprns = new UprnColumn(sections)
  }

  id(record: number): string {
    return this.#ids.text(record)
  }

  /** The record with this id, or NONE. */
  find(id: string): number {
    return this.#ids.find(id)
  }

  /** The record with this UPRN, or NONE. An address that has one has its id of it. */
  findUprn(uprn: string): number {
    const record = this.#ids.find(postalIdText(postalIdOf({ ...EMPTY_POSTAL_ROW, uprn })))
    return record !== NONE && this.#uprns.text(record) === uprn ? record : NONE
  }

  /** A field of the Address, by its name on the wire, as all addresses of the street have it. */
  field(street: number, field: string): string {
    if (field === 'postcode') return this.#postcode(street)
    if (field === 'thoroughfare') return this.#thoroughfare(street)
    if (field === 'town_or_city') return this.#place(street, 'townOrCity')
    if (field === 'locality') return this.localities(street).join(', ')
    if (field === 'county' || field === 'district' || field === 'country') {
      return this.#place(street, field)
    }
    return ''
  }

  /** Double dependent and dependent locality, those that there are. */
  localities(street: number): readonly string[] {
    return [
      this.#place(street, 'doubleDependentLocality'),
      this.#place(street, 'dependentLocality'),
    ].filter((name) => name !== '')
  }

  /** What a line may name the place by. */
  placeNames(street: number): readonly string[] {
    const { places } = this.otherNames(street)
    return [...this.localities(street), this.#place(street, 'townOrCity'), ...places]
  }

  /** In another language. */
  otherNames(street: number): OtherPostalNames {
    return {
      streets: this.#otherNames.of(this.#streets.nameOf(street)),
      places: this.#otherPlaces.of(this.#streets.placeOf(street)),
    }
  }

  /** What the lines of an address are made of, which takes far less time to read than all of it. */
  lineFields(record: number, street: number): LineFields {
    const names = this.#recordNames
    return {
      organisation: names.text(record, 'organisation'),
      department: names.text(record, 'department'),
      poBox: names.text(record, 'poBox'),
      subBuilding: names.text(record, 'subBuilding'),
      buildingName: names.text(record, 'buildingName'),
      buildingNumber: this.#buildingNumber(record),
      dependentThoroughfare: this.#name(street, 'dependentThoroughfare'),
      thoroughfare: this.#name(street, 'thoroughfare'),
      doubleDependentLocality: this.#place(street, 'doubleDependentLocality'),
      dependentLocality: this.#place(street, 'dependentLocality'),
    }
  }

  /**
   * Whether the words are the lines of an address, and behind them nothing but names of its place in their order;
   * undefined where only its text tells.
   */
  isSaid(record: number, street: number, words: readonly string[]): boolean | undefined {
    const texts = this.#texts
    const name = this.#streets.nameOf(street)
    const premises = this.#premisesSaid(record, words)
    if (premises === UNTOLD) return undefined
    if (premises === OTHER_WORDS) return false
    let at = premises
    for (const field of NAME_FIELDS) {
      const count = texts.wordsSaid(this.#names.numberOf(name, field), words, at)
      if (count === UNTOLD) return undefined
      if (count === OTHER_WORDS) return false
      at += count
    }
    // Where there is no street, the number stands before a locality.
    if (at === premises) return undefined
    const place = this.#streets.placeOf(street)
    for (const field of LINE_PLACES) {
      const count = texts.wordsSaid(this.#places.numberOf(place, field), words, at)
      if (count === UNTOLD) return undefined
      if (count !== OTHER_WORDS) at += count
    }
    return at === words.length
  }

  /** How many words stand before the street, if the line begins with them; else OTHER_WORDS or UNTOLD. */
  #premisesSaid(record: number, words: readonly string[]): number {
    const { codes, last } = this.#records
    let at = 0
    for (const column of POSTAL_NAMES) {
      const text = this.#recordNames.numberOf(record, column)
      if (text === EMPTY_TEXT) continue
      if (column === 'poBox') return words[at] === 'PO' ? UNTOLD : OTHER_WORDS
      // The letter of a flat may stand behind the number.
      if (column === 'subBuilding' && this.#texts.bytes(text) < 2) return UNTOLD
      const count = this.#texts.wordsSaid(text, words, at)
      if (count < 0) return count
      at += count
    }
    if (last.has(record) || this.#numberText.has(record)) return UNTOLD
    const number = codes.text(this.#records.numberOf(record))
    if (number === '') return at
    if (!PLAIN_NUMBER.test(number)) return UNTOLD
    return words[at] === number.toUpperCase() ? at + 1 : OTHER_WORDS
  }

  row(record: number, street: number = this.#streets.ofRecord(record)): PostalRow {
    const records = this.#records
    return {
      sourceKey: '',
      uprn: this.#uprns.text(record),
      ...this.lineFields(record, street),
      townOrCity: this.#place(street, 'townOrCity'),
      county: this.#place(street, 'county'),
      district: this.#place(street, 'district'),
      country: this.#place(street, 'country'),
      postcode: this.#postcode(street),
      residential: records.is(record, RECORD.residential),
      latitude: records.latitude(record, street),
      longitude: records.longitude(record, street),
    }
  }

  #thoroughfare(street: number): string {
    return this.#name(street, 'thoroughfare') || this.#name(street, 'dependentThoroughfare')
  }

  #postcode(street: number): string {
    const postcode = this.#streets.postcode[street]
    return postcode === undefined ? '' : this.postcodes.text(postcode)
  }

  #buildingNumber(record: number): string {
    const own = this.#numberText.at(record)
    if (own !== NONE) return this.#texts.at(own)
    const { codes, last } = this.#records
    const first = codes.text(this.#records.numberOf(record))
    return houseNumberText({ first, last: codes.text(last.at(record)) })
  }

  #name(street: number, field: (typeof NAME_FIELDS)[number]): string {
    return this.#names.at(this.#streets.nameOf(street), field)
  }

  #place(street: number, field: PlaceField): string {
    return this.#places.at(this.#streets.placeOf(street), field)
  }
}
