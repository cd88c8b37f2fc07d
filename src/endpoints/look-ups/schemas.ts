// The parameters and options that look-ups share.

import Type from 'typebox'
import { TEMPLATE_CHARACTERS_MAX } from '../../address/template.ts'
import { flag, Latitude, Longitude, listOf, text, texts } from '../schemas.ts'

export const TermParams = {
  term: Type.String({ description: 'The text typed so far.', maxLength: 500 }),
}
export const IdParams = {
  id: Type.String({ description: 'The `id` of a suggestion.', maxLength: 200 }),
}
export const PointParams = { latitude: Latitude, longitude: Longitude }

export const Location = Type.Object(PointParams, {
  description: 'Ranks results near this point higher; excludes nothing.',
})
export const Radius = Type.Object(
  { km: Type.Number({ minimum: 0, maximum: 20_040 }), ...PointParams },
  { description: 'Excludes results farther than `km` from this point.' },
)

export const OneOrMany = Type.Union([Type.String(), Type.Array(Type.String())])

export const ResidentialOption = Type.Optional(
  Type.Boolean({ description: 'True: residential addresses only. False: companies only.' }),
)
export const TemplateOption = Type.Optional(
  Type.String({ description: 'The format of a suggestion.', maxLength: TEMPLATE_CHARACTERS_MAX }),
)

export function topOption(fallback: number, maximum: number) {
  const description = 'Maximum number of suggestions.'
  return Type.Integer({ default: fallback, minimum: 1, maximum, description })
}

export const ExplainOption = flag(
  'Show which parts of the term each suggestion does not match: `"without": ["postcode"]`. ' +
    'Parts are dropped only if no address fits every word, and never a digit of the number.',
)

/** What both nearest look-ups take in addition to their own `top` and `radius`. */
export const NearOptions = {
  template: TemplateOption,
  term: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Only results that match this term.' }),
  ),
}

const Written = text('The text built from the template.')

export const ExplainedSuggestions = {
  suggestions: listOf({
    address: Written,
    url: text('The path to resolve it: `/get/<id>`.'),
    id: Type.String(),
    without: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'With `explain`: the parts of the term that do not match, such as `postcode` or `suburb`.',
      }),
    ),
  }),
}

export const LocationSuggestion = {
  location: Written,
  url: text('The path to resolve it: `/get-location/<id>`.'),
  ...texts('id'),
}
