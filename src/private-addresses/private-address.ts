// A private address: what an account adds to its own look-ups, and how it looks as an Address of either variant.

import type { Point } from '../address/geo.ts'
import { EMPTY_NATIONAL_ROW, type NationalRow, nationalAddress } from '../address/national.ts'
import type { PostalAddress } from '../address/postal.ts'
import { EMPTY_POSTAL_ADDRESS } from '../address/postal-lines.ts'
import { postcodeOf } from '../address/postcode.ts'
import type { Product } from '../address/product.ts'
import {
  COUNTRIES,
  type Country,
  countryOf,
  DEFAULT_COUNTRY,
  nationalShape,
} from '../countries/country.ts'
import type { Searches } from '../search/address-search.ts'

export const PRIVATE_ADDRESSES_MAX = 10_000
export const PRIVATE_FIELD_CHARACTERS_MAX = 255

/** The texts that its owner gives, in addition to the postcode. Absent is ''. */
export const PRIVATE_TEXTS = [
  'line_1',
  'line_2',
  'line_3',
  'line_4',
  'locality',
  'town_or_city',
  'county',
] as const

export type PrivateTexts = Readonly<Record<(typeof PRIVATE_TEXTS)[number], string>>

export interface NewPrivateAddress extends PrivateTexts {
  /** As the post writes it: `SK1 1AA`, `3121`. */
  readonly postcode: string
  readonly residential: boolean
  /** Undefined if the owner gave none. */
  readonly point: Point | undefined
}

export interface PrivateAddress extends NewPrivateAddress {
  /** `pa_` and more: unique over all accounts. */
  readonly id: string
  /** Its place in the list; an account never has the same one twice. */
  readonly number: number
  /** Its id in the older form, counted within its postcode. */
  readonly postcodeNumber: number
}

const NO_POINT: Point = { latitude: 0, longitude: 0 }

/** The normal spelling of a postcode, or undefined if it is not one. Without a product any country's will do. */
export function privatePostcode(product: Product | undefined, text: string): string | undefined {
  const countries = product === undefined ? COUNTRIES : [countryOf(product)]
  return countries.map((country) => postcodeOf(country, text)).find((found) => found !== undefined)
}

/** Without invisible characters and marks of direction, and with single spaces. */
export function cleanText(text: string): string {
  if (!UNTIDY.test(text)) return text
  return text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

const UNTIDY = /[^ -~]| {2}|^ | $/

/** Controls, and marks that set the direction of text: they could make one address look like another. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu

/** A point of 0 and 0 is how clients say that they have none. */
export function pointGiven(latitude: number, longitude: number): Point | undefined {
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude }
}

/** Only what the owner gave: nothing else is known. */
export function privatePostalAddress(address: PrivateAddress): PostalAddress {
  const { id: _i, number: _n, postcodeNumber: _p, point = NO_POINT, ...given } = address
  const { line_1, line_2, line_3, line_4, locality, town_or_city, county } = given
  const place = joined([locality, town_or_city])
  return {
    ...EMPTY_POSTAL_ADDRESS,
    ...given,
    ...point,
    formatted_address: [line_1, line_2, joined([line_3, line_4]), place, county],
  }
}

/** The label ends as those of the national file do: town, county and postcode with spaces between. */
export function privateLabel(address: PrivateAddress): string {
  const { line_1, line_2, line_3, line_4, locality, town_or_city, county, postcode } = address
  const place = [town_or_city, county, postcode].filter((part) => part !== '').join(' ')
  return joined([line_1, line_2, line_3, line_4, locality, place]).toUpperCase()
}

export function privateNationalAddress(address: PrivateAddress, country: Country) {
  const row: NationalRow = {
    ...EMPTY_NATIONAL_ROW,
    addressLabel: privateLabel(address),
    addressDetailPid: address.id,
    ...privatePlace(address, country),
    postcode: address.postcode,
    ...(address.point ?? NO_POINT),
  }
  return nationalAddress(row, nationalShape(country))
}

/** Where there are states, the locality is the town, and the county may be one of them. */
export function privatePlace({ town_or_city, locality, county }: PrivateTexts, country: Country) {
  const [town, part] = [town_or_city.toUpperCase(), locality.toUpperCase()]
  if (nationalShape(country).outer === 'town_city') {
    return { localityName: part || town, state: '', townCity: town }
  }
  const [state = ''] = country.words.regions.get(county.toUpperCase()) ?? []
  return { localityName: town || part, state }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}

/** With the point of its postcode where its owner gave none. Only postal data has positions of postcodes. */
export function placed<Address extends NewPrivateAddress>(address: Address, searches: Searches) {
  if (address.point !== undefined || /^\d/.test(address.postcode)) return address
  const at = searches[DEFAULT_COUNTRY.product]?.locate(address.postcode)
  if (at === undefined) return address
  return { ...address, point: { latitude: at.latitude, longitude: at.longitude } }
}
