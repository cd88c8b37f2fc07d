// Writes an index file: section after section to a temporary name, then the table, then checked and renamed.

import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { openPrivate } from '../../lib/files/folder.ts'
import { checkIndexFile } from './index-file.ts'
import { SectionWriter } from './section-writer.ts'

const WRITE_BYTES_MAX = 64 * 1024 * 1024

export class IndexWriter extends SectionWriter {
  readonly #path: string
  readonly #file: FileHandle

  static async create(path: string): Promise<IndexWriter> {
    return new IndexWriter(path, await openPrivate(path, 'wx'))
  }

  private constructor(path: string, file: FileHandle) {
    super()
    this.#path = path
    this.#file = file
  }

  /** A short name for what has been written so far: the same content has the same one. */
  fingerprint(): string {
    const list = this.entries.map(({ name, bytes, crc }) => `${name} ${bytes} ${crc}`).join('\n')
    return createHash('sha256').update(list).digest('hex').slice(0, 6)
  }

  /** Writes table and header, reads the whole file back and checks it, and gives it its final name. */
  async finish(path: string): Promise<number> {
    const { table, tableOffset, header } = this.ends()
    await this.store(table, tableOffset)
    await this.store(header, 0)
    await this.#file.sync()
    await this.#file.close()
    await checkIndexFile(this.#path)
    await rename(this.#path, path)
    await syncDirectory(dirname(path))
    return tableOffset + table.byteLength
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(this.#path, { force: true })
  }

  protected override async store(bytes: Uint8Array, offset: number): Promise<number> {
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
  await using directory = await open(path, 'r')
  await directory.sync()
}

/** An index that is never a file: its sections are laid out in memory as a file would have them. */
export class MemoryIndex extends SectionWriter {
  readonly #sections: { readonly bytes: Uint8Array; readonly offset: number }[] = []

  /** Gives what `searchOver` takes. */
  finish(): SharedArrayBuffer {
    const { table, tableOffset, header } = this.ends()
    const buffer = new SharedArrayBuffer(tableOffset + table.byteLength)
    const all = new Uint8Array(buffer)
    for (const { bytes, offset } of this.#sections) all.set(bytes, offset)
    all.set(table, tableOffset)
    all.set(header, 0)
    return buffer
  }

  /** A copy, because the memory of the values may be given back once a section has been taken. */
  protected override async store(bytes: Uint8Array, offset: number): Promise<number> {
    this.#sections.push({ bytes: bytes.slice(), offset })
    return crc32(bytes)
  }
}
