// An index that is never a file: its sections are gathered and laid out in memory as a file would have them.

import { crc32 } from 'node:zlib'
import {
  HEADER_BYTES,
  headerBytes,
  SECTION_ALIGNMENT,
  type SectionArray,
  type SectionEntry,
  sectionTypeOf,
} from './index-file.ts'
import type { SectionWriter } from './section-writer.ts'

export class MemoryIndex implements SectionWriter {
  readonly #entries: SectionEntry[] = []
  readonly #sections: Uint8Array[] = []
  #position = HEADER_BYTES

  async add(name: string, values: SectionArray): Promise<void> {
    // A copy: whoever builds a large index gives its memory back as soon as a section has been taken.
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice()
    const offset = Math.ceil(this.#position / SECTION_ALIGNMENT) * SECTION_ALIGNMENT
    const entry = {
      name,
      type: sectionTypeOf(values),
      offset,
      bytes: bytes.byteLength,
      crc: crc32(bytes),
    }
    this.#entries.push(entry)
    this.#sections.push(bytes)
    this.#position = offset + bytes.byteLength
  }

  async addJson(name: string, value: unknown): Promise<void> {
    await this.add(name, new Uint8Array(Buffer.from(JSON.stringify(value), 'utf8')))
  }

  /** What `searchOver` takes. */
  finish(): SharedArrayBuffer {
    const table = new Uint8Array(Buffer.from(JSON.stringify(this.#entries), 'utf8'))
    const buffer = new SharedArrayBuffer(this.#position + table.byteLength)
    const all = new Uint8Array(buffer)
    this.#entries.forEach(({ offset }, at) => {
      all.set(this.#sections[at], offset)
    })
    all.set(table, this.#position)
    all.set(headerBytes(this.#position, table), 0)
    return buffer
  }
}
