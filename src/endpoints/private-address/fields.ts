// What both forms of a private address share: their limits, and how the parts that were given become one address.

import Type from 'typebox'
import { countryOf } from '../../countries/country.ts'
import { UK } from '../../countries/uk.ts'
import { badRequest } from '../../http/problem.ts'
import {
  cleanText,
  type NewPrivateAddress,
  PRIVATE_FIELD_CHARACTERS_MAX,
  type PrivateTexts,
  pointGiven,
  privatePostcode,
} from '../../private-addresses/private-address.ts'
import type { Context } from '../endpoint.ts'
import { Latitude, Longitude } from '../schemas.ts'

export const Text = Type.String({ maxLength: PRIVATE_FIELD_CHARACTERS_MAX })
export const OptionalText = Type.Optional(Text)

export const PointOptions = {
  latitude: Type.Optional(Latitude),
  longitude: Type.Optional(Longitude),
}

/** What was given, by the names of the newer form. */
type Given = { readonly [Name in keyof PrivateTexts]?: string | undefined } & {
  readonly postcode: string
  readonly residential: boolean
  readonly latitude?: number
  readonly longitude?: number
}

/** `firstLine` is what the form calls the one line that must be there. */
export function readPrivateAddress(
  given: Given,
  context: Context,
  firstLine: string,
): NewPrivateAddress {
  const text = (value: string | undefined) => cleanText(value ?? '')
  const line_1 = text(given.line_1)
  if (line_1 === '') throw badRequest(firstLine, `${firstLine} is required.`)
  return {
    postcode: readPostcode(given.postcode, context),
    line_1,
    line_2: text(given.line_2),
    line_3: text(given.line_3),
    line_4: text(given.line_4),
    locality: text(given.locality),
    town_or_city: text(given.town_or_city),
    county: text(given.county),
    residential: given.residential,
    point: readPoint(given),
  }
}

export function readPostcode(text: string, { caller }: Context): string {
  const product = caller.subscription?.product
  const postcode = privatePostcode(product, text)
  if (postcode !== undefined) return postcode
  const { hint } = countryOf(product ?? UK.product).postcode
  throw badRequest('postcode', `The postcode must be ${hint}.`)
}

function readPoint({ latitude, longitude }: Given): NewPrivateAddress['point'] {
  if (latitude === undefined && longitude === undefined) return undefined
  if (latitude === undefined) throw badRequest('latitude', 'latitude is required with longitude.')
  if (longitude === undefined) throw badRequest('longitude', 'longitude is required with latitude.')
  return pointGiven(latitude, longitude)
}
