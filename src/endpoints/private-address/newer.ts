// /v2/private-address: the addresses that an account adds to its own look-ups, by ids of their own. Free.

import Type from 'typebox'
import { placed } from '../../private-addresses/point.ts'
import {
  type PrivateAddress,
  privatePostalAddress,
} from '../../private-addresses/private-address.ts'
import { privateAddressesOf, privateAddressOf } from '../../private-addresses/private-addresses.ts'
import { Message, NoParams } from '../account/schemas.ts'
import { type Context, endpoint, free } from '../endpoint.ts'
import { PostalAddressSchema } from '../variant-b/schemas.ts'
import {
  AddedSchema,
  common,
  OptionalText,
  PointOptions,
  readPrivateAddress,
  Text,
} from './fields.ts'
import { add, noPrivateAddress, remove } from './list.ts'

const { formatted_address: _, ...addressFields } = PostalAddressSchema.properties
const PrivateAddressSchema = Type.Object({ id: Type.String(), ...addressFields })
const IdParams = Type.Object({ id: Type.String({ maxLength: 200, description: '`pa_…`' }) })
const path = '/v2/private-address'

export const listPrivateAddresses = endpoint({
  ...common,
  path,
  methods: ['GET'],
  summary: 'List the private addresses',
  notes: 'Admin key. Free. In the order in which they were added.',
  params: NoParams,
  options: Type.Object({}),
  answers: { 200: { description: 'All of them.', schema: Type.Array(PrivateAddressSchema) } },
  problems: [],
  async handle(_input, context) {
    const { parts, caller } = context
    const addresses = await privateAddressesOf(parts.store.db, caller.accountId)
    return free(addresses.map((address) => newerForm(address, context)))
  },
})

export const getPrivateAddress = endpoint({
  ...common,
  path: `${path}/{id}`,
  methods: ['GET'],
  summary: 'See one private address',
  notes: 'Admin key. Free.',
  params: IdParams,
  options: Type.Object({}),
  answers: { 200: { description: 'The address.', schema: PrivateAddressSchema } },
  problems: ['not-found'],
  async handle({ params }, context) {
    const { parts, caller } = context
    const address = await privateAddressOf(parts.store.db, caller.accountId, params.id)
    if (address === undefined) throw noPrivateAddress()
    return free(newerForm(address, context))
  },
})

export const postPrivateAddress = endpoint({
  ...common,
  path,
  methods: ['POST'],
  summary: 'Add a private address',
  notes:
    "Admin key. It appears in this account's look-ups and in nobody else's. Without coordinates " +
    'it has those of its postcode, where the data knows it.',
  params: NoParams,
  options: Type.Object({
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
  answers: { 200: { description: 'Added.', schema: AddedSchema } },
  problems: [],
  async handle({ options }, context) {
    const { id } = await add(readPrivateAddress(options, context, 'line_1'), context)
    return free({ message: `The private address ${id} is added.`, id })
  },
})

export const deletePrivateAddress = endpoint({
  ...common,
  path: `${path}/{id}`,
  methods: ['DELETE'],
  summary: 'Remove a private address',
  notes: 'Admin key.',
  params: IdParams,
  options: Type.Object({}),
  answers: { 200: { description: 'Removed.', schema: Message } },
  problems: ['not-found'],
  async handle({ params }, context) {
    await remove(params.id, context)
    return free({ message: `The private address ${params.id} is removed.` })
  },
})

function newerForm(address: PrivateAddress, { searches }: Context) {
  const { formatted_address: _lines, ...fields } = privatePostalAddress(placed(address, searches))
  return { id: address.id, ...fields }
}
