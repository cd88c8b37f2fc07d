// Reads index files: whole into memory that threads share, checked on disk, or only what a release says of itself.

import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { HEADER_BYTES, readHeader, readTable, type SectionEntry } from './header.ts'
import { entriesOf } from './index-sections.ts'
import type { ReleaseInfo } from './release-info.ts'
import type { JsonName } from './section-names.ts'

/** One read call moves at most this much: the system refuses more than 2 GiB at once. */
const CHUNK_BYTES = 64 * 1024 * 1024
/** A check of a file that is not loaded holds no more than this in memory. */
const CHECK_BYTES = 4 * 1024 * 1024
const RELEASE: JsonName = 'release'

/** Reads a whole index file into memory that threads can share, and checks every byte of it. */
export async function loadIndex(
  path: string,
  chunkBytes = CHUNK_BYTES,
): Promise<SharedArrayBuffer> {
  await using file = await open(path, 'r')
  const buffer = new SharedArrayBuffer(await sizeOf(file, path))
  for (let done = 0; done < buffer.byteLength; ) {
    const chunk = new Uint8Array(buffer, done, Math.min(chunkBytes, buffer.byteLength - done))
    const { bytesRead } = await file.read(chunk, 0, chunk.byteLength, done)
    if (bytesRead === 0) throw new Error(`${path} is cut short: it ends at byte ${done}.`)
    done += bytesRead
  }
  checkIndex(buffer, path, chunkBytes)
  return buffer
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

function checkIndex(buffer: SharedArrayBuffer, path: string, chunkBytes: number): void {
  let entries: readonly SectionEntry[]
  try {
    entries = entriesOf(buffer)
  } catch (error) {
    throw new Error(`${path} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
  for (const entry of entries) {
    let crc = 0
    for (let done = 0; done < entry.bytes; done += chunkBytes) {
      const length = Math.min(chunkBytes, entry.bytes - done)
      crc = crc32(Buffer.from(buffer, entry.offset + done, length), crc)
    }
    if (crc !== entry.crc) throw damaged(path, entry)
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
