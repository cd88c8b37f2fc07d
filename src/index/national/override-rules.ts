// Finds what the columns of a national index cannot give back.
// Unchecked: hot, goes over five columns of every address.

import type { NationalRow } from '../../address/national.ts'
import type { OtherPids } from '../ids/pid-columns.ts'
import { DROPPED, type FinalOrder } from '../rows/final-order.ts'
import type { GrowingU32 } from '../rows/growing-arrays.ts'
import type { FarRecords } from '../streets/points-writer.ts'
import { isUnknownCode } from '../words/number-code.ts'
import type { NationalTable } from './national-table.ts'

/** Numbers that are written in too rare a way for a template. */
export function overrideOddNumbers({ table, overrides }: NationalTable, order: FinalOrder): void {
  const columns: readonly (readonly [keyof NationalRow, GrowingU32])[] = [
    ['numberFirst', table.number],
    ['numberLast', table.last],
    ['flatNumber', table.unit],
    ['levelNumber', table.level],
    ['lotNumber', table.lot],
  ]
  for (const [field, column] of columns) {
    const values = column.view()
    for (const row of order.rows) {
      if (!isUnknownCode(order.packed[values[row]])) continue
      overrides.add(row, field, table.numberTexts.at(values[row]))
    }
    column.release()
  }
}

/** Ids of addresses that the file does not have. `named` has the row that each row's other id names. */
export function overrideForeignIds(
  { overrides }: NationalTable,
  { recordOf }: FinalOrder,
  field: 'principalPid' | 'primaryPid',
  ids: OtherPids,
  named: Uint32Array,
): void {
  ids.each((row, _prefix, _number, at) => {
    if (recordOf[row] === DROPPED || named[row] !== DROPPED) return
    overrides.add(row, field, ids.text(at))
  })
}

export function overrideFarPoints(
  { table, overrides }: NationalTable,
  { rows }: FinalOrder,
  far: FarRecords,
): void {
  for (const record of far) {
    const row = rows[record]
    overrides.add(row, 'latitude', table.latitude.view()[row])
    overrides.add(row, 'longitude', table.longitude.view()[row])
  }
}
