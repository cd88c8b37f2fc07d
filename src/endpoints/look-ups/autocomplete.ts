// GET and POST /autocomplete/{term}: suggestions for what has been typed so far. Free, but for some options of `uk`.

import Type, { type Static, type TObject } from 'typebox'
import { findPostcode } from '../../address/postcode.ts'
import {
  nationalAddressField,
  POSTAL_AUTOCOMPLETE_TEMPLATE,
  POSTAL_SHOW_POSTCODE_TEXT,
  postalAddressField,
  renderTemplate,
  type Template,
  withPostcode,
} from '../../address/template.ts'
import { UK } from '../../countries/uk.ts'
import type { AddressFilter, ProductSearch } from '../../search/address-search.ts'
import type { Work } from '../../search/work.ts'
import { type Context, endpoint, free, type Outcome, ok } from '../endpoint.ts'
import { flag, members } from '../schemas.ts'
import { AreaFilterOption, areaFilter } from './areas.ts'
import { fieldFilter, radiusFilter, readTemplate, readTerm, suggestion } from './look-up.ts'
import {
  ExplainedSuggestions,
  ExplainOption,
  Location,
  OneOrMany,
  Radius,
  ResidentialOption,
  TemplateOption,
  TermParams,
  topOption,
} from './schemas.ts'
import { exampleOf } from './test-postcodes.ts'
import { NATIONAL_VARIANTS, type NationalVariant, postalSearch } from './variant.ts'

const CALL = 'GET|POST /autocomplete/{term+}'

/** Royal Mail keeps a postcode below a hundred delivery points; this only bounds a strange file. */
const ALL_MAX = 1000

const OptionalText = Type.Optional(Type.String())
const PostalFilter = Type.Object({
  ...members(['county', 'country', 'locality', 'district'], OptionalText),
  ...members(['town_or_city', 'thoroughfare', 'postcode'], OptionalText),
  residential: ResidentialOption,
  radius: Type.Optional(Radius),
  areas: AreaFilterOption,
})
const PostalOptions = {
  top: topOption(6, 20),
  all: flag('Return every address of the postcode in the term, regardless of `top`.'),
  template: TemplateOption,
  'show-postcode': flag('Always show the postcode in suggestions.'),
  filter: Type.Optional(PostalFilter),
  location: Type.Optional(Location),
  explain: ExplainOption,
}
type PostalOptions = Static<TObject<typeof PostalOptions>>

const autocompleteCall = {
  scope: 'address',
  summary: 'Suggest addresses for a partial term',
  params: TermParams,
  answers: ok('Suggestions, best first.', ExplainedSuggestions),
  isRepeatable: true,
} as const

function national(variant: NationalVariant) {
  const NationalFilter = Type.Object({
    ...members([variant.outer, 'locality', 'postcode'], Type.Optional(OneOrMany)),
    radius: Type.Optional(Radius),
    areas: AreaFilterOption,
  })
  return endpoint(CALL, {
    ...autocompleteCall,
    product: variant.product,
    notes: 'Free. No match is an empty list. Resolve a suggestion with `/get/{id}`.',
    options: {
      top: topOption(6, 6),
      template: TemplateOption,
      filter: Type.Optional(NationalFilter),
      location: Type.Optional(Location),
      explain: ExplainOption,
    },
    handle({ params, options }, context) {
      const template = readTemplate(options.template, variant.nearestTemplate)
      const search = variant.search(context)
      const found = search.autocomplete({
        term: readTerm(params.term),
        top: options.top,
        work: context.work,
        filter: options.filter && addressFilter(options.filter, search, context.work),
        location: options.location,
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
}

const postal = endpoint(CALL, {
  ...autocompleteCall,
  product: UK.product,
  notes:
    'Free, except that `show-postcode=true`, or `all=true` with a full postcode in the term, ' +
    'costs one look-up if there is at least one suggestion. No match is an empty list.',
  options: PostalOptions,
  metered: ({ params, options }) => costs(params.term, options),
  handle({ params, options }, context): Outcome {
    const template = templateOf(options)
    const example = exampleOf(params.term)
    const found =
      example !== undefined
        ? [{ ...example, without: [] }]
        : postalAnswers(params.term, options, context)
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

function postalAnswers(term: string, options: PostalOptions, context: Context) {
  const search = postalSearch(context)
  return search.autocomplete({
    term: readTerm(term),
    top: listsPostcode(term, options) ? ALL_MAX : options.top,
    work: context.work,
    filter: options.filter && addressFilter(options.filter, search, context.work),
    location: options.location,
  })
}

const newest = [...NATIONAL_VARIANTS.map(national), postal]

/** Each by its older name too. */
export const autocompleteEndpoints = [
  ...newest,
  ...newest.map((each) => ({ ...each, path: '/suggest/{term+}' })),
]

function costs(term: string, options: PostalOptions): boolean {
  return options['show-postcode'] || listsPostcode(term, options)
}

/** Whether to answer every address of the postcode in the term. */
function listsPostcode(term: string, { all }: PostalOptions): boolean {
  return all && findPostcode(term) !== undefined
}

function templateOf(options: PostalOptions): Template {
  if (!options['show-postcode']) {
    return readTemplate(options.template, POSTAL_AUTOCOMPLETE_TEMPLATE)
  }
  const text = options.template ?? POSTAL_SHOW_POSTCODE_TEXT
  return withPostcode(readTemplate(text, POSTAL_AUTOCOMPLETE_TEMPLATE))
}

interface Filter {
  readonly radius?: Static<typeof Radius>
  readonly residential?: boolean
  readonly areas?: Static<typeof OneOrMany>
}

function addressFilter(filter: Filter, search: ProductSearch, work: Work): AddressFilter {
  const { radius, residential, areas, ...fields } = filter
  const others = { residential, ...radiusFilter(radius), ...areaFilter(search, areas, work) }
  return { fields: fieldFilter(fields), ...others }
}
