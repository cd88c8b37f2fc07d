// Reads index files: whole into memory that threads share, checked on disk, or only what a release says of itself.

import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { HEADER_BYTES, readHeader, readTable, type SectionEntry } from './header.ts'
import type { ReleaseInfo } from './release-info.ts'
import type { JsonName } from './section-names.ts'

/** What one read call moves. */
const CHUNK_BYTES = 8 * 1024 * 1024
/** Several reads are under way while what is there is checked: a disk and the making of pages take them together. */
const READS_AT_ONCE = 4
/** A check of a file that is not loaded holds no more than this in memory. */
const CHECK_BYTES = 4 * 1024 * 1024
const RELEASE: JsonName = 'release'

/** Reads a whole index file into memory that threads can share, and checks every byte of it. */
export async function loadIndex(
  path: string,
  chunkBytes = CHUNK_BYTES,
): Promise<SharedArrayBuffer> {
  await using file = await open(path, 'r')
  const size = await sizeOf(file, path)
  const entries = await usableEntries(file, size, path)
  const buffer = new SharedArrayBuffer(size)
  const sums = new Map(entries.map((entry) => [entry, 0]))
  for await (const [from, to] of readInOrder(file, buffer, chunkBytes, path)) {
    for (const [entry, sum] of sums) {
      const [start, end] = [Math.max(from, entry.offset), Math.min(to, entry.offset + entry.bytes)]
      if (start < end) sums.set(entry, crc32(Buffer.from(buffer, start, end - start), sum))
    }
  }
  for (const [entry, sum] of sums) if (sum !== entry.crc) throw damaged(path, entry)
  return buffer
}

/** Fills the buffer with the file, and says of each stretch that it is there, one after the other. */
async function* readInOrder(
  file: FileHandle,
  buffer: SharedArrayBuffer,
  chunkBytes: number,
  path: string,
): AsyncGenerator<readonly [from: number, to: number]> {
  const size = buffer.byteLength
  const reads: Promise<void>[] = []
  try {
    for (let [from, begun] = [0, 0]; from < size; from += chunkBytes) {
      for (; begun < size && reads.length < READS_AT_ONCE; begun += chunkBytes) {
        reads.push(fill(file, buffer, begun, Math.min(begun + chunkBytes, size), path))
      }
      await reads.shift()
      yield [from, Math.min(from + chunkBytes, size)]
    }
  } finally {
    await Promise.allSettled(reads)
  }
}

async function fill(
  file: FileHandle,
  buffer: SharedArrayBuffer,
  from: number,
  to: number,
  path: string,
): Promise<void> {
  for (let done = from; done < to; ) {
    const { bytesRead } = await file.read(
      new Uint8Array(buffer, done, to - done),
      0,
      to - done,
      done,
    )
    if (bytesRead === 0) throw new Error(`${path} is cut short: it ends at byte ${done}.`)
    done += bytesRead
  }
}

/** What a release says of itself and how large its file is, without reading the rest of it. */
export async function readRelease(
  path: string,
): Promise<{ readonly release: ReleaseInfo; readonly bytes: number }> {
  await using file = await open(path, 'r')
  const size = await sizeOf(file, path)
  const entries = await readEntries(file, size)
  const entry = entries.find(({ name }) => name === RELEASE)
  if (entry === undefined) throw new Error(`${path} has no section ${RELEASE}.`)
  const bytes = await readPart(file, entry.offset, entry.bytes)
  if (crc32(bytes) !== entry.crc) throw new Error(`${path} is damaged: section ${RELEASE}.`)
  return { release: JSON.parse(bytes.toString('utf8')) as ReleaseInfo, bytes: size }
}

/** Reads the whole file and checks every section, without holding more than a stretch of it in memory. */
export async function checkIndexFile(path: string, stretchBytes = CHECK_BYTES): Promise<void> {
  await using file = await open(path, 'r')
  const stretch = Buffer.allocUnsafe(stretchBytes)
  for (const entry of await readEntries(file, await sizeOf(file, path))) {
    let crc = 0
    for (let done = 0; done < entry.bytes; ) {
      const want = Math.min(stretchBytes, entry.bytes - done)
      const { bytesRead } = await file.read(stretch, 0, want, entry.offset + done)
      if (bytesRead === 0) throw new Error(`${path} is cut short in section ${entry.name}.`)
      crc = crc32(stretch.subarray(0, bytesRead), crc)
      done += bytesRead
    }
    if (crc !== entry.crc) throw damaged(path, entry)
  }
}

async function usableEntries(
  file: FileHandle,
  size: number,
  path: string,
): Promise<readonly SectionEntry[]> {
  try {
    return await readEntries(file, size)
  } catch (error) {
    throw new Error(`${path} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

function damaged(path: string, { name }: SectionEntry): Error {
  return new Error(`${path} is damaged: section ${name} fails its checksum.`)
}

async function sizeOf(file: FileHandle, path: string): Promise<number> {
  const { size } = await file.stat()
  if (size < HEADER_BYTES) throw new Error(`${path} is not an index file: it is too short.`)
  return size
}

async function readEntries(file: FileHandle, size: number): Promise<readonly SectionEntry[]> {
  const { tableOffset, tableBytes, tableCrc } = readHeader(
    await readPart(file, 0, HEADER_BYTES),
    size,
  )
  return readTable(await readPart(file, tableOffset, tableBytes), tableCrc)
}

async function readPart(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const part = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(part, 0, bytes, offset)
  if (bytesRead !== bytes) throw new Error('The index file is cut short.')
  return part
}
