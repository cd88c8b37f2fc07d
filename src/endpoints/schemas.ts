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
  { description: 'Prefers what is nearer to this point; removes nothing.' },
)

export const Radius = Type.Object(
  {
    km: Type.Number({ minimum: 0, maximum: 20_040 }),
    latitude: Latitude,
    longitude: Longitude,
  },
  { description: 'Removes what is farther from this point than `km`.' },
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
  address: Type.String({ description: 'The text, made by the template.' }),
  url: Type.String({ description: 'The path that resolves it: `/get/<id>`.' }),
  id: Type.String(),
})

export const ExplainedSuggestions = Type.Object({
  suggestions: Type.Array(
    Type.Object({
      ...Suggestion.properties,
      without: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'With `explain`: what was given up to find it, such as `postcode`, `suburb`.',
        }),
      ),
    }),
  ),
})

export const ExplainOption = Type.Boolean({
  default: false,
  description:
    'Say of each suggestion what was given up of the term to find it: `"without": ["postcode"]`. ' +
    'Something is given up only where no address fits every word, and never a digit of the number.',
})

export const TermParams = Type.Object({
  term: Type.String({ description: 'What has been typed so far.', maxLength: 500 }),
})

export const IdParams = Type.Object({
  id: Type.String({ description: 'The `id` of a suggestion.', maxLength: 200 }),
})

export const TemplateOption = Type.Optional(
  Type.String({
    description: 'How a suggestion is written.',
    maxLength: TEMPLATE_CHARACTERS_MAX,
  }),
)

export function topOption(fallback: number, maximum: number) {
  return Type.Integer({
    default: fallback,
    minimum: 1,
    maximum,
    description: 'How many suggestions at the most.',
  })
}

export const LocationSuggestion = Type.Object({
  location: Type.String({ description: 'The text, made by the template.' }),
  url: Type.String({ description: 'The path that resolves it: `/get-location/<id>`.' }),
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
  term: Type.Optional(Type.String({ maxLength: 1000, description: 'Only what also fits this.' })),
}
