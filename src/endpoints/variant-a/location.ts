// GET and POST /location/{term}, Variant A: localities for what has been typed so far. Free.

import { NATIONAL_PLACE_TEMPLATE } from '../../address/template.ts'
import { location } from '../both-variants/location.ts'
import { variantA } from './variant.ts'

export const nationalLocation = location(variantA, {
  notes: 'Free. No match is an empty list. Resolve a suggestion with `/get-location/{id}`.',
  filterFields: ['locality_name', 'locality', 'suburb', 'state', 'postcode'],
  templates: { template: NATIONAL_PLACE_TEMPLATE },
  templateFor: () => 'template',
})
