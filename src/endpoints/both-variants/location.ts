// GET and POST /location/{term}: places for what has been typed so far. Free.

import Type, { type Static, type TString } from 'typebox'
import { renderTemplate, type Template, type TemplateRule } from '../../address/template.ts'
import type { PlacesQuery } from '../../search/address-search.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import {
  Location,
  LocationSuggestions,
  type OneOrMany,
  Radius,
  TemplateOption,
  TermParams,
  topOption,
} from '../schemas.ts'
import { fieldFilter, locationSuggestion, radiusFilter, readTemplate, readTerm } from './look-up.ts'
import { filterOf } from './typeahead.ts'
import type { Variant } from './variant.ts'

interface LocationForm<Place, Option extends string> {
  readonly notes: string
  readonly filterFields: readonly string[]
  /** How places are written: the rule of each template option. */
  readonly templates: Readonly<Record<Option, TemplateRule>>
  /** The option by which this place is written. */
  templateFor(place: Place): Option
}

export function location<Address, Place, Option extends string>(
  variant: Variant<Address, Place>,
  form: LocationForm<Place, Option>,
): Endpoint {
  // Their names differ by variant, so they are read by name below.
  const templateOptions: object = Object.fromEntries(
    Object.keys(form.templates).map((name) => [name, TemplateOption]),
  )
  return endpoint({
    path: '/location/{term+}',
    methods: ['GET', 'POST'],
    scope: 'address',
    product: variant.product,
    summary: 'Suggest places for a partial term',
    notes: form.notes,
    params: TermParams,
    options: Type.Object({
      top: topOption(6, 20),
      ...templateOptions,
      filter: Type.Optional(placesFilterOf(form.filterFields, variant.filterValue)),
      location: Type.Optional(Location),
    }),
    answers: ok('Suggestions, best first.', LocationSuggestions),
    problems: [],
    isRepeatable: true,
    metered: false,
    handle({ params, options }, context) {
      const templates = readTemplates(form.templates, options)
      const found = variant.search(context).places({
        term: readTerm(params.term),
        top: options.top,
        work: context.work,
        ...(options.filter && placesFilter(options.filter)),
        ...(options.location && { location: options.location }),
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

/** The filter of Location: fields that a place must have, and a radius that it must be within. */
function placesFilterOf(fields: readonly string[], value: TString | typeof OneOrMany) {
  return Type.Object({
    ...filterOf(fields, value).properties,
    radius: Type.Optional(Radius),
  })
}

function placesFilter(
  given: Static<ReturnType<typeof placesFilterOf>>,
): Pick<PlacesQuery, 'filter' | 'radius'> {
  const { radius, ...fields } = given
  return { filter: fieldFilter(fields), ...radiusFilter(radius) }
}
