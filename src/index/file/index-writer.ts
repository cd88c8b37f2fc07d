// Writes an index: section after section, each at a multiple of 64, then the table, to a checked file or to memory.

import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { openPrivate } from '../../lib/files/folder.ts'
import { checkIndexFile } from './index-file.ts'
import {
  type FileFormat,
  HEADER_BYTES,
  headerBytes,
  SECTION_ALIGNMENT,
  type SectionEntry,
  type StoredType,
} from './index-sections.ts'
import {
  type ElementType,
  type NarrowArray,
  type SectionInput,
  type SectionName,
  typeOfSection,
} from './sections.ts'

/** The classes that extend this one decide where the bytes go: to a file, or to memory. */
export abstract class SectionWriter {
  protected readonly entries: SectionEntry[] = []
  #end = HEADER_BYTES

  /** Once this resolves, the memory of the values may be given back. */
  async add<Name extends SectionName>(name: Name, values: SectionInput<Name>): Promise<void> {
    const array = arrayOf(typeOfSection(name), values)
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    const offset = Math.ceil(this.#end / SECTION_ALIGNMENT) * SECTION_ALIGNMENT
    const crc = await this.store(bytes, offset)
    this.entries.push({ name, type: storedType(array), offset, bytes: bytes.byteLength, crc })
    this.#end = offset + bytes.byteLength
  }

  /** Stores the bytes and returns their CRC-32. */
  protected abstract store(bytes: Uint8Array, offset: number): Promise<number>

  /** What follows the last section, and the header that says where that is. */
  protected ends(format: FileFormat = 'index') {
    const table = jsonBytes(this.entries)
    return { table, tableOffset: this.#end, header: headerBytes(this.#end, table, format) }
  }
}

const WRITE_BYTES_MAX = 64 * 1024 * 1024
/** After so many bytes the disk begins to take them, while more are made: the end would have to wait for it. */
const FLUSH_BYTES = 128 * 1024 * 1024

/** What is not finished is gone when it is disposed of. */
export class IndexWriter extends SectionWriter implements AsyncDisposable {
  readonly #path: string
  readonly #file: FileHandle
  readonly #format: FileFormat
  #unflushed = 0
  /** What went wrong, if anything did. */
  #flushing: Promise<unknown> | undefined

  static async create(path: string, format: FileFormat = 'index'): Promise<IndexWriter> {
    return new IndexWriter(path, await openPrivate(path, 'wx'), format)
  }

  private constructor(path: string, file: FileHandle, format: FileFormat) {
    super()
    this.#path = path
    this.#file = file
    this.#format = format
  }

  /** A short name for what has been written so far: the same content has the same one. */
  fingerprint(): string {
    const list = this.entries.map(({ name, bytes, crc }) => `${name} ${bytes} ${crc}`).join('\n')
    return createHash('sha256').update(list).digest('hex').slice(0, 6)
  }

  /** Writes table and header, reads the whole file back and checks it, and gives it its final name. */
  async finish(path: string): Promise<number> {
    const { table, tableOffset, header } = this.ends(this.#format)
    await this.store(table, tableOffset)
    await this.store(header, 0)
    const fault = await this.#flushing
    if (fault !== undefined) throw fault
    await this.#file.sync()
    await this.#file.close()
    await checkIndexFile(this.#path, undefined, this.#format)
    await rename(this.#path, path)
    // A rename is on disk only once its directory is.
    await using directory = await open(dirname(path), 'r')
    await directory.sync()
    return tableOffset + table.byteLength
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#flushing
    await this.#file.close().catch(() => undefined)
    await rm(this.#path, { force: true })
  }

  protected override async store(bytes: Uint8Array, offset: number): Promise<number> {
    let crc = 0
    for (let done = 0; done < bytes.byteLength; done += WRITE_BYTES_MAX) {
      const chunk = bytes.subarray(done, done + WRITE_BYTES_MAX)
      const writing = this.#write(chunk, offset + done)
      crc = crc32(chunk, crc)
      await writing
    }
    return crc
  }

  async #write(bytes: Uint8Array, offset: number): Promise<void> {
    for (let done = 0; done < bytes.byteLength; ) {
      const rest = bytes.subarray(done)
      const { bytesWritten } = await this.#file.write(rest, 0, rest.byteLength, offset + done)
      done += bytesWritten
      this.#unflushed += bytesWritten
    }
    if (this.#unflushed < FLUSH_BYTES) return
    this.#unflushed = 0
    const before = this.#flushing
    const flush = async () => (await before) ?? (await this.#file.datasync())
    this.#flushing = flush().catch((error) => error)
  }
}

export class MemoryIndex extends SectionWriter {
  readonly #sections: { readonly bytes: Uint8Array; readonly offset: number }[] = []

  finish(): SharedArrayBuffer {
    const { table, tableOffset, header } = this.ends()
    const buffer = new SharedArrayBuffer(tableOffset + table.byteLength)
    const all = new Uint8Array(buffer)
    for (const { bytes, offset } of this.#sections) all.set(bytes, offset)
    all.set(table, tableOffset)
    all.set(header, 0)
    return buffer
  }

  /** A copy: the memory of the values may be given back once a section has been taken. */
  protected override async store(bytes: Uint8Array, offset: number): Promise<number> {
    this.#sections.push({ bytes: bytes.slice(), offset })
    return crc32(bytes)
  }
}

function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

function arrayOf(type: ElementType, values: unknown): ArrayBufferView {
  if (type === 'json') return jsonBytes(values)
  if (typeof values === 'number') return Uint32Array.of(values)
  if (!ArrayBuffer.isView(values)) throw new Error(`A section of ${type} is written from an array.`)
  return type === 'narrow' && values instanceof Uint32Array ? narrowed(values) : values
}

function storedType(values: ArrayBufferView): StoredType {
  if (values instanceof Uint8Array) return 'u8'
  if (values instanceof Uint16Array) return 'u16'
  return values instanceof Uint32Array ? 'u32' : 'i32'
}

function narrowed(values: Uint32Array): NarrowArray {
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i] ?? 0)
  if (most < 2 ** 8) return new Uint8Array(values)
  return most < 2 ** 16 ? new Uint16Array(values) : values
}
