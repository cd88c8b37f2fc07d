// Writes places and the terms of their names.
// Unchecked: hot, goes over every address.

import { writeLists } from '../columns/lists.ts'
import type { StoredPlace } from '../file/sections.ts'
import { type Build, rowsOfStreet } from '../rows/final-order.ts'
import { countUp } from '../rows/row-order.ts'
import { TermNumbers } from '../terms/name-terms.ts'
import { KIND } from '../terms/terms.ts'
import { writeTerms } from '../terms/terms-writer.ts'
import { wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { nameWordForms } from '../words/written-forms.ts'

/** Latitude and longitude, each the sum of those of several addresses. */
interface PointSum {
  latitude: number
  longitude: number
}

/** Adds the addresses of a street, by its place in the final order, one after the other. */
export type AddPoints = (street: number, sum: PointSum) => void

export function pointsOfRows({ table, order }: Build): AddPoints {
  const [latitude, longitude] = [table.latitude.view(), table.longitude.view()]
  return (street, sum) => {
    for (const row of rowsOfStreet(order, street)) {
      sum.latitude += latitude[row]
      sum.longitude += longitude[row]
    }
  }
}

/** `eachPlace` adds the places of a street by a key each; a place is described when it is first met. */
export async function writePlaces(
  { writer, order }: Build,
  addPoints: AddPoints,
  eachPlace: (street: number, add: (key: string, describe: () => PlaceDescription) => void) => void,
): Promise<void> {
  const gathered = new Map<string, GatheredPlace>()
  order.streets.forEach((street, at) => {
    eachPlace(street, (key, describe) => {
      const known = gathered.get(key)
      const place = known ?? { ...describe(), addresses: 0, latitude: 0, longitude: 0 }
      if (known === undefined) gathered.set(key, place)
      place.addresses += order.streetStart[at + 1] - order.streetStart[at]
      addPoints(at, place)
    })
  })
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
  const placesOf = invert(termsOf, final)
  await writeLists(writer, 'placeTerms.places', placesOf, countUp(places.length))
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
    storedDegrees(latitude / addresses),
    storedDegrees(longitude / addresses),
    ...fields,
  ]
}

const UNITS_PER_DEGREE = 1e6

/** A centre is known to ten centimetres. */
function storedDegrees(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE) / UNITS_PER_DEGREE
}

/** Two names can fold to the same slug; the better known keeps it, the next has a number behind it. */
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
  /** Names it is found by, and names that count only beside one of them. */
  readonly strong: readonly string[]
  readonly weak: readonly string[]
}

interface GatheredPlace extends PlaceDescription, PointSum {
  addresses: number
}

/** A text slug: `richmond-vic-3121`. */
export function slugOf(...parts: readonly string[]): string {
  return parts.flatMap(wordsOf).join('-').toLowerCase()
}
