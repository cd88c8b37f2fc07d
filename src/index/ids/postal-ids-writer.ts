// Writes the ids of the records of a UK index.

import type { SectionWriter } from '../file/section-writer.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import type { GrowingU32 } from '../rows/growing-arrays.ts'
import { valuesOf } from '../rows/row-order.ts'
import type { RowIds } from './id-order-writer.ts'

export async function writePostalIds(
  writer: SectionWriter,
  { idHigh, idLow }: { readonly idHigh: GrowingU32; readonly idLow: GrowingU32 },
  order: FinalOrder,
  ids: RowIds,
): Promise<void> {
  await writer.add('record.idHigh', valuesOf(order.rows, idHigh.view()))
  idHigh.free()
  await writer.add('record.idLow', valuesOf(order.rows, idLow.view()))
  idLow.free()
  await writer.add('ids.order', ids.records(order))
}
