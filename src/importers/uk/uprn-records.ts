// Keeps records in a temporary file until all files are read, then gives them back together by UPRN.
// Unchecked: hot, records of a nation go through it, and every place is within the buffers.

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normaliseUprn } from '../../address/uprn.ts'
import { SpillFile } from '../../index/rows/growing-arrays.ts'
import { NEWLINE_BYTE, QUOTE_BYTE, RETURN_BYTE } from '../../lib/delimited/field-scanner.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'

/** With 200 million records, 200,000 are in memory at once. */
const PART_BITS = 10
const PARTS = 2 ** PART_BITS
/** Neighbours mostly have UPRNs close together: they stay together, since they share street and town. */
const UPRNS_PER_BLOCK = 4096
const CHUNK_BYTES = 32 * 1024
/** Ten times what a nation has. A number has room for it, 18 bits of the block and 12 of the UPRN in it. */
const RECORDS_PER_PART_MAX = 2 ** 21
/** Role, UPRN, key, file and line, with a delimiter after each. */
const FRAME_BYTES_MAX = 256

const KEY_LENGTH_MAX = 128

const UPRN_MAX = 999_999_999_999

const COMMA = 44
const SPACE = 32
const ZERO = 48

/** Records with one remainder of their UPRN: those that came last, and where in the file the others are. */
interface Part {
  bytes: Buffer
  used: number
  records: number
  length: number
  readonly chunks: { readonly start: number; readonly length: number }[]
}

/** The first columns of a record that is given back, and how many of its last ones say where it came from. */
export const UPRN_COLUMN = 0
export const ROLE_COLUMN = 1
export const FIRST_COLUMN = 2
export const ORIGIN_COLUMNS = 3

/**
 * In memory are 32 MB, and one part of 1024 when they are read: a record takes some 100 bytes of disk instead. Records
 * come back in an order that does not depend on the order in which they came.
 */
export class UprnRecords {
  /** The size of all records on disk. */
  bytes = 0
  readonly #spill: SpillFile
  readonly #parts: Part[] = Array.from({ length: PARTS }, () => ({
    bytes: Buffer.alloc(0),
    used: 0,
    records: 0,
    length: 0,
    chunks: [],
  }))

  /** The folder is made if it is not there. */
  constructor(folder = tmpdir()) {
    mkdirSync(folder, { recursive: true })
    this.#spill = new SpillFile(join(folder, `unfinished-${randomUUID()}`))
  }

  /**
   * `role` is one character or two: records of a UPRN come back in its order. A column of -1 is empty. By its `key`,
   * which has no comma, a change set names a record.
   */
  add(uprn: number, role: string, record: Splitter, columns: Int32Array, file: number, key = '') {
    const part = this.#parts[partOf(uprn)]
    if (part.records === RECORDS_PER_PART_MAX) {
      throw new ImportRefused(
        `There are more than ${RECORDS_PER_PART_MAX} records of UPRNs such as ${uprn}; the files repeat themselves.`,
      )
    }
    part.records += 1
    this.#makeRoom(part, record, columns)
    const { bytes } = part
    const start = part.used
    let at = writeNumber(bytes, start, uprn)
    bytes[at++] = COMMA
    for (let character = 0; character < role.length; character += 1) {
      bytes[at++] = role.charCodeAt(character)
    }
    for (let index = 0; index < columns.length; index += 1) {
      bytes[at++] = COMMA
      if (columns[index] !== -1) at = copyField(record, columns[index], bytes, at)
    }
    bytes[at++] = COMMA
    if (key !== '') at += bytes.write(key.slice(0, KEY_LENGTH_MAX), at, 'latin1')
    bytes[at++] = COMMA
    at = writeNumber(bytes, at, file)
    bytes[at++] = COMMA
    at = writeNumber(bytes, at, record.line)
    bytes[at++] = NEWLINE_BYTE
    part.used = at
    part.length += at - start
    this.bytes += at - start
  }

  /** CSV without a header: UPRN, role, the columns, then key, file and line. All records of a UPRN are in one piece. */
  *pieces(): Generator<Buffer> {
    for (const part of this.#parts) {
      if (part.records > 0) yield inOrder(this.#read(part), part.records)
    }
  }

  [Symbol.dispose](): void {
    this.#spill[Symbol.dispose]()
  }

  #makeRoom(part: Part, record: Splitter, columns: Int32Array): void {
    let needed = FRAME_BYTES_MAX
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index]
      needed += column === -1 ? 1 : record.endOf(column) - record.startOf(column) + 3
    }
    if (part.used + needed <= part.bytes.length) return
    if (part.used > 0) {
      const start = this.#spill.append(part.bytes.subarray(0, part.used))
      part.chunks.push({ start, length: part.used })
      part.used = 0
    }
    if (needed > part.bytes.length) {
      part.bytes = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, needed))
    }
  }

  #read(part: Part): Buffer {
    const all = Buffer.allocUnsafe(part.length)
    let at = 0
    for (const { start, length } of part.chunks) {
      this.#spill.read(all.subarray(at, at + length), start)
      at += length
    }
    part.bytes.copy(all, at, 0, part.used)
    return all
  }
}

/** The quotes of a field stay around it; a line end in it becomes a space, so that records end where lines do. */
function copyField(record: Splitter, column: number, target: Buffer, at: number): number {
  const source = record.bytes
  const start = record.startOf(column)
  const isQuoted = start > 0 && source[start - 1] === QUOTE_BYTE
  const end = isQuoted ? record.endOf(column) + 1 : record.endOf(column)
  let to = at
  for (let from = isQuoted ? start - 1 : start; from < end; from += 1) {
    const byte = source[from]
    target[to++] = byte === NEWLINE_BYTE || byte === RETURN_BYTE ? SPACE : byte
  }
  return to
}

/** Returns where the digits end. */
function writeNumber(target: Buffer, at: number, value: number): number {
  let digits = 1
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1
  let rest = value
  for (let place = at + digits - 1; place >= at; place -= 1) {
    const tens = Math.floor(rest / 10)
    target[place] = ZERO + rest - tens * 10
    rest = tens
  }
  return at + digits
}

export function partOf(uprn: number): number {
  // Blocks of a council count up, so an unmixed number would spread them unevenly.
  return Math.imul(Math.floor(uprn / UPRNS_PER_BLOCK), 0x9e3779b1) >>> (32 - PART_BITS)
}

/** 0 for what is no UPRN. */
export function uprnIn(record: Splitter, column: number): number {
  const { bytes } = record
  const end = record.endOf(column)
  let uprn = 0
  for (let at = record.startOf(column); at < end; at += 1) {
    const digit = bytes[at] - ZERO
    // Few files write anything but digits, and for those it may take longer.
    if (digit < 0 || digit > 9) return Number(normaliseUprn(record.uniqueText(column)) ?? 0)
    uprn = uprn * 10 + digit
  }
  return uprn <= UPRN_MAX ? uprn : 0
}

/** The number whose digits begin here. */
export function digitsIn(bytes: Uint8Array, start: number): number {
  let value = 0
  for (let at = start; bytes[at] !== COMMA; at += 1) value = value * 10 + bytes[at] - ZERO
  return value
}

/** The lines by UPRN, those of one UPRN by their bytes: first by role, then by what they say. */
function inOrder(lines: Buffer, count: number): Buffer {
  const starts = new Uint32Array(count + 1)
  const keys = new Float64Array(count)
  const ranks = new Map<number, number>()
  for (let line = 0; line < count; line += 1) {
    keys[line] = digitsIn(lines, starts[line])
    ranks.set(Math.floor(keys[line] / UPRNS_PER_BLOCK), 0)
    starts[line + 1] = lines.indexOf(NEWLINE_BYTE, starts[line]) + 1
  }
  const blocks = Float64Array.from(ranks.keys()).sort()
  for (const [rank, block] of blocks.entries()) ranks.set(block, rank)
  // UPRN and line in one number: a plain sort of numbers is many times faster than one that compares.
  for (let line = 0; line < count; line += 1) {
    const uprn = keys[line]
    const rank = ranks.get(Math.floor(uprn / UPRNS_PER_BLOCK)) ?? 0
    const place = rank * UPRNS_PER_BLOCK + (uprn % UPRNS_PER_BLOCK)
    keys[line] = place * RECORDS_PER_PART_MAX + line
  }
  keys.sort()
  const ordered = Buffer.allocUnsafe(lines.length)
  let to = 0
  for (let first = 0; first < count; ) {
    const group = Math.floor(keys[first] / RECORDS_PER_PART_MAX)
    let end = first + 1
    while (end < count && Math.floor(keys[end] / RECORDS_PER_PART_MAX) === group) end += 1
    const places = Array.from(keys.subarray(first, end), (key) => key % RECORDS_PER_PART_MAX)
    if (places.length > 1) {
      places.sort((a, b) =>
        lines.compare(lines, starts[b], starts[b + 1], starts[a], starts[a + 1]),
      )
    }
    for (const line of places) to += lines.copy(ordered, to, starts[line], starts[line + 1])
    first = end
  }
  return ordered
}
