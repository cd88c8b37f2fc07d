// The ids of the records of a national index.
// Unchecked: records are within the columns, which have a value for each.

import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray } from '../file/sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { DROPPED, type FinalOrder } from '../rows/final-order.ts'
import { sortByKey, valuesOf } from '../rows/row-order.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'
import { NONE } from '../streets/records.ts'
import { IdOrder, type RowIds } from './id-order.ts'
import {
  type OtherPids,
  type PidColumn,
  pidNumber,
  pidNumberStart,
  pidText,
} from './pid-columns.ts'

export class NationalIds {
  readonly #prefixes: readonly string[]
  readonly #prefix: NarrowArray
  readonly #number: Uint32Array
  readonly #order: IdOrder

  constructor(sections: IndexSections) {
    this.#prefixes = sections.get('pid.prefixes')
    this.#prefix = sections.get('record.pidPrefix')
    this.#number = sections.get('record.pidNumber')
    this.#order = new IdOrder(sections, this.#prefix, this.#number)
  }

  /** '' for NONE. */
  text(record: number): string {
    if (record === NONE) return ''
    return pidText(this.#prefixes[this.#prefix[record]], this.#number[record])
  }

  /** The record with this id, or NONE. */
  find(id: string): number {
    const start = pidNumberStart(id)
    const prefix = this.#prefixes.indexOf(id.slice(0, start))
    return prefix === -1 ? NONE : this.#order.find(prefix, pidNumber(id, start))
  }
}

/** The ids of all rows. */
interface RowPids {
  readonly pid: PidColumn
  readonly pidPrefixes: TextNumbers
}

/** For each row the row that its other id names, DROPPED where it names none of this file. */
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
  writer: SectionWriter,
  { pid, pidPrefixes }: RowPids,
  order: FinalOrder,
  ids: RowIds,
): Promise<void> {
  const { sorted, places } = pidPrefixes.sort()
  const prefix = valuesOf(valuesOf(order.rows, pid.prefix.view()), places)
  await writer.add('pid.prefixes', sorted)
  await writer.add('record.pidPrefix', prefix)
  await writer.add('record.pidNumber', valuesOf(order.rows, pid.number.view()))
  // Rows were sorted by prefixes as they were numbered at first.
  await writer.add('ids.order', sortByKey(ids.records(order), prefix))
}
