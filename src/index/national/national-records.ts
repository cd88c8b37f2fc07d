// Turns the records of a national index back into the rows they were made of.

import { type LabelParts, type NationalRow, nationalLabel } from '../../address/national.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import { type TextLists, type Texts, textLists } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { NationalIds } from '../ids/national-ids.ts'
import { NONE, RECORD, type Records, RecordTexts } from '../streets/records.ts'
import type { Streets } from '../streets/streets.ts'
import { Details } from './details.ts'
import { readOverrides } from './overrides.ts'

/** Which columns of searched names a national index has, and the fields of `name.texts` and `place.texts`. */
export const NATIONAL = {
  columns: ['building', 'site'],
  nameFields: ['streetName', 'streetType', 'streetSuffix'],
  placeFields: ['localityName', 'state', 'postcode'],
} as const

type NameField = (typeof NATIONAL.nameFields)[number]
type PlaceField = (typeof NATIONAL.placeFields)[number]
/** The name of a street in the national file, where name, type and suffix stand apart. */
export type NationalName = Pick<NationalRow, NameField>
export type NationalPlace = Pick<NationalRow, PlaceField>

const ALIAS_SEPARATOR = '|'

/** Another name of a street as one text of `name.aliases`. */
export function aliasText(name: NationalName): string {
  return NATIONAL.nameFields.map((field) => name[field]).join(ALIAS_SEPARATOR)
}

export class NationalRecords extends RecordTexts<NameField, PlaceField> {
  readonly #kinds: readonly string[]
  readonly #otherNames: TextLists
  readonly #placeNames: TextLists
  readonly #primary: SparseColumn
  readonly #overrides: ReturnType<typeof readOverrides>
  readonly #details: Details

  constructor(sections: IndexSections, texts: Texts, streets: Streets, records: Records) {
    super(sections, texts, streets, records, NATIONAL, new NationalIds(sections))
    this.#kinds = sections.get('kinds.texts')
    this.#otherNames = textLists(sections, texts, 'name.aliases')
    this.#placeNames = textLists(sections, texts, 'place.names')
    this.#primary = new SparseColumn(sections, 'record.primary', NONE)
    this.#overrides = readOverrides(sections, texts)
    this.#details = new Details(sections, texts)
  }

  /** The locality's name and its aliases. */
  placeNames(place: number): readonly string[] {
    return this.#placeNames(place)
  }

  /** Name, type and suffix of each name that the street goes by, its own first. */
  streetNames(street: number): readonly (readonly string[])[] {
    const name = this.streets.nameOf(street)
    const own = NATIONAL.nameFields.map((field) => this.names.at(name, field))
    return [own, ...this.#otherNames(name).map((text) => text.split(ALIAS_SEPARATOR))]
  }

  placeField(place: number, field: 'locality' | 'state' | 'postcode'): string {
    return this.places.at(place, field === 'locality' ? 'localityName' : field)
  }

  streetName(street: number): string {
    return this.name(street, 'streetName')
  }

  /** The number of the text that a street, or its place, has for a field. */
  textNumber(street: number, field: 'streetName' | PlaceField): number {
    return field === 'streetName'
      ? this.names.numberOf(this.streets.nameOf(street), field)
      : this.places.numberOf(this.streets.placeOf(street), field)
  }

  row(record: number): NationalRow {
    const { records } = this
    const street = this.streets.ofRecord(record)
    const secondary = records.is(record, RECORD.secondary) ? 'S' : ''
    const row: Omit<NationalRow, 'addressLabel'> = {
      // First, as an object that begins with another is copied from it at once.
      ...this.#labelFields(record, street),
      addressDetailPid: this.id(record),
      ...this.#details.of(record),
      addressSiteName: this.own(record, 'site'),
      buildingName: this.own(record, 'building'),
      aliasPrincipal: records.is(record, RECORD.alias) ? 'A' : 'P',
      principalPid: this.ids.text(records.principal.at(record)),
      primarySecondary: records.is(record, RECORD.primary) ? 'P' : secondary,
      primaryPid: this.ids.text(this.#primary.at(record)),
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
    return nationalLabel(this.#labelFields(record, this.streets.ofRecord(record)))
  }

  #labelFields(record: number, street: number): LabelParts {
    const { records, names, places } = this
    const { codes } = records
    const [name, place] = [this.streets.nameOf(street), this.streets.placeOf(street)]
    return {
      flatType: this.#kind(records.unitKind.at(record)),
      flatNumber: codes.text(records.unit.at(record)),
      levelType: this.#kind(records.levelKind.at(record)),
      levelNumber: codes.text(records.level.at(record)),
      numberFirst: codes.text(records.numberOf(record)),
      numberLast: codes.text(records.last.at(record)),
      lotNumber: codes.text(records.lot.at(record)),
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
