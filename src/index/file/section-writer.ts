// Writes sections one after the other, each at a multiple of 64, and remembers them for the table at the end.

import {
  HEADER_BYTES,
  headerBytes,
  SECTION_ALIGNMENT,
  type SectionEntry,
  type StoredType,
  tableBytes,
} from './header.ts'
import type { ElementType } from './section-kinds.ts'
import {
  type NarrowArray,
  type SectionInput,
  type SectionName,
  typeOfSection,
} from './section-names.ts'

/** Where the bytes go is the business of the classes that extend this one: a file, or memory. */
export abstract class SectionWriter {
  readonly #entries: SectionEntry[] = []
  #end = HEADER_BYTES

  /** The values are taken when this resolves; their memory may be given back. */
  async add<Name extends SectionName>(name: Name, values: SectionInput<Name>): Promise<void> {
    const { type, bytes } = stored(typeOfSection(name), values)
    const offset = Math.ceil(this.#end / SECTION_ALIGNMENT) * SECTION_ALIGNMENT
    const crc = await this.store(bytes, offset)
    this.#entries.push({ name, type, offset, bytes: bytes.byteLength, crc })
    this.#end = offset + bytes.byteLength
  }

  /** Keeps the bytes and gives their CRC-32. */
  protected abstract store(bytes: Uint8Array, offset: number): Promise<number>

  protected get entries(): readonly SectionEntry[] {
    return this.#entries
  }

  /** What follows the last section, and the header that says where that is. */
  protected ends() {
    const table = tableBytes(this.#entries)
    return { table, tableOffset: this.#end, header: headerBytes(this.#end, table) }
  }
}

function stored(
  type: ElementType,
  values: unknown,
): { readonly type: StoredType; readonly bytes: Uint8Array } {
  if (type === 'json') {
    return { type: 'u8', bytes: new Uint8Array(Buffer.from(JSON.stringify(values), 'utf8')) }
  }
  const array =
    type === 'narrow' && values instanceof Uint32Array
      ? narrowed(values)
      : typeof values === 'number'
        ? Uint32Array.of(values)
        : values
  if (!ArrayBuffer.isView(array)) throw new Error(`A section of ${type} is written from an array.`)
  return {
    type: storedType(array),
    bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
  }
}

function storedType(values: ArrayBufferView): StoredType {
  if (values instanceof Uint8Array) return 'u8'
  if (values instanceof Uint16Array) return 'u16'
  return values instanceof Uint32Array ? 'u32' : 'i32'
}

/** The values in the narrowest array that holds them. */
function narrowed(values: Uint32Array): NarrowArray {
  let most = 0
  for (const value of values) if (value > most) most = value
  if (most < 2 ** 8) return new Uint8Array(values)
  return most < 2 ** 16 ? new Uint16Array(values) : values
}
