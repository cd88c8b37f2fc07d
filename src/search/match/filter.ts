// Filters of a request as the search applies them: whole values of fields, a radius, residential or not.

import { metresBetween, type Point } from '../../address/geo.ts'
import { RECORD } from '../../index/streets/records.ts'
import { KIND, type TermRange } from '../../index/terms/terms.ts'
import { foldedValue, wordsOf } from '../../index/words/fold.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import type { AddressFilter, FieldFilter, Radius } from '../address-search.ts'
import { Requirement } from '../query/requirement.ts'
import type { SearchedIndex } from '../searched-index.ts'

/** A field of a filter, and the folded values of which one is wanted. */
export interface WantedField {
  readonly field: string
  readonly values: ReadonlySet<string>
}

/** What a filter lets through; the product's own layer makes it from the request. */
export interface StreetFilter {
  allowsStreet(street: number): boolean
  allowsRecord(record: number, street: number): boolean
  /** Requirements that the filter puts on streets, so that it can drive the search. */
  readonly requirements: readonly Requirement[]
  /** Only these streets, sorted; `allowsStreet` need not look for them. */
  readonly streets?: Uint32Array
  /** Which addresses have the wanted flags, so that most others are passed over before they are judged. */
  readonly residential?: boolean | undefined
  /** Whether it is known, without a look at any address, that none passes. */
  readonly allowsNothing?: boolean
}

export function isAllowed(filter: StreetFilter, street: number): boolean {
  const { streets } = filter
  if (streets !== undefined && streets[lowerBoundU32(streets, street)] !== street) return false
  return filter.allowsStreet(street)
}

interface StreetFields {
  /** The values a street has for a field, folded; a value of the filter must be one of them. */
  filterValues(street: number, field: string): readonly string[]
  /** Whether all streets of a place have the same. */
  partOf(field: string): string
}

export function streetFilter(
  index: SearchedIndex,
  filter: AddressFilter | undefined,
  { filterValues, partOf }: StreetFields,
): StreetFilter | undefined {
  const fields = wantedValues(filter?.fields)
  const { radius, residential } = filter ?? {}
  if (fields.length === 0 && radius === undefined && residential === undefined) return undefined
  const { records, streets } = index
  const has = (street: number) => (wanted: WantedField) =>
    filterValues(street, wanted.field).some((own) => wanted.values.has(own))
  const ofStreet = fields.filter(({ field }) => partOf(field) !== 'place')
  const ofPlace = fields.filter(({ field }) => partOf(field) === 'place')
  // Many streets share a place: 0 where it was not looked at, 1 where it is not allowed, 2 where it is.
  const places = new Uint8Array(fields.length === 0 ? 0 : streets.placeCount)
  const allowsPlace = (street: number): boolean => {
    if (ofPlace.length === 0) return true
    const place = streets.placeOf(street)
    const known = places[place] ?? 0
    if (known !== 0) return known === 2
    const allowed = ofPlace.every(has(street))
    places[place] = allowed ? 2 : 1
    return allowed
  }
  // To have no value at all is no word of a street.
  const requirements = fields
    .filter(({ values }) => !values.has(''))
    .map(({ values }) => requirementOf(index, values))
  return {
    residential,
    requirements,
    allowsNothing:
      (residential !== undefined && !records.residentialKinds.has(residential)) ||
      requirements.some(({ ranges }) => ranges.length === 0),
    allowsStreet: (street) =>
      allowsPlace(street) && (ofStreet.length === 0 || ofStreet.every(has(street))),
    allowsRecord: (record, street) => {
      if (residential !== undefined) {
        const is = ((records.flags[record] ?? 0) & RECORD.residential) !== 0
        if (is !== residential) return false
      }
      if (radius === undefined) return true
      const point = {
        latitude: records.latitude(record, street),
        longitude: records.longitude(record, street),
      }
      return metresBetween(point, radius) <= radius.km * 1000
    },
  }
}

/** A field with no values asks for nothing. */
export function wantedValues(fields: FieldFilter | undefined): readonly WantedField[] {
  return Object.entries(fields ?? {})
    .filter(([, values]) => values.length > 0)
    .map(([field, values]) => ({ field, values: new Set(values.map(foldedValue)) }))
}

/** Streets that have, for some value, its rarest word. So a narrow filter drives the search. */
function requirementOf(index: SearchedIndex, values: ReadonlySet<string>): Requirement {
  const ranges: TermRange[] = []
  for (const value of values) ranges.push(...rarest(index, value))
  return new Requirement(ranges)
}

function rarest(index: SearchedIndex, value: string): readonly TermRange[] {
  let fewest = Number.POSITIVE_INFINITY
  let best: readonly TermRange[] = []
  const candidates = [[value.replaceAll(' ', '')], wordsOf(value)].flat()
  for (const word of candidates) {
    const found = [KIND.strong, KIND.weak, KIND.postcodeJoined].flatMap((kind) => {
      const range = index.terms.whole(kind, word)
      return range === undefined ? [] : [range]
    })
    let count = 0
    for (const { from, to } of found) count += index.postings.count(from, to)
    if (count > 0 && count < fewest) {
      fewest = count
      best = found
    }
  }
  return best
}

/** Whether a place is within the radius; without one every place is. */
export function isWithin(point: Point, radius: Radius | undefined): boolean {
  return radius === undefined || metresBetween(point, radius) <= radius.km * 1000
}
