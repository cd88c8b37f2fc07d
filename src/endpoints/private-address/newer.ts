// /v2/private-address: the addresses that an account adds to its own look-ups, by ids of their own. Free.

import Type from 'typebox'
import { placed, privatePostalAddress } from '../../private-addresses/private-address.ts'
import { privateAddressOf, privateAddressPages } from '../../private-addresses/private-addresses.ts'
import { NoParams } from '../schemas.ts'
import { PostalAddressSchema } from '../variant-b/variant.ts'
import { OptionalText, PointOptions, readPrivateAddress, Text } from './fields.ts'
import { privateAddressEndpoints } from './form.ts'

const { formatted_address: _, ...addressFields } = PostalAddressSchema.properties

export const newerPrivateAddresses = privateAddressEndpoints({
  path: '/v2/private-address',
  suffix: '',
  listParams: NoParams,
  listTexts: {
    summary: 'List the private addresses',
    notes: 'Admin key. Free. In the order they were added.',
  },
  addNotes:
    "Admin key. The address appears in this account's look-ups only. Without coordinates " +
    'it gets those of its postcode, if known.',
  oneParams: Type.Object({ id: Type.String({ maxLength: 200, description: '`pa_…`' }) }),
  body: Type.Object({
    postcode: Text,
    line_1: Text,
    line_2: OptionalText,
    line_3: OptionalText,
    line_4: OptionalText,
    locality: OptionalText,
    town_or_city: OptionalText,
    county: OptionalText,
    residential: Type.Boolean(),
    ...PointOptions,
  }),
  schema: Type.Object({ id: Type.String(), ...addressFields }),
  show(address, { searches }) {
    const { formatted_address: _lines, ...fields } = privatePostalAddress(placed(address, searches))
    return { id: address.id, ...fields }
  },
  pages: (_params, { parts, caller }) => privateAddressPages(parts.store.db, caller.accountId),
  find: ({ id }, { parts, caller }) => privateAddressOf(parts.store.db, caller.accountId, id),
  read: (_params, body, context) => readPrivateAddress(body, context, 'line_1'),
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
})
