// Postcodes as places of the UK: their centres, and those that begin with what was typed.

import type { PostalPlace } from '../../address/place.ts'
import { normalisePostcode, outcodeOf } from '../../address/postcode.ts'
import type { PostalRecords } from '../../index/postal/postal-records.ts'
import { KIND } from '../../index/terms/terms.ts'
import { foldedValue, tokensOf } from '../../index/words/fold.ts'
import type { Found, PlacesQuery } from '../address-search.ts'
import { isWithin, type WantedField, wantedValues } from '../match/filter.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { STEPS, Work } from '../work.ts'

/** The most postcodes that one search looks at: more than an outcode has. */
const LOOKED_AT_MAX = 20_000

export class PostalPostcodes {
  readonly #index: SearchedIndex
  readonly #rows: PostalRecords

  constructor(index: SearchedIndex, rows: PostalRecords) {
    this.#index = index
    this.#rows = rows
  }

  /** The place of a postcode in any spelling, or of its id (`sk1-1aa`). */
  place(text: string): PostalPlace | undefined {
    const postcode = normalisePostcode(text.replace('-', ' '))
    if (postcode === undefined) return undefined
    const range = this.#index.terms.whole(KIND.postcodeSpaced, postcode)
    return range === undefined ? undefined : this.#placeAt(this.#atTerm(range.from))
  }

  /** Postcodes that begin with the term, in order. */
  beginning(query: PlacesQuery): readonly Found<PostalPlace>[] {
    const { term, top, filter, radius, work = new Work() } = query
    const { words, open } = tokensOf(term)
    if (words.length === 0 || words.length > 2) return []
    const text = words.join(' ') + (words.length === 1 && !open ? ' ' : '')
    const { postcodes } = this.#rows
    const isWanted = this.#wantedBy(wantedValues(filter), work)
    const found: Found<PostalPlace>[] = []
    const { from, to } = this.#range(text) ?? { from: 0, to: 0 }
    const end = Math.min(to, from + LOOKED_AT_MAX)
    for (let at = from; at < end && found.length < top && work.affords(STEPS.row); at++) {
      const postcode = this.#atTerm(at)
      if (!isWithin(postcodes.centre(postcode), radius) || !isWanted(postcode)) continue
      const item = this.#placeAt(postcode)
      found.push({ id: item.postcode.replace(' ', '-').toLowerCase(), item })
    }
    return found
  }

  /** Whether a postcode has the values of a filter. Many share a place, whose names are slow to read. */
  #wantedBy(wanted: readonly WantedField[], work: Work): (postcode: number) => boolean {
    const { postcodes } = this.#rows
    const isOwn = ({ field }: WantedField) => field === 'postcode' || field === 'outcode'
    const own = wanted.filter(isOwn)
    const ofPlace = wanted.filter((each) => !isOwn(each))
    const known = new Map<number, boolean>()
    const allowsPlace = (postcode: number) => {
      const place = this.#index.streets.placeOf(postcodes.street(postcode))
      const allowed = known.get(place) ?? has(ofPlace, placeTexts(this.#placeAt(postcode)))
      known.set(place, allowed)
      return allowed
    }
    return (postcode) =>
      (ofPlace.length === 0 || allowsPlace(postcode)) &&
      (own.length === 0 ||
        (work.affords(STEPS.name) && has(own, ownTexts(postcodes.text(postcode)))))
  }

  /** With its space as typed; a full postcode also without one. */
  #range(text: string) {
    const { terms } = this.#index
    const spaced = terms.beginning(KIND.postcodeSpaced, text)
    if (spaced !== undefined) return spaced
    const full = normalisePostcode(text)
    return full === undefined ? undefined : terms.whole(KIND.postcodeSpaced, full)
  }

  #atTerm(term: number): number {
    return term - this.#index.streets.postcodeSpacedFrom
  }

  #placeAt(postcode: number): PostalPlace {
    const { postcodes } = this.#rows
    const street = postcodes.street(postcode)
    const text = postcodes.text(postcode)
    return {
      ...postcodes.centre(postcode),
      area: this.#rows.field(street, 'locality'),
      town_or_city: this.#rows.field(street, 'town_or_city'),
      county: this.#rows.field(street, 'county'),
      country: this.#rows.field(street, 'country'),
      postcode: text,
      outcode: outcodeOf(text),
    }
  }
}

type FieldTexts = Readonly<Record<string, string>>

function has(wanted: readonly WantedField[], texts: FieldTexts): boolean {
  return wanted.every(({ field, values }) => values.has(foldedValue(texts[field] ?? '')))
}

function ownTexts(postcode: string): FieldTexts {
  return { postcode, outcode: outcodeOf(postcode) }
}

function placeTexts({ area, town_or_city, county, country }: PostalPlace): FieldTexts {
  return { area, locality: area, town_or_city, county, country }
}
