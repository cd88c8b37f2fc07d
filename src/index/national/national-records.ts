// Turns the records of a national index back into the rows they were made of.

import { type LabelParts, type NationalRow, nationalLabel } from '../../address/national.ts'
import { elementAt } from '../../lib/element-at.ts'
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
    const name = elementAt(this.#streets.name, street)
    const own = NAME_FIELDS.map((field) => this.#names.at(name, field))
    const others = Array.from(this.#otherNames.of(name), (text) => this.#texts.at(text))
    return [own, ...others.map(aliasParts)]
  }

  placeField(place: number, field: 'locality' | 'state' | 'postcode'): string {
    return this.#places.at(place, field === 'locality' ? 'localityName' : field)
  }

  streetName(street: number): string {
    return this.#names.at(elementAt(this.#streets.name, street), 'streetName')
  }

  row(record: number): NationalRow {
    const records = this.#records
    const street = this.#streets.ofRecord(record)
    const flags = elementAt(records.flags, record)
    const secondary = (flags & RECORD.secondary) === 0 ? '' : 'S'
    const row: Omit<NationalRow, 'addressLabel'> = {
      addressDetailPid: this.id(record),
      ...this.#details.of(record),
      addressSiteName: this.#recordNames.text(record, 'site'),
      buildingName: this.#recordNames.text(record, 'building'),
      ...this.#labelParts(record, street),
      aliasPrincipal: (flags & RECORD.alias) === 0 ? 'P' : 'A',
      principalPid: this.#ids.text(records.principal.at(record)),
      primarySecondary: (flags & RECORD.primary) === 0 ? secondary : 'P',
      primaryPid: this.#ids.text(this.#primary.at(record)),
      latitude: records.latitude(record, street),
      longitude: records.longitude(record, street),
      addressStatus: (flags & RECORD.retired) === 0 ? 'CURRENT' : 'RETIRED',
      ...this.#overrides.of(record),
    }
    return { addressLabel: nationalLabel(row), ...row }
  }

  /** The label without the other fields: what a list of suggestions prints. */
  label(record: number): string {
    if (this.#overrides.has(record)) return this.row(record).addressLabel
    return nationalLabel(this.#labelParts(record, this.#streets.ofRecord(record)))
  }

  #labelParts(record: number, street: number): LabelParts {
    const { codes, unitKind, unit, levelKind, level, number, last, lot } = this.#records
    const name = elementAt(this.#streets.name, street)
    const place = elementAt(this.#streets.place, street)
    return {
      flatType: this.#kind(unitKind.at(record)),
      flatNumber: codes.text(unit.at(record)),
      levelType: this.#kind(levelKind.at(record)),
      levelNumber: codes.text(level.at(record)),
      numberFirst: codes.text(elementAt(number, record)),
      numberLast: codes.text(last.at(record)),
      lotNumber: codes.text(lot.at(record)),
      streetName: this.#names.at(name, 'streetName'),
      streetType: this.#names.at(name, 'streetType'),
      streetSuffix: this.#names.at(name, 'streetSuffix'),
      localityName: this.#places.at(place, 'localityName'),
      state: this.#places.at(place, 'state'),
      postcode: this.#places.at(place, 'postcode'),
    }
  }

  #kind(kind: number): string {
    return kind === NONE ? '' : elementAt(this.#kinds, kind)
  }
}
