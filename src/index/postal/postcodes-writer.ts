// Writes the middle of the addresses of each postcode, and the best-known street that has it.
// Unchecked: hot, goes over every address.

import type { SectionWriter } from '../file/section-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { type FinalOrder, rowsOfStreet } from '../rows/final-order.ts'
import type { PostalStreets } from './postal-streets.ts'
import { CENTRE_UNITS } from './postcodes.ts'

export async function writePostcodes(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  streets: PostalStreets,
  postcodes: readonly string[],
): Promise<void> {
  const numbers = new Map(postcodes.map((postcode, number) => [postcode, number]))
  const [latitude, longitude] = [table.latitude.view(), table.longitude.view()]
  const count = new Uint32Array(postcodes.length)
  const bestKnown = new Uint32Array(postcodes.length)
  const latitudes = new Float64Array(postcodes.length)
  const longitudes = new Float64Array(postcodes.length)
  order.streets.forEach((street, at) => {
    const postcode = numbers.get(streets.postcodeOf(street))
    if (postcode === undefined) return
    if (count[postcode] === 0) bestKnown[postcode] = at
    for (const row of rowsOfStreet(order, at)) {
      count[postcode]++
      latitudes[postcode] += latitude[row]
      longitudes[postcode] += longitude[row]
    }
  })
  const means = (sums: Float64Array) =>
    Int32Array.from(sums, (sum, i) => Math.round((sum / count[i]) * CENTRE_UNITS))
  await writer.add('postcode.count', count)
  await writer.add('postcode.street', bestKnown)
  await writer.add('postcode.latitude', means(latitudes))
  await writer.add('postcode.longitude', means(longitudes))
}
