// The kinds of records of OS AddressBase Premium: their columns, and what each is to an address.

import { words } from '../../countries/tables.ts'
import { placesIn } from '../reading/table.ts'
import { type Role, roleOf } from './uprn-join.ts'

/** Roles in a join, in the order in which their fields count: one character each. */
export const BLPU = 'a'
export const LPI = 'b'
const DELIVERY_POINT = 'c'
const ORGANISATION = 'd'
export const CLASSIFICATION = 'e'
/** A street is kept as a record of an address with a number that no UPRN has. */
export const KEPT_STREET = 's'
export const KEPT_STREETS_FROM = 10 ** 12
export const SUCCESSOR = 'f'
/** Kinds that are no part of a join. */
export const STREET = 'street'
export const UNUSED = ''

const ROLE_OF_KIND: Readonly<Record<string, string>> = {
  10: UNUSED,
  11: UNUSED,
  15: STREET,
  21: BLPU,
  23: UNUSED,
  24: LPI,
  28: DELIVERY_POINT,
  29: UNUSED,
  30: SUCCESSOR,
  31: ORGANISATION,
  32: CLASSIFICATION,
  99: UNUSED,
}

const KEYS = 'record_identifier change_type pro_order'
const DATES = 'start_date end_date last_update_date entry_date'

/** The columns of every kind that is read; those of other kinds are not counted. */
export const PREMIUM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  15: words(
    `${KEYS} usrn street_description locality town_name administrative_area language ${DATES}`,
  ),
  21: words(`
    ${KEYS} uprn logical_status blpu_state blpu_state_date parent_uprn x_coordinate y_coordinate latitude longitude
    rpc local_custodian_code country ${DATES} addressbase_postal postcode_locator multi_occ_count`),
  24: words(`
    ${KEYS} uprn lpi_key language logical_status ${DATES} sao_start_number sao_start_suffix sao_end_number
    sao_end_suffix sao_text pao_start_number pao_start_suffix pao_end_number pao_end_suffix pao_text usrn
    usrn_match_indicator area_name level official_flag`),
  28: words(`
    ${KEYS} uprn udprn organisation_name department_name sub_building_name building_name building_number
    dependent_thoroughfare thoroughfare double_dependent_locality dependent_locality post_town postcode postcode_type
    delivery_point_suffix welsh_dependent_thoroughfare welsh_thoroughfare welsh_double_dependent_locality
    welsh_dependent_locality welsh_post_town po_box_number process_date ${DATES}`),
  30: words(`${KEYS} uprn succ_key ${DATES} successor`),
  31: words(`${KEYS} uprn org_key organisation legal_name ${DATES}`),
  32: words(`${KEYS} uprn class_key classification_code class_scheme scheme_version ${DATES}`),
}

/** Fields go by their names in AddressBase Plus. */
export const ROLES: Readonly<Record<string, Role>> = {
  [BLPU]:
    roleOf(`logical_status blpu_state:state x_coordinate y_coordinate latitude longitude country addressbase_postal
    postcode_locator`),
  [LPI]:
    roleOf(`sao_start_number sao_start_suffix sao_end_number sao_end_suffix sao_text pao_start_number
    pao_start_suffix pao_end_number pao_end_suffix pao_text usrn`),
  [DELIVERY_POINT]:
    roleOf(`organisation_name department_name sub_building_name building_name building_number
    dependent_thoroughfare thoroughfare double_dependent_locality dependent_locality post_town postcode
    welsh_dependent_thoroughfare welsh_thoroughfare welsh_double_dependent_locality welsh_dependent_locality
    welsh_post_town po_box_number`),
  [ORGANISATION]: roleOf('organisation:la_organisation'),
  [CLASSIFICATION]: roleOf('classification_code:class'),
  [SUCCESSOR]: { ...roleOf('successor'), repeats: true },
  [KEPT_STREET]: { columns: [], fields: [], repeats: true },
}

/** By which a change set names a record, where a UPRN may have several. */
export const KEY_COLUMNS: Readonly<Record<string, string>> = {
  [LPI]: 'lpikey',
  [DELIVERY_POINT]: 'udprn',
  [ORGANISATION]: 'orgkey',
  [CLASSIFICATION]: 'classkey',
  [SUCCESSOR]: 'succkey',
}

export const STREET_COLUMNS = ['streetdescription', 'locality', 'townname', 'administrativearea']
export const STREET_KEPT = [...STREET_COLUMNS, 'language', 'usrn']

export interface Kind {
  readonly role: string
  /** By the folded names of columns. */
  readonly places: ReadonlyMap<string, number>
  /** Where the columns of the role are. */
  readonly columns: Int32Array
}

export const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(ROLE_OF_KIND).map(([kind, role]) => {
    const places = placesIn(PREMIUM_COLUMNS[kind] ?? [])
    const names = role === STREET ? STREET_KEPT : (ROLES[role]?.columns ?? [])
    const columns = names.map((name) => places.get(name) ?? -1)
    return [kind, { role, places, columns: Int32Array.from(columns) }]
  }),
)
