// Writes where streets and records are: a street where its middle record is, records as steps away from it.
// Unchecked: hot, goes over every address.

import type { SectionWriter } from '../file/section-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { POINT_UNITS, STEP_UNITS, STEPS_PER_POINT_UNIT } from './degrees.ts'

const STEPS_MAX = 0x7fffffff

/** Records too far from their street for the columns; those have no steps. */
export type FarRecords = ReadonlySet<number>

export async function writePoints(
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
