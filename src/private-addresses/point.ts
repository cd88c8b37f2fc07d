// The point of a private address: the one that its owner gave, else that of its postcode.

import type { Searches } from '../search/address-search.ts'
import type { NewPrivateAddress } from './private-address.ts'

/** Postcodes of Australia are no places of their own, so only the UK data knows where one is. */
export function placed<Address extends NewPrivateAddress>(
  address: Address,
  { uk }: Searches,
): Address {
  if (address.point !== undefined || /^\d/.test(address.postcode)) return address
  const at = uk?.locate(address.postcode)
  return at === undefined
    ? address
    : { ...address, point: { latitude: at.latitude, longitude: at.longitude } }
}
