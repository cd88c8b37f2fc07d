// Addresses in one column or in lines: their pieces, streets without a comma, and the places that other rows name.

import { ENGLISH } from '../../countries/english.ts'
import { MostCommon } from '../../importers/reading/key-table.ts'
import { withoutDirection } from '../../index/lines/postal-lines-reader.ts'
import { foldedValue, wordsOf } from '../../index/words/fold.ts'
import { isStreetTypeWord, streetTypeForms } from '../../index/words/written-forms.ts'

const PLACE_WORDS_MAX = 4
/** This many rows must name a place before another row is divided by it. */
const ROWS_TO_KNOW = 2

/** Without empty ones, and without one that says the same again. */
export function piecesOf(texts: readonly string[]): string[] {
  const pieces: string[] = []
  for (const text of texts) {
    for (const part of text.split(/[,;\r\n\t|]/)) {
      // `46 /48 High Street`
      const slashed = part.replace(/\s+/g, ' ').replace(/(?<=\d) ?\/ ?(?=\d)/g, '/')
      // `81Barnsley Road`
      const apart = slashed.replace(/(?<![\p{L}\d])\d+(?=\p{Lu}(?:\p{Ll}{3}|\p{Lu}{4}))/gu, '$& ')
      const piece = apart.replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
      const before = pieces.at(-1) ?? ''
      if (piece !== '' && piece.toUpperCase() !== before.toUpperCase()) pieces.push(piece)
    }
  }
  return pieces
}

/** `263 Gander Green Lane Sutton` as street and place: by a place that other rows name, or after the type. */
export function dividedStreet(piece: string, places: KnownPlaces | undefined) {
  const words = piece.split(' ')
  const most = Math.min(PLACE_WORDS_MAX, words.length - 2)
  for (let count = most; count > 0; count -= 1) {
    const place = words.slice(-count).join(' ')
    const isKnown = (places?.count(place) ?? 0) >= ROWS_TO_KNOW
    if (isKnown) return [words.slice(0, -count).join(' '), place]
  }
  const end = streetWords(words)
  if (end === undefined || end === words.length) return undefined
  return [words.slice(0, end).join(' '), words.slice(end).join(' ')]
}

/** `Chester Road Stockport` as street and place. Undefined where no word ends a road. */
export function dividedRoad(piece: string): readonly [road: string, place: string] | undefined {
  const words = piece.split(' ')
  const end = words.findLastIndex((each, at) => {
    const [word = ''] = wordsOf(each)
    // The `ST` of `BURY ST EDMUNDS` is a saint.
    return at > 0 && word !== 'ST' && isRoadWord(word)
  })
  if (end === -1 || end === words.length - 1) return undefined
  return [words.slice(0, end + 1).join(' '), words.slice(end + 1).join(' ')]
}

/** Whether it ends as streets do and places do not. */
export function isRoad(piece: string): boolean {
  const words = withoutDirection(wordsOf(piece))
  return words.length > 1 && isRoadWord(words.at(-1) ?? '')
}

function isRoadWord(word: string): boolean {
  return ENGLISH.roadTypes.has(streetTypeForms(word)[0] ?? '')
}

/** How many of the words are street: `263 GANDER GREEN LANE` of `263 GANDER GREEN LANE SUTTON`. */
function streetWords(words: readonly string[]): number | undefined {
  let end: number | undefined
  // A type follows a number and a name.
  for (let at = 2; at < words.length; at += 1) {
    const [word = ''] = wordsOf(words[at] ?? '')
    if (!isStreetTypeWord(word, false)) continue
    const isBehind = end === at
    // The `ST` of `LONDON ROAD ST ALBANS` is a saint, and `HEATH` further on is part of a place.
    if (isBehind ? word !== 'ST' : end === undefined || isRoadWord(word)) end = at + 1
  }
  const isNumbered = words.slice(0, end).some((word) => /\d/.test(word))
  return isNumbered ? end : undefined
}

/** A column and the text next to it often say the same. */
export function dropLast(pieces: string[], text: string): void {
  const last = pieces.at(-1)
  if (last !== undefined && foldedValue(last) === foldedValue(text)) pieces.pop()
}

/** Nothing stays of a piece that is all used. */
export function replacePiece(pieces: string[], at: number, text: string): void {
  if (text === '') pieces.splice(at, 1)
  else pieces[at] = text
}

/** A list of a whole country has fewer. */
const NAMES_MAX = 200_000

/** The towns of a list, learnt from the rows that name them plainly, for the rows that do not. */
export class KnownPlaces {
  readonly #counts = new Map<string, number>()
  readonly #ofAreas = new MostCommon()

  /** `area` is the outcode or the postcode, '' where it is not known. */
  add(name: string, area: string): void {
    const key = name.toUpperCase()
    if (key === '' || (this.#counts.size >= NAMES_MAX && !this.#counts.has(key))) return
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    this.#ofAreas.add(area, name)
  }

  /** How many rows name it. */
  count(name: string): number {
    return this.#counts.get(name.toUpperCase()) ?? 0
  }

  /** What most rows of the area name, or ''. */
  usual(area: string): string {
    return this.#ofAreas.of(area)
  }
}
