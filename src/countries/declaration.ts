// What a country declares about itself. Everything else asks its declaration, and names no country.

import type { ENGLISH } from './english.ts'
import type { GivenUpPart, GiveUp } from './giving-up.ts'

export interface Declaration {
  /** The code of its product, as in keys, releases and paths. */
  readonly product: string
  readonly words: CountryWords
  readonly postcode: PostcodeShape
  readonly phone: PhoneShape
  readonly reading: LineReading
}

interface LineReading {
  /** How many words a street without a type may have; where it is not said, all but the last few are its. */
  readonly untypedStreetWords?: readonly number[]
  /** The last words of a line that are taken for its place where no street type says better. */
  readonly placeWordsMax: number
  /** What may be given up of a line that nothing fits, the least certain thing first. */
  readonly givesUp: readonly GiveUp[]
  /** What callers are told of a part that was given up, where it has another name. */
  readonly partNames: Readonly<Partial<Record<GivenUpPart, string>>>
  /** The same of the last words of a place, and of the first. */
  readonly placeWordNames: readonly [string, string]
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
  /** Postcodes are digits only, as house numbers are. */
  readonly isNumber: boolean
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
