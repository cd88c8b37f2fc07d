// Tells the layouts of HM Land Registry's price paid files apart.

import { normalisePostcode } from '../../address/postcode.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { columnsOf } from '../reading/header.ts'
import { fieldsOf } from '../reading/table.ts'

export interface PricePaidShape {
  readonly hasHeader: boolean
  readonly columns: number
  readonly id: number
  readonly date: number
  readonly postcode: number
  readonly type: number
  readonly paon: number
  readonly saon: number
  readonly street: number
  readonly locality: number
  readonly town: number
  readonly district: number
  readonly county: number
  /** A, C or D; -1 where the layout has none. */
  readonly status: number
}

const COLUMNS = 16
const NAMES = [
  'unique_id',
  'deed_date',
  'postcode',
  'property_type',
  'paon',
  'saon',
  'street',
  'locality',
  'town',
  'district',
  'county',
] as const

/**
 * The bulk file has no header, the number before the flat and a status at the end. The report
 * builder puts the flat first and a link at the end, and its header is often cut off.
 */
export function pricePaidShape(first: Splitter): PricePaidShape | undefined {
  const fields = fieldsOf(first)
  const named = columnsOf(fields, NAMES)
  if (named !== undefined) {
    const { unique_id: id, deed_date: date, property_type: type, ...others } = named
    const status = fields.findIndex((name) => /^record_?status/i.test(name))
    return { hasHeader: true, columns: fields.length, id, date, type, status, ...others }
  }
  const [id = '', , date = '', postcode = ''] = fields
  const last = fields[COLUMNS - 1] ?? ''
  const isRow =
    fields.length === COLUMNS &&
    /^\{?[0-9A-F]{8}-/i.test(id) &&
    /^\d{4}-\d\d-\d\d/.test(date) &&
    (postcode === '' || normalisePostcode(postcode) !== undefined)
  if (!isRow) return undefined
  const isBulk = /^[ACD]$/i.test(last)
  if (!isBulk && !/^https?:/i.test(last)) return undefined
  return {
    hasHeader: false,
    columns: COLUMNS,
    id: 0,
    date: 2,
    postcode: 3,
    type: 4,
    paon: isBulk ? 7 : 8,
    saon: isBulk ? 8 : 7,
    street: 9,
    locality: 10,
    town: 11,
    district: 12,
    county: 13,
    status: isBulk ? COLUMNS - 1 : -1,
  }
}
