// The keys of a layer: which area each postcode, UPRN, mesh block or id is in. A key is two numbers.

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
import { elementAt } from '../lib/element-at.ts'

export const KEY_KINDS = ['postcode', 'uprn', 'mesh-block', 'id'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

interface Key {
  readonly high: number
  readonly low: number
}

const LOW_VALUES = 2 ** 32
const POSTCODE_CHARACTERS_MAX = 8

export class KeyAreas {
  /** How national ids begin: the first number of such a key is the place of its beginning here. */
  readonly prefixes: string[] = []
  readonly #pairs = new PairNumbers()
  readonly #area = new GrowingU32()

  get count(): number {
    return this.#pairs.count
  }

  /** Of two areas for one key the first counts; false for another one. */
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
    // Little-endian, as all that Doorplate runs on: the lower half comes first.
    const halves = new Uint32Array(2 * this.count)
    for (let pair = 0; pair < this.count; pair++) {
      halves[2 * pair] = this.#pairs.secondOf(pair)
      halves[2 * pair + 1] = this.#pairs.firstOf(pair)
    }
    new BigUint64Array(halves.buffer).sort()
    const bytes = new GrowingBytes()
    const areas = new Uint32Array(this.count)
    let before: Key = { high: 0, low: 0 }
    for (let at = 0; at < this.count; at++) {
      const key = { low: elementAt(halves, 2 * at), high: elementAt(halves, 2 * at + 1) }
      pushVarint(bytes, key.high - before.high)
      pushVarint(bytes, key.high === before.high ? key.low - before.low : key.low)
      areas[at] = this.areaOf(key.high, key.low)
      before = key
    }
    await writer.add('key.prefixes', this.prefixes)
    await writer.add('key.bytes', bytes.view())
    await writer.add('key.area', areas)
  }
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

/** The key that a text is; undefined for one that is none. */
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
