// Schemas that endpoints of both variants share.

import Type, { type TSchema } from 'typebox'
import { TEMPLATE_CHARACTERS_MAX } from '../address/template.ts'

export const NoParams = Type.Object({})
export const NoOptions = Type.Object({})

export const Message = Type.Object({ message: Type.String() })

export const Latitude = Type.Number({ minimum: -90, maximum: 90 })
export const Longitude = Type.Number({ minimum: -180, maximum: 180 })

export const Location = Type.Object(
  { latitude: Latitude, longitude: Longitude },
  { description: 'Ranks results near this point higher; excludes nothing.' },
)

export const Radius = Type.Object(
  {
    km: Type.Number({ minimum: 0, maximum: 20_040 }),
    latitude: Latitude,
    longitude: Longitude,
  },
  { description: 'Excludes results farther than `km` from this point.' },
)

export const OneOrMany = Type.Union([Type.String(), Type.Array(Type.String())])

/** Only scalars do; objects and lists are given in a body. */
export function fitsQuery(schema: TSchema): boolean {
  return !Type.IsObject(schema) && !Type.IsArray(schema) && !Type.IsUnion(schema)
}

/** One value or many as a list. */
export function asList(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

const Suggestion = Type.Object({
  address: Type.String({ description: 'The text built from the template.' }),
  url: Type.String({ description: 'The path to resolve it: `/get/<id>`.' }),
  id: Type.String(),
})

export const ExplainedSuggestions = Type.Object({
  suggestions: Type.Array(
    Type.Object({
      ...Suggestion.properties,
      without: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'With `explain`: the parts of the term that do not match, such as `postcode` or `suburb`.',
        }),
      ),
    }),
  ),
})

export const ExplainOption = Type.Boolean({
  default: false,
  description:
    'Show which parts of the term each suggestion does not match: `"without": ["postcode"]`. ' +
    'Parts are dropped only if no address fits every word, and never a digit of the number.',
})

export const TermParams = Type.Object({
  term: Type.String({ description: 'The text typed so far.', maxLength: 500 }),
})

export const IdParams = Type.Object({
  id: Type.String({ description: 'The `id` of a suggestion.', maxLength: 200 }),
})

export const TemplateOption = Type.Optional(
  Type.String({
    description: 'The format of a suggestion.',
    maxLength: TEMPLATE_CHARACTERS_MAX,
  }),
)

export function topOption(fallback: number, maximum: number) {
  return Type.Integer({
    default: fallback,
    minimum: 1,
    maximum,
    description: 'Maximum number of suggestions.',
  })
}

export const LocationSuggestion = Type.Object({
  location: Type.String({ description: 'The text built from the template.' }),
  url: Type.String({ description: 'The path to resolve it: `/get-location/<id>`.' }),
  id: Type.String(),
})

export const LocationSuggestions = Type.Object({ suggestions: Type.Array(LocationSuggestion) })

export const PointParams = Type.Object({ latitude: Latitude, longitude: Longitude })

export const DistanceParams = Type.Object({
  from: Type.String({ maxLength: 200 }),
  to: Type.String({ maxLength: 200 }),
})

/** What both nearest look-ups take in addition to their own `top` and `radius`. */
export const NearOptions = {
  template: TemplateOption,
  term: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Only results that match this term.' }),
  ),
}
