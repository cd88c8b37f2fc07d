// Small made-up data files for the tests of the importers, and the archives they come in.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'

/** A folder that is gone when the test is over. */
export class Folder {
  readonly path: string

  constructor(t: TestContext) {
    this.path = mkdtempSync(join(tmpdir(), 'doorplate-import-'))
    t.after(() => rmSync(this.path, { recursive: true, force: true }))
  }

  /** Gives the path of the file. */
  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }
}

export const CORE_HEADER =
  'ADDRESS_DETAIL_PID|DATE_CREATED|ADDRESS_LABEL|ADDRESS_SITE_NAME|BUILDING_NAME|FLAT_TYPE|' +
  'FLAT_NUMBER|LEVEL_TYPE|LEVEL_NUMBER|NUMBER_FIRST|NUMBER_LAST|LOT_NUMBER|STREET_NAME|' +
  'STREET_TYPE|STREET_SUFFIX|LOCALITY_NAME|STATE|POSTCODE|LEGAL_PARCEL_ID|MB_CODE|' +
  'ALIAS_PRINCIPAL|PRINCIPAL_PID|PRIMARY_SECONDARY|PRIMARY_PID|GEOCODE_TYPE|LONGITUDE|LATITUDE'

const CORE_ROW: Readonly<Record<string, string>> = {
  ADDRESS_DETAIL_PID: 'GAVIC900000001',
  NUMBER_FIRST: '1',
  STREET_NAME: 'WATTLE',
  STREET_TYPE: 'ST',
  LOCALITY_NAME: 'EXAMPLETON',
  STATE: 'VIC',
  POSTCODE: '3999',
  ALIAS_PRINCIPAL: 'P',
  LONGITUDE: '145.01610791',
  LATITUDE: '-37.93198184',
}

/** One line of a G-NAF Core file. */
export function coreLine(fields: Readonly<Record<string, string>> = {}): string {
  const row = { ...CORE_ROW, ...fields }
  const names: readonly string[] = CORE_HEADER.split('|')
  return names.map((name) => row[name] ?? '').join('|')
}

/** A file of so many good rows. */
export function coreFile(rows: number): string {
  const lines = [CORE_HEADER]
  for (let row = 1; row <= rows; row += 1) {
    lines.push(coreLine({ ADDRESS_DETAIL_PID: `GAVIC9${row}`, NUMBER_FIRST: String(row) }))
  }
  return `${lines.join('\n')}\n`
}

export function csvLine(fields: readonly string[]): string {
  return fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')
}

export interface ZipMember {
  readonly name: string
  readonly content: string | Uint8Array
  readonly isStored?: boolean
  readonly isEncrypted?: boolean
  readonly isSymlink?: boolean
  /** Sizes in a data descriptor behind the content, as programs that write to a pipe do. */
  readonly hasDescriptor?: boolean
  /** Sizes and offset in the 64-bit extra field. */
  readonly isZip64?: boolean
  /** What stands before the sizes in the extra field. */
  readonly extra?: Uint8Array
  readonly method?: number
  readonly crc?: number
}

/** A zip file, made here so that the tests depend on no program. */
export function zipOf(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const member of members) {
    const local = localPart(member)
    directory.push(directoryPart(member, offset))
    parts.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  const isZip64 = members.some((member) => member.isZip64 === true)
  end.writeUInt16LE(isZip64 ? 0xffff : members.length, 8)
  end.writeUInt16LE(isZip64 ? 0xffff : members.length, 10)
  end.writeUInt32LE(isZip64 ? 0xffffffff : entries.length, 12)
  end.writeUInt32LE(isZip64 ? 0xffffffff : offset, 16)
  const end64 = isZip64 ? zip64End(members.length, entries.length, offset) : Buffer.alloc(0)
  return Buffer.concat([...parts, entries, end64, end])
}

interface Packed {
  readonly name: Buffer
  readonly data: Buffer
  readonly size: number
  readonly crc: number
  readonly method: number
  readonly flags: number
}

function packed(member: ZipMember): Packed {
  const content = Buffer.from(member.content)
  return {
    name: Buffer.from(member.name),
    data: member.isStored === true ? content : deflateRawSync(content),
    size: content.length,
    crc: member.crc ?? crc32(content),
    method: member.method ?? (member.isStored === true ? 0 : 8),
    flags: (member.isEncrypted === true ? 1 : 0) | (member.hasDescriptor === true ? 8 : 0),
  }
}

function localPart(member: ZipMember): Buffer {
  const { name, data, size, crc, method, flags } = packed(member)
  const extra = member.extra ?? new Uint8Array()
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  if (member.hasDescriptor !== true) {
    header.writeUInt32LE(crc, 14)
    header.writeUInt32LE(data.length, 18)
    header.writeUInt32LE(size, 22)
  }
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  const descriptor = Buffer.alloc(member.hasDescriptor === true ? 16 : 0)
  if (member.hasDescriptor === true) {
    descriptor.writeUInt32LE(0x08074b50, 0)
    descriptor.writeUInt32LE(crc, 4)
    descriptor.writeUInt32LE(data.length, 8)
    descriptor.writeUInt32LE(size, 12)
  }
  return Buffer.concat([header, name, extra, data, descriptor])
}

function directoryPart(member: ZipMember, offset: number): Buffer {
  const { name, data, size, crc, method, flags } = packed(member)
  const sizes = Buffer.alloc(member.isZip64 === true ? 28 : 0)
  if (member.isZip64 === true) {
    sizes.writeUInt16LE(1, 0)
    sizes.writeUInt16LE(24, 2)
    sizes.writeBigUInt64LE(BigInt(size), 4)
    sizes.writeBigUInt64LE(BigInt(data.length), 12)
    sizes.writeBigUInt64LE(BigInt(offset), 20)
  }
  const extra = Buffer.concat([member.extra ?? new Uint8Array(), sizes])
  const narrow = (value: number) => (member.isZip64 === true ? 0xffffffff : value)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(method, 10)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(narrow(data.length), 20)
  entry.writeUInt32LE(narrow(size), 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(member.isSymlink === true ? 0xa1ff0000 : 0, 38)
  entry.writeUInt32LE(narrow(offset), 42)
  return Buffer.concat([entry, name, extra])
}

function zip64End(members: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(BigInt(members), 24)
  end.writeBigUInt64LE(BigInt(members), 32)
  end.writeBigUInt64LE(BigInt(bytes), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}

/** All rows of a source, in order. */
export async function rowsOf<Row>(source: {
  rows(): Iterable<Row> | AsyncIterable<Row>
}): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of source.rows()) rows.push(row)
  return rows
}

/** The street of most fixtures, as the fields of a row. */
export const WATTLE_STREET_EAST = {
  streetName: 'WATTLE',
  streetType: 'ST',
  streetSuffix: 'E',
  localityName: 'EXAMPLETON',
  state: 'VIC',
  postcode: '3999',
}
