// Writes the places of a national index: each locality with its postcode is one.

import type { SectionWriter } from '../file/section-writer.ts'
import { PlaceGatherer, slugOf } from '../geography/place-gatherer.ts'
import { writePlaces } from '../geography/places-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { stateForms } from '../words/written-forms.ts'
import { PLACE_FIELDS } from './national-layout.ts'
import type { NationalStreets } from './national-streets.ts'

export async function writeNationalPlaces(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  streets: NationalStreets,
): Promise<void> {
  const gatherer = new PlaceGatherer(table, order)
  order.streets.forEach((street, at) => {
    const place = streets.placeOf(street)
    const texts = streets.place(place)
    const fields = PLACE_FIELDS.map((field) => texts[field])
    gatherer.addStreet(at, fields.join('|'), () => ({
      id: slugOf(...fields),
      fields,
      strong: [...streets.localityNames(place), texts.postcode],
      weak: stateForms(texts.state),
    }))
  })
  await writePlaces(writer, gatherer.finish())
}
