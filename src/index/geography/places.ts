// Places as an index of their own: found by name, by id, and by nearness.
// Unchecked: hot, a word like `ST` marks thousands of places, and `nearest` compares all of them.

import { EARTH_RADIUS_METRES, metresBetween, type Point, RADIANS } from '../../address/geo.ts'
import { elementAt } from '../../lib/element-at.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { StoredPlace } from '../file/sections.ts'
import { foldedValue, wordsOf } from '../words/fold.ts'
import { isDigit } from '../words/number-code.ts'
import { fullName, fullNameWord } from '../words/written-forms.ts'
import { type PlaceSet, PlaceWords, type PlaceWork } from './place-words.ts'

interface PlaceSearch {
  readonly location?: Point
  readonly work: PlaceWork
  allows(place: number): boolean
}

/** A field of places by its position, and the folded values that are allowed. */
interface WantedValues {
  readonly at: number
  readonly values: ReadonlySet<string>
}

export class Places {
  readonly #places: readonly StoredPlace[]
  readonly #words: PlaceWords
  readonly #byId: ReadonlyMap<string, number>
  /** Made when it is first asked for. */
  #isName: ((words: readonly string[]) => boolean) | undefined
  readonly #eachWithin: VisitWithin
  /** By field and place, where they were asked for before. */
  readonly #folded: (string | undefined)[][] = []

  constructor(sections: IndexSections) {
    this.#places = sections.get('places')
    this.#words = new PlaceWords(sections, this.#places.length)
    this.#byId = new Map(this.#places.map(([id], place) => [id, place]))
    this.#eachWithin = withinSphere(this.#places.map((_, place) => this.point(place)))
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
    const find = (edits: number) => {
      const allowed: number[] = []
      for (const place of this.#words.find(term, edits, wanted.work)) {
        if (wanted.allows(place)) allowed.push(place)
        if (location === undefined && allowed.length >= top) break
      }
      return allowed
    }
    const exact = find(0)
    const found = exact.length > 0 ? exact : find(1)
    if (location === undefined) return found
    const best: NearPlace[] = []
    for (const place of found) {
      addNearest(best, { place, metres: metresBetween(this.point(place), location) }, top)
    }
    return best.map(({ place }) => place)
  }

  /** Places that have every word, with a typing error in a word where none has them without. */
  named(term: string, work: PlaceWork): PlaceSet {
    const exact = this.#words.find(term, 0, work)
    return exact.isEmpty ? this.#words.find(term, 1, work) : exact
  }

  /** Nearest first; `allows` may leave places out, and is asked only about those that may be among the nearest. */
  nearest(point: Point, metresMax: number, top: number, allows: (place: number) => boolean) {
    const best: NearPlace[] = []
    this.#eachWithin(point, metresMax, (place) => {
      const metres = allows(place)
        ? metresBetween(point, this.point(place))
        : Number.POSITIVE_INFINITY
      if (metres <= metresMax) addNearest(best, { place, metres }, top)
      return best.length < top ? metresMax : (best.at(-1)?.metres ?? 0)
    })
    return best
  }

  hasWord(word: string): boolean {
    return this.#words.has(word)
  }

  /** Whether a place has exactly this name, in any of its written forms. */
  isName(words: readonly string[]): boolean {
    this.#isName ??= nameTest(this.#places.map((place) => wordsOf(nameOf(place))))
    return this.#isName(words)
  }

  /** Whether a place's fields have the wanted values; `mayCompare` is asked before each of them. */
  hasValues(place: number, wanted: readonly WantedValues[], mayCompare: () => boolean): boolean {
    return wanted.every(({ at, values }) => {
      const value = mayCompare() ? this.#foldedAt(place, at) : undefined
      return value !== undefined && values.has(value)
    })
  }

  /** Undefined if places have no such field. */
  #foldedAt(place: number, at: number): string | undefined {
    this.#folded[at] ??= new Array(this.#places.length)
    const known = this.#folded[at][place]
    if (known !== undefined) return known
    const value = fieldsOf(this.at(place))[at]
    if (value === undefined) return undefined
    const folded = foldedValue(value)
    this.#folded[at][place] = folded
    return folded
  }
}

/** The name of a place is the first of its fields that it has: the area, or else the town. */
function nameOf(place: StoredPlace): string {
  return fieldsOf(place).find((field) => field !== '') ?? ''
}

function fieldsOf([, , , , ...fields]: StoredPlace): readonly string[] {
  return fields
}

/** Tells whether words are the name of a place. */
function nameTest(names: readonly (readonly string[])[]): (words: readonly string[]) => boolean {
  const known = new Set(names.map(fullName))
  const firstWords = new Set(names.map(([first = '']) => fullNameWord(first)))
  // Nearly every line begins with a word that no place begins with: with digits.
  const hasDigitsFirst = [...firstWords].some(isBetweenDigits)
  return (words) => {
    const [first = ''] = words
    if (isBetweenDigits(first) && !hasDigitsFirst) return false
    return firstWords.has(fullNameWord(first)) && known.has(fullName(words))
  }
}

/** Whether a word begins and ends with a digit, as no short form of another word does. */
function isBetweenDigits(word: string): boolean {
  return isDigit(word.charCodeAt(0)) && isDigit(word.charCodeAt(word.length - 1))
}

interface NearPlace {
  readonly place: number
  readonly metres: number
}

/** Keeps the `top` nearest in order: few are wanted, and the places may be all there are. */
function addNearest(best: NearPlace[], place: NearPlace, top: number): void {
  const last = best.at(-1)
  if (best.length >= top && last !== undefined && !isNearer(place, last)) return
  best.splice(best.findLastIndex((other) => !isNearer(place, other)) + 1, 0, place)
  if (best.length > top) best.pop()
}

function isNearer(a: NearPlace, b: NearPlace): boolean {
  return a.metres === b.metres ? a.place < b.place : a.metres < b.metres
}

/** More than what rounding can make of half a chord's square: a share of it, and where it is next to nothing. */
const ROUNDING_SHARE = 1e-9
const ROUNDING_LEAST = 1e-20

type VisitWithin = (point: Point, metresMax: number, visit: (point: number) => number) => void

// Visits every point within a distance, and few farther ones; each visit says how far is wanted from then on.
// Points are compared as they lie in space, so that most are passed over without being measured.
function withinSphere(points: readonly Point[]): VisitWithin {
  const at = Float64Array.from(points.flatMap(inSpace))
  return (point, metresMax, visit) => {
    const [x, y, z] = inSpace(point)
    let most = chordSquare(metresMax)
    for (let i = 0; i < at.length; i += 3) {
      const dx = at[i] - x
      const dy = at[i + 1] - y
      const dz = at[i + 2] - z
      if (dx * dx + dy * dy + dz * dz <= most) most = chordSquare(visit(i / 3))
    }
  }
}

/** The square of the straight line between points so far from each other, on a sphere of radius 1; rounded up. */
function chordSquare(metres: number): number {
  const half = Math.sin(Math.min(metres / EARTH_RADIUS_METRES, Math.PI) / 2)
  return 4 * half * half * (1 + ROUNDING_SHARE) + ROUNDING_LEAST
}

function inSpace({ latitude, longitude }: Point): readonly [number, number, number] {
  const cosine = Math.cos(latitude * RADIANS)
  return [
    cosine * Math.cos(longitude * RADIANS),
    cosine * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ]
}
