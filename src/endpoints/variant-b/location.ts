// GET and POST /location/{term}, Variant B: areas, towns, outcodes and postcodes for what has been typed so far. Free.

import Type from 'typebox'
import type { PostalPlace } from '../../address/place.ts'
import {
  POSTAL_LOCATION_OUTCODE_TEMPLATE,
  POSTAL_LOCATION_POSTCODE_TEMPLATE,
  POSTAL_LOCATION_TEMPLATE,
  postalPlaceField,
  renderTemplate,
  type Template,
} from '../../address/template.ts'
import {
  locationSuggestion,
  postalSearch,
  readTemplate,
  readTerm,
} from '../both-variants/look-up.ts'
import { placesFilter, placesFilterOf } from '../both-variants/places-filter.ts'
import { endpoint, free } from '../endpoint.ts'
import { Location, LocationSuggestions, TemplateOption, TermParams, topOption } from '../schemas.ts'

const FILTER_FIELDS = ['area', 'town_or_city', 'county', 'country', 'postcode', 'outcode']

const Filter = placesFilterOf(FILTER_FIELDS, Type.String())

export const location = endpoint({
  path: '/location/{term+}',
  methods: ['GET', 'POST'],
  scope: 'address',
  product: 'uk',
  summary: 'Suggest places for what has been typed so far',
  notes:
    'Free. Areas and towns are written by `template`, outcodes by `template_outcode`, postcodes by ' +
    '`template_postcode`. No match is an empty list. Resolve one with `/get-location/{id}`.',
  params: TermParams,
  options: Type.Object({
    top: topOption(6, 20),
    template: TemplateOption,
    template_outcode: TemplateOption,
    template_postcode: TemplateOption,
    filter: Type.Optional(Filter),
    location: Type.Optional(Location),
  }),
  answers: { 200: { description: 'Suggestions, the best first.', schema: LocationSuggestions } },
  problems: [],
  isRepeatable: true,
  metered: false,
  handle({ params, options }, context) {
    const templates = {
      place: readTemplate(options.template, POSTAL_LOCATION_TEMPLATE),
      outcode: readTemplate(
        options.template_outcode,
        POSTAL_LOCATION_OUTCODE_TEMPLATE,
        'template_outcode',
      ),
      postcode: readTemplate(
        options.template_postcode,
        POSTAL_LOCATION_POSTCODE_TEMPLATE,
        'template_postcode',
      ),
    }
    const found = postalSearch(context).places({
      term: readTerm(params.term),
      top: options.top,
      ...(options.filter && placesFilter(options.filter)),
      ...(options.location && { location: options.location }),
    })
    const suggestions = found.map(({ id, item }) => {
      const template: Template = templates[kindOf(item)]
      const text = renderTemplate(template, (name) => postalPlaceField(item, name))
      return locationSuggestion(id, text)
    })
    return free({ suggestions })
  },
})

function kindOf(place: PostalPlace): 'place' | 'outcode' | 'postcode' {
  if (place.postcode !== '') return 'postcode'
  return place.outcode === '' ? 'place' : 'outcode'
}
