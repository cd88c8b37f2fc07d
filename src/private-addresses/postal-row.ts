// Reads the lines of a private address of the UK as a delivery point, so that the same index finds it.

import { EMPTY_POSTAL_ROW, type PostalRow } from '../address/postal.ts'
import { readPostalLines } from '../index/lines/postal-lines-reader.ts'
import type { NewPrivateAddress } from './private-address.ts'

/** Only for finding it: what is shown are the owner's own lines. `key` makes it one of its kind in the index. */
export function privatePostalRow(address: NewPrivateAddress, key: string): PostalRow {
  const { locality, town_or_city, county, postcode, residential } = address
  const { line_1, line_2, line_3, line_4 } = address
  const { names, ...premises } = readPostalLines([line_1, line_2, line_3, line_4])
  // The last name is that of the building, behind its unit.
  const buildingName = names.at(-1) ?? ''
  const [organisation = '', ...rest] = names.slice(0, -1)
  const [outer = '', ...inner] = locality.split(/,\s*/).reverse()
  return {
    ...EMPTY_POSTAL_ROW,
    ...premises,
    sourceKey: key,
    organisation,
    department: rest.join(' '),
    buildingName,
    doubleDependentLocality: inner.reverse().join(' '),
    dependentLocality: outer,
    townOrCity: town_or_city,
    county,
    postcode,
    residential,
    latitude: address.point?.latitude ?? 0,
    longitude: address.point?.longitude ?? 0,
  }
}
