// Reads files of sections: whole or in part into memory that threads share, or checked on disk.

import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { elementAt } from '../../lib/element-at.ts'
import {
  type FileFormat,
  HEADER_BYTES,
  HEADER_USED,
  readHeader,
  readTable,
  SECTION_ALIGNMENT,
  type SectionEntry,
} from './index-sections.ts'
import type { JsonName, ReleaseInfo } from './sections.ts'

/** What one read call moves. */
const CHUNK_BYTES = 8 * 1024 * 1024
/** Several reads are under way while the chunk before them is checked. */
const READS_AT_ONCE = 4
/** For a check that holds no more than a few chunks in memory. */
const CHECK_BYTES = 1024 * 1024
const RELEASE: JsonName = 'release'

/** Reads a whole index file into memory that threads can share, and checks every byte of it. */
export async function loadIndex(path: string, chunkBytes = CHUNK_BYTES) {
  await using file = await open(path, 'r')
  const size = await sizeOf(file, path)
  const entries = await readEntries(file, size).catch((error) => {
    throw new Error(`${path} cannot be used: ${error instanceof Error ? error.message : error}`)
  })
  const buffer = new SharedArrayBuffer(size)
  const into = (from: number, bytes: number) => Buffer.from(buffer, from, bytes)
  await check(entries, readInOrder(file, size, chunkBytes, into), path)
  return buffer
}

/** Reads the whole file and checks every section, without holding more than a few chunks in memory. */
export async function checkIndexFile(
  path: string,
  chunkBytes = CHECK_BYTES,
  format: FileFormat = 'index',
): Promise<void> {
  await using file = await open(path, 'r')
  const size = await sizeOf(file, path)
  const chunks = Array.from({ length: READS_AT_ONCE }, () => Buffer.allocUnsafe(chunkBytes))
  const into = (from: number, bytes: number) =>
    elementAt(chunks, (from / chunkBytes) % READS_AT_ONCE).subarray(0, bytes)
  const entries = await readEntries(file, size, format)
  await check(entries, readInOrder(file, size, chunkBytes, into), path)
}

/** Some sections of a file. Threads can share a SharedArrayBuffer; an ArrayBuffer can be given back at once. */
export interface SectionsMemory<Memory extends ArrayBufferLike = ArrayBufferLike> {
  readonly buffer: Memory
  readonly entries: readonly SectionEntry[]
}

/** Reads and checks only some sections: what one needs of a file that would fill the memory. */
export async function loadSections<Memory extends ArrayBufferLike>(
  path: string,
  isWanted: (name: string) => boolean,
  Buffers: new (bytes: number) => Memory,
  format: FileFormat = 'index',
): Promise<SectionsMemory<Memory>> {
  await using file = await open(path, 'r')
  const wanted = await readEntries(file, await sizeOf(file, path), format)
  let end = 0
  const entries = wanted.flatMap((entry) => {
    if (!isWanted(entry.name)) return []
    const place = { from: entry.offset, entry: { ...entry, offset: end } }
    end += Math.ceil(entry.bytes / SECTION_ALIGNMENT) * SECTION_ALIGNMENT
    return [place]
  })
  const buffer = new Buffers(end)
  for (const { from, entry } of entries) {
    let sum = 0
    for (let done = 0; done < entry.bytes; done += CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, entry.bytes - done)
      const { bytes } = await fill(
        file,
        from + done,
        Buffer.from(buffer, entry.offset + done, length),
      )
      sum = crc32(bytes, sum)
    }
    if (sum !== entry.crc) throw new Error(`section ${entry.name} fails its checksum.`)
  }
  return { buffer, entries: entries.map(({ entry }) => entry) }
}

/** For reading a file in small parts: where its sections are. */
export async function sectionsOf(file: FileHandle, path: string, format: FileFormat) {
  return readEntries(file, await sizeOf(file, path), format)
}

interface Chunk {
  readonly from: number
  readonly bytes: Buffer
}

async function check(entries: readonly SectionEntry[], chunks: AsyncIterable<Chunk>, path: string) {
  const sums = new Map([...entries, ...paddingOf(entries)].map((entry) => [entry, 0]))
  for await (const { from, bytes } of chunks) {
    for (const [entry, sum] of sums) {
      const start = Math.max(0, entry.offset - from)
      const end = Math.min(bytes.byteLength, entry.offset + entry.bytes - from)
      if (start < end) sums.set(entry, crc32(bytes.subarray(start, end), sum))
    }
  }
  for (const [{ name, crc }, sum] of sums) {
    if (sum !== crc) throw new Error(`${path} is damaged: section ${name} fails its checksum.`)
  }
}

/** The zeros in front of each section, checked under its name: no byte of a file may be another. */
function paddingOf(entries: readonly SectionEntry[]): SectionEntry[] {
  let end = HEADER_USED
  return entries.map((entry) => {
    const zeros = Buffer.alloc(Math.max(0, entry.offset - end))
    const padding = { ...entry, offset: end, bytes: zeros.byteLength, crc: crc32(zeros) }
    end = entry.offset + entry.bytes
    return padding
  })
}

/** Reads the file chunk by chunk; `into` gives the memory for each, which is free again once the next is asked for. */
async function* readInOrder(
  file: FileHandle,
  size: number,
  chunkBytes: number,
  into: (from: number, bytes: number) => Buffer,
): AsyncGenerator<Chunk> {
  const reads: Promise<Chunk>[] = []
  try {
    for (let begun = 0; begun < size || reads.length > 0; ) {
      for (; begun < size && reads.length < READS_AT_ONCE; begun += chunkBytes) {
        reads.push(fill(file, begun, into(begun, Math.min(chunkBytes, size - begun))))
      }
      const chunk = await reads.shift()
      if (chunk !== undefined) yield chunk
    }
  } finally {
    await Promise.allSettled(reads)
  }
}

async function fill(file: FileHandle, from: number, bytes: Buffer): Promise<Chunk> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.byteLength - done, from + done)
    if (bytesRead === 0)
      throw new Error(`The index file is cut short: it ends at byte ${from + done}.`)
    done += bytesRead
  }
  return { from, bytes }
}

/** What a release says of itself and how large its file is, without reading the rest of it. */
export async function readRelease(path: string) {
  await using file = await open(path, 'r')
  const size = await sizeOf(file, path)
  const entries = await readEntries(file, size)
  const entry = entries.find(({ name }) => name === RELEASE)
  if (entry === undefined) throw new Error(`${path} has no section ${RELEASE}.`)
  const bytes = await readPart(file, entry.offset, entry.bytes)
  if (crc32(bytes) !== entry.crc) throw new Error(`${path} is damaged: section ${RELEASE}.`)
  return { release: JSON.parse(bytes.toString('utf8')) as ReleaseInfo, bytes: size }
}

async function sizeOf(file: FileHandle, path: string): Promise<number> {
  const { size } = await file.stat()
  if (size < HEADER_BYTES) throw new Error(`${path} is not an index file: it is too short.`)
  return size
}

async function readEntries(file: FileHandle, size: number, format?: FileFormat) {
  const header = await readPart(file, 0, HEADER_BYTES)
  const { tableOffset, tableBytes, tableCrc } = readHeader(header, size, format)
  return readTable(await readPart(file, tableOffset, tableBytes), tableCrc)
}

/** Bytes that must be there. */
export async function readPart(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const part = await fill(file, offset, Buffer.alloc(bytes))
  return part.bytes
}
