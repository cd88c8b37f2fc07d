// Reads the lines of a private address of Australia as a row of the national file, so that the same index finds it.

import { EMPTY_NATIONAL_ROW, type NationalRow } from '../address/national.ts'
import { readNationalLines } from '../index/lines/national-lines-reader.ts'
import { fold } from '../index/words/fold.ts'
import { type NewPrivateAddress, privateLocality, privateState } from './private-address.ts'

/** Only for finding it: what is shown are the owner's own lines. `key` makes it one of its kind in the index. */
export function privateNationalRow(address: NewPrivateAddress, key: string): NationalRow {
  const state = privateState(address)
  const { line_1, line_2, line_3, line_4 } = address
  const { names, ...fields } = readNationalLines([line_1, line_2, line_3, line_4])
  // Words of places that have no field of their own find the address all the same.
  if (address.town_or_city !== '') names.push(fold(address.locality))
  if (state === '') names.push(fold(address.county))
  const [buildingName = '', ...others] = names.filter((name) => name !== '')
  return {
    ...EMPTY_NATIONAL_ROW,
    ...fields,
    addressDetailPid: key,
    buildingName,
    addressSiteName: others.join(' '),
    localityName: fold(privateLocality(address)),
    state,
    postcode: address.postcode,
    latitude: address.point?.latitude ?? 0,
    longitude: address.point?.longitude ?? 0,
  }
}
