// Writes an index file: section after section to a temporary name, then the table, then checked and renamed.

import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import {
  checkIndexFile,
  HEADER_BYTES,
  headerBytes,
  SECTION_ALIGNMENT,
  type SectionArray,
  type SectionEntry,
  sectionTypeOf,
} from './index-file.ts'
import type { SectionWriter } from './section-writer.ts'

const WRITE_BYTES_MAX = 64 * 1024 * 1024

export class IndexWriter implements SectionWriter {
  readonly #path: string
  readonly #file: FileHandle
  readonly #entries: SectionEntry[] = []
  #position = HEADER_BYTES

  static async create(path: string): Promise<IndexWriter> {
    return new IndexWriter(path, await open(path, 'wx'))
  }

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  async add(name: string, values: SectionArray): Promise<void> {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    const offset = Math.ceil(this.#position / SECTION_ALIGNMENT) * SECTION_ALIGNMENT
    const crc = await this.#write(bytes, offset)
    this.#entries.push({ name, type: sectionTypeOf(values), offset, bytes: bytes.byteLength, crc })
    this.#position = offset + bytes.byteLength
  }

  async addJson(name: string, value: unknown): Promise<void> {
    await this.add(name, new Uint8Array(Buffer.from(JSON.stringify(value), 'utf8')))
  }

  /** A short name for what has been written so far: the same content has the same one. */
  fingerprint(): string {
    const list = this.#entries.map(({ name, bytes, crc }) => `${name} ${bytes} ${crc}`).join('\n')
    return createHash('sha256').update(list).digest('hex').slice(0, 6)
  }

  /** Writes table and header, reads the whole file back and checks it, and gives it its final name. */
  async finish(path: string): Promise<number> {
    const table = new Uint8Array(Buffer.from(JSON.stringify(this.#entries), 'utf8'))
    await this.#write(table, this.#position)
    await this.#write(headerBytes(this.#position, table), 0)
    await this.#file.sync()
    await this.#file.close()
    await checkIndexFile(this.#path)
    await rename(this.#path, path)
    await syncDirectory(dirname(path))
    return this.#position + table.byteLength
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(this.#path, { force: true })
  }

  async #write(bytes: Uint8Array, offset: number): Promise<number> {
    let crc = 0
    for (let done = 0; done < bytes.byteLength; ) {
      const chunk = bytes.subarray(done, done + WRITE_BYTES_MAX)
      const { bytesWritten } = await this.#file.write(chunk, 0, chunk.byteLength, offset + done)
      crc = crc32(chunk.subarray(0, bytesWritten), crc)
      done += bytesWritten
    }
    return crc
  }
}

/** A rename is on disk only once its directory is. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
