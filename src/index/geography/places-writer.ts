// Writes places and the terms of their names.
// Unchecked: hot, goes over every address.

import { writeLists } from '../columns/lists.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { StoredPlace } from '../file/sections.ts'
import { type Build, rowsOfStreet } from '../rows/final-order.ts'
import { countUp } from '../rows/row-order.ts'
import { STEP_UNITS, stepsOf } from '../streets/records.ts'
import { CENTRE_UNITS } from '../streets/streets.ts'
import { TermNumbers } from '../terms/name-terms.ts'
import { KIND } from '../terms/terms.ts'
import { writeTerms } from '../terms/terms-writer.ts'
import { wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { nameWordForms } from '../words/written-forms.ts'

/** For each final street, the sums over its addresses, in hundred-millionths of a degree. */
export interface PointSums {
  readonly latitude: Float64Array
  readonly longitude: Float64Array
}

export function pointSums({ table, order }: Build): PointSums {
  const count = order.streets.length
  const sums = { latitude: new Float64Array(count), longitude: new Float64Array(count) }
  const [latitude, longitude] = [table.latitude.view(), table.longitude.view()]
  for (let street = 0; street < count; street++) {
    for (const row of rowsOfStreet(order, street)) {
      sums.latitude[street] += stepsOf(latitude[row])
      sums.longitude[street] += stepsOf(longitude[row])
    }
  }
  return sums
}

/** Gives the place that has the key; it is described when it is first met. */
export type GatherPlace = (key: string, describe: () => PlaceDescription) => GatheredPlace

/** Streets of one group are in the same places; `start` has the first record of each street, and one more. */
export async function writePlaces(
  writer: SectionWriter,
  start: Uint32Array,
  sums: PointSums,
  groupOf: (street: number) => number,
  placesOf: (group: number, gather: GatherPlace) => readonly GatheredPlace[],
): Promise<void> {
  const gathered = new Map<string, GatheredPlace>()
  const gather: GatherPlace = (key, describe) => {
    const known = gathered.get(key)
    if (known !== undefined) return known
    const place = { ...describe(), addresses: 0, latitude: 0, longitude: 0 }
    gathered.set(key, place)
    return place
  }
  for (const [group, { addresses, latitude, longitude }] of groupSums(start, sums, groupOf)) {
    for (const place of placesOf(group, gather)) {
      place.addresses += addresses
      place.latitude += latitude
      place.longitude += longitude
    }
  }
  // Best known first; equal ones by id.
  const places = [...gathered.values()].sort(
    (a, b) => b.addresses - a.addresses || (a.id < b.id ? -1 : 1),
  )
  const terms = new TermNumbers()
  const termsOf = places.map((place) => termsOfPlace(terms, place))
  const { sorted, places: final } = terms.finish()
  const ids = uniqueIds(places)
  const stored = places.map((place, i) => storedPlace(place, ids[i]))
  await writer.add('places', stored)
  await writeTerms(writer, 'placeTerms', sorted)
  const listed = invert(termsOf, final)
  await writeLists(writer, 'placeTerms.places', listed, countUp(places.length))
}

/** In the order of first use. */
function groupSums(start: Uint32Array, sums: PointSums, groupOf: (street: number) => number) {
  const groups = new Map<number, { addresses: number; latitude: number; longitude: number }>()
  for (let street = 0; street + 1 < start.length; street++) {
    const number = groupOf(street)
    const group = groups.get(number) ?? { addresses: 0, latitude: 0, longitude: 0 }
    if (group.addresses === 0) groups.set(number, group)
    group.addresses += start[street + 1] - start[street]
    group.latitude += sums.latitude[street]
    group.longitude += sums.longitude[street]
  }
  return groups
}

function termsOfPlace(terms: TermNumbers, { strong, weak }: GatheredPlace): readonly number[] {
  const all = new Set<number>()
  for (const form of strong.flatMap(formsOf)) all.add(terms.add(KIND.strong, form))
  for (const form of weak) all.add(terms.add(KIND.weak, form))
  return [...all]
}

/** Each word in its forms, neighbours also as one, and divided where an apostrophe stands. */
function formsOf(name: string): readonly string[] {
  const words = wordsOf(name)
  const joined = words.slice(1).map((word, i) => `${words[i]}${word}`)
  return [...words.flatMap(nameWordForms), ...joined, ...(wordsDividedByApostrophes(name) ?? [])]
}

function invert(termsOf: readonly (readonly number[])[], final: Uint32Array): readonly number[][] {
  const places = Array.from(final, (): number[] => [])
  termsOf.forEach((terms, place) => {
    for (const term of terms) places[final[term]].push(place)
  })
  return places
}

function storedPlace(place: GatheredPlace, id: string): StoredPlace {
  const { addresses, latitude, longitude, fields } = place
  return [
    id,
    addresses,
    meanUnits(latitude, addresses) / CENTRE_UNITS,
    meanUnits(longitude, addresses) / CENTRE_UNITS,
    ...fields,
  ]
}

/** The mean of so many points with this sum, in units of a centre. */
export function meanUnits(sum: number, count: number): number {
  return Math.round(sum / count / (STEP_UNITS / CENTRE_UNITS))
}

/** Two names can fold to the same slug; the better known keeps it, the next has a number after it. */
function uniqueIds(places: readonly GatheredPlace[]): readonly string[] {
  const used = new Map<string, number>()
  return places.map(({ id }) => {
    const times = (used.get(id) ?? 0) + 1
    used.set(id, times)
    return times === 1 ? id : `${id}-${times}`
  })
}

interface PlaceDescription {
  readonly id: string
  readonly fields: readonly string[]
  /** Names it is found by, and names that count only together with one of them. */
  readonly strong: readonly string[]
  readonly weak: readonly string[]
}

export interface GatheredPlace extends PlaceDescription {
  addresses: number
  latitude: number
  longitude: number
}

/** A text slug: `richmond-vic-3121`. */
export function slugOf(...parts: readonly string[]): string {
  return parts.flatMap(wordsOf).join('-').toLowerCase()
}
