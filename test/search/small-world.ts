// A handful of addresses of either product, written so that a test can be read beside them.

import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../src/address/national.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../src/address/postal.ts'
import { AU } from '../../src/countries/au.ts'
import type {
  NationalKnowledge,
  NationalSource,
  PostalSource,
} from '../../src/index/rows/row-source.ts'

const NATIONAL: NationalRow = { ...EMPTY_NATIONAL_ROW, latitude: -33.8, longitude: 151.2 }

let pids = 0

/** `5/44 ROSS RIVER RD, MUNDINGBURRA QLD 4812` and the like, with what the text cannot say in `more`. */
export function national(line: string, more: Partial<NationalRow> = {}): NationalRow {
  const parts =
    /^(?:(?<unit>\w+)\/)?(?<first>\d+\w?)?(?:-(?<last>\d+))? ?(?<street>.*?)(?: (?<type>ST|RD|AV|PL|HWY|CT))?(?: (?<suffix>N|S))?, (?<locality>.*) (?<state>[A-Z]+) (?<postcode>\d{4})$/.exec(
      line,
    )
  const { unit, first, last, street, type, suffix, locality, state, postcode } = parts?.groups ?? {}
  const row = {
    ...NATIONAL,
    addressDetailPid: `GA${state}${++pids}`,
    flatType: unit === undefined ? '' : 'UNIT',
    flatNumber: unit ?? '',
    numberFirst: first ?? '',
    numberLast: last ?? '',
    streetName: street ?? '',
    streetType: type ?? '',
    streetSuffix: suffix ?? '',
    localityName: locality ?? '',
    state: state ?? '',
    postcode: postcode ?? '',
    ...more,
  }
  return { ...row, addressLabel: nationalLabel(row, AU.national) }
}

export function nationalSource(
  rows: readonly NationalRow[],
  knowledge?: NationalKnowledge,
): NationalSource {
  const source = { product: 'au', format: 'test', attribution: '', rows: () => rows } as const
  return knowledge === undefined ? source : { ...source, knowledge }
}

const POSTAL: PostalRow = {
  ...EMPTY_POSTAL_ROW,
  country: 'England',
  latitude: 53.4,
  longitude: -2.15,
}

export function postal(fields: Partial<PostalRow>): PostalRow {
  return { ...POSTAL, ...fields }
}

export function postalSource(rows: readonly PostalRow[]): PostalSource {
  return { product: 'uk', format: 'test', attribution: '', rows: () => rows }
}
