// GET /get/{id}, Variant A: the full address of a suggestion. One look-up.

import Type from 'typebox'
import { endpoint, oneLookup } from '../endpoint.ts'
import { nationalSearch, noAddress } from '../look-up.ts'
import { IdParams } from '../schemas.ts'
import { NationalAddressSchema } from './schemas.ts'

export const get = endpoint({
  path: '/get/{id}',
  methods: ['GET'],
  scope: 'address',
  product: 'au',
  summary: 'Get the full address of a suggestion',
  notes: 'Each success costs one look-up; an unknown id costs nothing.',
  params: IdParams,
  options: Type.Object({}),
  answers: { 200: { description: 'The address.', schema: NationalAddressSchema } },
  problems: ['not-found', 'daily-limit', 'monthly-buffer', 'service-unavailable'],
  metered: () => true,
  handle({ params }, context) {
    const address = nationalSearch(context).get(params.id)
    if (address === undefined) throw noAddress()
    return oneLookup(address)
  },
})
