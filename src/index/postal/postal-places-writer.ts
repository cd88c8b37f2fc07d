// Gathers the places of the UK: areas, towns, outcodes, and the centre of every postcode.

import { outcodeOf } from '../../address/postcode.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { addAddress, PlaceGatherer, slugOf, writePlaces } from '../geography/places-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { wordsOf } from '../words/fold.ts'

interface PostalStreets {
  readonly postcodes: readonly string[]
  postcodeOf(street: number): string
  /** Double dependent locality, dependent locality, town, county, district, country. */
  placeTextsOf(street: number): readonly string[]
}

/** Fields of a stored place: area, town, county, country, outcode. */
export async function writePostalPlaces(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  streets: PostalStreets,
): Promise<void> {
  const gatherer = new PlaceGatherer()
  const [latitude, longitude] = [table.latitude.view(), table.longitude.view()]
  const centres = new PostcodeCentres(streets.postcodes)
  order.streets.forEach((street, at) => {
    const postcode = streets.postcodeOf(street)
    const places = placesOf(gatherer, streets.placeTextsOf(street), outcodeOf(postcode))
    for (let record = order.streetStart[at]; record < order.streetStart[at + 1]; record++) {
      const row = order.rows[record]
      for (const place of places) addAddress(place, latitude[row], longitude[row])
      centres.add(postcode, at, latitude[row], longitude[row])
    }
  })
  await writePlaces(writer, gatherer.finish())
  await centres.write(writer)
}

function placesOf(gatherer: PlaceGatherer, texts: readonly string[], outcode: string) {
  const [double, dependent, town, county, , country] = texts
  const weak = [town, county, country].flatMap(wordsOf)
  const areas = [double, dependent].filter((area) => area !== '')
  const places = areas.map((area) =>
    gatherer.place(['area', area, town, county].join('|'), () => ({
      id: slugOf(area, town, county),
      fields: [area, town, county, country, ''],
      strong: [area],
      weak,
    })),
  )
  if (town !== '') {
    const describe = () => ({
      id: slugOf(town, county),
      fields: ['', town, county, country, ''],
      strong: [town],
      weak,
    })
    places.push(gatherer.place(['town', town, county].join('|'), describe))
  }
  if (outcode !== '') {
    const describe = () => ({
      id: slugOf(outcode),
      fields: ['', town, county, country, outcode],
      strong: [outcode],
      weak,
    })
    places.push(gatherer.place(`outcode|${outcode}`, describe))
  }
  return places
}

class PostcodeCentres {
  readonly #at: ReadonlyMap<string, number>
  readonly #count: Uint32Array
  readonly #latitude: Float64Array
  readonly #longitude: Float64Array
  /** The best-known street that has the postcode. */
  readonly #street: Uint32Array

  constructor(postcodes: readonly string[]) {
    this.#at = new Map(postcodes.map((postcode, i) => [postcode, i]))
    this.#count = new Uint32Array(postcodes.length)
    this.#latitude = new Float64Array(postcodes.length)
    this.#longitude = new Float64Array(postcodes.length)
    this.#street = new Uint32Array(postcodes.length)
  }

  add(postcode: string, street: number, latitude: number, longitude: number): void {
    const at = this.#at.get(postcode)
    if (at === undefined) return
    if (this.#count[at]++ === 0) this.#street[at] = street
    this.#latitude[at] += latitude
    this.#longitude[at] += longitude
  }

  async write(writer: SectionWriter): Promise<void> {
    const mean = (sum: Float64Array) =>
      Int32Array.from(sum, (value, i) => Math.round((value / this.#count[i]) * 1e6))
    await writer.add('postcode.count', this.#count)
    await writer.add('postcode.street', this.#street)
    await writer.add('postcode.latitude', mean(this.#latitude))
    await writer.add('postcode.longitude', mean(this.#longitude))
  }
}
