// The filter of a request as the search applies it: whole values of fields, a radius, residential or not, ids left out.

import { metresBetween, type Point } from '../../address/geo.ts'
import type { ReleaseInfo } from '../../index/file/sections.ts'
import type { Boxes } from '../../index/geography/boxes.ts'
import { RECORD } from '../../index/streets/records.ts'
import { KIND, type TermRange } from '../../index/terms/terms.ts'
import { foldedValue, wordsOf } from '../../index/words/fold.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import type { AddressFilter, FieldFilter, Radius } from '../address-search.ts'
import { Requirement } from '../query/requirement.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { STEPS, type Work } from '../work.ts'

/** A field of a filter, and the folded values it may have. */
export interface WantedField {
  readonly field: string
  readonly values: ReadonlySet<string>
}

export interface StreetFilter {
  allowsStreet(street: number): boolean
  allowsRecord(record: number, street: number): boolean
  /** What the filter requires of streets: a narrow filter can drive the search. */
  readonly requirements: readonly Requirement[]
  /** Only these streets, sorted; `allowsStreet` need not look for them. */
  readonly streets?: Uint32Array
  /** Lets most other addresses be skipped before they are judged. */
  readonly residential?: boolean | undefined
  /** True where it is known, without a look at any address, that none passes. */
  readonly allowsNothing?: boolean
}

export const ALLOWS_ALL: StreetFilter = {
  requirements: [],
  allowsStreet: () => true,
  allowsRecord: () => true,
}

export function isAllowed(filter: StreetFilter, street: number): boolean {
  const { streets } = filter
  if (streets !== undefined && streets[lowerBoundU32(streets, street)] !== street) return false
  return filter.allowsStreet(street)
}

export function allowsAddress(
  filter: StreetFilter | undefined,
  record: number,
  street: number,
): boolean {
  return filter === undefined || (isAllowed(filter, street) && filter.allowsRecord(record, street))
}

/** A filter is asked about the address that is shown: that of an alias may be on another street. */
export function allowsShown(
  filter: StreetFilter,
  shown: number,
  { row, street }: { readonly row: number; readonly street: number },
  { streets }: SearchedIndex,
): boolean {
  if (shown === row) return filter.allowsRecord(row, street)
  return allowsAddress(filter, shown, streets.ofRecord(shown))
}

/** What decides a value: streets with the same name, place or postcode have the same. */
export type StreetPart = 'name' | 'place' | 'postcode'

/** What a product knows for filters. */
export interface FilterLayer {
  readonly release: ReleaseInfo
  readonly finder: { readonly index: SearchedIndex }
  readonly boxes: Boxes
  id(record: number): string
  /** The folded values that a street has for a field; the filter must name one of them. */
  filterValues(street: number, field: string): readonly string[]
  partOf(field: string): StreetPart
}

export function requestFilter(
  layer: FilterLayer,
  filter: AddressFilter | undefined,
  work: Work,
): StreetFilter | undefined {
  if (filter === undefined) return undefined
  const { radius, residential, exceptIds, areas } = filter
  const fields = wantedValues(filter.fields)
  const others = [radius, residential, exceptIds, areas].some((each) => each !== undefined)
  if (fields.length === 0 && !others) return undefined
  const { index } = layer.finder
  const { records } = index
  const circle = smaller(radius, areas?.within)
  // No word of a street says that a value is missing.
  const requirements = fields
    .filter(({ values }) => !values.has(''))
    .map(({ values }) => new Requirement([...values].flatMap((value) => rarest(index, value))))
  const only: StreetFilter = {
    residential,
    requirements,
    allowsNothing:
      (residential !== undefined && !records.residentialKinds.has(residential)) ||
      isElsewhere(areas, layer) ||
      requirements.some(({ isEmpty }) => isEmpty),
    allowsStreet: allowsStreet(layer, fields, areas),
    allowsRecord: (record, street) => {
      if (areas !== undefined && !areas.allowsRecord(record, street)) return false
      if (residential !== undefined && records.is(record, RECORD.residential) !== residential)
        return false
      if (circle !== undefined) {
        const latitude = records.latitude(record, street)
        const point = { latitude, longitude: records.longitude(record, street) }
        if (!isWithin(point, radius) || areas?.holds?.(point, work) === false) return false
      }
      return exceptIds === undefined || !exceptIds.has(layer.id(record))
    },
  }
  if (only.allowsNothing === true) return only
  const narrow = areas?.streets === undefined ? only : withStreets(only, areas.streets)
  const streets = circle && streetsAround(layer, circle, circle.km * 1000, work)
  return streets === undefined ? narrow : withStreets(narrow, streets)
}

function smaller(a: Radius | undefined, b: Radius | undefined): Radius | undefined {
  return a === undefined || (b !== undefined && b.km < a.km) ? b : a
}

/** Layers are of one release: no address of another index is known to be in their areas. */
export function isElsewhere(areas: AddressFilter['areas'], { release }: FilterLayer): boolean {
  return areas?.release !== undefined && areas.release !== release.release
}

function allowsStreet(
  { finder, filterValues, partOf }: FilterLayer,
  fields: readonly WantedField[],
  areas: AddressFilter['areas'],
): (street: number) => boolean {
  const { streets } = finder.index
  const hasAll = (wanted: readonly WantedField[], street: number) =>
    wanted.every(({ field, values }) => filterValues(street, field).some((own) => values.has(own)))
  const ofStreet = fields.filter(({ field }) => partOf(field) !== 'place')
  const ofPlace = fields.filter(({ field }) => partOf(field) === 'place')
  /** Many streets share a place: 0 not looked at yet, 1 not allowed, 2 allowed. */
  const places = new Uint8Array(ofPlace.length === 0 ? 0 : streets.placeCount)
  return (street) => {
    if (areas !== undefined && !areas.allowsStreet(street)) return false
    if (ofPlace.length > 0) {
      const place = streets.placeOf(street)
      places[place] ||= hasAll(ofPlace, street) ? 2 : 1
      if (places[place] === 1) return false
    }
    return ofStreet.length === 0 || hasAll(ofStreet, street)
  }
}

/** A field without values asks for nothing. */
export function wantedValues(fields: FieldFilter | undefined): readonly WantedField[] {
  return Object.entries(fields ?? {})
    .filter(([, values]) => values.length > 0)
    .map(([field, values]) => ({ field, values: new Set(values.map(foldedValue)) }))
}

/** The terms of the rarest word of a value. */
function rarest({ terms, postings }: SearchedIndex, value: string): readonly TermRange[] {
  let fewest = Number.POSITIVE_INFINITY
  let best: readonly TermRange[] = []
  for (const word of [value.replaceAll(' ', ''), ...wordsOf(value)]) {
    const found = [KIND.strong, KIND.weak, KIND.postcodeJoined].flatMap(
      (kind) => terms.whole(kind, word) ?? [],
    )
    let count = 0
    for (const { from, to } of found) count += postings.count(from, to)
    if (count > 0 && count < fewest) [fewest, best] = [count, found]
  }
  return best
}

/** Whether a point is within the radius; without one every point is. */
export function isWithin(point: Point, radius: Radius | undefined): boolean {
  return radius === undefined || metresBetween(point, radius) <= radius.km * 1000
}

/** With more streets than these around a point, each address is measured instead. */
const STREETS_AROUND_MAX = 30_000

/** The streets within a distance; undefined where there are too many to list, or for the work left. */
export function streetsAround(
  { boxes }: Pick<FilterLayer, 'boxes'>,
  point: Point,
  metres: number,
  work: Work,
): Uint32Array | undefined {
  const most = Math.min(STREETS_AROUND_MAX, Math.ceil(work.left / STEPS.lookUp))
  const streets = boxes.streetsWithin(point, metres, most)
  work.spent += (streets?.length ?? most) * STEPS.lookUp
  return streets
}

/** The filter, narrowed to these streets. */
export function withStreets(filter: StreetFilter | undefined, streets: Uint32Array): StreetFilter {
  const only = filter ?? ALLOWS_ALL
  return { ...only, requirements: [...only.requirements, new Requirement([], streets)], streets }
}
