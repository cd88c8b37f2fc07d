// GET and POST /validate/{address}, Variant B: its body says 200, 300 or 404, since clients lose other HTTP statuses.

import Type from 'typebox'
import { EMPTY_POSTAL_ADDRESS } from '../../address/postal-lines.ts'
import { readTerm } from '../both-variants/look-up.ts'
import { endpoint, free, ok, oneLookup } from '../endpoint.ts'
import { PostalAddressSchema, postalSearch } from './variant.ts'

const ADDRESS_CHARACTERS_MAX = 500

export const validate = endpoint({
  path: '/validate/{address+}',
  methods: ['GET', 'POST'],
  scope: 'lookup',
  product: 'uk',
  summary: 'Confirm or correct a one-line address',
  notes:
    'HTTP 200 always; `status` in the body is 200, 300 or 404. Only a `status` of 200 costs a ' +
    'look-up; with 300 and 404 the address is empty.',
  params: Type.Object({
    address: Type.String({ maxLength: ADDRESS_CHARACTERS_MAX, description: 'One line.' }),
  }),
  options: Type.Object({
    strict: Type.Boolean({
      default: true,
      description: 'False: where several fit, answer the most likely one.',
    }),
    residential: Type.Optional(
      Type.Boolean({ description: 'True: residential addresses only. False: companies only.' }),
    ),
  }),
  answers: ok(
    'What was found.',
    Type.Object({
      status: Type.Integer({ enum: [200, 300, 404] }),
      address: PostalAddressSchema,
    }),
  ),
  problems: ['daily-limit', 'monthly-buffer'],
  metered: true,
  handle({ params, options }, context) {
    const { strict, residential } = options
    const result = postalSearch(context).validate({
      line: readTerm(params.address, 'address'),
      strict,
      work: context.work,
      ...(residential !== undefined && { residential }),
    })
    if (result.kind === 'one') return oneLookup({ status: 200, address: result.address })
    return free({ status: result.kind === 'several' ? 300 : 404, address: EMPTY_POSTAL_ADDRESS })
  },
})
