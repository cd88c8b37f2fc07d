// The index file: a header, sections of numbers or bytes, a table that names and checks each of them.

import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

export const FORMAT_VERSION = 2
export const SECTION_ALIGNMENT = 64
export const HEADER_BYTES = 64
const MAGIC = 'DOORPLAT'
/** One read call moves at most this much: the system refuses more than 2 GiB at once. */
const CHUNK_BYTES = 64 * 1024 * 1024

const CHECK_BYTES = 4 * 1024 * 1024

export type SectionType = 'u8' | 'u16' | 'u32' | 'i32' | 'f64'
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

export interface SectionEntry {
  readonly name: string
  readonly type: SectionType
  readonly offset: number
  readonly bytes: number
  readonly crc: number
}

export const BYTES_OF_TYPE: Readonly<Record<SectionType, number>> = {
  u8: 1,
  u16: 2,
  u32: 4,
  i32: 4,
  f64: 8,
}

export function sectionTypeOf(values: SectionArray): SectionType {
  if (values instanceof Uint8Array) return 'u8'
  if (values instanceof Uint16Array) return 'u16'
  if (values instanceof Uint32Array) return 'u32'
  return values instanceof Int32Array ? 'i32' : 'f64'
}

/** The sections of one loaded file, by name. All threads of a process look at the same memory. */
export class IndexSections {
  readonly #buffer: SharedArrayBuffer
  readonly #entries: ReadonlyMap<string, SectionEntry>

  constructor(buffer: SharedArrayBuffer) {
    this.#buffer = buffer
    this.#entries = new Map(readTable(buffer).map((entry) => [entry.name, entry]))
  }

  get byteLength(): number {
    return this.#buffer.byteLength
  }

  entries(): readonly SectionEntry[] {
    return [...this.#entries.values()]
  }

  u8(name: string): Uint8Array {
    const entry = this.#entry(name, 'u8')
    return new Uint8Array(this.#buffer, entry.offset, entry.bytes)
  }

  u16(name: string): Uint16Array {
    const entry = this.#entry(name, 'u16')
    return new Uint16Array(this.#buffer, entry.offset, entry.bytes / 2)
  }

  u32(name: string): Uint32Array {
    const entry = this.#entry(name, 'u32')
    return new Uint32Array(this.#buffer, entry.offset, entry.bytes / 4)
  }

  i32(name: string): Int32Array {
    const entry = this.#entry(name, 'i32')
    return new Int32Array(this.#buffer, entry.offset, entry.bytes / 4)
  }

  f64(name: string): Float64Array {
    const entry = this.#entry(name, 'f64')
    return new Float64Array(this.#buffer, entry.offset, entry.bytes / 8)
  }

  /** A column whose width the build chose by its largest value. */
  anyWidth(name: string): Uint8Array | Uint16Array | Uint32Array {
    const type = this.#entries.get(name)?.type
    if (type === 'u8') return this.u8(name)
    return type === 'u16' ? this.u16(name) : this.u32(name)
  }

  json(name: string): unknown {
    return JSON.parse(Buffer.from(this.u8(name)).toString('utf8'))
  }

  #entry(name: string, type: SectionType): SectionEntry {
    const entry = this.#entries.get(name)
    if (entry?.type !== type) throw new Error(`The index file has no section ${name} (${type}).`)
    return entry
  }
}

/** Reads a whole index file into memory that threads can share, and checks every byte of it. */
export async function loadIndex(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size < HEADER_BYTES) throw new Error(`${path} is not an index file: it is too short.`)
    const buffer = new SharedArrayBuffer(size)
    await readWhole(file, buffer, path)
    checkIndex(buffer, path)
    return buffer
  } finally {
    await file.close()
  }
}

/** One section of JSON, without reading the rest of the file. */
export async function readSection(
  path: string,
  name: string,
): Promise<{ readonly json: unknown; readonly bytes: number }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size < HEADER_BYTES) throw new Error(`${path} is not an index file: it is too short.`)
    const header = await readPart(file, 0, HEADER_BYTES)
    const { tableOffset, tableBytes, tableCrc } = readHeader(header, size)
    const entries = readEntries(await readPart(file, tableOffset, tableBytes), tableCrc)
    const entry = entries.find((section) => section.name === name)
    if (entry === undefined) throw new Error(`${path} has no section ${name}.`)
    const bytes = await readPart(file, entry.offset, entry.bytes)
    if (crc32(bytes) !== entry.crc) throw new Error(`${path} is damaged: section ${name}.`)
    return { json: JSON.parse(bytes.toString('utf8')), bytes: size }
  } finally {
    await file.close()
  }
}

/** Reads the whole file and checks every section, without holding more than a stretch of it in memory. */
export async function checkIndexFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const header = await readPart(file, 0, HEADER_BYTES)
    const { tableOffset, tableBytes, tableCrc } = readHeader(header, size)
    const stretch = Buffer.allocUnsafe(CHECK_BYTES)
    for (const entry of readEntries(await readPart(file, tableOffset, tableBytes), tableCrc)) {
      let crc = 0
      for (let done = 0; done < entry.bytes; ) {
        const want = Math.min(CHECK_BYTES, entry.bytes - done)
        const { bytesRead } = await file.read(stretch, 0, want, entry.offset + done)
        if (bytesRead === 0) throw new Error(`${path} is cut short in section ${entry.name}.`)
        crc = crc32(stretch.subarray(0, bytesRead), crc)
        done += bytesRead
      }
      if (crc !== entry.crc) {
        throw new Error(`${path} is damaged: section ${entry.name} fails its checksum.`)
      }
    }
  } finally {
    await file.close()
  }
}

async function readPart(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const part = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(part, 0, bytes, offset)
  if (bytesRead !== bytes) throw new Error('The index file is cut short.')
  return part
}

export function checkIndex(buffer: SharedArrayBuffer, path: string): void {
  let entries: readonly SectionEntry[]
  try {
    entries = readTable(buffer)
  } catch (error) {
    throw new Error(`${path} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
  for (const entry of entries) {
    if (crcOf(buffer, entry.offset, entry.bytes) !== entry.crc) {
      throw new Error(`${path} is damaged: section ${entry.name} fails its checksum.`)
    }
  }
}

/** The header: magic, version, then where the table of sections is, and a checksum of both. */
export function headerBytes(tableOffset: number, table: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write(MAGIC, 0, 'latin1')
  bytes.writeUInt32LE(FORMAT_VERSION, 8)
  bytes.writeUInt32LE(table.byteLength, 12)
  bytes.writeDoubleLE(tableOffset, 16)
  bytes.writeUInt32LE(crc32(table), 24)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 28)), 28)
  return bytes
}

function readTable(buffer: SharedArrayBuffer): readonly SectionEntry[] {
  const header = Buffer.from(buffer, 0, HEADER_BYTES)
  const { tableOffset, tableBytes, tableCrc } = readHeader(header, buffer.byteLength)
  return readEntries(Buffer.from(buffer, tableOffset, tableBytes), tableCrc)
}

function readHeader(header: Buffer, size: number) {
  if (header.toString('latin1', 0, 8) !== MAGIC) throw new Error('it is not an index file.')
  const version = header.readUInt32LE(8)
  if (version !== FORMAT_VERSION) {
    throw new Error(`it has format version ${version}, this program reads ${FORMAT_VERSION}.`)
  }
  if (crc32(header.subarray(0, 28)) !== header.readUInt32LE(28)) {
    throw new Error('its header fails its checksum.')
  }
  const tableOffset = header.readDoubleLE(16)
  const tableBytes = header.readUInt32LE(12)
  if (tableOffset + tableBytes !== size) throw new Error('it is cut short.')
  return { tableOffset, tableBytes, tableCrc: header.readUInt32LE(24) }
}

function readEntries(table: Buffer, crc: number): readonly SectionEntry[] {
  if (crc32(table) !== crc) throw new Error('its table of sections fails its checksum.')
  return JSON.parse(table.toString('utf8')) as SectionEntry[]
}

function crcOf(buffer: SharedArrayBuffer, offset: number, bytes: number): number {
  let crc = 0
  for (let done = 0; done < bytes; done += CHUNK_BYTES) {
    crc = crc32(Buffer.from(buffer, offset + done, Math.min(CHUNK_BYTES, bytes - done)), crc)
  }
  return crc
}

async function readWhole(file: FileHandle, buffer: SharedArrayBuffer, path: string): Promise<void> {
  let position = 0
  while (position < buffer.byteLength) {
    const want = Math.min(CHUNK_BYTES, buffer.byteLength - position)
    const chunk = new Uint8Array(buffer, position, want)
    const { bytesRead } = await file.read(chunk, 0, want, position)
    if (bytesRead === 0) throw new Error(`${path} is cut short: it ends at byte ${position}.`)
    position += bytesRead
  }
}
