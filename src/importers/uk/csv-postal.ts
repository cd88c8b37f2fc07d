// Rows of Variant B from any delimited file.

import { osgbToWgs84 } from '../../address/osgb.ts'
import type { PostalRow } from '../../address/postal.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import type { Tally } from '../reading/rejects.ts'
import { PostalFields, RowPlacer } from './postal-fields.ts'
import type { Postcodes } from './postcodes.ts'

/** `places` tells the column of each field that the file has. */
export function csvPostalReader(
  places: ReadonlyMap<string, number>,
  tally: Tally,
  postcodes: Postcodes | undefined,
): (record: Splitter) => PostalRow | undefined {
  const fields = new PostalFields()
  const placer = new RowPlacer(tally, postcodes)
  return (record) => {
    fields.begin()
    const row = { ...csvRow(record, places, fields), ...pointOf(record, places) }
    return placer.place(record, fields, row)
  }
}

function csvRow(record: Splitter, places: ReadonlyMap<string, number>, fields: PostalFields) {
  const text = (name: string) => fields.text(record, places.get(name) ?? -1)
  const raw = (name: string) => fields.raw(record, places.get(name) ?? -1)
  return {
    sourceKey: raw('source_key'),
    uprn: normaliseUprn(raw('uprn')) ?? '',
    organisation: text('organisation'),
    department: text('department'),
    poBox: raw('po_box'),
    subBuilding: text('sub_building'),
    buildingName: text('building_name'),
    buildingNumber: raw('building_number').replace(/ ?- ?/, '-').toUpperCase(),
    dependentThoroughfare: text('dependent_thoroughfare'),
    thoroughfare: text('thoroughfare'),
    doubleDependentLocality: text('double_dependent_locality'),
    dependentLocality: text('dependent_locality'),
    townOrCity: text('town_or_city'),
    county: text('county'),
    district: text('district'),
    country: text('country'),
    postcode: raw('postcode').toUpperCase(),
    // A file of homes needs no column for it.
    residential: !/^(?:0|n|no|f|false)$/i.test(raw('residential')),
  }
}

/** NaN where the row says nothing usable. */
function pointOf(record: Splitter, places: ReadonlyMap<string, number>) {
  const number = (name: string) => {
    const column = places.get(name)
    return column === undefined ? Number.NaN : record.decimal(column)
  }
  const latitude = number('latitude')
  const longitude = number('longitude')
  if (!Number.isNaN(latitude) && !Number.isNaN(longitude)) return { latitude, longitude }
  const easting = number('easting')
  const northing = number('northing')
  if (easting > 0 && northing > 0) return osgbToWgs84(easting, northing)
  return { latitude: Number.NaN, longitude: Number.NaN }
}
