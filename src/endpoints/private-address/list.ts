// The list behind both forms of a private address, as the endpoints change it.

import { Problem } from '../../http/problem.ts'
import {
  type NewPrivateAddress,
  PRIVATE_ADDRESSES_MAX,
} from '../../private-addresses/private-address.ts'
import {
  type AddedAddress,
  addPrivateAddresses,
  removePrivateAddress,
} from '../../private-addresses/private-addresses.ts'
import type { Context } from '../endpoint.ts'

export async function add(address: NewPrivateAddress, context: Context): Promise<AddedAddress> {
  const { parts, caller, forgetAccount } = context
  const added = await addPrivateAddresses(parts.store, caller.accountId, [address])
  if (added.kind === 'too-many') {
    const most = PRIVATE_ADDRESSES_MAX.toLocaleString('en-GB')
    throw new Problem('bad-request', `An account holds at most ${most} private addresses.`, {
      title: 'private-address',
    })
  }
  // This node sees it at once, the others within a second.
  forgetAccount(caller.accountId)
  return added.addresses[0]
}

export async function remove(id: string, context: Context): Promise<void> {
  const { parts, caller, forgetAccount } = context
  if (!(await removePrivateAddress(parts.store, caller.accountId, id))) throw noPrivateAddress()
  forgetAccount(caller.accountId)
}

/** The same for an id that nobody has and for one of another account. */
export function noPrivateAddress(): Problem {
  return new Problem('not-found', 'No private address has that id.')
}
