// Gathers places (localities, towns, outcodes) from the addresses in them; a place's centre is their mean.
// Unchecked: hot, goes over every address.

import type { AddressTable } from '../rows/address-table.ts'
import { type FinalOrder, rowsOfStreet } from '../rows/final-order.ts'
import { wordsOf } from '../words/fold.ts'

export interface PlaceDescription {
  readonly id: string
  readonly fields: readonly string[]
  /** Names it is found by, and names that count only beside one of them. */
  readonly strong: readonly string[]
  readonly weak: readonly string[]
}

/** Latitude and longitude are sums over the addresses. */
export interface GatheredPlace extends PlaceDescription {
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

  constructor(table: AddressTable, order: FinalOrder) {
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
