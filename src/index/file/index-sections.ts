// The sections of a loaded index by name, as typed arrays over its memory, and the header and table that list them.

import { crc32 } from 'node:zlib'
import { CALL, VERSION } from '../../lib/program.ts'
import { type ElementType, type SectionName, type SectionValue, typeOfSection } from './sections.ts'

/** All threads of a process read the same memory; only JSON is decoded. */
export class IndexSections {
  readonly #buffer: ArrayBufferLike
  readonly #entries: ReadonlyMap<string, SectionEntry>

  constructor(buffer: ArrayBufferLike, entries = entriesOf(buffer)) {
    this.#buffer = buffer
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]))
  }

  /** The same as `get`, or undefined if the file has no such section. */
  find<Name extends SectionName>(name: Name): SectionValue<Name> | undefined {
    return this.#entries.has(name) ? this.get(name) : undefined
  }

  /** The values of a section, of the type that the table of sections gives it. */
  get<Name extends SectionName>(name: Name): SectionValue<Name>
  get(name: SectionName): unknown {
    const type = typeOfSection(name)
    const entry = this.#entries.get(name)
    if (entry === undefined || !isStoredAs(type, entry)) {
      throw ofAnotherVersion(`it has no section ${name} of type ${type}`)
    }
    const values = arrayOver(this.#buffer, entry)
    if (type === 'number') return values[0]
    return type === 'json' ? JSON.parse(Buffer.from(values).toString('utf8')) : values
  }
}

export function entriesOf(buffer: ArrayBufferLike): readonly SectionEntry[] {
  const header = readHeader(Buffer.from(buffer, 0, HEADER_BYTES), buffer.byteLength)
  const table = Buffer.from(buffer, header.tableOffset, header.tableBytes)
  return readTable(table, header.tableCrc)
}

function isStoredAs(type: ElementType, entry: SectionEntry): boolean {
  if (type === 'json') return entry.type === 'u8'
  if (type === 'narrow') return entry.type !== 'i32'
  if (type === 'number') return entry.type === 'u32' && entry.bytes === 4
  return entry.type === type
}

function arrayOver(buffer: ArrayBufferLike, { type, offset, bytes }: SectionEntry) {
  if (type === 'u8') return new Uint8Array(buffer, offset, bytes)
  if (type === 'u16') return new Uint16Array(buffer, offset, bytes / 2)
  if (type === 'u32') return new Uint32Array(buffer, offset, bytes / 4)
  return new Int32Array(buffer, offset, bytes / 4)
}

/** Ledgers, change logs and layers have versions of their own: they outlive every change of the index. */
const FORMATS = {
  index: { magic: 'DOORPLAT', version: 7, name: 'an index file' },
  ledger: { magic: 'DOORLEDG', version: 1, name: 'an id ledger' },
  changes: { magic: 'DOORCHNG', version: 1, name: 'a step of a change log' },
  layer: { magic: 'DOORAREA', version: 1, name: 'a layer of areas' },
} as const
export type FileFormat = keyof typeof FORMATS

export const SECTION_ALIGNMENT = 64
export const HEADER_BYTES = 64
/** Zeros follow, up to the first section. */
export const HEADER_USED = 32

/** Where each value of the header is. The table's offset is a double, so that files may pass 4 GiB. */
const AT = { version: 8, tableBytes: 12, tableOffset: 16, tableCrc: 24, headerCrc: 28 } as const

/** How the values of a section are stored; all are little-endian. */
export type StoredType = 'u8' | 'u16' | 'u32' | 'i32'

export interface SectionEntry {
  readonly name: string
  readonly type: StoredType
  readonly offset: number
  readonly bytes: number
  readonly crc: number
}

export function readTable(table: Buffer, crc: number): readonly SectionEntry[] {
  if (crc32(table) !== crc) throw new Error('its table of sections fails its checksum.')
  return JSON.parse(table.toString('utf8')) as SectionEntry[]
}

export function headerBytes(tableOffset: number, table: Uint8Array, format: FileFormat) {
  const { magic, version } = FORMATS[format]
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write(magic, 0, 'latin1')
  bytes.writeUInt32LE(version, AT.version)
  bytes.writeUInt32LE(table.byteLength, AT.tableBytes)
  bytes.writeDoubleLE(tableOffset, AT.tableOffset)
  bytes.writeUInt32LE(crc32(table), AT.tableCrc)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, AT.headerCrc)), AT.headerCrc)
  return bytes
}

/** The source of a release is not in it, so nothing can be converted: it is imported again. */
function ofAnotherVersion(why: string): Error {
  return new Error(
    `it was made by another version of Doorplate than ${VERSION} (${why}). Import its source again, as ` +
      `"${CALL} help import" says, or go back to that version; accounts and keys are not concerned.`,
  )
}

/** `size` is that of the whole file, which ends with the table. */
export function readHeader(header: Buffer, size: number, format: FileFormat = 'index') {
  const { magic, version, name } = FORMATS[format]
  if (header.toString('latin1', 0, magic.length) !== magic) {
    throw new Error(`it is not ${name}.`)
  }
  const own = header.readUInt32LE(AT.version)
  if (own !== version) {
    const why = `it has format version ${own}, this one reads ${version}`
    throw format === 'index' ? ofAnotherVersion(why) : new Error(`${why}.`)
  }
  if (crc32(header.subarray(0, AT.headerCrc)) !== header.readUInt32LE(AT.headerCrc)) {
    throw new Error('its header fails its checksum.')
  }
  const tableOffset = header.readDoubleLE(AT.tableOffset)
  const tableBytes = header.readUInt32LE(AT.tableBytes)
  if (tableOffset + tableBytes !== size) throw new Error('it is cut short.')
  return { tableOffset, tableBytes, tableCrc: header.readUInt32LE(AT.tableCrc) }
}
