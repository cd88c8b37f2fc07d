// GET and POST /location/{term}, Variant A: localities for what has been typed so far. Free.

import Type from 'typebox'
import {
  NATIONAL_PLACE_TEMPLATE,
  nationalPlaceField,
  renderTemplate,
} from '../../address/template.ts'
import {
  locationSuggestion,
  nationalSearch,
  readTemplate,
  readTerm,
} from '../both-variants/look-up.ts'
import { placesFilter, placesFilterOf } from '../both-variants/places-filter.ts'
import { endpoint, free } from '../endpoint.ts'
import {
  Location,
  LocationSuggestions,
  OneOrMany,
  TemplateOption,
  TermParams,
  topOption,
} from '../schemas.ts'

const FILTER_FIELDS = ['locality_name', 'locality', 'suburb', 'state', 'postcode']

const Filter = placesFilterOf(FILTER_FIELDS, OneOrMany)

export const location = endpoint({
  path: '/location/{term+}',
  methods: ['GET', 'POST'],
  scope: 'address',
  product: 'au',
  summary: 'Suggest places for what has been typed so far',
  notes: 'Free. No match is an empty list. Resolve one with `/get-location/{id}`.',
  params: TermParams,
  options: Type.Object({
    top: topOption(6, 20),
    template: TemplateOption,
    filter: Type.Optional(Filter),
    location: Type.Optional(Location),
  }),
  answers: { 200: { description: 'Suggestions, the best first.', schema: LocationSuggestions } },
  problems: [],
  isRepeatable: true,
  metered: false,
  handle({ params, options }, context) {
    const template = readTemplate(options.template, NATIONAL_PLACE_TEMPLATE)
    const found = nationalSearch(context).places({
      term: readTerm(params.term),
      top: options.top,
      ...(options.filter && placesFilter(options.filter)),
      ...(options.location && { location: options.location }),
    })
    const suggestions = found.map(({ id, item }) => {
      const text = renderTemplate(template, (name) => nationalPlaceField(item, name))
      return locationSuggestion(id, text)
    })
    return free({ suggestions })
  },
})
