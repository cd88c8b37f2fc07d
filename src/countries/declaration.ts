// What a country declares about itself. Everything else asks its declaration, and names no country.

import type { AddressField } from './fields.ts'
import type { GivenUpPart, GiveUp } from './giving-up.ts'

/** What its addresses are made of, which decides their index: the fields of a national file, or those of the post. */
export type Form = 'national' | 'postal'

export interface Declaration {
  /** The code of its product, as in keys, releases and paths. */
  readonly product: string
  readonly form: Form
  readonly name: string
  /** In a sentence: "addresses of …". */
  readonly nameInText: string
  /** Before a noun: "… addresses". */
  readonly adjective: string
  /** What Get sends. */
  readonly fields: Readonly<Record<string, AddressField>>
  /** How an address of the national form is put together on one line, and where it may be. */
  readonly national?: NationalShape
  readonly words: CountryWords
  readonly postcode: PostcodeShape
  readonly phone: PhoneShape
  readonly reading: LineReading
  readonly lists: ListShape
  /** Where its addresses can be had: what people call the file, and how it is imported. */
  readonly sources: readonly (readonly [name: string, command: string])[]
  /** ISO 4217, unless the operator sets another. */
  readonly currency: string
  /** What people call the tax on an invoice. */
  readonly taxName: string
  /** What the seller's number for it is called. */
  readonly taxIdName: string
  /** The heading of an invoice with tax. */
  readonly taxInvoiceTitle: string
  /** Values of parameters that could be real. */
  readonly examples: Examples
}

export interface NationalShape {
  /** What follows the locality: its state, which is one of a few, or the town that it is a part of. */
  readonly outer: 'state' | 'town_city'
  /** Between the locality and what follows it. */
  readonly outerGap: ' ' | ', '
  /** Between a unit and the number of its house. */
  readonly unitGap: ' ' | '/' | '-'
  /** Degrees between which all of its addresses lie. East of 180 the longitude goes on: 184 for -176. */
  readonly latitudes: readonly [number, number]
  readonly longitudes: readonly [number, number]
}

interface LineReading {
  /** How many words a street without a type may have; where it is not said, all but the last few are its. */
  readonly untypedStreetWords?: readonly number[]
  /** The last words of a line that are taken for its place where no street type says better. */
  readonly placeWordsMax: number
  /** A box is an address of its own here. */
  readonly holdsMailBoxes?: boolean
  /** What may be given up of a line that nothing fits, the least certain thing first. */
  readonly givesUp: readonly GiveUp[]
  /** What callers are told about a part that was given up, if it has another name. */
  readonly partNames: Readonly<Partial<Record<GivenUpPart, string>>>
  /** The same of the last words of a place, and of the first. */
  readonly placeWordNames: readonly [string, string]
}

/** What only its addresses have; what all addresses in English share is in `english.ts`. */
interface CountryWords {
  /** What is delivered elsewhere than to a house, as regular expressions. */
  readonly deliveredElsewhere: readonly string[]
  /** What people write for the whole country after an address. */
  readonly country: ReadonlySet<string>
  /** Its states, or the countries it is made of: each form, and all of its forms, first the one that the data has. */
  readonly regions: ReadonlyMap<string, readonly string[]>
  /** What else people write for a region, in words that an index has no other use for. */
  readonly otherRegions: ReadonlyMap<string, string>
  /** Counties, current and former, and their abbreviations. No address needs one. */
  readonly counties: ReadonlySet<string>
  /** Those of them that are also towns. */
  readonly countyTowns: ReadonlySet<string>
  /** The largest towns, where they are what shows the country of a list. */
  readonly knownTowns: ReadonlySet<string>
  /** Towns by their names in another language, and by those that nearly all sources have. */
  readonly townsInEnglish: ReadonlyMap<string, string>
}

export interface PostcodeShape {
  /** Postcodes are digits only, as house numbers are. */
  readonly isNumber: boolean
  /** A whole postcode in capitals, without spaces. */
  readonly whole: RegExp
  /** One that stands in a line. */
  readonly inLine: RegExp
  /** Nothing but letters that postcodes have at each place, so that few other words look like one. */
  readonly strict: RegExp
  /** The region whose postcodes begin with a zero, which spreadsheets drop; '' if any place may have them. */
  readonly zeroRegion?: string
  /** What one is, and what to give in its place. */
  readonly description: string
  readonly hint: string
  /** The two halves, where it is written in two. */
  readonly outcode?: RegExp
  readonly incode?: RegExp
}

interface PhoneShape {
  /** What is dialled from abroad. */
  readonly countryCode: string
  /** The digit after the 0, and how many follow it. */
  readonly firstDigit: string
  readonly moreDigits: string
}

/** Lists of addresses that people keep. */
interface ListShape {
  /** Fields that a column may hold, each with the names that people give to it, folded. */
  readonly columns: Readonly<Record<string, string>>
  /** The source's own key, which a column map may call `id`. */
  readonly key: string
  /** Needed where no column has the whole address or its lines. */
  readonly required: readonly string[]
  /** The suburb or town. Where no column has it, it is learnt from the rows that name it plainly. */
  readonly place: string
  /** The street, and what says which house on it: where a list has both, its lines say nothing more. */
  readonly street: string
  readonly house: readonly string[]
  /** What shows in the rows of a list that they are of this country, and what people call that. */
  readonly sign: 'postcode' | 'region' | 'town'
  readonly signName: string
  /** For a list that does not say where its addresses are. */
  readonly unplacedHint: string
}

interface Examples {
  readonly parameters: Readonly<Record<string, unknown>>
  /** The beginning of a place's name. */
  readonly place: string
}
