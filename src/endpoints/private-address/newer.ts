// /v2/private-address: the addresses that an account adds to its own look-ups, by ids of their own. Free.

import Type from 'typebox'
import { placed, privatePostalAddress } from '../../private-addresses/private-address.ts'
import { privateAddressOf, privateAddressPages } from '../../private-addresses/private-addresses.ts'
import { PostalAddressSchema } from '../look-ups/variant.ts'
import { members } from '../schemas.ts'
import {
  OptionalText,
  PointOptions,
  privateAddressEndpoints,
  readPrivateAddress,
  Text,
} from './form.ts'

const { formatted_address: _, ...addressFields } = PostalAddressSchema.properties

export const newerPrivateAddresses = privateAddressEndpoints({
  path: '/v2/private-address',
  suffix: '',
  listParams: {},
  listTexts: {
    summary: 'List the private addresses',
    notes: 'Free. In the order they were added.',
  },
  addNotes:
    "The address appears in this account's look-ups only. Without coordinates " +
    'it gets those of its postcode, if known.',
  oneParams: { id: Type.String({ maxLength: 200, description: '`pa_…`' }) },
  body: {
    ...members(['postcode', 'line_1'], Text),
    ...members(['line_2', 'line_3', 'line_4', 'locality', 'town_or_city', 'county'], OptionalText),
    residential: Type.Boolean(),
    ...PointOptions,
  },
  schema: Type.Object({ id: Type.String(), ...addressFields }),
  show(address, { searches }) {
    const { formatted_address: _lines, ...fields } = privatePostalAddress(placed(address, searches))
    return { id: address.id, ...fields }
  },
  pages: (_params, { store, caller }) => privateAddressPages(store.db, caller.accountId),
  find: ({ id }, { store, caller }) => privateAddressOf(store.db, caller.accountId, id),
  read: (_params, body, context) => readPrivateAddress(body, context, 'line_1'),
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
})
