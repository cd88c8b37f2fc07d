// The places of a release by their full names, with their streets and where they lie: made once, when first asked for.
// Unchecked: counts every street, and each has a place.

import type { Point } from '../../address/geo.ts'
import type { Streets } from '../../index/streets/streets.ts'
import { wordsOf } from '../../index/words/fold.ts'
import { fullNameWord } from '../../index/words/written-forms.ts'

/** What the product knows of a place part, which is a locality with its state and postcode. */
interface PlaceTexts {
  /** Every name that it goes by. */
  names(place: number): readonly string[]
  region(place: number): string
  postcode(place: number): string
}

export class KnownPlaces {
  readonly #streets: Streets
  readonly #texts: PlaceTexts
  readonly #byName = new Map<string, number[]>()
  readonly #byPostcode = new Map<string, number[]>()
  /** The streets of each place, one place after the other. */
  readonly #streetsOf: Uint32Array
  readonly #offset: Uint32Array
  /** The least and the greatest latitude and longitude of the streets of each place. */
  readonly #boxes: Float64Array
  readonly #wordsMax: number

  constructor(streets: Streets, texts: PlaceTexts) {
    this.#streets = streets
    this.#texts = texts
    let count = 0
    for (const place of streets.place) count = Math.max(count, place + 1)
    this.#offset = new Uint32Array(count + 1)
    this.#streetsOf = new Uint32Array(streets.count)
    this.#boxes = new Float64Array(4 * count)
    this.#sortStreets(count)
    let wordsMax = 0
    for (let place = 0; place < count; place++) {
      this.#measure(place)
      append(this.#byPostcode, texts.postcode(place), place)
      for (const name of texts.names(place)) {
        const words = wordsOf(name)
        wordsMax = Math.max(wordsMax, words.length)
        append(this.#byName, nameKey(words), place)
      }
    }
    this.#wordsMax = wordsMax
  }

  get wordsMax(): number {
    return this.#wordsMax
  }

  /** The places that go by exactly this name, in any of its written forms. */
  named(words: readonly string[]): readonly number[] {
    return this.#byName.get(nameKey(words)) ?? []
  }

  withPostcode(postcode: string): readonly number[] {
    return this.#byPostcode.get(postcode) ?? []
  }

  region(place: number): string {
    return this.#texts.region(place)
  }

  names(place: number): readonly string[] {
    return this.#texts.names(place)
  }

  /** Best known first. */
  streetsOf(place: number): Uint32Array {
    return this.#streetsOf.subarray(this.#offset[place], this.#offset[place + 1])
  }

  middle(place: number): Point {
    const [south, north, west, east] = this.#boxOf(place)
    return { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  }

  #boxOf(place: number): readonly [number, number, number, number] {
    const at = place * 4
    const boxes = this.#boxes
    return [boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]]
  }

  #sortStreets(count: number): void {
    const { place } = this.#streets
    const offset = this.#offset
    for (let street = 0; street < place.length; street++) offset[place[street] + 1]++
    for (let at = 0; at < count; at++) offset[at + 1] += offset[at]
    const next = offset.slice()
    for (let street = 0; street < place.length; street++) {
      this.#streetsOf[next[place[street]]++] = street
    }
  }

  #measure(place: number): void {
    const [latitudes, longitudes]: [number[], number[]] = [[], []]
    for (const street of this.streetsOf(place)) {
      const { latitude, longitude } = this.#streets.point(street)
      latitudes.push(latitude)
      longitudes.push(longitude)
    }
    this.#boxes.set([...middleOf(latitudes), ...middleOf(longitudes)], place * 4)
  }
}

/** From where to where nearly all of the values lie: a street that is far off says nothing of the place. */
function middleOf(values: number[]): readonly [number, number] {
  values.sort((a, b) => a - b)
  const away = Math.floor(values.length / 20)
  return [values[away], values[values.length - 1 - away]]
}

/** The same for `MT COLAH` and `MOUNT COLAH`. */
function nameKey(words: readonly string[]): string {
  return words.map(fullNameWord).join(' ')
}

function append(map: Map<string, number[]>, key: string, place: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [place])
  else if (list.at(-1) !== place) list.push(place)
}
