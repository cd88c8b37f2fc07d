// GET and POST /validate/{address}, Variant A: confirms or corrects a one-line address. One look-up when it does.

import Type from 'typebox'
import { Problem } from '../../http/problem.ts'
import type { NationalSearch } from '../../search/address-search.ts'
import { differences } from '../../search/ranking.ts'
import type { Work } from '../../search/work.ts'
import { readTerm } from '../both-variants/look-up.ts'
import { endpoint, oneLookup } from '../endpoint.ts'
import { NoOptions } from '../schemas.ts'
import { NationalAddressSchema, nationalSearch } from './variant.ts'

const ADDRESS_CHARACTERS_MAX = 200
const NEAREST_MAX = 3

export const validate = endpoint({
  path: '/validate/{address+}',
  methods: ['GET', 'POST'],
  scope: 'lookup',
  product: 'au',
  summary: 'Confirm or correct a one-line address',
  notes:
    '200 if exactly one address fits, which costs one look-up. 300 with at most 10 candidates if ' +
    'several fit, if the line names no suburb or postcode, or if it names a building that is ' +
    'held only as its units. 404 if none fits. Both are free. The Problem of a 404 has `nearest`: at most ' +
    'three similar addresses by ID, each with what `differs`.',
  params: Type.Object({
    address: Type.String({
      maxLength: ADDRESS_CHARACTERS_MAX,
      description: 'One line. The slash of a unit need not be encoded: `3/12 Smith St Fitzroy`.',
    }),
  }),
  options: NoOptions,
  answers: {
    200: { description: 'The one address that fits.', schema: NationalAddressSchema },
    300: {
      description: 'Several fit.',
      schema: Type.Object({
        candidates: Type.Array(Type.String({ description: 'An address_detail_pid.' }), {
          maxItems: 10,
        }),
      }),
    },
  },
  problems: ['not-found', 'daily-limit', 'monthly-buffer'],
  metered: true,
  handle({ params }, context) {
    const line = readTerm(params.address, 'address')
    const search = nationalSearch(context)
    const { work } = context
    const result = search.validate({ line, strict: true, work })
    switch (result.kind) {
      case 'one':
        return oneLookup(result.address)
      case 'several':
        return { status: 300, body: { candidates: result.ids }, lookups: 0 }
      case 'none':
        throw new Problem(
          'not-found',
          'No address fits every word of the line.',
          nearestTo(search, line, work),
        )
    }
  },
})

/** What the line was probably written for, and in what that differs. */
function nearestTo(search: NationalSearch, line: string, work: Work) {
  work.renew()
  // The space ends the last word: nothing more will be typed.
  const found = search.autocomplete({ term: `${line} `, top: NEAREST_MAX, work })
  const nearest = found.map(({ id, penalty, without }) => {
    const differs = [...new Set([...without, ...differences(penalty)])]
    return { id, differs: differs.length === 0 ? ['words'] : differs }
  })
  return nearest.length === 0 ? {} : { members: { nearest } }
}
