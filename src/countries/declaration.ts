// What a country declares about itself. Everything else asks its declaration, and names no country.

import type { ENGLISH } from './english.ts'

export interface Declaration {
  /** The code of its product, as in keys, releases and paths. */
  readonly product: string
  readonly words: CountryWords
  readonly postcode: PostcodeShape
  readonly phone: PhoneShape
}

type EnglishWords = typeof ENGLISH

interface CountryWords extends EnglishWords {
  /** What people write for the whole country behind an address. */
  readonly country: ReadonlySet<string>
  /** Its states, or the countries it is made of: each form, and all of its forms, first the one that the data has. */
  readonly regions: ReadonlyMap<string, readonly string[]>
  /** What else people write for a region, in words that an index has no other use for. */
  readonly otherRegions: ReadonlyMap<string, string>
  /** Counties, of now and before, and what people write for them in short. No address needs one. */
  readonly counties: ReadonlySet<string>
  /** Those of them that are also towns. */
  readonly countyTowns: ReadonlySet<string>
  /** Towns by their names in another language, and by those that nearly all sources have. */
  readonly townsInEnglish: ReadonlyMap<string, string>
}

interface PostcodeShape {
  /** A whole postcode in capitals, without spaces. */
  readonly whole: RegExp
  /** One that stands in a line. */
  readonly inLine: RegExp
  /** Nothing but letters that postcodes have at each place, so that few other words look like one. */
  readonly strict: RegExp
  /** The two halves, where it is written in two. */
  readonly outcode?: RegExp
  readonly incode?: RegExp
}

interface PhoneShape {
  /** What is dialled from abroad. */
  readonly countryCode: string
  /** The digit behind the 0, and how many follow it. */
  readonly firstDigit: string
  readonly moreDigits: string
}
