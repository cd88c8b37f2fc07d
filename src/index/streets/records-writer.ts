// Writes the columns of the records that both products have.

import { writeSparse } from '../columns/sparse-column-writer.ts'
import type { RecordColumn } from '../file/section-names.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { DROPPED, type FinalOrder } from '../rows/final-order.ts'
import { NO_NUMBER } from '../words/number-code.ts'
import { NONE, RECORD } from './records.ts'

const INT32_MAX = 0x7fffffff

/** Records whose point is too far from their street's for the column; their text fields keep it exactly. */
export type FarRecords = ReadonlySet<number>

export async function writeRecords(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  principalRowOf: (row: number) => number,
): Promise<FarRecords> {
  const { rows, packed } = order
  const number = table.number.view()
  await writer.add('number.templates', order.templates)
  const packedNumbers = new Uint32Array(rows.length)
  for (let record = 0; record < rows.length; record++) {
    packedNumbers[record] = packed[number[rows[record]]]
  }
  await writer.add('record.number', packedNumbers)
  for (const name of ['last', 'unit', 'level', 'lot'] as const) {
    const values = table[name].view()
    await writeSparse(
      writer,
      `record.${name}`,
      rows.length,
      NO_NUMBER,
      (record) => packed[values[rows[record]]],
    )
  }
  await writeKinds(writer, table, order)
  await writeFlags(writer, table, order)
  await writeSparse(writer, 'record.principal', rows.length, NONE, (record) => {
    const row = principalRowOf(rows[record])
    return row === DROPPED ? NONE : order.recordOf[row]
  })
  return writePoints(writer, table, order)
}

async function writeFlags(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
): Promise<void> {
  const { rows } = order
  const [flags, last] = [table.flags.view(), table.last.view()]
  const values = new Uint8Array(rows.length)
  for (let record = 0; record < rows.length; record++) {
    const row = rows[record]
    values[record] = flags[row] | (last[row] === 0 ? 0 : RECORD.range)
  }
  await writer.add('record.flags', values)
}

async function writeKinds(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
): Promise<void> {
  const { rows } = order
  const columns: [RecordColumn, Uint32Array][] = [
    ['unitKind', table.unitKind.view()],
    ['levelKind', table.levelKind.view()],
    ...table.nameColumns.map((name, i): [RecordColumn, Uint32Array] => [
      name,
      table.names[i].view(),
    ]),
  ]
  for (const [name, values] of columns) {
    await writeSparse(writer, `record.${name}`, rows.length, NONE, (record) => {
      const value = values[rows[record]]
      return value === 0 ? NONE : value
    })
  }
}

/** A street is where its middle record is; records are kept as differences to it. */
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
    streetLatitude[street] = Math.round(latitude[middle] * 1e7)
    streetLongitude[street] = Math.round(longitude[middle] * 1e7)
    for (let record = from; record < to; record++) {
      const row = rows[record]
      const north = Math.round(latitude[row] * 1e8) - streetLatitude[street] * 10
      const east = Math.round(longitude[row] * 1e8) - streetLongitude[street] * 10
      if (Math.max(Math.abs(north), Math.abs(east)) > INT32_MAX) {
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
