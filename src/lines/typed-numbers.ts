// The numbers of a line by what stands around them: units, levels and lots by their words, the others bare.

import { ENGLISH } from '../countries/english.ts'
import type { TypedWords } from './typed-words.ts'
import {
  gluedParts,
  hasDigit,
  isNumbered,
  isNumeral,
  isSeldomUnit,
  levelKindOf,
  ordinalOf,
  unitKindOf,
} from './word-shapes.ts'

export interface TypedNumber {
  readonly role: 'unit' | 'level' | 'lot' | 'bare'
  /** The word before it, or ''. */
  readonly kind: string
  readonly text: string
  /** The other end of a range, or ''. */
  readonly last: string
  /** A single letter behind it, which may be of it: `12 A`. */
  readonly letter: string
  /** A slash follows, and another number. */
  readonly isSlashed: boolean
  readonly from: number
  readonly to: number
}

const LETTER = /^[A-Z]$/
const LETTERS_OF_NAME = /^[A-Z]{3,}$/
/** `UNIT A`, `UNIT CP`. */
const LETTERS = /^[A-Z]{1,2}$/
/** `G01`, and `2F1` as flats in Edinburgh are numbered by floor. */
const LETTERED_UNIT = /^(?:[A-Z]{1,2}\d{1,5}[A-Z]?|\d{1,2}F\d{1,2})$/

/** From left to right, of the words that are free. A number of so many digits is that of a telephone. */
const DIGITS_MAX = 6

export function typedNumbers(typed: TypedWords): readonly TypedNumber[] {
  const found: TypedNumber[] = []
  let at = 0
  while (at < typed.length) {
    const number = typed.isFree(at) ? numberAt(typed, at) : undefined
    if (number !== undefined) found.push(number)
    at = number?.to ?? at + 1
  }
  return found
}

function numberAt(typed: TypedWords, at: number): TypedNumber | undefined {
  // The number of a box is that of no house.
  if (typed.word(at - 1) === 'BOX') return undefined
  const word = typed.word(at)
  const next = typed.isFree(at + 1) ? typed.word(at + 1) : ''
  // `FIRST FLOOR, 70 KING ST`: the floor is said, and 70 is the house.
  const floor = ordinalOf(word)
  if (floor !== '' && roleOf(next) === 'level') {
    const level = { role: 'level', kind: next, text: floor, from: at } as const
    return { ...level, last: '', letter: '', isSlashed: false, to: at + 2 }
  }
  const role = roleOf(word)
  if (role !== undefined && typed.gaps[at] !== '/' && isNumberOf(role, word, next)) {
    return reach(typed, at + 1, { role, kind: word, text: next, from: at })
  }
  if (isNumeral(word) && digits(word) < DIGITS_MAX) {
    // `9/ WESTBURY RD 414A`
    const isUnit = typed.gaps[at] === '/' && LETTERS_OF_NAME.test(typed.word(at + 1))
    return reach(typed, at, { role: isUnit ? 'unit' : 'bare', kind: '', text: word, from: at })
  }
  // `G.01/107 HAWKE ST`
  if (word === 'G' && isNumeral(next) && typed.gaps[at + 1] === '/') {
    return reach(typed, at + 1, { role: 'unit', kind: '', text: word + next, from: at })
  }
  // `G/3 TRISTANIA ST`
  if (LETTER.test(word) && typed.gaps[at] === '/' && isNumeral(next)) {
    return {
      ...reach(typed, at, { role: 'unit', kind: '', text: word, from: at }),
      isSlashed: true,
    }
  }
  const glued = gluedParts(word)
  const gluedRole = glued && roleOf(glued.keyword)
  if (glued !== undefined && gluedRole !== undefined) {
    return reach(typed, at, { role: gluedRole, kind: glued.keyword, text: glued.text, from: at })
  }
  if (!LETTERED_UNIT.test(word)) return undefined
  return reach(typed, at, { role: 'unit', kind: '', text: word, from: at })
}

function roleOf(word: string): 'unit' | 'level' | 'lot' | undefined {
  if (word === 'LOT') return 'lot'
  if (unitKindOf(word) !== undefined) return 'unit'
  return levelKindOf(word) === undefined || WITHOUT_NUMBER.has(word) ? undefined : 'level'
}

/** A building has one ground floor: what follows is the number of the house. */
const WITHOUT_NUMBER: ReadonlySet<string> = new Set(['GF', 'GROUND'])

function isNumberOf(role: string, word: string, next: string): boolean {
  // `HOUSE 12` is number 12, `HOUSE B` a house of several.
  if (hasDigit(next)) return isNumeral(next) ? !isSeldomUnit(word) : LETTERED_UNIT.test(next)
  // `THE HOUSE ON THE LEFT`
  const isLetters = LETTERS.test(next) && !ENGLISH.emptyWords.has(next)
  return role === 'unit' && isLetters && word.length > 1
}

/** With what belongs to it: the other end of a range, a letter. */
function reach(
  typed: TypedWords,
  at: number,
  number: Pick<TypedNumber, 'role' | 'kind' | 'text' | 'from'>,
): TypedNumber {
  const gap = typed.gaps[at]
  const next = typed.isFree(at + 1) ? typed.word(at + 1) : ''
  // `UNIT 38 - 10 HERITAGE DR`: what a name follows is the number of the house.
  const isHouse = number.role === 'unit' && !hasDigit(typed.word(at + 2))
  const isRange = gap === '-' && isNumeral(next) && !isHouse
  const hasLetter = LETTER.test(next) && /^\d+$/.test(number.text)
  return {
    ...number,
    last: isRange ? next : '',
    letter: hasLetter ? next : '',
    isSlashed: gap === '/' && hasDigit(next),
    to: isRange ? at + 2 : at + 1,
  }
}

function digits(word: string): number {
  return word.replace(/\D/g, '').length
}

/** The first number; of `SHOP 8, MODBURY PLAZA, 976 HIGH ST` not that of the shop. */
export function houseBefore(typed: TypedWords, from: number): number {
  const isOfUnit = (at: number) =>
    isNumbered(gluedParts(typed.word(at))?.keyword ?? typed.word(at - 1))
  const house = typed.words.findIndex((word, at) => at < from && hasDigit(word) && !isOfUnit(at))
  return house < 0 ? typed.words.findIndex(hasDigit) : house
}
