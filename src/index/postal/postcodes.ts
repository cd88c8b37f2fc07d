// The postcodes of a UK index: their texts, and the middle of the addresses that have them.
// Unchecked: hot, goes over every address.

import type { Point } from '../../address/geo.ts'
import { elementAt } from '../../lib/element-at.ts'
import type { Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { type FinalOrder, rowsOfStreet } from '../rows/final-order.ts'
import type { PostalStreets } from './postal-streets.ts'

/** The middle of a postcode is kept in millionths of a degree: ten centimetres. */
const CENTRE_UNITS = 1e6

export class Postcodes {
  readonly #texts: Texts
  readonly #text: Uint32Array
  readonly #street: Uint32Array
  readonly #latitude: Int32Array
  readonly #longitude: Int32Array

  constructor(sections: IndexSections, texts: Texts) {
    this.#texts = texts
    this.#text = sections.get('postcode.text')
    this.#street = sections.get('postcode.street')
    this.#latitude = sections.get('postcode.latitude')
    this.#longitude = sections.get('postcode.longitude')
  }

  /** '' for a number past the last, which a street without a postcode has. */
  text(postcode: number): string {
    const text = this.#text[postcode]
    return text === undefined ? '' : this.#texts.at(text)
  }

  /** The best-known street that has the postcode. */
  street(postcode: number): number {
    return elementAt(this.#street, postcode)
  }

  centre(postcode: number): Point {
    return {
      latitude: elementAt(this.#latitude, postcode) / CENTRE_UNITS,
      longitude: elementAt(this.#longitude, postcode) / CENTRE_UNITS,
    }
  }
}

/** Writes the middle of the addresses of each postcode, and the best-known street that has it. */
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
