// Private addresses as a CSV file. Faults are listed by line, and no cell is written that a spreadsheet would run.

import type { Product } from '../address/product.ts'
import { countryOf, DEFAULT_COUNTRY } from '../countries/country.ts'
import { harmless, quoted, shown } from '../lib/delimited/csv-cells.ts'
import { type CsvRecord, csvRecords } from '../lib/delimited/csv-records.ts'
import { recordOf } from '../lib/record-of.ts'
import type { Sliced } from '../lib/turns/turns.ts'
import {
  cleanText,
  type NewPrivateAddress,
  PRIVATE_ADDRESSES_MAX,
  PRIVATE_FIELD_CHARACTERS_MAX,
  PRIVATE_TEXTS,
  type PrivateAddress,
  pointGiven,
  privatePostcode,
} from './private-address.ts'

/** `id` is written and, when read, passed over: an address that is added has a new one. */
const COLUMNS = [
  'id',
  'postcode',
  ...PRIVATE_TEXTS,
  'latitude',
  'longitude',
  'residential',
] as const

const REQUIRED = ['postcode', 'line_1', 'residential']
/** How much of the name of an unknown column is shown. */
const NAME_SHOWN_MAX = 40
const FAULTS_MAX = 20

type ReadCsv =
  | { readonly kind: 'read'; readonly addresses: readonly NewPrivateAddress[] }
  /** The first FAULTS_MAX of them, each with its line. */
  | { readonly kind: 'faults'; readonly faults: readonly string[]; readonly count: number }

/** In slices, because a large file takes a tenth of a second. */
export function* readPrivateCsv(text: string, product: Product | undefined): Sliced<ReadCsv> {
  const records = csvRecords(text)
  const { value: header } = records.next()
  if (header === undefined) return refused('The file is empty.')
  if (header.fault !== undefined) return refused(`line ${header.line}: ${header.fault}.`)
  const names = header.cells.map((name) => name.trim().toLowerCase().replace(/[ -]+/g, '_'))
  const unknown = names.findIndex((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown >= 0) {
    const typed = header.cells[unknown]?.slice(0, NAME_SHOWN_MAX) ?? ''
    return refused(`line 1: unknown column "${typed}". Columns are ${COLUMNS.join(', ')}.`)
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return refused(`line 1: the column ${twice} appears twice.`)
  const missing = REQUIRED.find((name) => !names.includes(name))
  if (missing !== undefined) return refused(`line 1: the column ${missing} is missing.`)
  return yield* readRecords(records, names, product)
}

function refused(fault: string): ReadCsv {
  return { kind: 'faults', faults: [fault], count: 1 }
}

function* readRecords(
  records: Iterable<CsvRecord>,
  names: readonly string[],
  product: Product | undefined,
): Sliced<ReadCsv> {
  const addresses: NewPrivateAddress[] = []
  const faults: string[] = []
  let count = 0
  let read = 0
  for (const { line, cells, columns, fault } of records) {
    read += 1
    if (read > PRIVATE_ADDRESSES_MAX) {
      return refused(
        `The file has more than ${PRIVATE_ADDRESSES_MAX} addresses, the maximum of an account.`,
      )
    }
    yield
    const reader = new CellReader(names, cells)
    if (fault !== undefined) reader.fault(fault)
    else if (columns !== names.length) {
      reader.fault(`it has ${columns} cells, the first line has ${names.length}`)
    } else addresses.push(reader.address(product))
    if (reader.faults.length === 0) continue
    count += 1
    if (faults.length < FAULTS_MAX) faults.push(`line ${line}: ${reader.faults.join('; ')}`)
  }
  return count === 0 ? { kind: 'read', addresses } : { kind: 'faults', faults, count }
}

class CellReader {
  readonly faults: string[] = []
  readonly #cells: ReadonlyMap<string, string>

  constructor(names: readonly string[], cells: readonly string[]) {
    this.#cells = new Map(names.map((name, at) => [name, cells[at] ?? '']))
  }

  fault(what: string): void {
    this.faults.push(what)
  }

  address(product: Product | undefined): NewPrivateAddress {
    const { line_1, ...others } = recordOf(PRIVATE_TEXTS, (name) => this.#text(name))
    if (line_1 === '') this.fault('line_1 is required')
    const postcode = privatePostcode(product, this.#text('postcode'))
    if (postcode === undefined) {
      this.fault(
        `postcode must be ${countryOf(product ?? DEFAULT_COUNTRY.product).postcode.description}`,
      )
    }
    const point = this.#point()
    const residential = this.#residential()
    return { ...others, line_1, postcode: postcode ?? '', residential, point }
  }

  #text(name: string): string {
    const text = cleanText(shown(this.#cells.get(name) ?? ''))
    const most = PRIVATE_FIELD_CHARACTERS_MAX
    if (text.length > most && [...text].length > most) {
      this.fault(`${name} must be at most ${most} characters`)
    }
    return text
  }

  #residential(): boolean {
    const text = this.#text('residential').toLowerCase()
    if (!/^(true|false|1|0)$/.test(text)) this.fault('residential must be true or false')
    return text === 'true' || text === '1'
  }

  #point(): NewPrivateAddress['point'] {
    const [latitude, longitude] = [this.#degrees('latitude', 90), this.#degrees('longitude', 180)]
    if (latitude === undefined && longitude === undefined) return undefined
    if (latitude === undefined || longitude === undefined) {
      this.fault('latitude and longitude are only valid together')
      return undefined
    }
    return pointGiven(latitude, longitude)
  }

  #degrees(name: string, most: number): number | undefined {
    const text = this.#text(name)
    if (text === '') return undefined
    const degrees = /^[+-]?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
    if (!(Math.abs(degrees) <= most)) {
      this.fault(`${name} must be a number from -${most} to ${most}`)
      return 0
    }
    return degrees
  }
}

/** One line for each address, beneath the names of the columns. */
export function writePrivateCsv(addresses: readonly PrivateAddress[]): string {
  const lines = addresses.map((address) => {
    const { point, residential, id, postcode } = address
    const texts = PRIVATE_TEXTS.map((name) => address[name])
    const degrees = [point?.latitude, point?.longitude].map(decimal)
    return [id, ...[postcode, ...texts].map(harmless), ...degrees, String(residential)]
  })
  return [COLUMNS, ...lines].map((cells) => cells.map(quoted).join(',')).join('\n')
}

/** Never `1e-7`, which is no decimal number. */
function decimal(degrees: number | undefined): string {
  const text = degrees?.toString() ?? ''
  return text.includes('e') ? (degrees?.toFixed(15) ?? '') : text
}
