// GET and POST /autocomplete/{term}, Variant B. Free unless it shows postcodes or lists all of a postcode.

import Type, { type Static } from 'typebox'
import { findPostcode } from '../../address/postcode.ts'
import {
  POSTAL_AUTOCOMPLETE_TEMPLATE,
  POSTAL_SHOW_POSTCODE_TEXT,
  postalAddressField,
  renderTemplate,
  type Template,
  withPostcode,
} from '../../address/template.ts'
import type { AddressFilter } from '../../search/address-search.ts'
import {
  fieldFilter,
  radiusFilter,
  readTemplate,
  readTerm,
  suggestion,
} from '../both-variants/look-up.ts'
import { type Endpoint, endpoint, type Outcome, ok } from '../endpoint.ts'
import {
  ExplainedSuggestions,
  ExplainOption,
  Location,
  Radius,
  TemplateOption,
  TermParams,
  topOption,
} from '../schemas.ts'
import { exampleOf } from './test-postcodes.ts'
import { postalSearch } from './variant.ts'

/** Royal Mail keeps a postcode below a hundred delivery points; this only bounds a strange file. */
const ALL_MAX = 1000

const Filter = Type.Object({
  county: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  locality: Type.Optional(Type.String()),
  district: Type.Optional(Type.String()),
  town_or_city: Type.Optional(Type.String()),
  thoroughfare: Type.Optional(Type.String()),
  postcode: Type.Optional(Type.String()),
  residential: Type.Optional(
    Type.Boolean({ description: 'True: residential addresses only. False: companies only.' }),
  ),
  radius: Type.Optional(Radius),
})

const Options = Type.Object({
  top: topOption(6, 20),
  all: Type.Boolean({
    default: false,
    description: 'Answer every address of the postcode in the term, regardless of `top`.',
  }),
  template: TemplateOption,
  'show-postcode': Type.Boolean({
    default: false,
    description: 'Always show the postcode in suggestions.',
  }),
  filter: Type.Optional(Filter),
  location: Type.Optional(Location),
  explain: ExplainOption,
})

export const autocomplete = endpoint({
  path: '/autocomplete/{term+}',
  methods: ['GET', 'POST'],
  scope: 'address',
  product: 'uk',
  summary: 'Suggest addresses for a partial term',
  notes:
    'Free, except that `show-postcode=true`, or `all=true` with a full postcode in the term, ' +
    'costs one look-up if there is at least one suggestion. No match is an empty list.',
  params: TermParams,
  options: Options,
  answers: ok('Suggestions, best first.', ExplainedSuggestions),
  problems: ['bad-request', 'daily-limit', 'monthly-buffer', 'service-unavailable'],
  isRepeatable: true,
  metered: ({ params, options }) => costs(params.term, options),
  handle({ params, options }, context): Outcome {
    const template = templateOf(options)
    const example = exampleOf(params.term)
    const found =
      example !== undefined
        ? [{ ...example, without: [] }]
        : postalSearch(context).autocomplete({
            term: readTerm(params.term),
            top: listsPostcode(params.term, options) ? ALL_MAX : options.top,
            work: context.work,
            ...(options.filter && { filter: addressFilter(options.filter) }),
            ...(options.location && { location: options.location }),
          })
    const suggestions = found.map(({ id, item, without }) => {
      const text = renderTemplate(template, (name) => postalAddressField(item, name))
      const shown = suggestion(id, text)
      return options.explain ? { ...shown, without } : shown
    })
    const isFree = example !== undefined || suggestions.length === 0
    const lookups = !isFree && costs(params.term, options) ? 1 : 0
    return { status: 200, body: { suggestions }, lookups }
  },
})

function costs(term: string, options: Static<typeof Options>): boolean {
  return options['show-postcode'] || listsPostcode(term, options)
}

/** Whether to answer every address of the postcode in the term. */
function listsPostcode(term: string, { all }: Static<typeof Options>): boolean {
  return all && findPostcode(term) !== undefined
}

function templateOf(options: Static<typeof Options>): Template {
  if (!options['show-postcode']) {
    return readTemplate(options.template, POSTAL_AUTOCOMPLETE_TEMPLATE)
  }
  const text = options.template ?? POSTAL_SHOW_POSTCODE_TEXT
  return withPostcode(readTemplate(text, POSTAL_AUTOCOMPLETE_TEMPLATE))
}

function addressFilter(filter: Static<typeof Filter>): AddressFilter {
  const { radius, residential, ...fields } = filter
  return {
    fields: fieldFilter(fields),
    ...(residential !== undefined && { residential }),
    ...radiusFilter(radius),
  }
}

/** The older name of autocomplete. */
export const suggest: Endpoint = { ...autocomplete, path: '/suggest/{term+}' }
