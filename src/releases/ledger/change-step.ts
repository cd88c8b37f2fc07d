// One step of the change log: what became of ids from one release in use to the next, in a file that is read in parts.
// Unchecked: rows are within the file, whose header says how many it has.

import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CHANGE_KINDS, type Change, type ChangeKind } from '../../address/change.ts'
import type { Product } from '../../address/product.ts'
import { unfinishedPath } from '../../index/build/build.ts'
import { readPart, sectionsOf } from '../../index/file/index-file.ts'
import type { SectionEntry } from '../../index/file/index-sections.ts'
import { IndexWriter } from '../../index/file/index-writer.ts'
import type { SectionName } from '../../index/file/sections.ts'
import { GrowingU32 } from '../../index/rows/growing-arrays.ts'
import { systemClock } from '../../lib/clock.ts'
import { ifMissing } from '../../lib/operator-error.ts'
import { type IdKey, idText, sortableId } from './id-keys.ts'

/** Numbers of a row. */
const ROW = 3
const ROW_BYTES = ROW * Uint32Array.BYTES_PER_ELEMENT

export interface SuccessorKey extends IdKey {
  readonly inferred: boolean
}

/** The changes of a step, added in the order of ids. */
export class ChangeColumns {
  readonly #rows = new GrowingU32()
  readonly #successors = new GrowingU32()
  count = 0

  add(id: IdKey, kind: ChangeKind, successors: readonly SuccessorKey[] = []): void {
    this.#push(id, CHANGE_KINDS.indexOf(kind))
    for (const { first, second, inferred } of successors) {
      this.#successors.push(first)
      this.#successors.push(second)
      this.#successors.push(inferred ? 1 : 0)
    }
    this.count += 1
  }

  #push({ first, second }: IdKey, kind: number): void {
    this.#rows.push(first)
    this.#rows.push(second)
    this.#rows.push((this.#successors.length / ROW) * CHANGE_KINDS.length + kind)
  }

  /** Whole or not at all. `prefixes` are those that the first numbers of ids count. */
  async write(path: string, product: Product, prefixes: readonly string[]): Promise<void> {
    this.#push({ first: 0, second: 0 }, 0)
    const unfinished = unfinishedPath(dirname(path), `${product}_changes`, systemClock.now())
    await using writer = await IndexWriter.create(unfinished, 'changes')
    await writer.add('changes.prefixes', prefixes)
    await writer.add('changes.rows', this.#rows.view())
    await writer.add('changes.successors', this.#successors.view())
    await writer.finish(path)
  }
}

/** With the id in its sortable form. */
export interface StoredChange extends Change {
  readonly sortable: string
}

/** After an id in the form that sorts, it sorts after that id and before all others. */
const BEHIND = '0'
/** Where more rows than this lie between two wanted ids, each id is looked up; otherwise all rows are read. */
const ROWS_PER_ID_MAX = 50
const ROWS_AT_ONCE = 1000

/** A step that is open for reading. */
export class ChangeFile {
  readonly count: number
  readonly #file: FileHandle
  readonly #prefixes: readonly string[]
  readonly #rowsAt: number
  readonly #successorsAt: number

  /** Undefined if the file is gone: it is too old, or was never restored. */
  static async open(path: string): Promise<ChangeFile | undefined> {
    const file = await open(path, 'r').catch(ifMissing(undefined))
    if (file === undefined) return undefined
    try {
      const sections = await sectionsOf(file, path, 'changes')
      const { offset, bytes } = named(sections, 'changes.prefixes')
      const prefixes = JSON.parse((await readPart(file, offset, bytes)).toString('utf8'))
      return new ChangeFile(file, sections, prefixes)
    } catch (error) {
      await file.close()
      throw new Error(`The change log ${path} cannot be read: ${String(error)}`)
    }
  }

  private constructor(file: FileHandle, sections: readonly SectionEntry[], prefixes: string[]) {
    const rows = named(sections, 'changes.rows')
    this.#file = file
    this.#prefixes = prefixes
    this.count = rows.bytes / ROW_BYTES - 1
    this.#rowsAt = rows.offset
    this.#successorsAt = named(sections, 'changes.successors').offset
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close()
  }

  /** The changes from a place on, in the order of ids. */
  async page(from: number, most: number): Promise<StoredChange[]> {
    const count = Math.min(most, this.count - from)
    if (count <= 0) return []
    const rows = await this.#read(this.#rowsAt, from, count + 1)
    const before = (row: number) => Math.floor(rows[row * ROW + 2] / CHANGE_KINDS.length)
    const first = before(0)
    const successors = await this.#read(this.#successorsAt, first, before(count) - first)
    return Array.from({ length: count }, (_, row) => ({
      id: idText(keyAt(rows, row), this.#prefixes),
      sortable: sortableId(keyAt(rows, row), this.#prefixes),
      kind: CHANGE_KINDS[rows[row * ROW + 2] % CHANGE_KINDS.length],
      successors: Array.from({ length: before(row + 1) - before(row) }, (_, i) => {
        const at = before(row) - first + i
        const id = idText(keyAt(successors, at), this.#prefixes)
        return { id, inferred: successors[at * ROW + 2] === 1 }
      }),
    }))
  }

  /** The changes of some ids, which are in order. */
  async changesOf(sortable: readonly string[]): Promise<StoredChange[]> {
    const wanted = new Set(sortable)
    let at = await this.find(sortable[0] ?? '')
    const end = await this.find(`${sortable.at(-1) ?? ''}${BEHIND}`, at)
    const found: StoredChange[] = []
    if (end - at > ROWS_PER_ID_MAX * sortable.length) {
      for (const id of sortable) {
        at = await this.find(id, at)
        found.push(...(await this.page(at, 1)).filter((each) => each.sortable === id))
      }
      return found
    }
    for (; at < end; at += ROWS_AT_ONCE) {
      const rows = await this.page(at, Math.min(ROWS_AT_ONCE, end - at))
      found.push(...rows.filter((each) => wanted.has(each.sortable)))
    }
    return found
  }

  /** Those after an id, in order; '' for the first ones. */
  async changesAfter(sortable: string, most: number): Promise<StoredChange[]> {
    return this.page(await this.find(sortable === '' ? '' : `${sortable}${BEHIND}`), most)
  }

  /** The place of the first change whose id is not below this one. */
  async find(sortable: string, from = 0): Promise<number> {
    let [low, high] = [from, this.count]
    while (low < high) {
      const middle = (low + high) >>> 1
      const row = await this.#read(this.#rowsAt, middle, 1)
      if (sortableId(keyAt(row, 0), this.#prefixes) < sortable) low = middle + 1
      else high = middle
    }
    return low
  }

  async #read(start: number, row: number, count: number): Promise<Uint32Array> {
    if (count === 0) return new Uint32Array(0)
    const bytes = await readPart(this.#file, start + row * ROW_BYTES, count * ROW_BYTES)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, count * ROW)
  }
}

function keyAt(rows: Uint32Array, row: number): IdKey {
  return { first: rows[row * ROW], second: rows[row * ROW + 1] }
}

function named(sections: readonly SectionEntry[], name: SectionName): SectionEntry {
  const section = sections.find((each) => each.name === name)
  if (section === undefined) throw new Error(`it has no section ${name}.`)
  return section
}
