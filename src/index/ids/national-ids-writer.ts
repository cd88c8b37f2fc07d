// Writes the ids of the records of a national index, and finds the rows that other ids name.

import type { SectionWriter } from '../file/section-writer.ts'
import { DROPPED, type FinalOrder } from '../rows/final-order.ts'
import { sortByKey, valuesOf } from '../rows/row-order.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'
import type { RowIds } from './id-order-writer.ts'
import type { OtherPids, PidColumn } from './pid-columns.ts'

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
