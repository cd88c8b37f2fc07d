// The records that a release was joined from, kept with it: they have what a change set leaves out.
// Unchecked: lines are cut where they end, and every line has the columns that `UprnRecords` gives it.

import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { NEWLINE_BYTE } from '../../lib/delimited/field-scanner.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { digitsIn, partOf, type UprnRecords } from './uprn-records.ts'

const PRIVATE = 0o600
/** After the directory: how long it is, and its CRC-32. */
const FOOTER_BYTES = 8
const DIRECTORY_BYTES_MAX = 1024 * 1024

interface Directory {
  /** The release whose records these change; absent where they are all there are. */
  readonly since?: string
  /** By part: where it begins, its bytes, and their CRC-32. */
  readonly parts: Readonly<Record<number, readonly [start: number, bytes: number, crc: number]>>
}

/** Takes parts as they come. The file has its name once it is whole. */
export class RecordsWriter {
  readonly #path: string
  readonly #file: number
  readonly #parts: Record<number, readonly [number, number, number]> = {}
  #end = 0

  constructor(path: string) {
    this.#path = path
    this.#file = openSync(path, 'wx', PRIVATE)
  }

  /** Lines of one part, sorted by their UPRN. */
  add(lines: Buffer): void {
    if (lines.length === 0) return
    const packed = zstdCompressSync(lines)
    this.#parts[partOf(digitsIn(lines, 0))] = [this.#end, packed.length, crc32(packed)]
    this.#write(packed)
  }

  finish(path: string, since?: string): void {
    const directory = Buffer.from(JSON.stringify({ since, parts: this.#parts }))
    const footer = Buffer.alloc(FOOTER_BYTES)
    footer.writeUInt32LE(directory.length, 0)
    footer.writeUInt32LE(crc32(directory), 4)
    this.#write(Buffer.concat([directory, footer]))
    fsyncSync(this.#file)
    renameSync(this.#path, path)
  }

  /** What is not finished is gone. */
  [Symbol.dispose](): void {
    closeSync(this.#file)
    rmSync(this.#path, { force: true })
  }

  #write(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done)
    }
    this.#end += bytes.length
  }
}

/** A file of records, and after it the one that it changes. */
export class KeptRecords {
  readonly since: string | undefined
  readonly #path: string
  readonly #file: number
  readonly #parts: Directory['parts']
  readonly #whole: KeptRecords | undefined

  /** `pathOf` gives the file of a release. */
  constructor(release: string, pathOf: (release: string) => string) {
    this.#path = pathOf(release)
    try {
      this.#file = openSync(this.#path, 'r')
    } catch {
      throw new OperatorError(`The records ${this.#path} are missing: import a full supply.`)
    }
    const { since, parts } = this.#directory()
    this.since = since
    this.#parts = parts
    this.#whole = since === undefined ? undefined : new KeptRecords(since, pathOf)
  }

  /**
   * Of each piece of a change set, the records of its UPRNs as they are then. `keep` gets all that has changed since
   * the full supply.
   */
  *changed(pieces: Iterable<Buffer>, keep: RecordsWriter): Generator<Buffer> {
    const left = new Set(this.#whole === undefined ? [] : Object.keys(this.#parts).map(Number))
    for (const piece of pieces) {
      const part = partOf(digitsIn(piece, 0))
      left.delete(part)
      const own = this.#lines(part)
      const whole = this.#whole === undefined ? undefined : this.#whole.#lines(part)
      const groups = groupsOf(piece)
      const merged = [...groups].map(([uprn, changes]) => {
        const before = groupAt(own, uprn)
        const held = before.length > 0 || whole === undefined ? before : groupAt(whole, uprn)
        return { uprn, lines: applied(held, changes) }
      })
      const others =
        whole === undefined ? [] : [...groupsOf(own)].filter(([uprn]) => !groups.has(uprn))
      keep.add(
        Buffer.concat(
          [...merged, ...others.map(([uprn, lines]) => ({ uprn, lines }))]
            .sort((a, b) => a.uprn - b.uprn)
            // A UPRN without records hides those of the full supply.
            .flatMap(({ uprn, lines }) =>
              lines.length > 0 ? lines : Buffer.from(`${uprn},${GONE}\n`),
            ),
        ),
      )
      yield Buffer.concat(merged.flatMap(({ lines }) => lines))
    }
    for (const part of left) keep.add(this.#lines(part))
  }

  /** All records as they are now, part by part. */
  *parts(): Generator<Buffer> {
    const whole = this.#whole
    for (const part of Object.keys((whole ?? this).#parts).map(Number)) {
      const own = this.#lines(part)
      const groups = whole === undefined ? undefined : groupsOf(own)
      yield whole === undefined || groups === undefined
        ? own
        : Buffer.concat(
            [...groupsOf(whole.#lines(part))].flatMap(([uprn, lines]) => groups.get(uprn) ?? lines),
          )
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
    this.#whole?.[Symbol.dispose]()
  }

  #directory(): Directory {
    const { size } = fstatSync(this.#file)
    const footer = this.#read(size - FOOTER_BYTES, FOOTER_BYTES)
    const length = footer.readUInt32LE(0)
    if (length > DIRECTORY_BYTES_MAX) throw this.#damaged()
    const directory = this.#read(size - FOOTER_BYTES - length, length)
    if (crc32(directory) !== footer.readUInt32LE(4)) throw this.#damaged()
    return JSON.parse(directory.toString()) as Directory
  }

  #lines(part: number): Buffer {
    const place = this.#parts[part]
    if (place === undefined) return Buffer.alloc(0)
    const [start, bytes, crc] = place
    const packed = this.#read(start, bytes)
    if (crc32(packed) !== crc) throw this.#damaged()
    return zstdDecompressSync(packed)
  }

  #read(start: number, bytes: number): Buffer {
    const read = Buffer.alloc(bytes)
    for (let done = 0; done < bytes; ) {
      const count = start < 0 ? 0 : readSync(this.#file, read, done, bytes - done, start + done)
      if (count === 0) throw this.#damaged()
      done += count
    }
    return read
  }

  #damaged(): OperatorError {
    return new OperatorError(`The records ${this.#path} are damaged: import a full supply.`)
  }
}

interface Keeping {
  readonly keep?: RecordsWriter | undefined
  readonly kept?: KeptRecords | undefined
}

/** The records that addresses are joined of, with those that a change set leaves out. */
export function* piecesOf(records: UprnRecords, { keep, kept }: Keeping): Generator<Buffer> {
  if (kept !== undefined && keep !== undefined) return yield* kept.changed(records.pieces(), keep)
  for (const piece of records.pieces()) {
    keep?.add(piece)
    yield piece
  }
}

/** In place of a role: the UPRN has no record any more. */
const GONE = '-'
const COMMA_BYTE = 44

/** What a change set says of a record: which it is, when that was so, and whether it is there. */
export function changedKey(key: string, at: string, isThere: boolean): string {
  return [key, at, isThere ? '+' : '-'].join(';')
}

/** The records of a UPRN after a change set: the latest of each key counts, of the same time one that is there. */
function applied(held: readonly Buffer[], changes: readonly Buffer[]): Buffer[] {
  const latest = new Map<string, { readonly order: string; readonly line: Buffer | undefined }>()
  for (const change of changes) {
    const { role, key: text, start, end } = partsOf(change)
    const [key = '', at = '', sign = ''] = text.split(';')
    const order = `${at}${sign === '+' ? 1 : 0}`
    if ((latest.get(role + key)?.order ?? '') > order) continue
    const line = Buffer.concat([change.subarray(0, start), Buffer.from(key), change.subarray(end)])
    latest.set(role + key, { order, line: sign === '+' ? line : undefined })
  }
  const kept = held.filter((line) => {
    const { role, key } = partsOf(line)
    return role !== GONE && !latest.has(role + key)
  })
  return [...kept, ...[...latest.values()].flatMap(({ line }) => line ?? [])].sort(Buffer.compare)
}

/** The role of a line without its rank, and its key. */
function partsOf(line: Buffer) {
  const role = String.fromCharCode(line[line.indexOf(COMMA_BYTE) + 1])
  const end = line.lastIndexOf(COMMA_BYTE, line.lastIndexOf(COMMA_BYTE) - 1)
  const start = line.lastIndexOf(COMMA_BYTE, end - 1) + 1
  return { role, key: line.toString('latin1', start, end), start, end }
}

function groupsOf(lines: Buffer): Map<number, Buffer[]> {
  const groups = new Map<number, Buffer[]>()
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(NEWLINE_BYTE, start) + 1
    const uprn = digitsIn(lines, start)
    const line = lines.subarray(start, end)
    const known = groups.get(uprn)
    if (known === undefined) groups.set(uprn, [line])
    else known.push(line)
    start = end
  }
  return groups
}

/** The lines of a UPRN, among lines sorted by UPRN. */
function groupAt(lines: Buffer, uprn: number): Buffer[] {
  const startOf = (at: number) => lines.lastIndexOf(NEWLINE_BYTE, at - 1) + 1
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = startOf(Math.max((low + high) >>> 1, 1))
    const start = middle < low ? low : middle
    if (digitsIn(lines, start) < uprn) low = lines.indexOf(NEWLINE_BYTE, start) + 1
    else high = start
  }
  const group: Buffer[] = []
  while (low < lines.length && digitsIn(lines, low) === uprn) {
    const end = lines.indexOf(NEWLINE_BYTE, low) + 1
    group.push(lines.subarray(low, end))
    low = end
  }
  return group
}
