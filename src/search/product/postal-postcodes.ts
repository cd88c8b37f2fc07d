// Postcodes as places of the UK: their centres, and those that begin with what was typed.

import type { PostalPlace } from '../../address/place.ts'
import { normalisePostcode, outcodeOf } from '../../address/postcode.ts'
import type { PostalRecords } from '../../index/postal/postal-records.ts'
import { KIND } from '../../index/terms/terms.ts'
import { foldedValue, tokensOf } from '../../index/words/fold.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import type { Found, PlacesQuery } from '../address-search.ts'
import { isWithin, type WantedField, wantedValues } from '../match/filter.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { STEPS, Work } from '../work.ts'

/** The most postcodes that one search looks at: more than an outcode has. */
const LOOKED_AT_MAX = 20_000

export function postalPostcodes({ terms, streets }: SearchedIndex, rows: PostalRecords) {
  const { postcodes } = rows
  const atTerm = (term: number) => term - streets.postcodeSpacedFrom
  const placeAt = (postcode: number): PostalPlace => {
    const field = (name: string) => rows.field(postcodes.street(postcode), name)
    const text = postcodes.text(postcode)
    return {
      ...postcodes.centre(postcode),
      area: field('locality'),
      town_or_city: field('town_or_city'),
      county: field('county'),
      country: field('country'),
      postcode: text,
      outcode: outcodeOf(text),
    }
  }
  const whole = (text: string) => {
    const postcode = normalisePostcode(text)
    return postcode === undefined ? undefined : terms.whole(KIND.postcodeSpaced, postcode)
  }
  const facts = {
    placeAt,
    placeOf: (postcode: number) => streets.placeOf(postcodes.street(postcode)),
    textOf: postcodes.text,
  }
  return {
    /** The place of a postcode in any spelling, or of its id (`sk1-1aa`). */
    place: (text: string): PostalPlace | undefined => {
      const range = whole(text.replace('-', ' '))
      return range && placeAt(atTerm(range.from))
    },

    /** Postcodes that begin with the term, in order. */
    beginning: (query: PlacesQuery): readonly Found<PostalPlace>[] => {
      const { term, top, filter, radius, work = new Work() } = query
      const { words, open } = tokensOf(term)
      if (words.length === 0 || words.length > 2) return []
      // With its space as typed; a full postcode also without one.
      const text = words.join(' ') + (words.length === 1 && !open ? ' ' : '')
      const range = terms.beginning(KIND.postcodeSpaced, text) ?? whole(text)
      const { from, to } = range ?? { from: 0, to: 0 }
      const isWanted = wantedBy(wantedValues(filter), work, facts)
      const found: Found<PostalPlace>[] = []
      const end = Math.min(to, from + LOOKED_AT_MAX)
      for (let at = from; at < end && found.length < top && work.affords(STEPS.row); at++) {
        const postcode = atTerm(at)
        if (!isWithin(postcodes.centre(postcode), radius) || !isWanted(postcode)) continue
        const item = placeAt(postcode)
        found.push({ id: item.postcode.replace(' ', '-').toLowerCase(), item })
      }
      return found
    },
  }
}

interface PostcodeFacts {
  placeOf(postcode: number): number
  placeAt(postcode: number): PostalPlace
  textOf(postcode: number): string
}

/** Whether a postcode has the values of a filter. Many share a place, whose names are slow to read. */
function wantedBy(
  wanted: readonly WantedField[],
  work: Work,
  { placeOf, placeAt, textOf }: PostcodeFacts,
) {
  const isOwn = ({ field }: WantedField) => field === 'postcode' || field === 'outcode'
  const own = wanted.filter(isOwn)
  const ofPlace = wanted.filter((each) => !isOwn(each))
  const allowsPlace = oncePer(placeOf, (postcode) => has(ofPlace, placeTexts(placeAt(postcode))))
  return (postcode: number) =>
    (ofPlace.length === 0 || allowsPlace(postcode)) &&
    (own.length === 0 || (work.affords(STEPS.name) && has(own, ownTexts(textOf(postcode)))))
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
