// GET and POST /location/{term}: places for what has been typed so far. Free.

import Type from 'typebox'
import type { PostalPlace } from '../../address/place.ts'
import {
  POSTAL_LOCATION_OUTCODE_TEMPLATE,
  POSTAL_LOCATION_POSTCODE_TEMPLATE,
  POSTAL_LOCATION_TEMPLATE,
  renderTemplate,
  type Template,
  type TemplateRule,
} from '../../address/template.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { listOf, members } from '../schemas.ts'
import { fieldFilter, locationSuggestion, radiusFilter, readTemplate, readTerm } from './look-up.ts'
import {
  Location,
  LocationSuggestion,
  Radius,
  TemplateOption,
  TermParams,
  topOption,
} from './schemas.ts'
import { NATIONAL_VARIANTS, type Variant, variantB } from './variant.ts'

interface LocationForm<Option extends string> {
  readonly notes: string
  readonly filterFields: readonly string[]
  /** How places are written: the rule of each template option. */
  readonly templates: Readonly<Record<Option, TemplateRule>>
  /** The option by which this place is written. */
  templateFor(place: unknown): Option
}

export const locationEndpoints = [
  ...NATIONAL_VARIANTS.map((variant) =>
    location(variant, {
      notes: 'Free. No match is an empty list. Resolve a suggestion with `/get-location/{id}`.',
      filterFields: ['locality_name', 'locality', 'suburb', variant.outer, 'postcode'],
      templates: { template: variant.nearestLocationTemplate },
      templateFor: () => 'template',
    }),
  ),
  location(variantB, {
    notes:
      'Free. Areas and towns are written by `template`, outcodes by `template_outcode`, postcodes by ' +
      '`template_postcode`. No match is an empty list. Resolve a suggestion with `/get-location/{id}`.',
    filterFields: ['area', 'town_or_city', 'county', 'country', 'postcode', 'outcode'],
    templates: {
      template: POSTAL_LOCATION_TEMPLATE,
      template_outcode: POSTAL_LOCATION_OUTCODE_TEMPLATE,
      template_postcode: POSTAL_LOCATION_POSTCODE_TEMPLATE,
    },
    templateFor({ postcode, outcode }: PostalPlace) {
      if (postcode !== '') return 'template_postcode'
      return outcode === '' ? 'template' : 'template_outcode'
    },
  }),
]

function location<Option extends string>(variant: Variant, form: LocationForm<Option>): Endpoint {
  // Their names differ by variant, so they are read by name below.
  const templateOptions: object = Object.fromEntries(
    Object.keys(form.templates).map((name) => [name, TemplateOption]),
  )
  const Filter = Type.Object({
    ...members(form.filterFields, Type.Optional(variant.filterValue)),
    radius: Type.Optional(Radius),
  })
  return endpoint('GET|POST /location/{term+}', {
    scope: 'address',
    product: variant.product,
    summary: 'Suggest places for a partial term',
    notes: form.notes,
    params: TermParams,
    options: {
      top: topOption(6, 20),
      ...templateOptions,
      filter: Type.Optional(Filter),
      location: Type.Optional(Location),
    },
    answers: ok('Suggestions, best first.', { suggestions: listOf(LocationSuggestion) }),
    isRepeatable: true,
    handle({ params, options }, context) {
      const templates = readTemplates(form.templates, options)
      const { radius, ...fields } = options.filter ?? {}
      const found = variant.search(context).places({
        term: readTerm(params.term),
        top: options.top,
        work: context.work,
        filter: options.filter && fieldFilter(fields),
        ...radiusFilter(radius),
        location: options.location,
      })
      const suggestions = found.map(({ id, item }) => {
        const template = templates[form.templateFor(item)]
        const text = renderTemplate(template, (name) => variant.placeField(item, name))
        return locationSuggestion(id, text)
      })
      return free({ suggestions })
    },
  })
}

function readTemplates<Option extends string>(
  rules: Readonly<Record<Option, TemplateRule>>,
  options: Readonly<Record<string, unknown>>,
): Record<Option, Template> {
  const read = Object.entries<TemplateRule>(rules).map(([option, rule]) => {
    const given = options[option]
    return [option, readTemplate(typeof given === 'string' ? given : undefined, rule, option)]
  })
  return Object.fromEntries(read)
}
