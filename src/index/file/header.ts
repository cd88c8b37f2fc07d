// The two ends of an index file: the header, and the table that says where each section is and checks it.

import { crc32 } from 'node:zlib'
import { CALL, VERSION } from '../../lib/program.ts'

const FORMAT_VERSION = 6
export const SECTION_ALIGNMENT = 64
export const HEADER_BYTES = 64
const MAGIC = 'DOORPLAT'

/** Where each value of the header is. The table's offset is a double, so that files may pass 4 GiB. */
const AT = { version: 8, tableBytes: 12, tableOffset: 16, tableCrc: 24, headerCrc: 28 } as const

/** How the values of a section are kept; all are little-endian. */
export type StoredType = 'u8' | 'u16' | 'u32' | 'i32'

export interface SectionEntry {
  readonly name: string
  readonly type: StoredType
  readonly offset: number
  readonly bytes: number
  readonly crc: number
}

export function tableBytes(entries: readonly SectionEntry[]): Uint8Array {
  return new Uint8Array(Buffer.from(JSON.stringify(entries), 'utf8'))
}

export function readTable(table: Buffer, crc: number): readonly SectionEntry[] {
  if (crc32(table) !== crc) throw new Error('its table of sections fails its checksum.')
  return JSON.parse(table.toString('utf8')) as SectionEntry[]
}

export function headerBytes(tableOffset: number, table: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write(MAGIC, 0, 'latin1')
  bytes.writeUInt32LE(FORMAT_VERSION, AT.version)
  bytes.writeUInt32LE(table.byteLength, AT.tableBytes)
  bytes.writeDoubleLE(tableOffset, AT.tableOffset)
  bytes.writeUInt32LE(crc32(table), AT.tableCrc)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, AT.headerCrc)), AT.headerCrc)
  return bytes
}

/** The source of a release is not in it, so nothing can be converted: it is imported again. */
export function ofAnotherVersion(why: string): Error {
  return new Error(
    `it was made by another version of Doorplate than ${VERSION} (${why}). Import its source again, as ` +
      `"${CALL} help import" says, or go back to that version; accounts and keys are not concerned.`,
  )
}

interface Header {
  readonly tableOffset: number
  readonly tableBytes: number
  readonly tableCrc: number
}

/** `size` is that of the whole file, which ends with the table. */
export function readHeader(header: Buffer, size: number): Header {
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error('it is not an index file.')
  }
  const version = header.readUInt32LE(AT.version)
  if (version !== FORMAT_VERSION) {
    throw ofAnotherVersion(`it has format version ${version}, this one reads ${FORMAT_VERSION}`)
  }
  if (crc32(header.subarray(0, AT.headerCrc)) !== header.readUInt32LE(AT.headerCrc)) {
    throw new Error('its header fails its checksum.')
  }
  const tableOffset = header.readDoubleLE(AT.tableOffset)
  const tableBytes = header.readUInt32LE(AT.tableBytes)
  if (tableOffset + tableBytes !== size) throw new Error('it is cut short.')
  return { tableOffset, tableBytes, tableCrc: header.readUInt32LE(AT.tableCrc) }
}
