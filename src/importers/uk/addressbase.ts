// Imports OS AddressBase, AddressBase Plus and AddressBase Core.

import type { Point } from '../../address/geo.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import { words } from '../../countries/tables.ts'
import { isCsvName, requireInputs } from '../reading/archive.ts'
import type { ChangedRows } from '../reading/changed-rows.ts'
import type { SkipReason, Tally } from '../reading/rejects.ts'
import { CSV, fieldsOf, importedRows, type Layout, placesIn, readTables } from '../reading/table.ts'
import { PostalFields, RowPlacer } from './postal-fields.ts'
import { type PostcodeOptions, postcodesGiven } from './postcode-files.ts'
import type { Postcodes } from './postcodes.ts'
import { districtOf, ONS_COUNTRIES } from './regions.ts'

export function osAttribution(data: string): string {
  return (
    '© Crown copyright and database rights, Ordnance Survey. Contains Royal Mail data © Royal Mail ' +
    `copyright and database right. ${data} may be used only under a licence from Ordnance Survey.`
  )
}

/** With or without headers, several files or a folder. The first AddressBase has counties by postcode alone. */
export async function openAddressBase(paths: readonly string[], options: PostcodeOptions = {}) {
  const inputs = await requireInputs(paths, '.csv file', isDataFile)
  const postcodes = await postcodesGiven(options)
  return importedRows({
    product: 'uk',
    format: 'addressbase',
    attribution: osAttribution('AddressBase'),
    inputs,
    options,
    changes: { flags: [], sets: [], until: '' },
    read: (pass) =>
      readTables(inputs, addressBaseLayout(pass.tally, postcodes, options.changed), pass),
  })
}

/** OS hands out the headers as files of their own, next to the data. */
export function isDataFile(name: string): boolean {
  return isCsvName(name) && !/header/i.test(name)
}

function addressBaseLayout(
  tally: Tally,
  postcodes: Postcodes | undefined,
  changed: ChangedRows | undefined,
): Layout<PostalRow> {
  const placer = new RowPlacer(tally, postcodes)
  return {
    expected:
      'OS AddressBase, AddressBase Plus or AddressBase Core (CSV of 27 or 77 columns; Premium is for ' +
      'import addressbase-premium, NGD for import ngd)',
    ...CSV,
    begin(first) {
      const names = fieldsOf(first)
      const named = placesIn(names)
      const isHeader = named.has('uprn') && named.has('postcode')
      const kind = isHeader ? kindOfHeader(named) : kindOfRow(names)
      if (kind === undefined) return undefined
      const places = isHeader ? named : placesIn(ADDRESSBASE_COLUMNS[kind])
      const fields = new PostalFields(first, withOtherColumns(places))
      const rowOf = (): PostalRow | undefined => {
        const skip = skipReason(fields)
        if (skip !== undefined) return tally.skip(skip)
        const point = fields.point('xcoordinate', 'ycoordinate')
        if (Number.isNaN(point.latitude)) return tally.reject('coordinates-missing', first)
        const row = kind === 'core' ? coreRow(fields, point) : postalRow(fields, point)
        return placer.place(fields, row)
      }
      const read = () => {
        fields.begin()
        const row = rowOf()
        if (changed !== undefined) {
          const uprn = normaliseUprn(fields.key('uprn')) ?? ''
          const at = changed.nextPlace()
          if (uprn !== '') changed.say({ uprn }, at, row, fields.key('lastupdatedate'))
        }
        return row
      }
      return { columns: first.columns, hasHeader: isHeader, read }
    },
  }
}

function kindOfHeader(named: ReadonlyMap<string, number>): AddressBaseKind | undefined {
  // Royal Mail Addresses of NGD have the columns of AddressBase as well.
  if (named.has('versiondate')) return undefined
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

/** Columns that go by another name in one of the products, by their folded names. */
const OTHER_COLUMNS = [
  ['xcoordinate', 'easting'],
  ['ycoordinate', 'northing'],
  ['changetype', 'changecode'],
  ['organisationname', 'rmorganisationname'],
  ['organisationname', 'organisation'],
  ['poboxnumber', 'pobox'],
  ['country', 'gsscode'],
  ['class', 'classificationcode'],
] as const

function withOtherColumns(places: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = new Map(places)
  for (const [name, other] of OTHER_COLUMNS) {
    const place = all.get(name) ?? all.get(other)
    if (place !== undefined) all.set(name, place)
  }
  return all
}

const STATE_DEMOLISHED = '4'
const STATE_PLANNED = '6'

export function skipReason(fields: PostalFields): SkipReason | undefined {
  if (fields.raw('changetype') === 'D') return 'deleted'
  const state = fields.raw('state')
  if (state === STATE_DEMOLISHED || state === STATE_PLANNED) return 'not-standing'
  // `N` marks what gets no post: masts, ponds, car parks.
  return fields.raw('addressbasepostal') === 'N' ? 'not-postal' : undefined
}

function coreRow(fields: PostalFields, point: Point): PostalRow {
  const geographicTown = fields.text('townname')
  const town = fields.text('posttown') || geographicTown
  const locality = fields.text('locality')
  // A locality may lie in a town that is not the post town: both are then part of the address.
  const within = geographicTown === town ? '' : geographicTown
  return {
    ...commonRow(fields, point),
    subBuilding: fields.text('subbuilding'),
    buildingName: fields.text('buildingname'),
    buildingNumber: fields.raw('buildingnumber'),
    thoroughfare: fields.text('streetname'),
    doubleDependentLocality: within === '' ? '' : locality,
    dependentLocality: within === '' ? locality : within,
    townOrCity: town,
  }
}

/** As Royal Mail delivers, or else as the local authority names it. */
export function postalRow(fields: PostalFields, point: Point): PostalRow {
  const row = { ...commonRow(fields, point), ...fields.otherNames() }
  if (fields.raw('postcode') === '') return { ...row, ...authorityParts(fields) }
  return { ...row, ...fields.delivery() }
}

function authorityParts(fields: PostalFields) {
  const subBuilding = [fields.text('saotext'), numbersOf(fields, 'sao')]
  const area = fields.text('administrativearea')
  const place = authorityPlace(fields, area)
  return {
    organisation: fields.text('laorganisation'),
    subBuilding: subBuilding.filter((part) => part !== '').join(' '),
    buildingName: fields.text('paotext'),
    buildingNumber: numbersOf(fields, 'pao'),
    thoroughfare: fields.text('streetdescription'),
    ...place,
    // An area in the town's place is not written again as the county.
    county: place.townOrCity === area && fields.raw('townname') === '' ? '' : area,
    postcode: fields.raw('postcodelocator'),
  }
}

/** Many streets lie in a village or an area and in no town: the widest name then stands in the town's place. */
export function authorityPlace(fields: PostalFields, area: string) {
  const locality = fields.text('locality')
  const townOrCity = fields.text('townname') || locality || area
  return { dependentLocality: locality === townOrCity ? '' : locality, townOrCity }
}

function commonRow(fields: PostalFields, point: Point): PostalRow {
  const known = districtOf(fields.raw('gsscode'))
  return {
    ...EMPTY_POSTAL_ROW,
    uprn: normaliseUprn(fields.key('uprn')) ?? '',
    organisation: fields.text('organisationname'),
    department: fields.text('departmentname'),
    poBox: fields.raw('poboxnumber'),
    county: fields.text('administrativearea') || (known?.county ?? ''),
    district: known?.district ?? '',
    country: COUNTRIES.get(fields.raw('country').slice(0, 1)) ?? '',
    postcode: fields.raw('postcode'),
    residential: fields.raw('class').startsWith('R'),
    ...point,
  }
}

/** `12`, `12A`, `12-14` from the four columns that a number has. */
function numbersOf(fields: PostalFields, prefix: 'sao' | 'pao'): string {
  const start = fields.raw(`${prefix}startnumber`) + fields.raw(`${prefix}startsuffix`)
  const end = fields.raw(`${prefix}endnumber`) + fields.raw(`${prefix}endsuffix`)
  return end === '' ? start : `${start}-${end}`
}

/** By the letter of COUNTRY, which is also that of a GSS code. */
const COUNTRIES = new Map([...ONS_COUNTRIES].map(([code, name]) => [code.charAt(0), name]))

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
