// What the search engine answers: the interface that the endpoints are written against, and where to read on.
//
// A search does no I/O, throws for no input, and knows nothing of keys, HTTP or SQL. The engine, in reading order:
//
// 1. ranking.ts: what makes one answer better than another, and the passes from exact to misspelt.
// 2. query/: from text to requirements. query-reader.ts reads the words in every way that makes an address;
//    relaxations.ts says how far an answer may depart from a reading; requirements.ts turns it into terms of the index.
// 3. walks/: from requirements to candidate streets, best known first. street-walks.ts chooses how.
// 4. judging/: whether a candidate has the words (word-judge.ts), an address the numbers and names (number-judge.ts,
//    record-judge.ts).
// 5. match/: from candidates to answers. address-finder.ts runs the passes; street-collector.ts judges each street of a
//    walk and keeps the best addresses.
// 6. validate/: the same for a whole line, which is right or wrong.
// 7. product/: what each product knows about its addresses (product-layer.ts, national-layer.ts, postal-layer.ts);
//    overlay.ts joins a release with private addresses. open-index.ts puts a search together.

import type { AreaLayers, AreaSelection } from '../address/area.ts'
import type { Point } from '../address/geo.ts'
import type { AnyNationalAddress, NationalAddress, TownAddress } from '../address/national.ts'
import type { NationalPlace, PostalPlace, TownPlace } from '../address/place.ts'
import type { PostalAddress } from '../address/postal.ts'
import type { Product } from '../address/product.ts'
import type { OuterOf, ProductOf } from '../countries/country.ts'
import type { ReleaseInfo } from '../index/file/sections.ts'
import type { DensityReader } from '../index/geography/density.ts'
import type { ComparedAddress } from '../judge/held-parts.ts'
import type { Work } from './work.ts'

/** `Address` is NationalAddress or PostalAddress, `Place` its kind of location. */
export interface AddressSearch<Address, Place> {
  readonly product: Product
  readonly release: ReleaseInfo
  /** For small maps; absent where a search was not opened from a file. */
  readonly density?: DensityReader
  /** The best `top` addresses for what has been typed so far, best first. */
  autocomplete(query: AutocompleteQuery): readonly FoundAddress<Address>[]
  /** The line with words that were typed as one divided as the index has them. */
  wordsApart(query: { readonly line: string; readonly work?: Work }): string
  /** How the term is read, and what orders its answers. */
  explain(term: string, top: number): Explanation
  get(id: string): Address | undefined
  /** The areas that its addresses are in; absent where a search was not opened from a file. */
  readonly areas?: AreaLayers
  /** The row of the release that has an id, as for `at`; undefined for an unknown one. */
  row(id: string): number | undefined
  /** The address under each other name of its street and place; none for an unknown id. */
  underOtherNames(id: string): readonly Address[]
  /** The address in a row of the release, from 0 to its number of addresses; aliases and retired ones included. */
  at(row: number): Found<Address>
  /** Every word of the line must be in the address; the line may leave words out. */
  validate(query: ValidateQuery): Validation<Address>
  /** All that fits, before the verdict: for one verdict over several indexes. */
  fitting(query: ValidateQuery, isPlaceWord: WordTest): FittingAddresses
  /** Whether some address on the street of this one has the word in the name of its building or of who is there. */
  isNamedOnStreet(id: string, word: string): boolean
  /** Whether a word is in the name of any place. */
  hasPlaceWord(word: string): boolean
  /**
   * A short cut: the addresses of a line that names a street as it is held or misspelt. Undefined where the line says
   * too little for it; absent where a search has no short cut.
   */
  readonly onStreet?: ((query: OnStreetQuery) => OnStreet | undefined) | undefined
  /** Distinct values of the named fields that begin with the term, best known first. */
  typeahead(query: TypeaheadQuery): readonly string[]
  /** The truly nearest addresses within the radius, nearest first. */
  nearest(query: NearestQuery): readonly Near<Address>[]
  nearestPlace(query: NearestQuery): readonly Near<Place>[]
  places(query: PlacesQuery): readonly Found<Place>[]
  getPlace(id: string): Place | undefined
  /** Where an address or a place is (by its id, in the UK also by postcode), or undefined. */
  locate(id: string): Point | undefined
  /** Great-circle metres between two ids of `locate`, or undefined when one of them is unknown. */
  distance(from: string, to: string): number | undefined
}

export type NationalSearch = AddressSearch<NationalAddress, NationalPlace>
type TownSearch = AddressSearch<TownAddress, TownPlace>
export type AnyNationalSearch = NationalSearch | TownSearch
export type PostalSearch = AddressSearch<PostalAddress, PostalPlace>
export type AnySearch = AddressSearch<AnyNationalAddress | PostalAddress, unknown>

type NationalSearchOf<P extends ProductOf<'national'>> =
  OuterOf<P> extends 'state' ? NationalSearch : TownSearch

/** The release in use of each product, or undefined while there is none. */
export type Searches = {
  readonly [P in Product]?:
    | (P extends ProductOf<'national'> ? NationalSearchOf<P> : PostalSearch)
    | undefined
}

export type ProductSearch = NonNullable<Searches[Product]>

export interface Found<T> {
  readonly id: string
  readonly item: T
}

/** An address of a list. Most are only printed, so the whole address is made when it is asked for. */
export interface FoundAddress<Address> extends Found<Address> {
  /** The address on one line, as the template field `formatted_address` prints it. */
  readonly label: string
  /** What orders it among answers of any index, in this order: see ranking.ts. */
  readonly penalty: number
  readonly depth: number
  readonly metres: number
  /** The alias that was found, where `item` is the address that it stands for. */
  readonly alias: Address | undefined
  /** What was given up of the line to find it: `postcode`, `suburb`; nothing where every word fits. */
  readonly without: readonly string[]
  /** False where nothing fits the line, and another line was searched for instead. */
  readonly isAsTyped: boolean
}

export interface Near<T> extends Found<T> {
  readonly distanceMetres: number
}

/**
 * Field name to the values it may have, matched whole and in any case. `au`: state, locality, postcode.
 * `uk`: county, country, locality, district, town_or_city, thoroughfare, postcode.
 */
export type FieldFilter = Readonly<Record<string, readonly string[]>>

export interface AddressFilter {
  readonly fields?: FieldFilter
  readonly residential?: boolean | undefined
  /** Removes what is farther away. */
  readonly radius?: Radius
  /** Removes these, as if the release did not hold them: to measure what happens then. */
  readonly exceptIds?: ReadonlySet<string>
  /** Removes what is in other areas. */
  readonly areas?: AreaSelection | undefined
}

export interface Radius extends Point {
  readonly km: number
}

/** Work that several searches of one request share; each has its own where none is given. */
interface Counted {
  readonly work?: Work
}

export interface AutocompleteQuery extends Counted {
  readonly term: string
  /** Nothing more will be typed, neither of the last word nor behind it. */
  readonly isWhole?: boolean | undefined
  readonly top: number
  readonly filter?: AddressFilter | undefined
  /** Re-orders by nearness, never removes. */
  readonly location?: Point | undefined
}

export interface ValidateQuery extends Counted {
  readonly line: string
  /** False asks for the most likely address where several fit. */
  readonly strict: boolean
  readonly residential?: boolean | undefined
  readonly exceptIds?: ReadonlySet<string>
}

/** A line as its words, and what stands between them. */
export interface OnStreetQuery extends Counted {
  readonly words: readonly string[]
  readonly gaps: readonly string[]
  readonly exceptIds?: ReadonlySet<string>
  /** Asks for streets that are in another place or postcode than the line says. */
  readonly isElsewhere?: boolean
}

export interface OnStreet {
  /** Which word is the number. */
  readonly numberAt: number
  /** False where no street of that name has the number: then the address is that of a neighbour. */
  readonly hasNumber: boolean
  /** Whether no address there has the number in another way: with another letter, or in a range. */
  readonly isOnlyForm: boolean
  /** Whether a word of the street or its place is unknown, and a similar one was taken. */
  readonly isMisspelt: boolean
  /** Those with the number that can have the unit, or one for all of them. */
  readonly addresses: readonly Pick<FoundAddress<ComparedAddress>, 'id' | 'item' | 'alias'>[]
}

export type Validation<Address> =
  | { readonly kind: 'one'; readonly id: string; readonly address: Address }
  /** At most 10 ids. */
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'none' }

type WordTest = (word: string) => boolean

export interface FittingAddresses {
  /** How loosely the line was taken; the lowest of several indexes decides. */
  readonly pass: number
  readonly fits: readonly FittingAddress[]
}

interface FittingAddress {
  readonly id: string
  /** The log-odds that it is meant. */
  readonly odds: number
  /** The line says enough to mean this address and no other. */
  readonly isDefinite: boolean
}

export interface TypeaheadQuery extends Counted {
  readonly term: string
  readonly top: number
  /** Which fields to search; if empty, all that the product has. */
  readonly search?: readonly string[] | undefined
  readonly filter?: FieldFilter | undefined
}

export interface NearestQuery extends Point, Counted {
  readonly radiusKm: number
  readonly top: number
  /** Only what also fits this term. */
  readonly term?: string | undefined
  readonly residential?: boolean | undefined
  readonly areas?: AreaSelection | undefined
}

export interface PlacesQuery extends Counted {
  readonly term: string
  readonly top: number
  readonly filter?: FieldFilter | undefined
  /** Removes what is farther away. */
  readonly radius?: Radius
  readonly location?: Point | undefined
}

/** Why a term has the answers it has. */
export interface Explanation {
  readonly words: readonly string[]
  /** The last word is still being typed: it stands for all words that begin with it. */
  readonly open: boolean
  readonly readings: readonly string[]
  readonly passes: readonly PassReport[]
  readonly answers: readonly ExplainedAnswer[]
  /** The weights that penalties are the sum of. */
  readonly weights: Readonly<Record<string, number>>
}

export interface PassReport {
  readonly name: string
  /** False when the passes before it had found enough. */
  readonly ran: boolean
  /** Answers on the page after it. */
  readonly found: number
}

export interface ExplainedAnswer {
  readonly id: string
  readonly label: string
  readonly pass: string
  readonly penalty: number
  /** Which weights make the penalty, as far as the sum tells. */
  readonly because: string
  /** What was given up of the line to find it. */
  readonly without: readonly string[]
  readonly isUnit: boolean
  /** The place of its street among all streets; 1 is the best known. */
  readonly streetRank: number
}
