// Turns the records of a national index back into the rows they were made of.

import {
  type ComparedRow,
  type LabelParts,
  type NationalRow,
  nationalLabel,
} from '../../address/national.ts'
import { type Country, countryOf, nationalShape } from '../../countries/country.ts'
import type { NationalShape } from '../../countries/declaration.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import { type TextLists, type Texts, textLists } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { readNationalIds } from '../ids/national-ids.ts'
import { NONE, RECORD, type Records, RecordTexts } from '../streets/records.ts'
import type { Streets } from '../streets/streets.ts'
import { Details } from './details.ts'
import { readOverrides } from './overrides.ts'

const NAME_FIELDS = ['streetName', 'streetType', 'streetSuffix'] as const
const OUTER_FIELDS = { state: 'state', town_city: 'townCity' } as const

type NameField = (typeof NAME_FIELDS)[number]
type OuterField = (typeof OUTER_FIELDS)[NationalShape['outer']]
export type PlaceField = 'localityName' | OuterField | 'postcode'

/** Which columns of searched names a national index has, and the fields of `name.texts` and `place.texts`. */
export function nationalLayout(country: Country) {
  const outerField: OuterField = OUTER_FIELDS[nationalShape(country).outer]
  return {
    columns: ['building', 'site'],
    nameFields: NAME_FIELDS,
    placeFields: ['localityName', outerField, 'postcode'],
    outerField,
  } as const
}

export type NationalName = Pick<NationalRow, NameField>

const ALIAS_SEPARATOR = '|'

/** Another name of a street as one text of `name.aliases`. */
export function aliasText(name: NationalName): string {
  return NAME_FIELDS.map((field) => name[field]).join(ALIAS_SEPARATOR)
}

export class NationalRecords extends RecordTexts<NameField, PlaceField> {
  readonly #shape: NationalShape
  readonly #outerField: OuterField
  readonly #kinds: readonly string[]
  readonly #otherNames: TextLists
  readonly #placeNames: TextLists
  readonly #primary: SparseColumn
  readonly #overrides: ReturnType<typeof readOverrides>
  readonly #details: Details

  constructor(sections: IndexSections, texts: Texts, streets: Streets, records: Records) {
    const country = countryOf(sections.get('release').product)
    const layout = nationalLayout(country)
    super(sections, texts, streets, records, layout, readNationalIds(sections))
    this.#shape = nationalShape(country)
    this.#outerField = layout.outerField
    this.#kinds = sections.get('kinds.texts')
    this.#otherNames = textLists(sections, texts, 'name.aliases')
    this.#placeNames = textLists(sections, texts, 'place.names')
    this.#primary = new SparseColumn(sections, 'record.primary', NONE)
    this.#overrides = readOverrides(sections, texts)
    this.#details = new Details(sections, texts, country)
  }

  /** Its own name first. */
  localityNames(place: number): readonly string[] {
    return [...new Set([this.placeField(place, 'localityName'), ...this.#placeNames(place)])]
  }

  /** Everything that people write for the place: with or without its town, or the town alone. */
  placeNames(place: number): readonly string[] {
    const names = this.localityNames(place)
    const town = this.#shape.outer === 'town_city' ? this.outer(place) : ''
    if (town === '') return names
    return [...new Set([...names, town, ...names.map((name) => `${name} ${town}`)])]
  }

  /** Name, type and suffix of each name that the street goes by, its own first. */
  streetNames(street: number): readonly (readonly string[])[] {
    const name = this.streets.nameOf(street)
    const own = NAME_FIELDS.map((field) => this.names.at(name, field))
    return [own, ...this.#otherNames(name).map((text) => text.split(ALIAS_SEPARATOR))]
  }

  placeField(place: number, field: 'localityName' | 'postcode'): string {
    return this.places.at(place, field)
  }

  /** Its state or its town. */
  outer(place: number): string {
    return this.places.at(place, this.#outerField)
  }

  streetName(street: number): string {
    return this.name(street, 'streetName')
  }

  /** The number of the text that a street, or its place, has for a field. */
  textNumber(street: number, field: 'streetName' | 'localityName' | 'outer' | 'postcode'): number {
    if (field === 'streetName') return this.names.numberOf(this.streets.nameOf(street), field)
    const ofPlace = field === 'outer' ? this.#outerField : field
    return this.places.numberOf(this.streets.placeOf(street), ofPlace)
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
    if (fields === undefined) return { addressLabel: nationalLabel(row, this.#shape), ...row }
    return { addressLabel: nationalLabel({ ...row, ...fields }, this.#shape), ...row, ...fields }
  }

  /** The row without what is only shown. */
  comparedRow(record: number): ComparedRow {
    if (this.#overrides.has(record)) return this.row(record)
    const fields = this.#labelFields(record, this.streets.ofRecord(record))
    return {
      ...fields,
      addressLabel: nationalLabel(fields, this.#shape),
      addressSiteName: this.own(record, 'site'),
      buildingName: this.own(record, 'building'),
    }
  }

  /** The label without the other fields: what a list of suggestions prints. */
  label(record: number): string {
    if (this.#overrides.has(record)) return this.row(record).addressLabel
    const fields = this.#labelFields(record, this.streets.ofRecord(record))
    return nationalLabel(fields, this.#shape)
  }

  #labelFields(record: number, street: number): LabelParts {
    const { records, names, places } = this
    const { codes } = records
    const [name, place] = [this.streets.nameOf(street), this.streets.placeOf(street)]
    const outer = this.outer(place)
    const isTown = this.#outerField === 'townCity'
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
      state: isTown ? '' : outer,
      postcode: places.at(place, 'postcode'),
      ...(isTown && { townCity: outer }),
    }
  }

  /** '' for NONE, which is no kind. */
  #kind(kind: number): string {
    return this.#kinds[kind] ?? ''
  }
}
