// Writes a national index from the rows that were gathered.

import type { SectionWriter } from '../file/section-writer.ts'
import { writeBoxes } from '../geography/boxes-writer.ts'
import { RowIds } from '../ids/id-order-writer.ts'
import { rowsNamed, writeNationalIds } from '../ids/national-ids-writer.ts'
import { putInOrder } from '../rows/final-order.ts'
import type { NationalKnowledge } from '../rows/row-source.ts'
import { writeOtherRecords, writeRecords } from '../streets/records-writer.ts'
import { writeStreets } from '../streets/streets-writer.ts'
import { KnownNames } from './known-names.ts'
import {
  compareNationalRows,
  rankAliasesAsTheirPrincipals,
  rankNationalStreets,
} from './national-order.ts'
import { writeNationalPlaces } from './national-places-writer.ts'
import { NationalStreets } from './national-streets.ts'
import type { NationalTable } from './national-table.ts'
import { writeNationalTexts } from './national-texts-writer.ts'
import { overrideFarPoints, overrideForeignIds, overrideOddNumbers } from './override-rules.ts'

/** Each part of the table gives its memory back once it has been written. */
export async function writeNational(
  writer: SectionWriter,
  rows: NationalTable,
  knowledge: NationalKnowledge | undefined,
): Promise<{ readonly addresses: number; readonly repeated: number }> {
  const { table, pid, principal, primary } = rows
  const read = table.rows
  const ids = new RowIds(pid.prefix.view(), pid.number.view())
  const principalOf = rowsNamed(principal, ids, read)
  const primaryOf = rowsNamed(primary, ids, read)
  rankAliasesAsTheirPrincipals(rows, principalOf)
  const streets = new NationalStreets(rows, new KnownNames(knowledge))
  const order = putInOrder(table, ids.repeated(), rankNationalStreets(rows, streets), (packed) =>
    compareNationalRows(rows, packed),
  )
  for (const column of [table, pid, principal, primary]) column.release()
  const parts = await writeStreets(writer, table, order, streets)
  table.release()
  const far = await writeRecords(writer, table, order, principalOf)
  overrideOddNumbers(rows, order)
  overrideForeignIds(rows, order, 'principalPid', principal, principalOf)
  overrideForeignIds(rows, order, 'primaryPid', primary, primaryOf)
  overrideFarPoints(rows, order, far)
  await writeBoxes(writer, table, order)
  await writeNationalPlaces(writer, table, order, streets)
  table.free()
  await writeNationalIds(writer, rows, order, ids)
  await writeOtherRecords(writer, 'primary', order, primaryOf)
  for (const column of [pid, principal, primary]) column.free()
  await writeNationalTexts(writer, rows, order, streets, parts)
  rows.details.free()
  return { addresses: order.rows.length, repeated: read - order.rows.length }
}
