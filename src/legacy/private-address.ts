// /private-address/{postcode}: the older form of the same list, whose ids are counted within a postcode. Free.

import Type from 'typebox'
import {
  OptionalText,
  PointOptions,
  readPostcode,
  readPrivateAddress,
  Text,
} from '../endpoints/private-address/fields.ts'
import { privateAddressEndpoints } from '../endpoints/private-address/form.ts'
import { privateAddressAt, privateAddressPagesAt } from '../private-addresses/private-addresses.ts'

const Segment = Type.String({ maxLength: 200 })
/** An id as it is given out, and no other way to write the same number. */
const NUMBER = /^[1-9]\d{0,8}$/

export const privateAddressesOfPostcode = privateAddressEndpoints({
  path: '/private-address/{postcode}',
  suffix: ', older form',
  listParams: Type.Object({ postcode: Segment }),
  listTexts: {
    summary: 'List the private addresses of a postcode, older form',
    notes: 'Admin key. Free. A view of the same list as `/v2/private-address`.',
  },
  addNotes: 'Admin key. The address is not residential.',
  oneParams: Type.Object({ postcode: Segment, id: Segment }),
  body: Type.Object({
    line1: Text,
    line2: OptionalText,
    line3: OptionalText,
    line4: OptionalText,
    locality: OptionalText,
    townOrCity: OptionalText,
    county: OptionalText,
    ...PointOptions,
  }),
  schema: Type.Object({
    id: Type.String({ description: 'A number within the postcode.' }),
    line1: Type.String(),
    line2: Type.String(),
    line3: Type.String(),
    line4: Type.String(),
    locality: Type.String(),
    townOrCity: Type.String(),
    county: Type.String(),
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
    const { parts, caller } = context
    return privateAddressPagesAt(parts.store.db, caller.accountId, readPostcode(postcode, context))
  },
  async find({ postcode, id }, context) {
    const { parts, caller } = context
    const normal = readPostcode(postcode, context)
    if (!NUMBER.test(id)) return undefined
    return privateAddressAt(parts.store.db, caller.accountId, normal, Number(id))
  },
  read({ postcode }, { line1, line2, line3, line4, townOrCity, ...others }, context) {
    const given = {
      ...others,
      postcode,
      line_1: line1,
      line_2: line2,
      line_3: line3,
      line_4: line4,
      town_or_city: townOrCity,
      residential: false,
    }
    return readPrivateAddress(given, context, 'line1')
  },
  idOf: ({ postcodeNumber }) => String(postcodeNumber),
  nameOf: ({ postcode, postcodeNumber }) => `${postcodeNumber} of ${postcode}`,
})
