// Writes a UK index from the delivery points that were gathered.

import { elementAt } from '../../lib/element-at.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { writeBoxes } from '../geography/boxes-writer.ts'
import { RowIds } from '../ids/id-order-writer.ts'
import { writePostalIds } from '../ids/postal-ids-writer.ts'
import { type FinalOrder, putInOrder } from '../rows/final-order.ts'
import { writeRecords } from '../streets/records-writer.ts'
import { writeStreets } from '../streets/streets-writer.ts'
import { isUnknownCode } from '../words/number-code.ts'
import { comparePostalRows, rankPostalStreets } from './postal-order.ts'
import { writePostalPlaces } from './postal-places-writer.ts'
import { PostalStreets } from './postal-streets.ts'
import type { PostalTable } from './postal-table.ts'
import { writePostalTexts } from './postal-texts-writer.ts'
import { writePostcodes } from './postcodes-writer.ts'
import { houseNumberText } from './premise-numbers.ts'

/** Most of the table gives its memory back once it has been written. */
export async function writePostal(
  writer: SectionWriter,
  rows: PostalTable,
): Promise<{ readonly addresses: number; readonly repeated: number }> {
  const { table } = rows
  const read = table.rows
  const ids = new RowIds(rows.idHigh.view(), rows.idLow.view())
  const streets = new PostalStreets(rows)
  const order = putInOrder(table, ids.repeated(), rankPostalStreets(rows, streets), (packed) =>
    comparePostalRows(rows, packed),
  )
  for (const column of [table, rows.idHigh, rows.idLow]) column.release()
  const parts = await writeStreets(writer, table, order, streets)
  table.release()
  await writeRecords(writer, table, order, undefined)
  keepOddNumbers(rows, order)
  await writeBoxes(writer, table, order)
  await writePostalPlaces(writer, table, order, streets)
  await writePostcodes(writer, table, order, streets, parts.postcodes)
  await writePostalIds(writer, rows, order, ids)
  await rows.uprns.write(writer, order, read)
  table.free()
  await writePostalTexts(writer, rows, order, streets, parts)
  return { addresses: order.rows.length, repeated: read - order.rows.length }
}

/** Numbers that are written in too rare a way for a template. */
function keepOddNumbers({ table, numberTexts }: PostalTable, { rows, packed }: FinalOrder): void {
  const [firsts, lasts] = [table.number.view(), table.last.view()]
  for (const row of rows) {
    const [first, last] = [elementAt(firsts, row), elementAt(lasts, row)]
    const isOdd = isUnknownCode(elementAt(packed, first)) || isUnknownCode(elementAt(packed, last))
    if (!isOdd || numberTexts.has(row)) continue
    const text = { first: table.numberTexts.at(first), last: table.numberTexts.at(last) }
    numberTexts.set(row, houseNumberText(text))
  }
}
