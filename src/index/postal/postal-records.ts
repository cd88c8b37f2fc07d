// Turns the records of a UK index back into delivery points, and by Royal Mail's rules into Variant B's Address.

import type { PostalRow } from '../../address/postal.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import type { Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { NONE, RECORD, type Records } from '../streets/records.ts'
import type { Streets } from '../streets/streets.ts'
import { postalIdText, readPostalId } from './postal-id.ts'
import { houseNumberText } from './postal-premises.ts'

export const POSTAL_NAMES = [
  'organisation',
  'department',
  'poBox',
  'subBuilding',
  'buildingName',
] as const

const PLACE_FIELDS = [
  'doubleDependentLocality',
  'dependentLocality',
  'townOrCity',
  'county',
  'district',
  'country',
] as const

type PlaceField = (typeof PLACE_FIELDS)[number]

export class PostalRecords {
  readonly #texts: Texts
  readonly #streets: Streets
  readonly #records: Records
  readonly #nameText: Uint32Array
  readonly #nameTexts: Uint32Array
  readonly #placeTexts: Uint32Array
  readonly #postcodeText: Uint32Array
  readonly #numberText: SparseColumn
  readonly #idHigh: Uint32Array
  readonly #idLow: Uint32Array
  readonly #order: Uint32Array

  constructor(sections: IndexSections, texts: Texts, streets: Streets, records: Records) {
    this.#texts = texts
    this.#streets = streets
    this.#records = records
    this.#nameText = sections.get('names.text')
    this.#nameTexts = sections.get('name.texts')
    this.#placeTexts = sections.get('place.texts')
    this.#postcodeText = sections.get('postcode.text')
    this.#numberText = new SparseColumn(sections, 'record.numberText', NONE)
    this.#idHigh = sections.get('record.idHigh')
    this.#idLow = sections.get('record.idLow')
    this.#order = sections.get('ids.order')
  }

  id(record: number): string {
    return postalIdText({ high: this.#idHigh[record], low: this.#idLow[record] })
  }

  /** The record with this id, or NONE. */
  find(text: string): number {
    const id = readPostalId(text)
    if (id === undefined) return NONE
    let low = 0
    let high = this.#order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const record = this.#order[middle]
      const order = this.#idHigh[record] - id.high || this.#idLow[record] - id.low
      if (order < 0) low = middle + 1
      else high = middle
    }
    const found = low < this.#order.length ? this.#order[low] : NONE
    if (found === NONE || this.#idHigh[found] !== id.high || this.#idLow[found] !== id.low)
      return NONE
    return found
  }

  placeField(place: number, field: PlaceField): string {
    return this.#texts.at(this.#placeTexts[place * 6 + PLACE_FIELDS.indexOf(field)])
  }

  postcode(street: number): string {
    const postcode = this.#streets.postcode[street]
    return postcode < this.#postcodeText.length ? this.postcodeAt(postcode) : ''
  }

  get postcodeCount(): number {
    return this.#postcodeText.length
  }

  postcodeAt(postcode: number): string {
    return this.#texts.at(this.#postcodeText[postcode])
  }

  /** A field of the Address, by its name on the wire, as all addresses of the street have it. */
  field(street: number, field: string): string {
    const place = this.#streets.place[street]
    if (field === 'postcode') return this.postcode(street)
    if (field === 'thoroughfare') return this.#thoroughfare(street)
    if (field === 'town_or_city') return this.placeField(place, 'townOrCity')
    if (field === 'locality') return this.localities(street).join(', ')
    if (field === 'county' || field === 'district' || field === 'country') {
      return this.placeField(place, field)
    }
    return ''
  }

  /** Double dependent and dependent locality, those that there are. */
  localities(street: number): readonly string[] {
    const place = this.#streets.place[street]
    return [
      this.placeField(place, 'doubleDependentLocality'),
      this.placeField(place, 'dependentLocality'),
    ].filter((name) => name !== '')
  }

  /** What a line may name the place by. */
  placeNames(street: number): readonly string[] {
    return [...this.localities(street), this.field(street, 'town_or_city')]
  }

  #thoroughfare(street: number): string {
    const name = this.#streets.name[street] * 2
    return this.#texts.at(this.#nameTexts[name + 1]) || this.#texts.at(this.#nameTexts[name])
  }

  row(record: number): PostalRow {
    const records = this.#records
    const street = this.#streets.ofRecord(record)
    const name = this.#streets.name[street] * 2
    const place = this.#streets.place[street]
    const [organisation, department, poBox, subBuilding, buildingName] = records.names.map(
      (column) => this.#name(column.at(record)),
    )
    return {
      sourceKey: '',
      organisation,
      department,
      poBox,
      subBuilding,
      buildingName,
      buildingNumber: this.#buildingNumber(record),
      dependentThoroughfare: this.#texts.at(this.#nameTexts[name]),
      thoroughfare: this.#texts.at(this.#nameTexts[name + 1]),
      doubleDependentLocality: this.placeField(place, 'doubleDependentLocality'),
      dependentLocality: this.placeField(place, 'dependentLocality'),
      townOrCity: this.placeField(place, 'townOrCity'),
      county: this.placeField(place, 'county'),
      district: this.placeField(place, 'district'),
      country: this.placeField(place, 'country'),
      postcode: this.postcode(street),
      residential: (records.flags[record] & RECORD.residential) !== 0,
      latitude: records.latitude(record, street),
      longitude: records.longitude(record, street),
    }
  }

  #buildingNumber(record: number): string {
    const own = this.#numberText.at(record)
    if (own !== NONE) return this.#texts.at(own)
    const { codes, number, last } = this.#records
    return houseNumberText({ first: codes.text(number[record]), last: codes.text(last.at(record)) })
  }

  #name(name: number): string {
    return name === NONE ? '' : this.#texts.at(this.#nameText[name])
  }
}
