// Places as an index of their own: found by name, by id, and by nearness.

import { metresBetween, type Point } from '../../address/geo.ts'
import { elementAt } from '../../lib/element-at.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { fieldsOf, type StoredPlace } from '../file/stored-place.ts'
import { foldedValue, wordsOf } from '../words/fold.ts'
import { fullNameWord } from '../words/written-forms.ts'
import { PlaceWords } from './place-words.ts'
import { SpherePoints } from './sphere-points.ts'

/** A field of a filter, and the folded values of which a place must have one. */
export interface WantedField {
  readonly field: string
  readonly values: ReadonlySet<string>
}

interface PlaceSearch {
  readonly location?: Point
  allows(place: number): boolean
  /** Asked before each place that is looked at; the search ends where it says no. */
  mayLook(): boolean
}

export class Places {
  readonly #places: readonly StoredPlace[]
  readonly #words: PlaceWords
  readonly #byId: ReadonlyMap<string, number>
  /** Made when it is first asked for. */
  #names: PlaceNames | undefined
  readonly #onSphere: SpherePoints

  constructor(sections: IndexSections) {
    this.#places = sections.get('places')
    this.#words = new PlaceWords(sections)
    this.#byId = new Map(this.#places.map(([id], place) => [id, place]))
    this.#onSphere = new SpherePoints(this.#places.map((_, place) => this.point(place)))
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
  search(term: string, top: number, wanted: PlaceSearch): readonly number[] {
    const { location } = wanted
    const find = (edits: number) =>
      this.#words.find(term, edits, () => wanted.mayLook()).filter((place) => wanted.allows(place))
    const exact = find(0)
    const found = exact.length > 0 ? exact : find(1)
    if (location === undefined) return found.slice(0, top)
    const near = found.map((place) => ({
      place,
      metres: metresBetween(this.point(place), location),
    }))
    return nearestFirst(near, top).map(({ place }) => place)
  }

  /** Nearest first; `allows` may leave places out, and is asked only about those that may be among the nearest. */
  nearest(
    point: Point,
    metresMax: number,
    top: number,
    allows: (place: number) => boolean,
  ): readonly NearPlace[] {
    const best: NearPlace[] = []
    this.#onSphere.eachWithin(point, metresMax, (place) => {
      const metres = allows(place)
        ? metresBetween(point, this.point(place))
        : Number.POSITIVE_INFINITY
      if (metres <= metresMax) addNearest(best, { place, metres }, top)
      return best.length < top ? metresMax : (best.at(-1)?.metres ?? 0)
    })
    return best
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
}

/** The name of a place is the first of its fields that it has: the area, or else the town. */
function nameOf(place: StoredPlace): string {
  return fieldsOf(place).find((field) => field !== '') ?? ''
}

/** The names of all places. */
class PlaceNames {
  readonly #names: ReadonlySet<string>
  /** Nearly every line begins with a word that no place begins with: with digits. */
  readonly #firstWords: ReadonlySet<string>
  readonly #hasDigitsFirst: boolean

  constructor(names: readonly (readonly string[])[]) {
    this.#names = new Set(names.map(nameKey))
    this.#firstWords = new Set(names.map(([first = '']) => fullNameWord(first)))
    this.#hasDigitsFirst = [...this.#firstWords].some(isBetweenDigits)
  }

  has(words: readonly string[]): boolean {
    const [first = ''] = words
    if (isBetweenDigits(first) && !this.#hasDigitsFirst) return false
    return this.#firstWords.has(fullNameWord(first)) && this.#names.has(nameKey(words))
  }
}

/** Whether a word begins and ends with a digit, as no short form of another word does. */
function isBetweenDigits(word: string): boolean {
  return isDigit(word.charCodeAt(0)) && isDigit(word.charCodeAt(word.length - 1))
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}

const ZERO = 48

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
  for (const place of places) addNearest(best, place, top)
  return best
}

function addNearest(best: NearPlace[], place: NearPlace, top: number): void {
  const last = best.at(-1)
  if (best.length >= top && last !== undefined && !isNearer(place, last)) return
  best.splice(best.findLastIndex((other) => !isNearer(place, other)) + 1, 0, place)
  if (best.length > top) best.pop()
}

function isNearer(a: NearPlace, b: NearPlace): boolean {
  return a.metres === b.metres ? a.place < b.place : a.metres < b.metres
}
