// /private-address/{postcode}: the older form of the same list, whose ids are counted within a postcode. Free.

import Type from 'typebox'
import type { PrivateAddress } from '../../private-addresses/private-address.ts'
import { privateAddressAt, privateAddressesAt } from '../../private-addresses/private-addresses.ts'
import { Message } from '../account/schemas.ts'
import { type Context, endpoint, free } from '../endpoint.ts'
import {
  AddedSchema,
  common,
  OptionalText,
  PointOptions,
  readPostcode,
  readPrivateAddress,
  Text,
} from './fields.ts'
import { add, noPrivateAddress, remove } from './list.ts'

const OlderForm = Type.Object({
  id: Type.String({ description: 'A number, counted within the postcode.' }),
  line1: Type.String(),
  line2: Type.String(),
  line3: Type.String(),
  line4: Type.String(),
  locality: Type.String(),
  townOrCity: Type.String(),
  county: Type.String(),
})

const PostcodeParams = Type.Object({ postcode: Type.String({ maxLength: 200 }) })
const IdParams = Type.Object({
  postcode: Type.String({ maxLength: 200 }),
  id: Type.String({ maxLength: 200 }),
})
const path = '/private-address/{postcode}'
/** An id as it is given out, and no other way to write the same number. */
const NUMBER = /^[1-9]\d{0,8}$/

export const listPrivateAddressesAt = endpoint({
  ...common,
  path,
  methods: ['GET'],
  summary: 'List the private addresses of a postcode, older form',
  notes: 'Admin key. Free. A view of the same list as `/v2/private-address`.',
  params: PostcodeParams,
  options: Type.Object({}),
  answers: { 200: { description: 'Those there are.', schema: Type.Array(OlderForm) } },
  problems: [],
  async handle({ params }, { parts, caller }) {
    const postcode = readPostcode(params.postcode, caller.subscription?.product)
    const addresses = await privateAddressesAt(parts.store.db, caller.accountId, postcode)
    return free(addresses.map(olderForm))
  },
})

export const getPrivateAddressAt = endpoint({
  ...common,
  path: `${path}/{id}`,
  methods: ['GET'],
  summary: 'See one private address, older form',
  notes: 'Admin key. Free.',
  params: IdParams,
  options: Type.Object({}),
  answers: { 200: { description: 'The address.', schema: OlderForm } },
  problems: ['not-found'],
  async handle({ params }, context) {
    return free(olderForm(await addressAt(params.postcode, params.id, context)))
  },
})

export const postPrivateAddressAt = endpoint({
  ...common,
  path,
  methods: ['POST'],
  summary: 'Add a private address, older form',
  notes: 'Admin key. It counts as no home.',
  params: PostcodeParams,
  options: Type.Object({
    line1: Text,
    line2: OptionalText,
    line3: OptionalText,
    line4: OptionalText,
    locality: OptionalText,
    townOrCity: OptionalText,
    county: OptionalText,
    ...PointOptions,
  }),
  answers: { 200: { description: 'Added.', schema: AddedSchema } },
  problems: [],
  async handle({ params, options }, context) {
    const { line1, line2, line3, line4, townOrCity, ...others } = options
    const given = {
      ...others,
      postcode: params.postcode,
      line_1: line1,
      ...(line2 !== undefined && { line_2: line2 }),
      ...(line3 !== undefined && { line_3: line3 }),
      ...(line4 !== undefined && { line_4: line4 }),
      ...(townOrCity !== undefined && { town_or_city: townOrCity }),
      residential: false,
    }
    const address = readPrivateAddress(given, context, 'line1')
    const id = String((await add(address, context)).postcodeNumber)
    return free({ message: `The private address ${id} of ${address.postcode} is added.`, id })
  },
})

export const deletePrivateAddressAt = endpoint({
  ...common,
  path: `${path}/{id}`,
  methods: ['DELETE'],
  summary: 'Remove a private address, older form',
  notes: 'Admin key.',
  params: IdParams,
  options: Type.Object({}),
  answers: { 200: { description: 'Removed.', schema: Message } },
  problems: ['not-found'],
  async handle({ params }, context) {
    const { id, postcode, postcodeNumber } = await addressAt(params.postcode, params.id, context)
    await remove(id, context)
    return free({ message: `The private address ${postcodeNumber} of ${postcode} is removed.` })
  },
})

async function addressAt(text: string, id: string, context: Context): Promise<PrivateAddress> {
  const { parts, caller } = context
  const postcode = readPostcode(text, caller.subscription?.product)
  if (!NUMBER.test(id)) throw noPrivateAddress()
  const { db } = parts.store
  const found = await privateAddressAt(db, caller.accountId, postcode, Number(id))
  if (found === undefined) throw noPrivateAddress()
  return found
}

function olderForm(address: PrivateAddress) {
  return {
    id: String(address.postcodeNumber),
    line1: address.line_1,
    line2: address.line_2,
    line3: address.line_3,
    line4: address.line_4,
    locality: address.locality,
    townOrCity: address.town_or_city,
    county: address.county,
  }
}
