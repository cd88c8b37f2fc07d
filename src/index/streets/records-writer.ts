// Writes the columns of the records that both products have.
// Unchecked: hot, goes over a dozen columns of every address.

import { writeSparse } from '../columns/sparse-column.ts'
import type { RecordColumn } from '../file/sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { DROPPED, type FinalOrder } from '../rows/final-order.ts'
import type { GrowingU32 } from '../rows/growing-arrays.ts'
import { valuesOf } from '../rows/row-order.ts'
import { NO_NUMBER } from '../words/number-code.ts'
import { KIND_COLUMNS, NONE, NUMBER_COLUMNS, RECORD } from './records.ts'
import { POINT_UNITS, STEP_UNITS, STEPS_PER_POINT_UNIT } from './streets.ts'

/** `principalOf` has the row that each row is an alias of, or DROPPED. */
export async function writeRecords(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  principalOf: Uint32Array | undefined,
): Promise<FarRecords> {
  const { rows, packed } = order
  await writer.add('number.templates', order.templates)
  await writer.add('record.number', valuesOf(valuesOf(rows, table.number.view()), packed))
  table.number.release()
  for (const name of NUMBER_COLUMNS) {
    const values = table[name].view()
    await writeSparse(writer, `record.${name}`, rows, NO_NUMBER, (row) => packed[values[row]])
    table[name].release()
  }
  for (const name of KIND_COLUMNS) await writeNumbers(writer, name, order, table[name])
  for (const [name, column] of table.names) await writeNumbers(writer, name, order, column)
  await writeFlags(writer, table, order)
  await writeOtherRecords(writer, 'principal', order, principalOf)
  return writePoints(writer, table, order)
}

/** A column of the numbers of texts, where 0 is the empty text. */
async function writeNumbers(
  writer: SectionWriter,
  name: RecordColumn,
  { rows }: FinalOrder,
  column: GrowingU32,
): Promise<void> {
  const values = column.view()
  await writeSparse(writer, `record.${name}`, rows, NONE, (row) => values[row] || NONE)
  column.release()
}

async function writeFlags(
  writer: SectionWriter,
  table: AddressTable,
  { rows }: FinalOrder,
): Promise<void> {
  const [flags, last] = [table.flags.view(), table.last.view()]
  const values = new Uint8Array(rows.length)
  for (let record = 0; record < rows.length; record++) {
    const row = rows[record]
    values[record] = flags[row] | (last[row] === 0 ? 0 : RECORD.range)
  }
  await writer.add('record.flags', values)
}

/** A column of other records. `rowOf` has the row of each row's other, or DROPPED; without it there are none. */
export async function writeOtherRecords(
  writer: SectionWriter,
  name: RecordColumn,
  { rows, recordOf }: FinalOrder,
  rowOf: Uint32Array | undefined,
): Promise<void> {
  await writeSparse(writer, `record.${name}`, rows, NONE, (row) => {
    const other = rowOf === undefined ? DROPPED : rowOf[row]
    return other === DROPPED ? NONE : recordOf[other]
  })
}

const STEPS_MAX = 0x7fffffff

/** Records too far from their street for the columns; those have no steps. */
export type FarRecords = ReadonlySet<number>

async function writePoints(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
): Promise<FarRecords> {
  const { rows, streetStart, streets } = order
  const [latitude, longitude] = [table.latitude.view(), table.longitude.view()]
  const streetLatitude = new Int32Array(streets.length)
  const streetLongitude = new Int32Array(streets.length)
  const recordLatitude = new Int32Array(rows.length)
  const recordLongitude = new Int32Array(rows.length)
  const far = new Set<number>()
  for (let street = 0; street < streets.length; street++) {
    const [from, to] = [streetStart[street], streetStart[street + 1]]
    const middle = rows[(from + to) >>> 1]
    streetLatitude[street] = Math.round(latitude[middle] * POINT_UNITS)
    streetLongitude[street] = Math.round(longitude[middle] * POINT_UNITS)
    for (let record = from; record < to; record++) {
      const row = rows[record]
      const north = stepsTo(latitude[row], streetLatitude[street])
      const east = stepsTo(longitude[row], streetLongitude[street])
      if (Math.max(Math.abs(north), Math.abs(east)) > STEPS_MAX) {
        far.add(record)
        continue
      }
      recordLatitude[record] = north
      recordLongitude[record] = east
    }
  }
  await writer.add('street.latitude', streetLatitude)
  await writer.add('street.longitude', streetLongitude)
  await writer.add('record.latitude', recordLatitude)
  await writer.add('record.longitude', recordLongitude)
  return far
}

function stepsTo(degrees: number, point: number): number {
  return Math.round(degrees * STEP_UNITS) - point * STEPS_PER_POINT_UNIT
}
