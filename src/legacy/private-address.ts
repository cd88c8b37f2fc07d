// /private-address/{postcode}: the older form of the same list, whose ids are counted within a postcode. Free.

import Type from 'typebox'
import {
  OptionalText,
  PointOptions,
  privateAddressEndpoints,
  readPostcode,
  readPrivateAddress,
  Text,
} from '../endpoints/private-address/form.ts'
import { members, texts } from '../endpoints/schemas.ts'
import { privateAddressAt, privateAddressPagesAt } from '../private-addresses/private-addresses.ts'

const Segment = Type.String({ maxLength: 200 })
/** An id as it is given out, and no other way to write the same number. */
const NUMBER = /^[1-9]\d{0,8}$/

export const privateAddressesOfPostcode = privateAddressEndpoints({
  path: '/private-address/{postcode}',
  suffix: ', older form',
  listParams: { postcode: Segment },
  listTexts: {
    summary: 'List the private addresses of a postcode, older form',
    notes: 'Free. A view of the same list as `/v2/private-address`.',
  },
  addNotes: 'The address is not residential.',
  oneParams: { postcode: Segment, id: Segment },
  body: {
    line1: Text,
    ...members(['line2', 'line3', 'line4', 'locality', 'townOrCity', 'county'], OptionalText),
    ...PointOptions,
  },
  schema: Type.Object({
    id: Type.String({ description: 'A number within the postcode.' }),
    ...texts('line1', 'line2', 'line3', 'line4', 'locality', 'townOrCity', 'county'),
  }),
  show: (address) => ({
    id: String(address.postcodeNumber),
    line1: address.line_1,
    line2: address.line_2,
    line3: address.line_3,
    line4: address.line_4,
    locality: address.locality,
    townOrCity: address.town_or_city,
    county: address.county,
  }),
  pages({ postcode }, context) {
    const { store, caller } = context
    return privateAddressPagesAt(store.db, caller.accountId, readPostcode(postcode, context))
  },
  async find({ postcode, id }, context) {
    const { store, caller } = context
    const normal = readPostcode(postcode, context)
    if (!NUMBER.test(id)) return undefined
    return privateAddressAt(store.db, caller.accountId, normal, Number(id))
  },
  read({ postcode }, { line1, line2, line3, line4, townOrCity, ...others }, context) {
    const lines = { line_1: line1, line_2: line2, line_3: line3, line_4: line4 }
    const given = { ...others, ...lines, town_or_city: townOrCity, postcode, residential: false }
    return readPrivateAddress(given, context, 'line1')
  },
  idOf: ({ postcodeNumber }) => String(postcodeNumber),
  nameOf: ({ postcode, postcodeNumber }) => `${postcodeNumber} of ${postcode}`,
})
