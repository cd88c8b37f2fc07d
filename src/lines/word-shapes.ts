// What a typed word can be by its letters and digits alone, before the index is asked.

import { ENGLISH } from '../countries/english.ts'
import { isStreetTypeWord, levelTypeNamed, unitTypeNamed } from '../index/words/written-forms.ts'

const NUMERAL = /^\d{1,6}[A-Z]{0,2}$/
const ORDINAL = /^\d*(?:1ST|2ND|3RD|\dTH)$/
const DIGITS = /^\d+$/
const LETTER = /^[A-Z]$/
const LETTERS_OF_NAME = /^[A-Z]{2,}$/
const GLUED = /^([A-Z]+)(\d{1,6}[A-Z]?)$/

/** `G01` as a unit. */
const LETTERED_UNIT = /^[A-Z]{1,2}\d{1,5}[A-Z]?$/
/** The `PH` of `PENTHOUSE PH`. */
export const LETTERS_OF_UNIT = /^[A-Z]{2,3}$/
const SHORT_NUMBER = /^\d{1,3}$/

/** `12`, `12A`; but `5TH` is a street. */
export function isNumeral(word: string): boolean {
  return NUMERAL.test(word) && !ORDINAL.test(word)
}

/** `4` of `FOURTH` and `4TH`, or ''. */
export function ordinalOf(word: string): string {
  return ENGLISH.ordinalWords.get(word) ?? /^(\d{1,3})(?:ST|ND|RD|TH)$/.exec(word)?.[1] ?? ''
}

export function isDigits(word: string): boolean {
  return DIGITS.test(word)
}

export function hasDigit(word: string): boolean {
  return /\d/.test(word)
}

/** Whether two numbers may be the ends of a range. */
export function isRange(from: string, to: string): boolean {
  const span = spanOf(from, to)
  return span > 0 && span <= RANGE_SPAN_MAX
}

/** The same on one side of a street: `11-23`, but not `3-12`. */
export function isLikelyRange(from: string, to: string): boolean {
  return isRange(from, to) && spanOf(from, to) % 2 === 0
}

function spanOf(from: string, to: string): number {
  return Number.parseInt(to, 10) - Number.parseInt(from, 10)
}

/** A range has so many numbers at most. */
const RANGE_SPAN_MAX = 60

/** `U3` as `U` and `3`. */
export function gluedParts(word: string): { keyword: string; text: string } | undefined {
  const [, keyword, text] = GLUED.exec(word) ?? []
  return keyword === undefined || text === undefined ? undefined : { keyword, text }
}

/** `STT`, `RDD`. */
export function isTypeWithLetterTwice(word: string): boolean {
  const [once, last = ''] = [word.slice(0, -1), word.at(-1)]
  const [isType = false, isOwnType = false] = [once, word].map((each) =>
    isStreetTypeWord(each, false),
  )
  return once.length > 1 && once.endsWith(last) && isType && !isOwnType
}

/** Whether a number after the word is that of a unit or level. */
export function isNumbered(word: string): boolean {
  return unitKindOf(word) !== undefined || levelKindOf(word) !== undefined
}

/** Whether a number after the word is that of a unit only where the index has a unit of that very kind. */
export function isSeldomUnit(keyword: string): boolean {
  return ENGLISH.seldomUnits.has(keyword)
}

/** All that the letters and digits of a word say. */
export interface WordShape {
  readonly isNumeral: boolean
  readonly isDigits: boolean
  readonly hasDigit: boolean
  readonly isShortNumber: boolean
  readonly isLetter: boolean
  readonly isLetteredUnit: boolean
  /** A number after it is that of a unit or level. */
  readonly isNumbered: boolean
  /** Letters only, and neither LOT nor the word for a unit or a level: of a name, or the letters of a postcode. */
  readonly isName: boolean
}

export function shapeOf(word: string): WordShape {
  if (!LETTERS_OF_NAME.test(word)) return shapeInFull(word)
  if (isNumbered(word)) return NUMBERED_LETTERS
  return word === 'LOT' ? OTHER_LETTERS : NAME_LETTERS
}

function shapeInFull(word: string): WordShape {
  return {
    isNumeral: isNumeral(word),
    isDigits: isDigits(word),
    hasDigit: hasDigit(word),
    isShortNumber: SHORT_NUMBER.test(word),
    isLetter: LETTER.test(word),
    isLetteredUnit: LETTERED_UNIT.test(word),
    isNumbered: isNumbered(word),
    isName: false,
  }
}

/** Nearly all words are two letters or more, and nothing else. */
const OTHER_LETTERS = shapeInFull('LOT')
const NAME_LETTERS: WordShape = { ...OTHER_LETTERS, isName: true }
const NUMBERED_LETTERS: WordShape = { ...OTHER_LETTERS, isNumbered: true }

/** Among single letters, only `U 3` and `L 3` are common enough to be read as a unit and a level. */
export function unitKindOf(keyword: string): string | undefined {
  return keyword === 'U' || keyword.length > 1 ? unitTypeNamed(keyword) : undefined
}

export function levelKindOf(keyword: string): string | undefined {
  return keyword === 'L' || keyword.length > 1 ? levelTypeNamed(keyword) : undefined
}
