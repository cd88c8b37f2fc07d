// Imports HM Land Registry price paid data: the addresses of all sales, placed by postcode.

import { mixedCase } from '../../address/mixed-case.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import { words } from '../../countries/tables.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type Input, isCsvName, requireInputs, sizeOf } from '../reading/archive.ts'
import { Tally } from '../reading/rejects.ts'
import {
  CSV,
  columnsOf,
  fieldsOf,
  type ImportOptions,
  importedRows,
  type Layout,
  newPass,
  readTables,
  requireBeginning,
  scanTables,
} from '../reading/table.ts'
import { AddressHash, type Bits, LatestWins } from './latest-wins.ts'
import { PostalFields, RowPlacer } from './postal-fields.ts'
import { type PostcodeOptions, postcodesGiven } from './postcode-files.ts'
import type { Postcodes } from './postcodes.ts'
import { countryOfPostcode, isWelshCounty } from './regions.ts'

const PLACED_BY_POSTCODE =
  'Contains OS data © Crown copyright and database right. Contains Royal Mail data © Royal Mail ' +
  'copyright and database right. Contains National Statistics data © Crown copyright and ' +
  'database right.'

const ATTRIBUTION =
  'Contains HM Land Registry data © Crown copyright and database right. This data is licensed ' +
  `under the Open Government Licence v3.0. ${PLACED_BY_POSTCODE}`

/** `rows` may be called several times. Each reads the files twice: the latest sales, then rows. */
export async function openPricePaid(paths: readonly string[], options: PostcodeOptions) {
  // The sales themselves have no coordinates.
  if ((options.postcodes ?? []).length === 0) {
    throw new ImportRefused('Price paid data needs a postcode file; name one with --postcodes.')
  }
  const inputs = await requireInputs(paths, '.csv file', isCsvName)
  const layout = salesLayout(() => () => undefined)
  for (const input of inputs) await requireBeginning(input, layout)
  const postcodes = await postcodesGiven(options)
  return importedRows({
    product: 'uk',
    format: 'price-paid',
    attribution: ATTRIBUTION,
    inputs,
    options,
    async *read(pass) {
      const sales = await findLatest(inputs, options)
      const layout = saleRows(pass.tally, postcodes, sales)
      pass.progress.begin('price-paid', sizeOf(inputs))
      yield* readTables(inputs, layout, pass)
    },
  })
}

/** `begin` gives the reader of a file whose columns are at these places. */
function salesLayout<Row>(
  begin: (record: Splitter, at: SaleColumns) => () => Row | undefined,
): Layout<Row> {
  return {
    expected: 'HM Land Registry price paid data (CSV of 16 columns)',
    ...CSV,
    begin(first) {
      const shape = saleShape(first)
      if (shape === undefined) return undefined
      const { hasHeader, at } = shape
      return { columns: first.columns, hasHeader, read: begin(first, at) }
    },
  }
}

/** Rows are numbered from 0 over all files, in the order in which they are read. */
interface LatestSales {
  readonly winners: Bits
  readonly changes: Changes
}

/** Transaction ids that were changed or deleted: the row that speaks last, or DELETED. */
type Changes = ReadonlyMap<string, number>

const DELETED = -1
/** A month's file has a few thousand. */
const CHANGES_MAX = 5_000_000

/** Most files change nothing, and one reading is enough; else a second knows what to leave out. */
async function findLatest(inputs: readonly Input[], options: ImportOptions): Promise<LatestSales> {
  const first = await scanSales(inputs, options, new Map())
  if (first.changes.size === 0) return first
  const { winners } = await scanSales(inputs, options, first.changes)
  return { winners, changes: first.changes }
}

async function scanSales(
  inputs: readonly Input[],
  options: ImportOptions,
  known: Changes,
): Promise<LatestSales> {
  const changes = new Map<string, number>()
  const latest = new LatestWins()
  const hash = new AddressHash()
  let rows = 0
  const scan = (record: Splitter, at: SaleColumns): undefined => {
    const row = rows
    rows += 1
    const status = at.recordstatus === -1 ? 'A' : record.text(at.recordstatus).toUpperCase()
    if (status === 'C' || status === 'D') {
      if (changes.size >= CHANGES_MAX) {
        throw new ImportRefused(`More than ${CHANGES_MAX} sales are changed or deleted.`)
      }
      changes.set(record.uniqueText(at.uniqueid), status === 'D' ? DELETED : row)
    }
    if (isVoid(record, at, row, known) || status === 'D') return
    const { bytes } = record
    hash.begin()
    for (const column of [at.postcode, at.saon, at.paon, at.street]) {
      hash.add(bytes, record.startOf(column), record.endOf(column))
    }
    latest.offer(hash.end(), dayOf(record.text(at.deeddate)), row)
  }
  const pass = newPass(new Tally(), options)
  pass.progress.begin('price-paid, finding the latest sales', sizeOf(inputs))
  await scanTables(
    inputs,
    salesLayout((record, at) => () => scan(record, at)),
    pass,
  )
  pass.progress.end()
  return { winners: latest.winners(rows), changes }
}

/** Whether a row has deleted this sale, or another has changed it; who deletes one speaks of it too. */
function isVoid(record: Splitter, at: SaleColumns, row: number, changes: Changes): boolean {
  if (changes.size === 0) return false
  const last = changes.get(record.uniqueText(at.uniqueid))
  return last !== undefined && last !== row
}

/** `2019-04-11` or `2019-04-11 00:00` as 20190411; 0, before all others, for anything else. */
function dayOf(date: string): number {
  const day = Number(date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10))
  return Number.isInteger(day) ? day : 0
}

function saleRows(
  tally: Tally,
  postcodes: Postcodes | undefined,
  { winners, changes }: LatestSales,
): Layout<PostalRow> {
  const placer = new RowPlacer(tally, postcodes)
  let rows = 0
  return salesLayout((record, at) => {
    const fields = new PostalFields(record, new Map(Object.entries(at)))
    return () => {
      const row = rows
      rows += 1
      if (!winners.has(row)) {
        return tally.skip(isVoid(record, at, row, changes) ? 'deleted' : 'superseded')
      }
      if (dayOf(record.text(at.deeddate)) === 0) return tally.reject('date-malformed', record)
      fields.begin()
      return placer.place(fields, saleRow(fields, record.text(at.propertytype)))
    }
  })
}

function saleRow(fields: PostalFields, type: string): PostalRow {
  const town = fields.text('town')
  const locality = fields.text('locality')
  const county = fields.text('county')
  const postcode = fields.raw('postcode').toUpperCase()
  return {
    ...EMPTY_POSTAL_ROW,
    subBuilding: fields.text('saon'),
    ...premisesOf(fields.raw('paon')),
    thoroughfare: fields.text('street'),
    dependentLocality: locality === town ? '' : locality,
    townOrCity: town,
    county,
    district: fields.text('district'),
    // The register is that of England and Wales, so along the border the county decides.
    country: countryOfPostcode(postcode) || (isWelshCounty(county) ? 'Wales' : 'England'),
    postcode,
    residential: type.toUpperCase() !== 'O',
    latitude: Number.NaN,
    longitude: Number.NaN,
  }
}

const NUMBER = /^\d+[A-Z]?(?: ?- ?\d+[A-Z]?)?$/i

/** `12`, `12A`, `12 - 14`, `ROSE COTTAGE`, `HAMPTON HOUSE, 12 - 14` and `12, HAMPTON HOUSE`. */
export function premisesOf(paon: string): { buildingName: string; buildingNumber: string } {
  const parts = paon.split(',').map((part) => part.trim())
  const isNumber = (place: number) => NUMBER.test(parts.at(place) ?? '')
  const place = isNumber(-1) ? parts.length - 1 : isNumber(0) ? 0 : -1
  const [number] = place === -1 ? [] : parts.splice(place, 1)
  if (number === undefined) return { buildingName: mixedCase(paon), buildingNumber: '' }
  const buildingNumber = number.replaceAll(' ', '').toUpperCase()
  return { buildingName: mixedCase(parts.join(', ')), buildingNumber }
}

/** The bulk file has no header, the number before the flat and a status at the end. */
const BULK_ORDER = words(`
  uniqueid price deeddate postcode propertytype newbuild estatetype paon saon street locality town
  district county transactioncategory recordstatus`)
/** The report builder puts the flat first and a link at the end, and its header is often cut off. */
const BUILDER_ORDER = words(`
  uniqueid price deeddate postcode propertytype newbuild estatetype saon paon street locality town
  district county transactioncategory link`)

const NEEDED = [
  'uniqueid',
  'deeddate',
  'postcode',
  'propertytype',
  'paon',
  'saon',
  'street',
  'locality',
  'town',
  'district',
  'county',
] as const

/** `recordstatus` is A, C or D; -1 where the layout has none. */
type SaleColumns = Readonly<Record<(typeof NEEDED)[number] | 'recordstatus', number>>

interface SaleShape {
  readonly hasHeader: boolean
  readonly at: SaleColumns
}

function saleShape(first: Splitter): SaleShape | undefined {
  const fields = fieldsOf(first)
  const named = columnsOf(fields, NEEDED)
  if (named !== undefined) {
    const recordstatus = fields.findIndex((name) => /^record_?status/i.test(name))
    return { hasHeader: true, at: { ...named, recordstatus } }
  }
  const [id = '', , date = '', postcode = ''] = fields
  const isRow =
    fields.length === BULK_ORDER.length &&
    /^\{?[0-9A-F]{8}-/i.test(id) &&
    /^\d{4}-\d\d-\d\d/.test(date) &&
    (postcode === '' || normalisePostcode(postcode) !== undefined)
  const last = fields.at(-1) ?? ''
  const isBulk = /^[ACD]$/i.test(last)
  if (!isRow || !(isBulk || /^https?:/i.test(last))) return undefined
  const order = isBulk ? BULK_ORDER : BUILDER_ORDER
  const at = columnsOf(order, NEEDED)
  const recordstatus = order.indexOf('recordstatus')
  return at && { hasHeader: false, at: { ...at, recordstatus } }
}
