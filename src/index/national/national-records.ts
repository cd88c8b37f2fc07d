// Turns the records of a national index back into the rows they were made of.

import { type NationalRow, nationalLabel } from '../../address/national.ts'
import { FieldTexts } from '../columns/field-texts.ts'
import { Lists } from '../columns/lists.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import type { Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { NationalIds } from '../ids/national-ids.ts'
import { RecordNames } from '../streets/record-names.ts'
import { NONE, RECORD, type Records } from '../streets/records.ts'
import type { Streets } from '../streets/streets.ts'
import { Details } from './details.ts'
import {
  aliasParts,
  NAME_FIELDS,
  NATIONAL_NAMES,
  PLACE_FIELDS,
  type PlaceField,
} from './national-layout.ts'
import { Overrides } from './overrides.ts'

export class NationalRecords {
  readonly #texts: Texts
  readonly #streets: Streets
  readonly #records: Records
  readonly #kinds: readonly string[]
  readonly #recordNames: RecordNames<(typeof NATIONAL_NAMES)[number]>
  readonly #names: FieldTexts<(typeof NAME_FIELDS)[number]>
  readonly #otherNames: Lists
  readonly #places: FieldTexts<PlaceField>
  readonly #placeNames: Lists
  readonly #ids: NationalIds
  readonly #primary: SparseColumn
  readonly #overrides: Overrides
  readonly #details: Details

  constructor(sections: IndexSections, texts: Texts, streets: Streets, records: Records) {
    this.#texts = texts
    this.#streets = streets
    this.#records = records
    this.#kinds = sections.get('kinds.texts')
    this.#recordNames = new RecordNames(sections, texts, NATIONAL_NAMES)
    this.#names = new FieldTexts(sections, texts, 'name.texts', NAME_FIELDS)
    this.#otherNames = new Lists(sections, 'name.aliases')
    this.#places = new FieldTexts(sections, texts, 'place.texts', PLACE_FIELDS)
    this.#placeNames = new Lists(sections, 'place.names')
    this.#ids = new NationalIds(sections)
    this.#primary = new SparseColumn(sections, 'record.primary', NONE)
    this.#overrides = new Overrides(sections, texts)
    this.#details = new Details(sections, texts)
  }

  id(record: number): string {
    return this.#ids.text(record)
  }

  /** The record with this id, or NONE. */
  find(id: string): number {
    return this.#ids.find(id)
  }

  /** The locality's name and its aliases. */
  placeNames(place: number): readonly string[] {
    return Array.from(this.#placeNames.of(place), (text) => this.#texts.at(text))
  }

  /** Name, type and suffix of each name that the street goes by, its own first. */
  streetNames(street: number): readonly (readonly string[])[] {
    const name = this.#streets.nameOf(street)
    const own = NAME_FIELDS.map((field) => this.#names.at(name, field))
    const others = Array.from(this.#otherNames.of(name), (text) => this.#texts.at(text))
    return [own, ...others.map(aliasParts)]
  }

  placeField(place: number, field: 'locality' | 'state' | 'postcode'): string {
    return this.#places.at(place, field === 'locality' ? 'localityName' : field)
  }

  streetName(street: number): string {
    return this.#names.at(this.#streets.nameOf(street), 'streetName')
  }

  /** The number of the text that a street, or its place, has for a field. */
  textNumber(street: number, field: 'streetName' | PlaceField): number {
    return field === 'streetName'
      ? this.#names.numberOf(this.#streets.nameOf(street), field)
      : this.#places.numberOf(this.#streets.placeOf(street), field)
  }

  /** Fields are listed one by one: to spread an object of them takes 0.6 µs more. */
  row(record: number): NationalRow {
    const records = this.#records
    const { codes } = records
    const street = this.#streets.ofRecord(record)
    const secondary = records.is(record, RECORD.secondary) ? 'S' : ''
    const row: Omit<NationalRow, 'addressLabel'> = {
      addressDetailPid: this.id(record),
      ...this.#details.of(record),
      addressSiteName: this.#recordNames.text(record, 'site'),
      buildingName: this.#recordNames.text(record, 'building'),
      flatType: this.#kind(records.unitKind.at(record)),
      flatNumber: codes.text(records.unit.at(record)),
      levelType: this.#kind(records.levelKind.at(record)),
      levelNumber: codes.text(records.level.at(record)),
      numberFirst: codes.text(records.numberOf(record)),
      numberLast: codes.text(records.last.at(record)),
      lotNumber: codes.text(records.lot.at(record)),
      ...this.#streetOf(street),
      aliasPrincipal: records.is(record, RECORD.alias) ? 'A' : 'P',
      principalPid: this.#ids.text(records.principal.at(record)),
      primarySecondary: records.is(record, RECORD.primary) ? 'P' : secondary,
      primaryPid: this.#ids.text(this.#primary.at(record)),
      latitude: records.latitude(record, street),
      longitude: records.longitude(record, street),
      addressStatus: records.is(record, RECORD.retired) ? 'RETIRED' : 'CURRENT',
    }
    const fields = this.#overrides.of(record)
    if (fields === undefined) return { addressLabel: nationalLabel(row), ...row }
    return { addressLabel: nationalLabel({ ...row, ...fields }), ...row, ...fields }
  }

  /** The label without the other fields: what a list of suggestions prints. */
  label(record: number): string {
    if (this.#overrides.has(record)) return this.row(record).addressLabel
    const records = this.#records
    const { codes } = records
    return nationalLabel({
      // First, as an object that begins with another is copied from it at once.
      ...this.#streetOf(this.#streets.ofRecord(record)),
      flatType: this.#kind(records.unitKind.at(record)),
      flatNumber: codes.text(records.unit.at(record)),
      levelType: this.#kind(records.levelKind.at(record)),
      levelNumber: codes.text(records.level.at(record)),
      numberFirst: codes.text(records.numberOf(record)),
      numberLast: codes.text(records.last.at(record)),
      lotNumber: codes.text(records.lot.at(record)),
    })
  }

  #streetOf(street: number) {
    const [names, name] = [this.#names, this.#streets.nameOf(street)]
    const [places, place] = [this.#places, this.#streets.placeOf(street)]
    return {
      streetName: names.at(name, 'streetName'),
      streetType: names.at(name, 'streetType'),
      streetSuffix: names.at(name, 'streetSuffix'),
      localityName: places.at(place, 'localityName'),
      state: places.at(place, 'state'),
      postcode: places.at(place, 'postcode'),
    }
  }

  /** '' for NONE, which is no kind. */
  #kind(kind: number): string {
    return this.#kinds[kind] ?? ''
  }
}
