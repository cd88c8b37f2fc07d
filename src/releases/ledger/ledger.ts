// The id ledger of a product: every id that a release in use has had, and what became of those that are gone.
// Unchecked: rows of the columns are found in the columns themselves, which have a value for each.

import { dirname } from 'node:path'
import type { ChangeStep } from '../../address/change.ts'
import type { Product } from '../../address/product.ts'
import type { RetiredId, Successor } from '../../address/retired-id.ts'
import { unfinishedPath } from '../../index/build/build.ts'
import { SparseColumn, writeSparse } from '../../index/columns/sparse-column.ts'
import { checkIndexFile, loadSections, type SectionsMemory } from '../../index/file/index-file.ts'
import { IndexSections } from '../../index/file/index-sections.ts'
import { IndexWriter } from '../../index/file/index-writer.ts'
import type { NarrowArray, SectionValue } from '../../index/file/sections.ts'
import { GrowingU32 } from '../../index/rows/growing-arrays.ts'
import { countUp } from '../../index/rows/row-order.ts'
import { systemClock } from '../../lib/clock.ts'
import { lowerBoundBy } from '../../lib/lower-bound.ts'
import { errorCode, OperatorError } from '../../lib/operator-error.ts'
import type { SuccessorKey } from './change-step.ts'
import { type IdKey, idText, readId } from './id-keys.ts'
import { IdCursor, type IdList } from './id-lists.ts'

type LedgerHead = SectionValue<'ledger'>

/** How many ids are looked at to find the successors of one: it may have lived on several times. */
const SUCCESSORS_SEEN_MAX = 100
/** No id: values of the columns are never below 0. */
const NO_VALUE = -1

/** The retired ids of a ledger, over memory that threads share. */
export class RetiredIds {
  readonly memory: SectionsMemory<SharedArrayBuffer>
  readonly #head: LedgerHead
  readonly #rows: RetiredRows

  constructor(memory: SectionsMemory<SharedArrayBuffer>) {
    const sections = new IndexSections(memory.buffer, memory.entries)
    this.memory = memory
    this.#head = sections.get('ledger')
    this.#rows = new RetiredRows(sections)
  }

  /** The one that has the current ids. */
  get release(): string {
    return this.#head.release
  }

  /** Those of the change log that are kept, oldest first. */
  get steps(): readonly ChangeStep[] {
    return this.#head.steps ?? []
  }

  /** Undefined for an id that is not retired. Successors that are gone too stand for their own successors. */
  find(id: string, isHeld: (id: string) => boolean): RetiredId | undefined {
    const [row] = this.#rowsOf(id)
    if (row === undefined) return undefined
    const waiting = this.#successorsOf(id, false)
    const seen = new Set([id])
    const successors: Successor[] = []
    for (const each of waiting) {
      if (seen.has(each.id)) continue
      seen.add(each.id)
      if (isHeld(each.id)) successors.push(each)
      else if (waiting.length < SUCCESSORS_SEEN_MAX) {
        waiting.push(...this.#successorsOf(each.id, each.inferred))
      }
    }
    const release = this.#head.releases[this.#rows.last[row] >>> 1]
    return { release, successors }
  }

  #successorsOf(id: string, isInferred: boolean): Successor[] {
    const { successorFirst, successorSecond, last } = this.#rows
    return this.#rowsOf(id).flatMap((row) => {
      if (!successorFirst.has(row)) return []
      const key = { first: successorFirst.at(row), second: successorSecond.at(row) }
      const successor = idText(key, this.#head.prefixes)
      return [{ id: successor, inferred: isInferred || last[row] % 2 === 1 }]
    })
  }

  /** One for each successor, or one without. */
  #rowsOf(id: string): number[] {
    const key = readId(id, this.#head.prefixes)
    if (key === undefined) return []
    const { first, second, count } = this.#rows
    const compare = (row: number) => first[row] - key.first || second[row] - key.second
    const rows: number[] = []
    let row = lowerBoundBy(0, count, (at) => compare(at) < 0)
    for (; row < count && compare(row) === 0; row++) rows.push(row)
    return rows
  }
}

class RetiredRows implements Omit<IdList, 'prefixes'> {
  readonly count: number
  readonly first: NarrowArray
  readonly second: Uint32Array
  readonly last: NarrowArray
  readonly successorFirst: SparseColumn
  readonly successorSecond: SparseColumn

  constructor(sections: IndexSections) {
    this.first = sections.get('retired.first')
    this.second = sections.get('retired.second')
    this.last = sections.get('retired.last')
    this.successorFirst = new SparseColumn(sections, 'retired.successorFirst', NO_VALUE)
    this.successorSecond = new SparseColumn(sections, 'retired.successorSecond', NO_VALUE)
    this.count = this.second.length
  }
}

/** Reads the retired ids and checks the whole file. Undefined where there is no ledger yet. */
export async function loadRetired(path: string): Promise<RetiredIds | undefined> {
  return unlessMissing(path, async () => {
    await checkIndexFile(path, undefined, 'ledger')
    const isRetired = (name: string) => name === 'ledger' || name.startsWith('retired.')
    return new RetiredIds(await loadSections(path, isRetired, SharedArrayBuffer, 'ledger'))
  })
}

export async function readLedgerHead(path: string): Promise<LedgerHead | undefined> {
  return unlessMissing(path, async () => {
    const isHead = (name: string) => name === 'ledger'
    const { buffer, entries } = await loadSections(path, isHead, ArrayBuffer, 'ledger')
    return new IndexSections(buffer, entries).get('ledger')
  })
}

/** A ledger that is to be brought up to another release. */
export interface WholeLedger {
  readonly head: LedgerHead
  readonly current: IdList
  readonly retired: IdList & RetiredRows
}

export async function loadLedger(path: string): Promise<WholeLedger | undefined> {
  return unlessMissing(path, async () => {
    const { buffer, entries } = await loadSections(path, () => true, ArrayBuffer, 'ledger')
    const sections = new IndexSections(buffer, entries)
    const head = sections.get('ledger')
    const [first, second] = [sections.get('current.step'), sections.get('current.second')]
    const { prefixes } = head
    const current = { prefixes, count: second.length, first, second, isStepped: true }
    return { head, current, retired: Object.assign(new RetiredRows(sections), { prefixes }) }
  })
}

async function unlessMissing<T>(path: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    const why = error instanceof Error ? error.message : String(error)
    throw new OperatorError(
      `The id ledger ${path} cannot be read: ${why} Put it back from a backup, or delete it to begin a new one, ` +
        'which does not know the ids that are retired by now.',
    )
  }
}

/** The retired ids of a new ledger, added in the order of ids. */
export class RetiredColumns {
  readonly #first = new GrowingU32()
  readonly #second = new GrowingU32()
  readonly #last = new GrowingU32()
  /** One more than the place of its successor below; 0 for none. */
  readonly #successor = new GrowingU32()
  readonly #successorFirst = new GrowingU32()
  readonly #successorSecond = new GrowingU32()

  /** `last` is twice the number of the last release that had the id. */
  retire(id: IdKey, last: number, successors: readonly SuccessorKey[]): void {
    if (successors.length === 0) this.#add(id, last)
    for (const successor of successors)
      this.#add(id, last + (successor.inferred ? 1 : 0), successor)
  }

  /** A row of a ledger, with `placeOf` for its prefixes. */
  keep(rows: RetiredRows, id: IdKey, row: number, placeOf?: Uint32Array): void {
    const [first, second] = [rows.successorFirst.at(row), rows.successorSecond.at(row)]
    const successor = { first: placeOf === undefined ? first : placeOf[first], second }
    this.#add(id, rows.last[row], rows.successorFirst.has(row) ? successor : undefined)
  }

  /** `last` is that of the section. */
  #add(id: IdKey, last: number, successor?: IdKey): void {
    this.#first.push(id.first)
    this.#second.push(id.second)
    this.#last.push(last)
    if (successor !== undefined) {
      this.#successorFirst.push(successor.first)
      this.#successorSecond.push(successor.second)
    }
    this.#successor.push(successor === undefined ? 0 : this.#successorFirst.length)
  }

  async write(writer: IndexWriter): Promise<void> {
    const rows = countUp(this.#first.length)
    await writer.add('retired.first', this.#first.view())
    await writer.add('retired.second', this.#second.view())
    await writer.add('retired.last', this.#last.view())
    const successors = this.#successor.view()
    for (const [name, column] of [
      ['retired.successorFirst', this.#successorFirst],
      ['retired.successorSecond', this.#successorSecond],
    ] as const) {
      await writeSparse(writer, name, rows, NO_VALUE, (row) =>
        successors[row] === 0 ? NO_VALUE : column.at(successors[row] - 1),
      )
    }
  }
}

export interface NextLedger {
  readonly head: LedgerHead
  readonly current: IdList
  readonly retired: RetiredColumns
}

/** Whole or not at all: the file has its name once it is on disk and checked. */
export async function writeLedger(
  path: string,
  product: Product,
  { head, current, retired }: NextLedger,
): Promise<void> {
  const unfinished = unfinishedPath(dirname(path), `${product}_ledger`, systemClock.now())
  await using writer = await IndexWriter.create(unfinished, 'ledger')
  await writer.add('ledger', head)
  const [steps, seconds] = [new Uint32Array(current.count), new Uint32Array(current.count)]
  const cursor = new IdCursor(current, head.prefixes)
  for (let before = 0; cursor.next(); before = cursor.first) {
    steps[cursor.at] = cursor.first - before
    seconds[cursor.at] = cursor.second
  }
  await writer.add('current.step', steps)
  await writer.add('current.second', seconds)
  await retired.write(writer)
  await writer.finish(path)
}
