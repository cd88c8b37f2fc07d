// The ids of a national file: a prefix and a number each, in columns while rows stream in and in the index.
// Unchecked: records and rows are within the columns, which have a value for each.

import type { IndexSections } from '../file/index-sections.ts'
import { type Build, DROPPED } from '../rows/final-order.ts'
import type { Columns, GrowingU32 } from '../rows/growing-arrays.ts'
import { sortByKey, valuesOf } from '../rows/row-order.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'
import { NONE, type RecordIds } from '../streets/records.ts'
import { isDigit, ZERO } from '../words/number-code.ts'
import { idFinder, type RowIds } from './id-order.ts'

export function readNationalIds(sections: IndexSections): RecordIds {
  const prefixes = sections.get('pid.prefixes')
  const [prefix, number] = [sections.get('record.pidPrefix'), sections.get('record.pidNumber')]
  const find = idFinder(sections, prefix, number)
  return {
    text: (record) => (record === NONE ? '' : pidText(prefixes[prefix[record]], number[record])),
    find(id) {
      const pid = splitPid(id)
      const at = prefixes.indexOf(pid.prefix)
      return at === -1 ? NONE : find(at, pid.number)
    },
  }
}

export function splitPid(pid: string) {
  const start = pidNumberStart(pid)
  return { prefix: pid.slice(0, start), number: pidNumber(pid, start) }
}

/** The id of every row. Hot: each row has one to three, and their prefix is mostly that of the row before. */
export class PidColumn {
  readonly prefix: GrowingU32
  readonly number: GrowingU32
  readonly #prefixes: TextNumbers
  #lastPrefix = 0
  #lastText = ''

  constructor(prefixes: TextNumbers, columns: Columns) {
    this.prefix = columns.u32()
    this.number = columns.u32()
    this.#prefixes = prefixes
  }

  push(pid: string): void {
    const start = pidNumberStart(pid)
    if (start !== this.#lastText.length || !pid.startsWith(this.#lastText)) {
      this.#lastPrefix = this.#prefixes.add(pid.slice(0, start))
      this.#lastText = this.#prefixes.at(this.#lastPrefix)
    }
    this.prefix.push(this.#lastPrefix)
    this.number.push(pidNumber(pid, start))
  }

  text(row: number): string {
    return pidText(this.#prefixes.at(this.prefix.at(row)), this.number.at(row))
  }
}

/** Ids that few rows have, such as that of an alias's principal. Only those rows take room. */
export class OtherPids {
  readonly #rows: GrowingU32
  readonly #pids: PidColumn

  constructor(prefixes: TextNumbers, columns: Columns) {
    this.#rows = columns.u32()
    this.#pids = new PidColumn(prefixes, columns)
  }

  /** Rows come in order. */
  add(row: number, pid: string): void {
    if (pid === '') return
    this.#rows.push(row)
    this.#pids.push(pid)
  }

  /** All rows that have an id, in order; `at` counts them. */
  each(visit: (row: number, prefix: number, number: number, at: number) => void): void {
    const { prefix, number } = this.#pids
    for (let at = 0; at < this.#rows.length; at++) {
      visit(this.#rows.at(at), prefix.at(at), number.at(at), at)
    }
  }

  text(at: number): string {
    return this.#pids.text(at)
  }
}

/** The number of an id that does not end with digits. */
const NO_PID_NUMBER = 0xffffffff
/** More might not fit 32 bits. */
const DIGITS_MAX = 9

/** Where the number begins. It does not begin with 0, so that prefix and number give the id back. */
function pidNumberStart(pid: string): number {
  const end = pid.length
  let start = end
  while (start > 0 && end - start < DIGITS_MAX && isDigit(pid.charCodeAt(start - 1))) start--
  while (start < end && pid.charCodeAt(start) === ZERO) start++
  return start
}

function pidNumber(pid: string, start: number): number {
  const end = pid.length
  let number = 0
  for (let at = start; at < end; at++) number = (number * 10 + pid.charCodeAt(at) - ZERO) | 0
  return start === end ? NO_PID_NUMBER : number
}

export function pidText(prefix: string, number: number): string {
  return number === NO_PID_NUMBER ? prefix : prefix + number
}

/** For each row the row that its other id names, DROPPED if it names none of this file. */
export function rowsNamed(others: OtherPids, ids: RowIds, rows: number): Uint32Array {
  const named = new Uint32Array(rows).fill(DROPPED)
  let last = { prefix: -1, number: -1, row: DROPPED }
  others.each((row, prefix, number) => {
    // The units of a building follow each other and name the same address.
    if (prefix !== last.prefix || number !== last.number) {
      last = { prefix, number, row: ids.find(prefix, number) }
    }
    named[row] = last.row
  })
  return named
}

export async function writeNationalIds(
  { writer, order }: Build,
  pid: PidColumn,
  prefixes: TextNumbers,
  ids: RowIds,
): Promise<void> {
  const { sorted, places } = prefixes.sort()
  const prefix = valuesOf(valuesOf(order.rows, pid.prefix.view()), places)
  await writer.add('pid.prefixes', sorted)
  await writer.add('record.pidPrefix', prefix)
  await writer.add('record.pidNumber', valuesOf(order.rows, pid.number.view()))
  // Rows were sorted by prefixes as they were numbered at first.
  await writer.add('ids.order', sortByKey(ids.records(order), prefix))
}
