// Ids of UK addresses: 64 bits of the source's own key or of the text, so that they outlive a release.

import type { PostalRow } from '../../address/postal.ts'
import { elementAt } from '../../lib/element-at.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import type { GrowingU32 } from '../rows/growing-arrays.ts'
import { valuesOf } from '../rows/row-order.ts'
import { NONE } from '../streets/records.ts'
import { foldedValue } from '../words/fold.ts'
import { IdOrder, type RowIds } from './id-order.ts'

interface PostalId {
  readonly high: number
  readonly low: number
}

/** `folded` is `foldedValue`, or remembers what that gave: towns and streets repeat. */
export function postalIdOf(row: PostalRow, folded = foldedValue): PostalId {
  const key = row.uprn === '' ? row.sourceKey : row.uprn
  if (key !== '') return hash64(`key|${key}`)
  return hash64(`text|${elementsOf(row, folded)}`)
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

export class PostalIds {
  readonly #high: Uint32Array
  readonly #low: Uint32Array
  readonly #order: IdOrder

  constructor(sections: IndexSections) {
    this.#high = sections.get('record.idHigh')
    this.#low = sections.get('record.idLow')
    this.#order = new IdOrder(sections, this.#high, this.#low)
  }

  text(record: number): string {
    const [high, low] = [elementAt(this.#high, record), elementAt(this.#low, record)]
    return postalIdText({ high, low })
  }

  /** The record with this id, or NONE. */
  find(text: string): number {
    const id = readPostalId(text)
    return id === undefined ? NONE : this.#order.find(id.high, id.low)
  }
}

export async function writePostalIds(
  writer: SectionWriter,
  { idHigh, idLow }: { readonly idHigh: GrowingU32; readonly idLow: GrowingU32 },
  order: FinalOrder,
  ids: RowIds,
): Promise<void> {
  await writer.add('record.idHigh', valuesOf(order.rows, idHigh.view()))
  idHigh.free()
  await writer.add('record.idLow', valuesOf(order.rows, idLow.view()))
  idLow.free()
  await writer.add('ids.order', ids.records(order))
}
