// Imports HM Land Registry price paid data: the addresses of all sales, placed by postcode.

import { mixedCase } from '../../address/mixed-case.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { PRICE_PAID_ATTRIBUTION } from '../attributions.ts'
import { type Input, isCsvName, requireInputs, sizeOf } from '../reading/archive.ts'
import { columnsOf } from '../reading/header.ts'
import {
  type ImportOptions,
  importedRows,
  newPass,
  type PostalImport,
} from '../reading/imported-rows.ts'
import { Tally } from '../reading/rejects.ts'
import {
  CSV,
  fieldsOf,
  type Layout,
  readTables,
  requireBeginning,
  scanTables,
} from '../reading/table.ts'
import { countryOfPostcode, isWelshCounty } from './countries.ts'
import { AddressHash, type Bits, LatestWins } from './latest-wins.ts'
import { PostalFields, RowPlacer } from './postal-fields.ts'
import { openPostcodes } from './postcode-files.ts'
import type { Postcodes } from './postcodes.ts'

interface PricePaidOptions extends ImportOptions {
  /** ONSPD, NSPL or Code-Point Open: the sales themselves have no coordinates. */
  readonly postcodes: readonly string[]
}

/** `rows` may be called several times. Each reads the files twice: the latest sales, then rows. */
export async function openPricePaid(
  paths: readonly string[],
  options: PricePaidOptions,
): Promise<PostalImport> {
  if (options.postcodes.length === 0) {
    throw new ImportRefused('Price paid data needs a postcode file; name one with --postcodes.')
  }
  const inputs = await requireInputs(paths, '.csv file', isCsvName, options.limits)
  const layout = salesLayout(() => undefined)
  for (const input of inputs) await requireBeginning(input, layout, options.limits)
  const postcodes = await openPostcodes(options.postcodes, options)
  return importedRows({
    product: 'uk',
    format: 'price-paid',
    attribution: PRICE_PAID_ATTRIBUTION,
    inputs,
    options,
    async *read(pass) {
      const sales = await findLatest(inputs, options)
      const reader = new SaleReader(pass.tally, postcodes, sales)
      const layout = salesLayout((record, shape) => reader.read(record, shape))
      pass.progress.begin('price-paid', sizeOf(inputs))
      yield* readTables(inputs, layout, pass)
    },
  })
}

function salesLayout<Row>(
  read: (record: Splitter, shape: PricePaidShape) => Row | undefined,
): Layout<Row> {
  return {
    expected: 'HM Land Registry price paid data (CSV of 16 columns)',
    ...CSV,
    begin(first) {
      const shape = pricePaidShape(first)
      if (shape === undefined) return undefined
      const { columns, hasHeader } = shape
      return { columns, hasHeader, read: (record) => read(record, shape) }
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
  const first = new SaleScan(new Map())
  await first.read(inputs, options)
  if (first.changes.size === 0) return { winners: first.winners(), changes: first.changes }
  const second = new SaleScan(first.changes)
  await second.read(inputs, options)
  return { winners: second.winners(), changes: first.changes }
}

class SaleScan {
  readonly changes = new Map<string, number>()
  readonly #known: Changes
  readonly #latest = new LatestWins()
  readonly #hash = new AddressHash()
  #rows = 0

  constructor(known: Changes) {
    this.#known = known
  }

  async read(inputs: readonly Input[], options: ImportOptions): Promise<void> {
    const pass = newPass(new Tally(), options)
    pass.progress.begin('price-paid, finding the latest sales', sizeOf(inputs))
    const layout = salesLayout((record, shape): undefined => {
      this.#scan(record, shape)
    })
    await scanTables(inputs, layout, pass)
    pass.progress.end()
  }

  winners(): Bits {
    return this.#latest.winners(this.#rows)
  }

  #scan(record: Splitter, shape: PricePaidShape): void {
    const row = this.#rows
    this.#rows += 1
    const status = shape.status === -1 ? 'A' : record.text(shape.status).toUpperCase()
    if (status === 'C' || status === 'D') {
      if (this.changes.size >= CHANGES_MAX) {
        throw new ImportRefused(`More than ${CHANGES_MAX} sales are changed or deleted.`)
      }
      this.changes.set(record.uniqueText(shape.id), status === 'D' ? DELETED : row)
    }
    if (isVoid(record, shape, row, this.#known) || status === 'D') return
    const { bytes } = record
    this.#hash.begin()
    for (const column of [shape.postcode, shape.saon, shape.paon, shape.street]) {
      this.#hash.add(bytes, record.startOf(column), record.endOf(column))
    }
    this.#latest.offer(this.#hash.end(), dayOf(record.text(shape.date)), row)
  }
}

/** Whether a row has deleted this sale, or another has changed it; who deletes one speaks of it too. */
function isVoid(record: Splitter, shape: PricePaidShape, row: number, changes: Changes): boolean {
  if (changes.size === 0) return false
  const last = changes.get(record.uniqueText(shape.id))
  return last !== undefined && last !== row
}

/** `2019-04-11` or `2019-04-11 00:00` as 20190411; 0, before all others, for anything else. */
function dayOf(date: string): number {
  const day = Number(date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10))
  return Number.isInteger(day) ? day : 0
}

class SaleReader {
  readonly #tally: Tally
  readonly #placer: RowPlacer
  readonly #sales: LatestSales
  readonly #fields = new PostalFields()
  #rows = 0

  constructor(tally: Tally, postcodes: Postcodes, sales: LatestSales) {
    this.#tally = tally
    this.#placer = new RowPlacer(tally, postcodes)
    this.#sales = sales
  }

  read(record: Splitter, shape: PricePaidShape): PostalRow | undefined {
    const row = this.#rows
    this.#rows += 1
    if (!this.#sales.winners.has(row)) {
      const isDeleted = isVoid(record, shape, row, this.#sales.changes)
      this.#tally.skip(isDeleted ? 'deleted' : 'superseded')
      return undefined
    }
    if (dayOf(record.text(shape.date)) === 0) {
      this.#tally.reject('date-malformed', record)
      return undefined
    }
    this.#fields.begin()
    return this.#placer.place(record, this.#fields, this.#saleRow(record, shape))
  }

  #saleRow(record: Splitter, shape: PricePaidShape): PostalRow {
    const fields = this.#fields
    const town = fields.text(record, shape.town)
    const locality = fields.text(record, shape.locality)
    const county = fields.text(record, shape.county)
    const postcode = fields.raw(record, shape.postcode).toUpperCase()
    return {
      ...EMPTY_POSTAL_ROW,
      subBuilding: fields.text(record, shape.saon),
      ...premisesOf(fields.raw(record, shape.paon)),
      thoroughfare: fields.text(record, shape.street),
      dependentLocality: locality === town ? '' : locality,
      townOrCity: town,
      county,
      district: fields.text(record, shape.district),
      // The register is that of England and Wales, so along the border the county decides.
      country: countryOfPostcode(postcode) || (isWelshCounty(county) ? 'Wales' : 'England'),
      postcode,
      residential: record.text(shape.type).toUpperCase() !== 'O',
      latitude: Number.NaN,
      longitude: Number.NaN,
    }
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

interface PricePaidShape {
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
function pricePaidShape(first: Splitter): PricePaidShape | undefined {
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
