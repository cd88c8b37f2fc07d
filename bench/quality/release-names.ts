// The names of all streets and places of a release, gathered street by street.

import { metresBetween } from '../../src/address/geo.ts'
import { type Facts, streetKey } from './facts.ts'
import type { Place, ReleaseNames } from './lines/line.ts'
import { withSpaces } from './lines/written.ts'

/** Its own place is one of them. */
const NEIGHBOURS = 5
const NEAR_DEGREES = 1

export class GatheredNames {
  readonly #streets = new Set<string>()
  readonly #keys = new Set<string>()
  readonly #placeNames = new Set<string>()
  readonly #places = new Map<string, Place>()
  #list: readonly Place[] = []
  /** Parts of the names of streets in their place, and of places in their region. */
  readonly #streetParts = new Set<string>()
  readonly #placeParts = new Set<string>()

  get places(): readonly Place[] {
    if (this.#list.length !== this.#places.size) this.#list = [...this.#places.values()]
    return this.#list
  }

  /** The nearest places of the region, by where their first address lies. */
  around(facts: Facts): readonly Place[] {
    const distance = (place: Place) => metresBetween(place, facts)
    const near = this.places.filter(
      (place) =>
        place.region === facts.region && Math.abs(place.latitude - facts.latitude) < NEAR_DEGREES,
    )
    return near.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEIGHBOURS)
  }

  note(facts: Facts): void {
    const { name, type, suffix, place, region, postcode, latitude, longitude } = facts
    const key = streetKey(facts)
    if (this.#keys.has(key)) return
    this.#keys.add(key)
    for (const other of facts.places) {
      // A town has the streets of all its suburbs.
      const within = other === region ? '' : region
      this.#streets.add(`${name}|${type}|${other}|${within}`)
      this.#streets.add(`${name}||${other}|${within}`)
    }
    for (const part of partsOf(withSpaces(name, suffix))) {
      this.#streetParts.add(`${part}|${place}|${region}`)
    }
    if (place === '' || this.#places.has(`${place}|${region}`)) return
    this.#places.set(`${place}|${region}`, {
      name: place,
      region,
      postcode,
      latitude,
      longitude,
    })
    this.#placeNames.add(place)
    for (const part of partsOf(place)) this.#placeParts.add(`${part}|${region}`)
  }

  tests(): ReleaseNames {
    return {
      hasPlace: (name) => this.#placeNames.has(name),
      hasPlaceIn: (name, region) => this.#places.has(`${name}|${region}`),
      hasStreet: (name, type, place, region) =>
        this.#streets.has(`${name}|${type}|${place}|${region}`),
      hasStreetKey: (key) => this.#keys.has(key),
      hasLongerStreet: (name, place, region) => this.#streetParts.has(`${name}|${place}|${region}`),
      hasLongerPlace: (name, region) => this.#placeParts.has(`${name}|${region}`),
    }
  }
}

/** All runs of words of a name but the name itself. */
function partsOf(name: string): readonly string[] {
  const words = name.split(' ')
  const parts: string[] = []
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= words.length; to += 1) {
      if (to - from < words.length) parts.push(words.slice(from, to).join(' '))
    }
  }
  return parts
}
