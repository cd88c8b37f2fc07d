// The places of a release by their full names, with their streets and where they lie: made once, when it is opened.
// Unchecked: counts every street, and each has a place.

import type { Point } from '../../address/geo.ts'
import type { Streets } from '../../index/streets/streets.ts'
import { wordsOf } from '../../index/words/fold.ts'
import { fullName } from '../../index/words/written-forms.ts'

/** What the product knows of a place part, which is a locality with its state and postcode. */
interface PlaceTexts {
  /** Every name that it goes by. */
  names(place: number): readonly string[]
  region(place: number): string
  postcode(place: number): string
}

/** Streets of a place that are looked at to say where it lies. */
const MEASURED_MAX = 100

export class KnownPlaces {
  readonly #streets: Streets
  readonly texts: PlaceTexts
  readonly #byName = new Map<string, number[]>()
  readonly #byPostcode = new Map<string, number[]>()
  /** The streets of each place, one place after the other. */
  readonly #streetsOf: Uint32Array
  readonly #offset: Uint32Array
  readonly #wordsMax: number

  constructor(streets: Streets, texts: PlaceTexts) {
    this.#streets = streets
    this.texts = texts
    const count = streets.placeCount
    this.#offset = new Uint32Array(count + 1)
    this.#streetsOf = new Uint32Array(streets.count)
    this.#sortStreets(count)
    let wordsMax = 0
    for (let place = 0; place < count; place++) {
      append(this.#byPostcode, texts.postcode(place), place)
      for (const name of texts.names(place)) {
        const words = wordsOf(name)
        wordsMax = Math.max(wordsMax, words.length)
        append(this.#byName, fullName(words), place)
      }
    }
    this.#wordsMax = wordsMax
  }

  /** The places that go by exactly this name, in any of its written forms. */
  named(words: readonly string[]): readonly number[] {
    return this.#byName.get(fullName(words)) ?? []
  }

  /** The places that the longest run of the words names. */
  longestNamed(words: readonly string[]): readonly number[] {
    for (let count = Math.min(words.length, this.#wordsMax); count > 0; count--) {
      for (let from = words.length - count; from >= 0; from--) {
        const found = this.named(words.slice(from, from + count))
        if (found.length > 0) return found
      }
    }
    return []
  }

  withPostcode(postcode: string): readonly number[] {
    return this.#byPostcode.get(postcode) ?? []
  }

  /** Best known first. */
  streetsOf(place: number): Uint32Array {
    return this.#streetsOf.subarray(this.#offset[place], this.#offset[place + 1])
  }

  /** Half of its streets lie on either side: one that is far off says nothing of the place. */
  middle(place: number): Point {
    const streets = this.streetsOf(place)
    const step = Math.ceil(streets.length / MEASURED_MAX)
    const points: Point[] = []
    for (let at = 0; at < streets.length; at += step) points.push(this.#streets.point(streets[at]))
    return {
      latitude: middleOf(points.map(({ latitude }) => latitude)),
      longitude: middleOf(points.map(({ longitude }) => longitude)),
    }
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
}

function middleOf(values: number[]): number {
  values.sort((a, b) => a - b)
  return values[values.length >> 1]
}

function append(map: Map<string, number[]>, key: string, place: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [place])
  else if (list.at(-1) !== place) list.push(place)
}
