// Opens data files whatever they are packed in: plain, gzip or the members of a zip file.

import { createReadStream, type ReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { pipeline, type Transform } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { errorCode, ImportRefused, systemReason } from '../../lib/operator-error.ts'
import { readZipEntries, type ZipEntry, zipDataStart } from './zip.ts'

export interface ArchiveLimits {
  /** Members of a zip file, and files below a folder. */
  readonly entriesMax: number
  /** All that one reading may unpack. A nation in AddressBase Premium is some 70 GB. */
  readonly inflatedBytesMax: number
}

export const ARCHIVE_LIMITS: ArchiveLimits = { entriesMax: 2000, inflatedBytesMax: 160 * 1024 ** 3 }

/** Address files shrink five to fifteen times; a hundred times is a trap. */
const RATIO_MAX = 100
/** Below this nothing can do harm, and a short run of spaces packs as well as a bomb. */
const RATIO_FROM_BYTES = 16 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const FOLDER_DEPTH_MAX = 8

/** One stretch of data: a file, or a member of an archive. */
export interface Input {
  /** For messages. */
  readonly name: string
  /** As it lies on disk. */
  readonly sizeBytes: number
  /** Can be opened any number of times. A chunk is good until the next one is asked for. */
  open(reading: Reading): AsyncIterable<Buffer>
}

/** What one reading of a set of inputs has used up. */
export class Reading {
  /** As it is on disk, which may be packed. */
  bytesRead = 0
  /** Whether the reader decodes UTF-16; others are spared it. */
  takesUtf16 = false
  #inflatedBytes = 0

  inflated(bytes: number, name: string, max: number): void {
    this.#inflatedBytes += bytes
    if (this.#inflatedBytes <= max) return
    throw new ImportRefused(`${name} is refused: the data unpacks to more than ${max} bytes.`)
  }
}

/** The inputs that the paths name. Folders are searched; its bytes show what a file is. */
export async function listInputs(
  paths: readonly string[],
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<Input[]> {
  if (paths.length === 0) throw new ImportRefused('Name at least one file.')
  const inputs: Input[] = []
  for (const path of paths) {
    const facts = await readable(path, () => stat(path))
    const folder = facts.isDirectory() ? path : undefined
    const files = folder === undefined ? [path] : await filesBelow(folder, limits.entriesMax)
    for (const file of files) inputs.push(...(await inputsOf(file, folder, isWanted, limits)))
  }
  return inputs
}

/** The same, refused if there is none. `what` names what was looked for. */
export async function requireInputs(
  paths: readonly string[],
  what: string,
  isWanted: (name: string) => boolean,
  limits?: ArchiveLimits,
): Promise<Input[]> {
  const inputs = await listInputs(paths, isWanted, limits)
  if (inputs.length === 0) throw new ImportRefused(`${paths.join(', ')} holds no ${what}.`)
  return inputs
}

export function isCsvName(name: string): boolean {
  return /\.(csv|txt)$/i.test(name)
}

/** In bytes, as they lie on disk. */
export function sizeOf(inputs: readonly Input[]): number {
  return inputs.reduce((sum, input) => sum + input.sizeBytes, 0)
}

/** The request is `stat` or `open`; its errors are for the caller to handle. */
async function readable<T>(path: string, wish: () => Promise<T>): Promise<T> {
  try {
    return await wish()
  } catch (error) {
    throw new ImportRefused(`${path} cannot be read: ${systemReason(error)}.`, { cause: error })
  }
}

/** In order of their names. Symbolic links are passed over: they may lead anywhere. */
async function filesBelow(folder: string, filesMax: number): Promise<string[]> {
  const files: string[] = []
  const walk = async (path: string, depth: number): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true })
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const below = join(path, entry.name)
      if (entry.isDirectory() && depth < FOLDER_DEPTH_MAX) await walk(below, depth + 1)
      else if (entry.isFile()) files.push(below)
      if (files.length > filesMax) {
        throw new ImportRefused(`${folder} holds more than ${filesMax} files.`)
      }
    }
  }
  await walk(folder, 1)
  return files
}

/** Below a folder files are taken by their names, zips by their members too; one that was named need not look right. */
async function inputsOf(
  path: string,
  folder: string | undefined,
  isWanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<Input[]> {
  const isNamed = folder === undefined
  const name = isNamed ? basename(path) : relative(folder, path)
  await using file = await readable(path, () => open(path, 'r'))
  const { size } = await file.stat()
  const head = Buffer.alloc(4)
  await file.read(head, 0, head.length, 0)
  if (isZip(head)) {
    const bareName = name.replace(/\.zip$/i, '')
    const isChosen = isNamed || isWanted(bareName)
    if (!isChosen && /\.\w+$/.test(bareName)) return []
    const entries = await readZipEntries(file, name, limits.entriesMax)
    const isOnly = isChosen && entries.length === 1
    const wanted = isOnly ? entries : entries.filter((entry) => isWanted(entry.name))
    if (!isChosen && wanted.length === 0) return []
    if (entries.some((entry) => SPREADSHEET_MEMBER.test(entry.name))) {
      throw new ImportRefused(`${name} is a spreadsheet; save its sheet as CSV and give that.`)
    }
    if (wanted.length === 0) throw new ImportRefused(`${name} contains no data file.`)
    const bad = wanted.find(({ fault }) => fault !== '')
    if (bad !== undefined) throw new ImportRefused(bad.fault)
    return wanted.map((entry) => zipInput(path, name, entry, limits))
  }
  if (!isNamed && !isWanted(name.replace(/\.gz$/i, ''))) return []
  if (isGzip(head)) return [gzipInput(path, name, size, limits)]
  return [{ name, sizeBytes: size, open: (reading) => plain(path, name, reading) }]
}

/** Excel's and OpenOffice's files are zip files too. */
const SPREADSHEET_MEMBER = /^(?:xl\/workbook\.(?:xml|bin)|content\.xml)$/

/** Reads one chunk ahead into two buffers in turn: a chunk is good until the next one is asked for. */
async function* plain(path: string, name: string, reading: Reading): AsyncGenerator<Buffer> {
  await using file = await readable(path, () => open(path, 'r'))
  let current = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let next = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let ahead = file.read(current, 0, CHUNK_BYTES)
  for (let isFirst = true; ; isFirst = false) {
    const { bytesRead } = await ahead
    if (bytesRead === 0) return
    const bytes = current.subarray(0, bytesRead)
    if (isFirst) refuseStrangeStart(bytes, name, reading)
    ahead = file.read(next, 0, CHUNK_BYTES)
    ;[current, next] = [next, current]
    // A reader that stops early never waits for it.
    ahead.catch(() => undefined)
    reading.bytesRead += bytesRead
    yield bytes
  }
}

function gzipInput(path: string, name: string, sizeBytes: number, limits: ArchiveLimits): Input {
  const unpacked = async function* (reading: Reading) {
    const source = createReadStream(path, { highWaterMark: CHUNK_BYTES })
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
    yield* inflate(source, gunzip, name, reading, limits)
  }
  return { name, sizeBytes, open: unpacked }
}

function zipInput(path: string, zipName: string, entry: ZipEntry, limits: ArchiveLimits): Input {
  const name = `${zipName}: ${basename(entry.name)}`
  const unpacked = async function* (reading: Reading) {
    await using file = await open(path, 'r')
    const start = await zipDataStart(file, entry, name)
    const end = start + entry.packedBytes - 1
    if (entry.packedBytes === 0) return
    const source = createReadStream(path, { start, end, highWaterMark: CHUNK_BYTES })
    const inflater = entry.isDeflated ? createInflateRaw({ chunkSize: CHUNK_BYTES }) : undefined
    let sum = 0
    let bytes = 0
    for await (const chunk of inflate(source, inflater, name, reading, limits)) {
      sum = crc32(chunk, sum)
      bytes += chunk.length
      yield chunk
    }
    if (bytes !== entry.inflatedBytes || sum !== entry.crc32) {
      throw new ImportRefused(`${name} is damaged: it does not unpack to what the zip file says.`)
    }
  }
  return { name, sizeBytes: entry.packedBytes, open: unpacked }
}

// Watches the ratio while the bytes come: what an archive says of itself proves nothing. A member that is stored as it
// is has no inflater.
async function* inflate(
  source: ReadStream,
  inflater: (Transform & { readonly bytesWritten: number }) | undefined,
  name: string,
  reading: Reading,
  { inflatedBytesMax }: ArchiveLimits,
): AsyncGenerator<Buffer> {
  // An error of either stream reaches the loop below through the inflater.
  if (inflater !== undefined) pipeline(source, inflater, () => undefined)
  const readBefore = reading.bytesRead
  let inflatedBytes = 0
  try {
    for await (const chunk of inflater ?? source) {
      const bytes: Buffer = chunk
      if (inflatedBytes === 0) refuseStrangeStart(bytes, name, reading)
      inflatedBytes += bytes.length
      reading.inflated(bytes.length, name, inflatedBytesMax)
      const isBig = inflatedBytes > RATIO_FROM_BYTES
      if (isBig && inflatedBytes > RATIO_MAX * source.bytesRead) {
        throw new ImportRefused(
          `${name} is refused: it unpacks to more than ${RATIO_MAX} times its size.`,
        )
      }
      // What the inflater has taken: the source reads ahead of it.
      reading.bytesRead = readBefore + (inflater?.bytesWritten ?? source.bytesRead)
      yield bytes
    }
  } catch (error) {
    throw readableError(error, name)
  }
}

function readableError(error: unknown, name: string): unknown {
  const code = errorCode(error)
  if (code === 'Z_BUF_ERROR') {
    return new ImportRefused(`${name} is cut short: its compressed data ends early.`, {
      cause: error,
    })
  }
  if (!code.startsWith('Z_')) return error
  return new ImportRefused(`${name} is damaged: its compressed data is invalid.`, { cause: error })
}

/** Names what a file is instead of text, where its first bytes say so. */
function refuseStrangeStart(bytes: Buffer, name: string, { takesUtf16 }: Reading): void {
  if (isZip(bytes) || isGzip(bytes)) {
    throw new ImportRefused(`${name} is an archive inside an archive; unpack the outer one first.`)
  }
  for (const { begins, what } of STRANGE_STARTS) {
    const isSo = bytes.subarray(0, begins.length).equals(Buffer.from(begins))
    if (isSo && !(takesUtf16 && what === UTF_16)) {
      throw new ImportRefused(`${name} is ${what}; a text file in UTF-8 was expected.`)
    }
  }
}

const UTF_16 = 'a text in UTF-16'
const STRANGE_STARTS = [
  { begins: [0xff, 0xfe], what: UTF_16 },
  { begins: [0xfe, 0xff], what: UTF_16 },
  { begins: [0x37, 0x7a, 0xbc, 0xaf], what: 'a 7z archive' },
  { begins: [0xfd, 0x37, 0x7a, 0x58], what: 'an xz archive' },
  { begins: [0x42, 0x5a, 0x68], what: 'a bzip2 archive' },
  { begins: [0x28, 0xb5, 0x2f, 0xfd], what: 'a zstd archive' },
  { begins: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
  { begins: [0x52, 0x61, 0x72, 0x21], what: 'a rar archive' },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], what: 'a spreadsheet or another file of Microsoft Office' },
  { begins: [0x50, 0x41, 0x52, 0x31], what: 'a Parquet file' },
  { begins: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'a SQLite database or GeoPackage' },
]

function isZip(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false
  return (bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6)
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}
