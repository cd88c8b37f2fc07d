// Gathers places (localities, towns, outcodes) from the addresses in them, with their centres and terms.

import { writeLists } from '../columns/lists-writer.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { KIND } from '../terms/terms.ts'
import { TermNumbers, writeTrie } from '../terms/terms-writer.ts'
import { wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { nameWordForms } from '../words/written-forms.ts'
import type { StoredPlace } from './stored-place.ts'

interface Gathering {
  readonly id: string
  readonly fields: readonly string[]
  readonly strong: readonly string[]
  readonly weak: readonly string[]
  addresses: number
  latitude: number
  longitude: number
}

interface PlaceDescription {
  readonly id: string
  readonly fields: readonly string[]
  /** Names it is found by, and names that count only beside one of them. */
  readonly strong: readonly string[]
  readonly weak: readonly string[]
}

/** Addresses are added street by street; a place's centre is the mean of its addresses. */
export class PlaceGatherer {
  readonly #places = new Map<string, Gathering>()

  /** The place of a key, described once, when it is first met. */
  place(key: string, describe: () => PlaceDescription): Gathering {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place: Gathering = { ...describe(), addresses: 0, latitude: 0, longitude: 0 }
    this.#places.set(key, place)
    return place
  }

  /** Best known first; equal ones by id. */
  finish(): readonly Gathering[] {
    const places = [...this.#places.values()]
    return places.sort((a, b) => b.addresses - a.addresses || (a.id < b.id ? -1 : 1))
  }
}

/** A text slug: `richmond-vic-3121`. */
export function slugOf(...parts: readonly string[]): string {
  return parts.flatMap(wordsOf).join('-').toLowerCase()
}

export function addAddress(place: Gathering, latitude: number, longitude: number): void {
  place.addresses++
  place.latitude += latitude
  place.longitude += longitude
}

export async function writePlaces(
  writer: SectionWriter,
  places: readonly Gathering[],
): Promise<void> {
  const book = new TermNumbers()
  const lists = places.map((place) => {
    const terms = new Set<number>()
    for (const name of place.strong) {
      for (const form of formsOf(name)) terms.add(book.add(KIND.strong, form))
    }
    for (const form of place.weak) terms.add(book.add(KIND.weak, form))
    return [...terms]
  })
  const { final, trie } = book.finish()
  const postings: number[][] = Array.from({ length: book.count }, () => [])
  lists.forEach((list, place) => {
    for (const term of list) postings[final[term]].push(place)
  })
  const ids = uniqueIds(places)
  const stored: StoredPlace[] = places.map((place, i) => [
    ids[i],
    place.addresses,
    round(place.latitude / place.addresses),
    round(place.longitude / place.addresses),
    ...place.fields,
  ])
  await writer.add('places', stored)
  await writeTrie(writer, 'placeTerms', trie, book.count)
  await writeLists(writer, 'placeTerms.of', lists, final)
  await writeLists(writer, 'placeTerms.places', postings, identity(places.length))
}

/** Each word in its forms, neighbours also as one, and divided where an apostrophe stands. */
function formsOf(name: string): readonly string[] {
  const words = wordsOf(name)
  const forms = words.flatMap((word) => nameWordForms(word))
  for (let i = 0; i + 1 < words.length; i++) forms.push(words[i] + words[i + 1])
  return [...forms, ...(wordsDividedByApostrophes(name) ?? [])]
}

/** Two names can fold to the same slug; the better known keeps it, the next has a number behind it. */
function uniqueIds(places: readonly Gathering[]): readonly string[] {
  const used = new Map<string, number>()
  return places.map(({ id }) => {
    const times = (used.get(id) ?? 0) + 1
    used.set(id, times)
    return times === 1 ? id : `${id}-${times}`
  })
}

function identity(count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = i
  return numbers
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
