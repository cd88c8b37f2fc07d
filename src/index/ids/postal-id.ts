// Ids of UK addresses: 64 bits of the source's own key or of the text, so that they outlive a release; and UPRNs.
// Unchecked: records are within the columns, which have a value for each.

import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import { uprnOfId } from '../../address/uprn.ts'
import { lowerBoundBy } from '../../lib/lower-bound.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { Build } from '../rows/final-order.ts'
import { type Columns, GrowingU32 } from '../rows/growing-arrays.ts'
import { countUp, sortByKey, valuesOf } from '../rows/row-order.ts'
import { NONE, type RecordIds } from '../streets/records.ts'
import { foldedValue } from '../words/fold.ts'
import { idFinder, type RowIds } from './id-order.ts'

export interface PostalId {
  readonly high: number
  readonly low: number
}

/** `folded` is `foldedValue`, or remembers what that gave: towns and streets repeat. */
export function postalIdOf(row: PostalRow, folded = foldedValue): PostalId {
  const key = row.uprn === '' ? row.sourceKey : row.uprn
  if (key !== '') return hash64(`key|${key}`)
  return hash64(`text|${elementsOf(row, folded)}`)
}

/** As callers know it. */
export function idOfRow(row: PostalRow): string {
  return postalIdText(postalIdOf(row))
}

/** Eleven characters of `A-Z a-z 0-9 _ -`: base64url, as every answer has an id and a Buffer takes far longer. */
export function postalIdText({ high, low }: PostalId): string {
  return String.fromCharCode(
    codeOf(high >>> 26),
    codeOf(high >>> 20),
    codeOf(high >>> 14),
    codeOf(high >>> 8),
    codeOf(high >>> 2),
    codeOf((high << 4) | (low >>> 28)),
    codeOf(low >>> 22),
    codeOf(low >>> 16),
    codeOf(low >>> 10),
    codeOf(low >>> 4),
    codeOf(low << 2),
  )
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The character of the lowest six bits. */
function codeOf(bits: number): number {
  return BASE64URL.charCodeAt(bits & 63)
}

export function readPostalId(text: string): PostalId | undefined {
  if (!/^[A-Za-z0-9_-]{11}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const id = { high: bytes.readUInt32BE(0), low: bytes.readUInt32BE(4) }
  // The last character has two bits to spare; a text that uses them is nobody's id.
  return postalIdText(id) === text ? id : undefined
}

/** The same for `uprn-100023336956` too. */
export function postalIdNamed(text: string): PostalId | undefined {
  const uprn = uprnOfId(text)
  return uprn === undefined ? readPostalId(text) : postalIdOf({ ...EMPTY_POSTAL_ROW, uprn })
}

/** What makes an address the same one in the next release, whatever its case and punctuation. */
function elementsOf(row: PostalRow, folded: (text: string) => string): string {
  const elements = [
    row.organisation,
    row.department,
    row.poBox,
    row.subBuilding,
    row.buildingName,
    row.buildingNumber,
    row.dependentThoroughfare,
    row.thoroughfare,
    row.doubleDependentLocality,
    row.dependentLocality,
    row.townOrCity,
    row.postcode,
  ]
  return elements.map((text) => (text === '' ? '' : folded(text))).join('|')
}

/** Two multiply-and-rotate lanes with a final mix of both. Fixed for ever: ids are made of it. */
function hash64(text: string): PostalId {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 0x9e3779b1)
    low = Math.imul(low ^ code, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return { high: high >>> 0, low: low >>> 0 }
}

export function readPostalIds(sections: IndexSections): RecordIds {
  const [high, low] = [sections.get('record.idHigh'), sections.get('record.idLow')]
  const find = idFinder(sections, high, low)
  return {
    text: (record) => postalIdText({ high: high[record], low: low[record] }),
    find(text) {
      const id = readPostalId(text)
      return id === undefined ? NONE : find(id.high, id.low)
    },
  }
}

export async function writePostalIds(
  build: Build,
  { idHigh, idLow }: { readonly idHigh: GrowingU32; readonly idLow: GrowingU32 },
  ids: RowIds,
): Promise<void> {
  await writeColumn(build, 'record.idHigh', idHigh)
  await writeColumn(build, 'record.idLow', idLow)
  await build.writer.add('ids.order', ids.records(build.order))
}

async function writeColumn(
  { writer, order }: Build,
  name: `record.${'idHigh' | 'idLow' | 'uprnLow' | 'uprnHigh'}`,
  column: GrowingU32,
): Promise<void> {
  await writer.add(name, valuesOf(order.rows, column.view()))
  column.release()
}

/** A UPRN has up to 12 digits, and so 40 bits. */
const UPRN_LOW_VALUES = 2 ** 32

export function readUprns(sections: IndexSections): (record: number) => string {
  const [low, high] = [sections.find('record.uprnLow'), sections.find('record.uprnHigh')]
  if (low === undefined || high === undefined) return () => ''
  return (record) => String(high[record] * UPRN_LOW_VALUES + low[record] || '')
}

/** Gathers and writes the UPRNs of UK addresses; a file without any has no room for them. */
export class UprnRows {
  readonly #low: GrowingU32
  readonly #high: GrowingU32

  constructor(columns: Columns) {
    this.#low = columns.u32()
    this.#high = columns.u32()
  }

  /** Rows come in order; '' is none. */
  add(row: number, uprn: string): void {
    if (uprn === '') return
    this.#fillTo(row)
    const value = Number(uprn)
    this.#low.push(value % UPRN_LOW_VALUES)
    this.#high.push(Math.floor(value / UPRN_LOW_VALUES))
  }

  async write(build: Build): Promise<void> {
    if (this.#low.length === 0) return
    this.#fillTo(build.table.rows)
    await writeColumn(build, 'record.uprnLow', this.#low)
    await writeColumn(build, 'record.uprnHigh', this.#high)
  }

  #fillTo(rows: number): void {
    while (this.#low.length < rows) {
      this.#low.push(0)
      this.#high.push(0)
    }
  }
}

/** For one id: a block that became more flats than this is answered with the first of them. */
const SUCCESSORS_MAX = 100
/** Numbers of each successor in its section. */
const NUMBERS = 4

/** What the source says that ids continue as; the same may be said several times. */
export class NamedSuccessors {
  readonly #columns = Array.from({ length: NUMBERS }, () => new GrowingU32())

  add(...pair: readonly [id: PostalId, successor: PostalId]): void {
    const values = pair.flatMap(({ high, low }) => [high, low])
    for (const [at, column] of this.#columns.entries()) column.push(values[at])
  }

  /** Those of a section whose ids `isKept`. */
  addAll(named = NOTHING, isKept: (id: PostalId) => boolean = () => true): void {
    for (const { id, successor } of pairsIn(named)) {
      if (isKept(id)) this.add(id, successor)
    }
  }

  /** Each once, in the order of ids and, of one id, in that of the source. */
  sorted(): Uint32Array {
    const [high, low, ...successor] = this.#columns.map((column) => column.view())
    const rows = sortByKey(sortByKey(countUp(high.length), low), high)
    const sorted = new Uint32Array(rows.length * NUMBERS)
    let [first, end] = [0, 0]
    for (const row of rows) {
      const own = [high[row], low[row], successor[0][row], successor[1][row]]
      const isSame = (at: number, from: number) =>
        own.slice(from, from + 2).every((value, i) => sorted[at + from + i] === value)
      if (!isSame(first, 0)) first = end
      let at = first
      while (at < end && !isSame(at, 2)) at += NUMBERS
      if (at < end || end - first === SUCCESSORS_MAX * NUMBERS) continue
      sorted.set(own, end)
      end += NUMBERS
    }
    return sorted.subarray(0, end)
  }
}

const NOTHING: Uint32Array = new Uint32Array()

function* pairsIn(named: Uint32Array) {
  for (let at = 0; at < named.length; at += NUMBERS) {
    const [high, low] = [named[at + 2], named[at + 3]]
    yield { id: { high: named[at], low: named[at + 1] }, successor: { high, low } }
  }
}

/** What an index says that an id continues as. */
export function readSuccessors(sections: IndexSections): (id: PostalId) => readonly PostalId[] {
  const named = sections.find('successors') ?? NOTHING
  const compare = (row: number, { high, low }: PostalId) =>
    named[row * NUMBERS] - high || named[row * NUMBERS + 1] - low
  return (id) => {
    const first = lowerBoundBy(0, named.length / NUMBERS, (row) => compare(row, id) < 0)
    let end = first
    while (end * NUMBERS < named.length && compare(end, id) === 0) end++
    const own = named.subarray(first * NUMBERS, end * NUMBERS)
    return [...pairsIn(own)].map(({ successor }) => successor)
  }
}
