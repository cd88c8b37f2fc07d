// GET and POST /location/{term}, Variant B: areas, towns, outcodes and postcodes for what has been typed so far. Free.

import {
  POSTAL_LOCATION_OUTCODE_TEMPLATE,
  POSTAL_LOCATION_POSTCODE_TEMPLATE,
  POSTAL_LOCATION_TEMPLATE,
} from '../../address/template.ts'
import { location } from '../both-variants/location.ts'
import { variantB } from './variant.ts'

export const postalLocation = location(variantB, {
  notes:
    'Free. Areas and towns are written by `template`, outcodes by `template_outcode`, postcodes by ' +
    '`template_postcode`. No match is an empty list. Resolve a suggestion with `/get-location/{id}`.',
  filterFields: ['area', 'town_or_city', 'county', 'country', 'postcode', 'outcode'],
  templates: {
    template: POSTAL_LOCATION_TEMPLATE,
    template_outcode: POSTAL_LOCATION_OUTCODE_TEMPLATE,
    template_postcode: POSTAL_LOCATION_POSTCODE_TEMPLATE,
  },
  templateFor({ postcode, outcode }) {
    if (postcode !== '') return 'template_postcode'
    return outcode === '' ? 'template' : 'template_outcode'
  },
})
