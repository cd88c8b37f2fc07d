// GET and POST /autocomplete/{term}, Variant A: suggestions for what has been typed so far. Free.

import Type, { type Static } from 'typebox'
import {
  NATIONAL_ADDRESS_TEMPLATE,
  nationalAddressField,
  renderTemplate,
} from '../../address/template.ts'
import type { AddressFilter } from '../../search/address-search.ts'
import { radiusFilter, readTemplate, readTerm, suggestion } from '../both-variants/look-up.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import {
  asList,
  ExplainedSuggestions,
  ExplainOption,
  Location,
  OneOrMany,
  Radius,
  TemplateOption,
  TermParams,
  topOption,
} from '../schemas.ts'
import { nationalSearch } from './variant.ts'

const Filter = Type.Object({
  state: Type.Optional(OneOrMany),
  locality: Type.Optional(OneOrMany),
  postcode: Type.Optional(OneOrMany),
  radius: Type.Optional(Radius),
})

export const autocomplete = endpoint({
  path: '/autocomplete/{term+}',
  methods: ['GET', 'POST'],
  scope: 'address',
  product: 'au',
  summary: 'Suggest addresses for a partial term',
  notes: 'Free. No match is an empty list. Resolve a suggestion with `/get/{id}`.',
  params: TermParams,
  options: Type.Object({
    top: topOption(6, 6),
    template: TemplateOption,
    filter: Type.Optional(Filter),
    location: Type.Optional(Location),
    explain: ExplainOption,
  }),
  answers: ok('Suggestions, best first.', ExplainedSuggestions),
  problems: ['bad-request', 'service-unavailable'],
  isRepeatable: true,
  metered: false,
  handle({ params, options }, context) {
    const template = readTemplate(options.template, NATIONAL_ADDRESS_TEMPLATE)
    const found = nationalSearch(context).autocomplete({
      term: readTerm(params.term),
      top: options.top,
      work: context.work,
      ...(options.filter && { filter: addressFilter(options.filter) }),
      ...(options.location && { location: options.location }),
    })
    const suggestions = found.map((each) => {
      const fieldOf = (name: string) =>
        name === 'formatted_address' ? each.label : nationalAddressField(each.item, name)
      const shown = suggestion(each.id, renderTemplate(template, fieldOf))
      return options.explain ? { ...shown, without: each.without } : shown
    })
    return free({ suggestions })
  },
})

/** The older name of autocomplete. */
export const suggest: Endpoint = { ...autocomplete, path: '/suggest/{term+}' }

function addressFilter({ radius, ...fields }: Static<typeof Filter>): AddressFilter {
  const named = Object.entries(fields).map(([name, value]) => [name, asList(value)])
  return { fields: Object.fromEntries(named), ...radiusFilter(radius) }
}
