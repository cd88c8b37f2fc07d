// Writes the places of the UK: areas, towns and outcodes.

import { outcodeOf } from '../../address/postcode.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { type PlaceDescription, PlaceGatherer, slugOf } from '../geography/place-gatherer.ts'
import { writePlaces } from '../geography/places-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { wordsOf } from '../words/fold.ts'
import type { PlaceField } from './postal-layout.ts'
import type { PostalStreets } from './postal-streets.ts'

export async function writePostalPlaces(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  streets: PostalStreets,
): Promise<void> {
  const gatherer = new PlaceGatherer(table, order)
  order.streets.forEach((street, at) => {
    const place = streets.place(streets.placeOf(street))
    const outcode = outcodeOf(streets.postcodeOf(street))
    for (const { key, describe } of placesOf(place, outcode)) gatherer.addStreet(at, key, describe)
  })
  await writePlaces(writer, gatherer.finish())
}

interface KeyedPlace {
  readonly key: string
  readonly describe: () => PlaceDescription
}

/** The fields of a stored place are area, town, county, country and outcode. */
function placesOf(texts: Readonly<Record<PlaceField, string>>, outcode: string): KeyedPlace[] {
  const { doubleDependentLocality, dependentLocality, townOrCity: town, county, country } = texts
  const weak = () => [town, county, country].flatMap(wordsOf)
  const areas = [doubleDependentLocality, dependentLocality].filter((area) => area !== '')
  const places = areas.map((area) => ({
    key: ['area', area, town, county].join('|'),
    describe: () => ({
      id: slugOf(area, town, county),
      fields: [area, town, county, country, ''],
      strong: [area],
      weak: weak(),
    }),
  }))
  if (town !== '') {
    places.push({
      key: ['town', town, county].join('|'),
      describe: () => ({
        id: slugOf(town, county),
        fields: ['', town, county, country, ''],
        strong: [town],
        weak: weak(),
      }),
    })
  }
  if (outcode !== '') {
    places.push({
      key: `outcode|${outcode}`,
      describe: () => ({
        id: slugOf(outcode),
        fields: ['', town, county, country, outcode],
        strong: [outcode],
        weak: weak(),
      }),
    })
  }
  return places
}
