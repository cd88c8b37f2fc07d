// The sections of a loaded index by name, as typed arrays over its memory.

import {
  HEADER_BYTES,
  ofAnotherVersion,
  readHeader,
  readTable,
  type SectionEntry,
} from './header.ts'
import type { ElementType } from './section-kinds.ts'
import { type SectionName, type SectionValue, typeOfSection } from './section-names.ts'

/** All threads of a process look at the same memory; nothing is decoded but JSON. */
export class IndexSections {
  readonly #buffer: SharedArrayBuffer
  readonly #entries: ReadonlyMap<string, SectionEntry>

  constructor(buffer: SharedArrayBuffer) {
    this.#buffer = buffer
    this.#entries = new Map(entriesOf(buffer).map((entry) => [entry.name, entry]))
  }

  /** The same, or undefined where the file has no such section. */
  find<Name extends SectionName>(name: Name): SectionValue<Name> | undefined {
    return this.#entries.has(name) ? this.get(name) : undefined
  }

  /** The values of a section, of the type that the table of sections gives it. */
  get<Name extends SectionName>(name: Name): SectionValue<Name>
  get(name: SectionName): unknown {
    const type = typeOfSection(name)
    const entry = this.#entries.get(name)
    if (entry === undefined || !isStoredAs(type, entry)) {
      throw ofAnotherVersion(`it has no section ${name} of type ${type}`)
    }
    const values = arrayOver(this.#buffer, entry)
    if (type === 'number') return values[0]
    return type === 'json' ? JSON.parse(Buffer.from(values).toString('utf8')) : values
  }
}

/** What the table at the end of a loaded index lists. */
export function entriesOf(buffer: SharedArrayBuffer): readonly SectionEntry[] {
  const header = readHeader(Buffer.from(buffer, 0, HEADER_BYTES), buffer.byteLength)
  const table = Buffer.from(buffer, header.tableOffset, header.tableBytes)
  return readTable(table, header.tableCrc)
}

function isStoredAs(type: ElementType, entry: SectionEntry): boolean {
  if (type === 'json') return entry.type === 'u8'
  if (type === 'narrow') return entry.type !== 'i32'
  if (type === 'number') return entry.type === 'u32' && entry.bytes === 4
  return entry.type === type
}

function arrayOver(buffer: SharedArrayBuffer, { type, offset, bytes }: SectionEntry) {
  if (type === 'u8') return new Uint8Array(buffer, offset, bytes)
  if (type === 'u16') return new Uint16Array(buffer, offset, bytes / 2)
  if (type === 'u32') return new Uint32Array(buffer, offset, bytes / 4)
  return new Int32Array(buffer, offset, bytes / 4)
}
