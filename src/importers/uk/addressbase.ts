// Imports OS AddressBase, AddressBase Plus and AddressBase Core.

import { osgbToWgs84 } from '../../address/osgb.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ADDRESSBASE_ATTRIBUTION } from '../attributions.ts'
import { isCsvName, requireInputs } from '../reading/archive.ts'
import { firstPlace, placesIn } from '../reading/header.ts'
import { type ImportOptions, importedRows, type PostalImport } from '../reading/imported-rows.ts'
import type { SkipReason, Tally } from '../reading/rejects.ts'
import { CSV, fieldsOf, type Layout, readTables, type TableReader } from '../reading/table.ts'
import { districtOf } from './districts.ts'
import {
  PostalFields,
  RowPlacer,
  WELSH_PLACES,
  WELSH_STREETS,
  withOtherNames,
} from './postal-fields.ts'
import { postcodesGiven } from './postcode-files.ts'
import type { Postcodes } from './postcodes.ts'

interface AddressBaseOptions extends ImportOptions {
  /** For counties and districts, which the first AddressBase has not. */
  readonly postcodes?: readonly string[]
}

/** With or without headers, several files or a folder. `rows` may be called several times. */
export async function openAddressBase(
  paths: readonly string[],
  options: AddressBaseOptions = {},
): Promise<PostalImport> {
  const inputs = await requireInputs(paths, '.csv file', isDataFile, options.limits)
  const postcodes = await postcodesGiven(options)
  return importedRows({
    product: 'uk',
    format: 'addressbase',
    attribution: ADDRESSBASE_ATTRIBUTION,
    inputs,
    options,
    read: (pass) => readTables(inputs, addressBaseLayout(pass.tally, postcodes), pass),
  })
}

/** OS hands out the headers as files of their own beside the data. */
function isDataFile(name: string): boolean {
  return isCsvName(name) && !/header/i.test(name)
}

function addressBaseLayout(tally: Tally, postcodes: Postcodes | undefined): Layout<PostalRow> {
  return {
    expected: 'OS AddressBase, AddressBase Plus or AddressBase Core (CSV of 27 or 77 columns)',
    ...CSV,
    begin(first) {
      const fields = fieldsOf(first)
      const named = placesIn(fields)
      const isHeader = named.has('uprn') && named.has('postcode')
      const kind = isHeader ? kindOfHeader(named) : kindOfRow(fields)
      if (kind === undefined) return undefined
      const places = isHeader ? named : placesIn(ADDRESSBASE_COLUMNS[kind])
      const placer = new RowPlacer(tally, postcodes)
      return addressBaseReader({ kind, places, columns: fields.length, isHeader }, tally, placer)
    },
  }
}

function kindOfHeader(named: ReadonlyMap<string, number>): AddressBaseKind {
  if (named.has('singlelineaddress')) return 'core'
  return named.has('postcodelocator') ? 'plus' : 'basic'
}

/** Core and the first AddressBase both have 27 columns; the postcode stands at another place. */
function kindOfRow(fields: readonly string[]): AddressBaseKind | undefined {
  if (!/^\d{1,12}$/.test(fields[0] ?? '')) return undefined
  return KINDS.find((kind) => {
    const names = ADDRESSBASE_COLUMNS[kind]
    if (fields.length !== names.length) return false
    const postcode = fields[names.indexOf(kind === 'plus' ? 'postcode_locator' : 'postcode')]
    return normalisePostcode(postcode ?? '') !== undefined
  })
}

const KINDS = ['basic', 'core', 'plus'] as const

interface AddressBaseShape {
  readonly kind: AddressBaseKind
  readonly places: ReadonlyMap<string, number>
  readonly columns: number
  readonly isHeader: boolean
}

function addressBaseReader(
  shape: AddressBaseShape,
  tally: Tally,
  placer: RowPlacer,
): TableReader<PostalRow> {
  const reader = new AddressBaseFields(shape.places)
  const read = (record: Splitter): PostalRow | undefined => {
    reader.begin(record)
    const skip = reader.skipReason()
    if (skip !== undefined) {
      tally.skip(skip)
      return undefined
    }
    if (!reader.hasPoint()) {
      tally.reject('coordinates-missing', record)
      return undefined
    }
    const row = shape.kind === 'core' ? reader.coreRow() : reader.postalRow()
    return placer.place(record, reader.fields, row)
  }
  return { columns: shape.columns, hasHeader: shape.isHeader, read }
}

const STATE_DEMOLISHED = '4'
const STATE_PLANNED = '6'

/** The fields of one record after another, by the folded names of their columns. */
class AddressBaseFields {
  readonly fields = new PostalFields()
  readonly #places: ReadonlyMap<string, number>
  #record: Splitter | undefined
  #latitude = Number.NaN
  #longitude = Number.NaN

  constructor(places: ReadonlyMap<string, number>) {
    this.#places = places
  }

  begin(record: Splitter): void {
    this.#record = record
    this.fields.begin()
    this.#latitude = this.#number('latitude')
    this.#longitude = this.#number('longitude')
    if (this.hasPoint()) return
    const easting = this.#number('xcoordinate', 'easting')
    const northing = this.#number('ycoordinate', 'northing')
    if (!(easting > 0 && northing > 0)) return
    const point = osgbToWgs84(easting, northing)
    this.#latitude = point.latitude
    this.#longitude = point.longitude
  }

  hasPoint(): boolean {
    return !Number.isNaN(this.#latitude) && !Number.isNaN(this.#longitude)
  }

  skipReason(): SkipReason | undefined {
    const change = this.#raw('changetype', 'changecode')
    if (change === 'D') return 'deleted'
    const state = this.#raw('state')
    if (state === STATE_DEMOLISHED || state === STATE_PLANNED) return 'not-standing'
    // `N` marks what gets no post: masts, ponds, car parks.
    return this.#raw('addressbasepostal') === 'N' ? 'not-postal' : undefined
  }

  coreRow(): PostalRow {
    const town = this.#text('posttown') || this.#text('townname')
    const geographicTown = this.#text('townname')
    const locality = this.#text('locality')
    // A locality may lie in a town that is not the post town: both are then part of the address.
    const within = geographicTown === town ? '' : geographicTown
    return {
      ...this.#common(),
      subBuilding: this.#text('subbuilding'),
      buildingName: this.#text('buildingname'),
      buildingNumber: this.#raw('buildingnumber'),
      thoroughfare: this.#text('streetname'),
      doubleDependentLocality: within === '' ? '' : locality,
      dependentLocality: within === '' ? locality : within,
      townOrCity: town,
    }
  }

  /** As Royal Mail delivers, or else as the local authority names it. */
  postalRow(): PostalRow {
    if (this.#raw('postcode') === '') return this.#authorityRow()
    return {
      ...this.#common(),
      ...this.#otherNames(WELSH_STREETS, WELSH_PLACES),
      subBuilding: this.#text('subbuildingname'),
      buildingName: this.#text('buildingname'),
      buildingNumber: this.#raw('buildingnumber'),
      dependentThoroughfare: this.#text('dependentthoroughfare'),
      thoroughfare: this.#text('thoroughfare'),
      doubleDependentLocality: this.#text('doubledependentlocality'),
      dependentLocality: this.#text('dependentlocality'),
      townOrCity: this.#text('posttown'),
    }
  }

  #authorityRow(): PostalRow {
    const subText = this.#text('saotext')
    const subNumber = this.#numbers('sao')
    return {
      ...this.#common(),
      ...this.#otherNames(['altlanguagestreetdescription'], []),
      organisation: this.#text('laorganisation'),
      subBuilding: [subText, subNumber].filter((part) => part !== '').join(' '),
      buildingName: this.#text('paotext'),
      buildingNumber: this.#numbers('pao'),
      thoroughfare: this.#text('streetdescription'),
      dependentLocality: this.#text('locality'),
      townOrCity: this.#text('townname'),
      postcode: this.#raw('postcodelocator'),
    }
  }

  #otherNames(streets: readonly string[], places: readonly string[]) {
    const texts = (names: readonly string[]) => names.map((name) => this.#text(name))
    return withOtherNames(texts(streets), texts(places))
  }

  #common() {
    const known = districtOf(this.#raw('gsscode'))
    const county = this.#text('administrativearea') || (known?.county ?? '')
    return {
      ...EMPTY_POSTAL_ROW,
      uprn: normaliseUprn(this.#raw('uprn')) ?? '',
      organisation: this.#text('organisationname', 'rmorganisationname', 'organisation'),
      department: this.#text('departmentname'),
      poBox: this.#raw('poboxnumber', 'pobox'),
      county,
      district: known?.district ?? '',
      country: COUNTRIES.get(this.#raw('country', 'gsscode').slice(0, 1)) ?? '',
      postcode: this.#raw('postcode'),
      residential: this.#raw('class', 'classificationcode').startsWith('R'),
      latitude: this.#latitude,
      longitude: this.#longitude,
    }
  }

  /** `12`, `12A`, `12-14` from the four columns that a number has. */
  #numbers(prefix: 'sao' | 'pao'): string {
    const start = this.#raw(`${prefix}startnumber`) + this.#raw(`${prefix}startsuffix`)
    const end = this.#raw(`${prefix}endnumber`) + this.#raw(`${prefix}endsuffix`)
    return end === '' ? start : `${start}-${end}`
  }

  #text(...names: string[]): string {
    return this.#record === undefined
      ? ''
      : this.fields.text(this.#record, firstPlace(this.#places, names))
  }

  #raw(...names: string[]): string {
    return this.#record === undefined
      ? ''
      : this.fields.raw(this.#record, firstPlace(this.#places, names))
  }

  #number(...names: string[]): number {
    const column = firstPlace(this.#places, names)
    return column === -1 || this.#record === undefined ? Number.NaN : this.#record.decimal(column)
  }
}

/** The letter of COUNTRY, which is also that of a GSS code. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['E', 'England'],
  ['W', 'Wales'],
  ['S', 'Scotland'],
  ['N', 'Northern Ireland'],
  ['L', 'Channel Islands'],
  ['M', 'Isle of Man'],
])

export type AddressBaseKind = 'basic' | 'core' | 'plus'

export const ADDRESSBASE_COLUMNS: Readonly<Record<AddressBaseKind, readonly string[]>> = {
  basic: words(`
    uprn os_address_toid udprn organisation_name department_name po_box_number sub_building_name
    building_name building_number dependent_thoroughfare thoroughfare post_town
    double_dependent_locality dependent_locality postcode postcode_type x_coordinate
    y_coordinate latitude longitude rpc country change_type la_start_date rm_start_date
    last_update_date class`),
  core: words(`
    uprn parent_uprn udprn usrn toid classification_code easting northing latitude longitude rpc
    last_update_date single_line_address po_box organisation sub_building building_name
    building_number street_name locality town_name post_town island postcode
    delivery_point_suffix gss_code change_code`),
  plus: words(`
    uprn udprn change_type state state_date class parent_uprn x_coordinate y_coordinate latitude
    longitude rpc local_custodian_code country la_start_date last_update_date entry_date
    rm_organisation_name la_organisation department_name legal_name sub_building_name
    building_name building_number sao_start_number sao_start_suffix sao_end_number
    sao_end_suffix sao_text alt_language_sao_text pao_start_number pao_start_suffix
    pao_end_number pao_end_suffix pao_text alt_language_pao_text usrn usrn_match_indicator
    area_name level official_flag os_address_toid os_address_toid_version os_roadlink_toid
    os_roadlink_toid_version os_topo_toid os_topo_toid_version voa_ct_record voa_ndr_record
    street_description alt_language_street_description dependent_thoroughfare thoroughfare
    welsh_dependent_thoroughfare welsh_thoroughfare double_dependent_locality dependent_locality
    locality welsh_dependent_locality welsh_double_dependent_locality town_name
    administrative_area post_town welsh_post_town postcode postcode_locator postcode_type
    delivery_point_suffix addressbase_postal po_box_number ward_code parish_code rm_start_date
    multi_occ_count voa_ndr_p_desc_code voa_ndr_scat_code alt_language`),
}

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}
