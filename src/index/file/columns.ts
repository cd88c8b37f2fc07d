// Readers of the kinds of columns that an index is made of: texts, lists, and values that few records have.

import type { IndexSections } from './index-file.ts'

const RECENT_TEXTS = 8192

/** All distinct texts of an index, sorted, so that a text's number also orders it. Number 0 is the empty text. */
export class Texts {
  readonly count: number
  /** Texts that were read last, each at the low bits of its number: names repeat from answer to answer. */
  readonly #recent: string[] = new Array<string>(RECENT_TEXTS).fill('')
  readonly #recentNumber = new Uint32Array(RECENT_TEXTS)
  readonly #offset: Uint32Array
  readonly #bytes: Buffer

  constructor(sections: IndexSections) {
    this.#offset = sections.u32('texts.offset')
    const bytes = sections.u8('texts.bytes')
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.count = this.#offset.length - 1
  }

  at(text: number): string {
    const slot = text & (RECENT_TEXTS - 1)
    if (this.#recentNumber[slot] === text) return this.#recent[slot]
    const read = this.#bytes.toString('utf8', this.#offset[text], this.#offset[text + 1])
    this.#recent[slot] = read
    this.#recentNumber[slot] = text
    return read
  }

  /** The number of a text, or -1 if no record has it. */
  find(wanted: string): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle) < wanted) low = middle + 1
      else high = middle
    }
    return low < this.count && this.at(low) === wanted ? low : -1
  }
}

/** Lists of numbers, one after the other: the list of `i` is `values[start(i)] … values[end(i) - 1]`. */
export class Lists {
  readonly values: Uint32Array
  readonly offset: Uint32Array

  constructor(sections: IndexSections, name: string) {
    this.values = sections.u32(`${name}.values`)
    this.offset = sections.u32(`${name}.offset`)
  }
}

/** Records that have the value are marked in a bit map; the values of those stand side by side. */
export class SparseColumn {
  /** A bit for each record that has a value. */
  readonly bits: Uint32Array
  /** How many records are marked before each block of 256. */
  readonly #before: Uint32Array
  readonly #values: Uint8Array | Uint16Array | Uint32Array
  readonly #absent: number

  constructor(sections: IndexSections, name: string, absent: number) {
    this.bits = sections.u32(`${name}.bits`)
    this.#before = sections.u32(`${name}.before`)
    this.#values = sections.anyWidth(`${name}.values`)
    this.#absent = absent
  }

  has(record: number): boolean {
    return ((this.bits[record >>> 5] >>> (record & 31)) & 1) === 1
  }

  // Hot: called for each record that a query looks at.
  at(record: number): number {
    const bits = this.bits
    const word = record >>> 5
    const bit = record & 31
    const own = bits[word]
    if (((own >>> bit) & 1) === 0) return this.#absent
    let rank = this.#before[record >>> 8]
    for (let i = word & ~7; i < word; i++) rank += popCount(bits[i])
    return this.#values[rank + popCount(own & ((1 << bit) - 1))]
  }
}

export function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
