// Reads the table of contents of a zip file and where each member's bytes are.

import type { FileHandle } from 'node:fs/promises'
import { ImportRefused } from '../../lib/operator-error.ts'

export interface ZipEntry {
  /** For messages and for choosing members; never a path to write to. */
  readonly name: string
  readonly isDeflated: boolean
  readonly packedBytes: number
  readonly inflatedBytes: number
  readonly crc32: number
  readonly headerOffset: number
  /** Why it cannot be read, in a sentence; '' for one that can. A guide that cannot be read harms nobody. */
  readonly fault: string
}

const END_SIGNATURE = 0x06054b50
const END_LENGTH = 22
const COMMENT_BYTES_MAX = 65_535
const END64_LOCATOR_SIGNATURE = 0x07064b50
const END64_LOCATOR_LENGTH = 20
const END64_SIGNATURE = 0x06064b50
const END64_LENGTH = 56
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_LENGTH = 46
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_LENGTH = 30
const EXTRA_ZIP64 = 1
const FLAG_ENCRYPTED = 1
const METHOD_STORED = 0
const METHOD_DEFLATED = 8
const MODE_SYMLINK = 0xa000
const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024
const IN_ZIP64_16 = 0xffff
const IN_ZIP64_32 = 0xffffffff

/** The members that are files. Reads the end of the file and the directory, nothing else. */
export async function readZipEntries(file: FileHandle, label: string, entriesMax: number) {
  const { size } = await file.stat()
  const directory = await findDirectory(file, size, label)
  if (directory.entries > entriesMax) {
    throw new ImportRefused(
      `${label} has ${directory.entries} members; at most ${entriesMax} may be.`,
    )
  }
  if (directory.bytes > DIRECTORY_BYTES_MAX) throw damaged(label)
  const bytes = await readAt(file, directory.offset, directory.bytes, label)
  const entries: ZipEntry[] = []
  let at = 0
  for (let count = 0; count < directory.entries; count += 1) {
    if (at + ENTRY_LENGTH > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) {
      throw damaged(label)
    }
    const length = ENTRY_LENGTH + variableLength(bytes, at)
    if (at + length > bytes.length) throw damaged(label)
    const entry = readEntry(bytes.subarray(at, at + length), label)
    if (entry !== undefined) entries.push(entry)
    at += length
  }
  return entries
}

/** Where the packed bytes of a member begin: its local header says how long it is itself. */
export async function zipDataStart(file: FileHandle, entry: ZipEntry, label: string) {
  const header = await readAt(file, entry.headerOffset, LOCAL_LENGTH, label)
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged(label)
  return entry.headerOffset + LOCAL_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28)
}

async function findDirectory(file: FileHandle, size: number, label: string) {
  const tailLength = Math.min(size, END_LENGTH + COMMENT_BYTES_MAX + END64_LOCATOR_LENGTH)
  const tail = await readAt(file, size - tailLength, tailLength, label)
  const at = findEnd(tail)
  if (at === -1) {
    throw new ImportRefused(`${label} is a zip file that is cut short: its directory is missing.`)
  }
  const directory = {
    entries: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  const disk = tail.readUInt16LE(at + 4)
  if (disk !== 0 && disk !== IN_ZIP64_16) {
    throw new ImportRefused(`${label} is one part of a zip file in several parts.`)
  }
  const { entries, bytes, offset } = directory
  const isZip64 = entries === IN_ZIP64_16 || bytes === IN_ZIP64_32 || offset === IN_ZIP64_32
  if (!isZip64) return directory
  const locatorAt = at - END64_LOCATOR_LENGTH
  if (locatorAt < 0 || tail.readUInt32LE(locatorAt) !== END64_LOCATOR_SIGNATURE) {
    throw damaged(label)
  }
  const end = await readAt(file, wide(tail, locatorAt + 8, label), END64_LENGTH, label)
  if (end.readUInt32LE(0) !== END64_SIGNATURE) throw damaged(label)
  return {
    entries: wide(end, 32, label),
    bytes: wide(end, 40, label),
    offset: wide(end, 48, label),
  }
}

/** The last signature whose comment ends exactly at the end: a comment may contain a false one. */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_LENGTH; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue
    if (at + END_LENGTH + tail.readUInt16LE(at + 20) === tail.length) return at
  }
  return -1
}

function variableLength(bytes: Buffer, at: number): number {
  return bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
}

/** Undefined for a folder. */
function readEntry(bytes: Buffer, label: string): ZipEntry | undefined {
  const nameEnd = ENTRY_LENGTH + bytes.readUInt16LE(28)
  const name = bytes.toString('utf8', ENTRY_LENGTH, nameEnd)
  if (name.endsWith('/')) return undefined
  const method = bytes.readUInt16LE(10)
  const extra = bytes.subarray(nameEnd, nameEnd + bytes.readUInt16LE(30))
  return {
    name,
    isDeflated: method === METHOD_DEFLATED,
    crc32: bytes.readUInt32LE(16),
    fault: faultOf(bytes, method, `${label}: ${name.slice(-100).replace(/\p{C}/gu, '·')}`),
    ...sizesOf(bytes, extra, label),
  }
}

function faultOf(bytes: Buffer, method: number, member: string): string {
  if ((bytes.readUInt16LE(8) & FLAG_ENCRYPTED) !== 0) {
    return `${member} is encrypted; unpack it with its password first.`
  }
  if (((bytes.readUInt32LE(38) >>> 16) & 0xf000) === MODE_SYMLINK) {
    return `${member} is a symbolic link, not a data file.`
  }
  if (method === METHOD_STORED || method === METHOD_DEFLATED) return ''
  return `${member} is packed by method ${method}, not deflate; unpack it first.`
}

/** Zip64 keeps only those numbers in the extra field that did not fit, in this order. */
function sizesOf(bytes: Buffer, extra: Buffer, label: string) {
  const wideField = zip64Field(extra)
  let at = 0
  const next = (narrowAt: number) => {
    const narrow = bytes.readUInt32LE(narrowAt)
    if (narrow !== IN_ZIP64_32) return narrow
    if (at + 8 > wideField.length) throw damaged(label)
    at += 8
    return wide(wideField, at - 8, label)
  }
  const inflatedBytes = next(24)
  const packedBytes = next(20)
  return { inflatedBytes, packedBytes, headerOffset: next(42) }
}

function zip64Field(extra: Buffer): Buffer {
  let at = 0
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === EXTRA_ZIP64) return extra.subarray(at + 4, end)
    at = end
  }
  return Buffer.alloc(0)
}

function wide(bytes: Buffer, at: number, label: string): number {
  const value = Number(bytes.readBigUInt64LE(at))
  if (!Number.isSafeInteger(value)) throw damaged(label)
  return value
}

async function readAt(file: FileHandle, offset: number, length: number, label: string) {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  if (bytesRead !== length) throw damaged(label)
  return bytes
}

function damaged(label: string): ImportRefused {
  return new ImportRefused(`${label} is a damaged zip file: its directory is invalid.`)
}
