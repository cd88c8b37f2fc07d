// The keys of a layer: which area each postcode, UPRN, mesh block or id is in. A key is two numbers.
// Unchecked: hot, goes over a key for each address, and pairs come from the columns themselves.

import type { Product } from '../address/product.ts'
import { normaliseUprn } from '../address/uprn.ts'
import { isNational } from '../countries/country.ts'
import type { IndexSections } from '../index/file/index-sections.ts'
import type { SectionWriter } from '../index/file/index-writer.ts'
import { splitPid } from '../index/ids/national-ids.ts'
import { postalIdNamed } from '../index/ids/postal-id.ts'
import { pushVarint, VarintReader } from '../index/national/details.ts'
import { GrowingBytes, GrowingU32 } from '../index/rows/growing-arrays.ts'
import { PairNumbers } from '../index/rows/text-numbers.ts'

export const KEY_KINDS = ['postcode', 'uprn', 'mesh-block', 'id'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

interface Key {
  readonly high: number
  readonly low: number
}

const LOW_VALUES = 2 ** 32
const POSTCODE_CHARACTERS_MAX = 8

export class KeyAreas {
  /** How national ids begin. The first number of a key is the index of its beginning here. */
  readonly prefixes: string[] = []
  readonly #pairs = new PairNumbers()
  readonly #area = new GrowingU32()

  get count(): number {
    return this.#pairs.count
  }

  /** The first area of a key counts; false for another one. */
  add({ high, low }: Key, area: number): boolean {
    const pair = this.#pairs.add(high, low)
    if (pair < this.#area.length) return this.#area.at(pair) === area
    this.#area.push(area)
    return true
  }

  /** 0 for none. */
  areaOf(high: number, low: number): number {
    const pair = this.#pairs.find(high, low)
    return pair === -1 ? 0 : this.#area.at(pair)
  }

  async write(writer: SectionWriter): Promise<void> {
    const [high, low] = [new Uint32Array(this.count), new Uint32Array(this.count)]
    for (let pair = 0; pair < this.count; pair++) {
      high[pair] = this.#pairs.firstOf(pair)
      low[pair] = this.#pairs.secondOf(pair)
    }
    const bytes = new GrowingBytes()
    const areas = new Uint32Array(this.count)
    let [highBefore, lowBefore] = [0, 0]
    const order = inOrder(high, low)
    for (let at = 0; at < order.length; at++) {
      const pair = order[at]
      const step = high[pair] - highBefore
      pushVarint(bytes, step)
      pushVarint(bytes, step === 0 ? low[pair] - lowBefore : low[pair])
      areas[at] = this.#area.at(pair)
      highBefore = high[pair]
      lowBefore = low[pair]
    }
    await writer.add('key.prefixes', this.prefixes)
    await writer.add('key.bytes', bytes.view())
    await writer.add('key.area', areas)
  }
}

const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS

/** The places of the pairs from the lowest to the highest: by half a number at a time, where not all have the same. */
function inOrder(high: Uint32Array, low: Uint32Array): Uint32Array {
  const count = high.length
  let [order, next] = [new Uint32Array(count), new Uint32Array(count)]
  for (let at = 0; at < count; at++) order[at] = at
  for (const half of [low, high]) {
    for (const shift of [0, DIGIT_BITS]) {
      const start = new Uint32Array(DIGITS + 1)
      for (let at = 0; at < count; at++) start[1 + ((half[at] >>> shift) & (DIGITS - 1))]++
      if (start.includes(count)) continue
      for (let digit = 0; digit < DIGITS; digit++) start[digit + 1] += start[digit]
      for (let at = 0; at < count; at++) {
        const pair = order[at]
        next[start[(half[pair] >>> shift) & (DIGITS - 1)]++] = pair
      }
      ;[order, next] = [next, order]
    }
  }
  return order
}

export function readKeys(sections: IndexSections): KeyAreas {
  const keys = new KeyAreas()
  keys.prefixes.push(...sections.get('key.prefixes'))
  const reader = new VarintReader(sections.get('key.bytes'))
  let [high, low] = [0, 0]
  for (const area of sections.get('key.area')) {
    const step = reader.next()
    high += step
    low = step === 0 ? low + reader.next() : reader.next()
    keys.add({ high, low }, area)
  }
  return keys
}

/** Reads the key in a text; undefined if there is none. */
export function keyReader(
  kind: KeyKind,
  product: Product,
  { prefixes }: Pick<KeyAreas, 'prefixes'>,
): (text: string) => Key | undefined {
  switch (kind) {
    case 'postcode':
      return postcodeKey
    case 'uprn':
      return (text) => numberKey(normaliseUprn(text))
    case 'mesh-block':
      return (text) => numberKey(MESH_BLOCK.exec(text.trim())?.[1])
    case 'id':
      return isNational(product) ? (text) => pidKey(text.trim(), prefixes) : postalIdNamed
  }
}

/** G-NAF writes `MB21` before the code. */
const MESH_BLOCK = /^(?:MB\d\d)?(\d{1,15})$/

/** A spreadsheet drops the zero that a postcode begins with: 0800 and 800 are the same. */
function postcodeKey(text: string): Key | undefined {
  const code = text.replace(/[^0-9a-z]/gi, '')
  if (code === '' || code.length > POSTCODE_CHARACTERS_MAX) return undefined
  return keyOf(Number.parseInt(code, 36))
}

function numberKey(digits: string | undefined): Key | undefined {
  return digits === undefined ? undefined : keyOf(Number(digits))
}

function keyOf(number: number): Key {
  return { high: Math.floor(number / LOW_VALUES), low: number % LOW_VALUES }
}

function pidKey(text: string, prefixes: string[]): Key | undefined {
  if (text === '') return undefined
  const { prefix, number } = splitPid(text)
  const known = prefixes.indexOf(prefix)
  return { high: known === -1 ? prefixes.push(prefix) - 1 : known, low: number }
}
