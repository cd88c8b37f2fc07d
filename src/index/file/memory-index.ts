// An index that is never a file: its sections are laid out in memory as a file would have them.

import { crc32 } from 'node:zlib'
import { SectionWriter } from './section-writer.ts'

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
