// Places as an index of their own: found by name, by id, and by nearness.

import { metresBetween, type Point } from '../../address/geo.ts'
import { elementAt } from '../../lib/element-at.ts'
import { lowerBoundBy } from '../../lib/lower-bound.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { fieldsOf, type StoredPlace } from '../file/stored-place.ts'
import { foldedValue, wordsOf } from '../words/fold.ts'
import { fullNameWord } from '../words/written-forms.ts'
import { PlaceWords } from './place-words.ts'

/** A field of a filter, and the folded values of which a place must have one. */
export interface WantedField {
  readonly field: string
  readonly values: ReadonlySet<string>
}

interface PlaceSearch {
  readonly location?: Point
  allows(place: number): boolean
}

const METRES_PER_DEGREE = 111_000
/** How far is looked for the nearest at first, and how many times as far then. */
const FIRST_METRES = 20_000
const FARTHER = 8

export class Places {
  readonly #places: readonly StoredPlace[]
  readonly #words: PlaceWords
  readonly #byId: ReadonlyMap<string, number>
  /** Made when it is first asked for. */
  #names: PlaceNames | undefined
  /** Places from south to north. */
  readonly #northwards: readonly number[]

  constructor(sections: IndexSections) {
    this.#places = sections.get('places')
    this.#words = new PlaceWords(sections)
    this.#byId = new Map(this.#places.map(([id], place) => [id, place]))
    this.#northwards = this.#places
      .map((_, place) => place)
      .sort((a, b) => this.point(a).latitude - this.point(b).latitude)
  }

  at(place: number): StoredPlace {
    return elementAt(this.#places, place)
  }

  /** The place with this id, or -1. */
  find(id: string): number {
    return this.#byId.get(id) ?? -1
  }

  point(place: number): Point {
    const [, , latitude, longitude] = this.at(place)
    return { latitude, longitude }
  }

  /** Places that have every word, best known first, or nearest first if a location is given. */
  search(term: string, top: number, { location, allows }: PlaceSearch): readonly number[] {
    const find = (edits: number) => this.#words.find(term, edits).filter((place) => allows(place))
    const exact = find(0)
    const found = exact.length > 0 ? exact : find(1)
    if (location === undefined) return found.slice(0, top)
    const near = found.map((place) => ({
      place,
      metres: metresBetween(this.point(place), location),
    }))
    return nearestFirst(near, top).map(({ place }) => place)
  }

  /** Nearest first; `allows` may leave places out. Looks around, then farther while there are too few. */
  nearest(
    point: Point,
    metresMax: number,
    top: number,
    allows: (place: number) => boolean,
  ): readonly NearPlace[] {
    // No place is measured more than twice: what looks at many of them looks at all of them next.
    let left = this.#northwards.length
    for (let metres = FIRST_METRES; metres < metresMax && left > 0; metres *= FARTHER) {
      const around = this.#around(point, metres)
      left -= around.length
      const near = this.#within(around, point, metres, allows)
      if (near.length >= top) return nearestFirst(near, top)
    }
    const all = this.#around(point, metresMax)
    return nearestFirst(this.#within(all, point, metresMax, allows), top)
  }

  /** The places that are no farther to the north or to the south. */
  #around({ latitude }: Point, metres: number): readonly number[] {
    const reach = metres / METRES_PER_DEGREE
    return this.#between(latitude - reach, latitude + reach)
  }

  #within(
    around: readonly number[],
    point: Point,
    metresMax: number,
    allows: (place: number) => boolean,
  ): NearPlace[] {
    const near: NearPlace[] = []
    for (const place of around) {
      const metres = metresBetween(point, this.point(place))
      if (metres <= metresMax && allows(place)) near.push({ place, metres })
    }
    return near
  }

  /** Whether the word is of the name of any place. */
  hasWord(word: string): boolean {
    return this.#words.has(word)
  }

  /** Whether a place has exactly this name, in any of its written forms. */
  isName(words: readonly string[]): boolean {
    this.#names ??= new PlaceNames(this.#places.map((place) => wordsOf(nameOf(place))))
    return this.#names.has(words)
  }

  /** Whether the place's fields have the wanted values; `fieldAt` gives a field's position or -1. */
  allowed(
    place: number,
    wanted: readonly WantedField[],
    fieldAt: (field: string) => number,
  ): boolean {
    const fields = fieldsOf(this.at(place))
    return wanted.every(({ field, values }) => {
      const value = fields[fieldAt(field)]
      return value !== undefined && values.has(foldedValue(value))
    })
  }

  /** The places from one latitude to another, both included. */
  #between(south: number, north: number): readonly number[] {
    const all = this.#northwards
    const latitudeAt = (at: number) => this.point(elementAt(all, at)).latitude
    const from = lowerBoundBy(0, all.length, (at) => latitudeAt(at) < south)
    const to = lowerBoundBy(from, all.length, (at) => latitudeAt(at) <= north)
    return all.slice(from, to)
  }
}

/** The name of a place is the first of its fields that it has: the area, or else the town. */
function nameOf(place: StoredPlace): string {
  return fieldsOf(place).find((field) => field !== '') ?? ''
}

/** The names of all places. */
class PlaceNames {
  readonly #names: ReadonlySet<string>
  /** Nearly every line begins with a word that no place begins with. */
  readonly #firstWords: ReadonlySet<string>

  constructor(names: readonly (readonly string[])[]) {
    this.#names = new Set(names.map(nameKey))
    this.#firstWords = new Set(names.map(([first = '']) => fullNameWord(first)))
  }

  has(words: readonly string[]): boolean {
    const [first = ''] = words
    return this.#firstWords.has(fullNameWord(first)) && this.#names.has(nameKey(words))
  }
}

function nameKey(words: readonly string[]): string {
  return words.map(fullNameWord).join(' ')
}

interface NearPlace {
  readonly place: number
  readonly metres: number
}

/** Few are wanted of places that may be all there are. */
function nearestFirst(places: readonly NearPlace[], top: number): readonly NearPlace[] {
  const best: NearPlace[] = []
  for (const place of places) {
    const last = best.at(-1)
    if (best.length >= top && last !== undefined && !isNearer(place, last)) continue
    best.splice(best.findLastIndex((other) => !isNearer(place, other)) + 1, 0, place)
    if (best.length > top) best.pop()
  }
  return best
}

function isNearer(a: NearPlace, b: NearPlace): boolean {
  return a.metres === b.metres ? a.place < b.place : a.metres < b.metres
}
