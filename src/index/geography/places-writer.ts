// Writes places and the terms of their names.
// Unchecked: hot, goes over every address.

import { writeLists } from '../columns/lists.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { StoredPlace } from '../file/sections.ts'
import { type Build, type FinalOrder, rowsOfStreet } from '../rows/final-order.ts'
import { countUp } from '../rows/row-order.ts'
import { TermNumbers } from '../terms/name-terms.ts'
import { KIND } from '../terms/terms.ts'
import { writeTerms } from '../terms/terms-writer.ts'
import { wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { nameWordForms } from '../words/written-forms.ts'

export async function writePlaces(
  writer: SectionWriter,
  places: readonly GatheredPlace[],
): Promise<void> {
  const terms = new TermNumbers()
  const termsOf = places.map((place) => termsOfPlace(terms, place))
  const { sorted, places: final } = terms.finish()
  const ids = uniqueIds(places)
  await writer.add(
    'places',
    places.map((place, i) => stored(place, ids[i])),
  )
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

/** The places of each final term. */
function invert(termsOf: readonly (readonly number[])[], final: Uint32Array): readonly number[][] {
  const places = Array.from(final, (): number[] => [])
  termsOf.forEach((terms, place) => {
    for (const term of terms) places[final[term]].push(place)
  })
  return places
}

function stored(place: GatheredPlace, id: string): StoredPlace {
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

/** Latitude and longitude are sums over the addresses. */
interface GatheredPlace extends PlaceDescription {
  addresses: number
  latitude: number
  longitude: number
}

/** Streets are added in their order. */
export class PlaceGatherer {
  readonly #places = new Map<string, GatheredPlace>()
  readonly #order: FinalOrder
  readonly #latitude: Float64Array
  readonly #longitude: Float64Array

  constructor({ table, order }: Build) {
    this.#order = order
    this.#latitude = table.latitude.view()
    this.#longitude = table.longitude.view()
  }

  /** Adds the addresses of a final street to the place of a key, which is described when it is first met. */
  addStreet(street: number, key: string, describe: () => PlaceDescription): void {
    const place = this.#placeOf(key, describe)
    for (const row of rowsOfStreet(this.#order, street)) {
      place.addresses++
      place.latitude += this.#latitude[row]
      place.longitude += this.#longitude[row]
    }
  }

  /** Best known first; equal ones by id. */
  finish(): readonly GatheredPlace[] {
    const places = [...this.#places.values()]
    return places.sort((a, b) => b.addresses - a.addresses || (a.id < b.id ? -1 : 1))
  }

  #placeOf(key: string, describe: () => PlaceDescription): GatheredPlace {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place = { ...describe(), addresses: 0, latitude: 0, longitude: 0 }
    this.#places.set(key, place)
    return place
  }
}

/** A text slug: `richmond-vic-3121`. */
export function slugOf(...parts: readonly string[]): string {
  return parts.flatMap(wordsOf).join('-').toLowerCase()
}
