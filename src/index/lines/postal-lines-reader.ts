// Takes the lines of a UK address apart: unit, names, house number and street, as the search reads them.

import { houseNumber, unitOf } from '../postal/premise-numbers.ts'
import { wordsOf } from '../words/fold.ts'
import { isStreetTypeWord, streetTypeForms, unitTypeNamed } from '../words/written-forms.ts'

export interface PostalLines {
  /** The names of houses and organisations, in the order of the lines. */
  readonly names: readonly string[]
  readonly subBuilding: string
  readonly buildingNumber: string
  readonly dependentThoroughfare: string
  readonly thoroughfare: string
}

/** The lines above the place; the last of them has the street. */
export function readPostalLines(lines: readonly string[]): PostalLines {
  const pieces = piecesOf(lines)
  const street = takeStreet(pieces)
  const premises = readPremises(pieces, street.number)
  return {
    ...premises,
    buildingNumber: street.number === '' ? premises.buildingNumber : street.number,
    dependentThoroughfare: street.dependent,
    thoroughfare: street.name,
  }
}

/** What commas, and a unit that leads on into a name, divide: `Flat 3 Rose House` is two. */
function piecesOf(lines: readonly string[]): string[] {
  const parts = lines.flatMap((line) => line.split(',').map((part) => part.trim()))
  return parts.filter((part) => part !== '').flatMap((part, at) => divideUnit(part, at > 0))
}

const LEADING_UNIT = /^(\p{L}+\.? (?:no\.? ?)?(?:\p{L}?\d+(?:\/\d+)?\p{L}?|\p{L})) +(\S.*)$/iu
const SLASHED = /^(\d+\p{L}?)\/(\d+\p{L}?(?: ?- ?\d+\p{L}?)? +\S.*)$/u
/** A flat by floor and door before the number: `3/1 12 High Street`. */
const FLOOR_AND_DOOR = /^(\d+\/\d+) +(\d+\p{L}?(?: ?- ?\d+\p{L}?)? +\S.*)$/u

/** `110/111/112 Bruce Grove`: all numbers from the first to the last. */
const SERIES = /^(\d+)((?:[/-]\d+)+)[/-](\d+) +(\S.*)$/u

/** `Rear of 12 High Street`, `Mill House 18A High Street`. */
const WORDS_THEN_NUMBER = /^([^\d]+) (\d+\p{L}?(?: ?[-–] ?\d+\p{L}?)? +\S.*)$/u

/** After a unit or a name, and from 10 on, two numbers with a slash are a range: `92/93 New Street`. */
function isSlashedRange(first: string, second: string, isBehind: boolean): boolean {
  const [from, to] = [Number.parseInt(first, 10), Number.parseInt(second, 10)]
  const span = to - from
  return (
    (isBehind || from >= FLOORS_MAX) &&
    (span === 1 || (span > 0 && span % 2 === 0 && span <= SPAN_MAX))
  )
}

/** Flats by floor and door, `3/1`, have lower numbers. */
const FLOORS_MAX = 10
const SPAN_MAX = 60

function divideUnit(piece: string, isBehind: boolean): string[] {
  const [, from = '', between = '', to = '', street] = SERIES.exec(piece) ?? []
  const numbers = [from, ...between.split(/[/-]/).slice(1), to].map(Number)
  const isRising = numbers.every((each, at) => at === 0 || each > (numbers[at - 1] ?? 0))
  if (street !== undefined && isRising && Number(from) >= FLOORS_MAX)
    return [`${from}-${to} ${street}`]
  if (street !== undefined && numbers.length === 3) return [from + between, `${to} ${street}`]
  const [, ...doored] = FLOOR_AND_DOOR.exec(piece) ?? []
  if (doored.length > 0) return doored
  const [, ...slashed] = SLASHED.exec(piece) ?? []
  const [first = '', second = ''] = slashed
  if (slashed.length > 0 && isSlashedRange(first, second, isBehind)) return [`${first}-${second}`]
  if (slashed.length > 0) return slashed
  const [, unit = '', rest = ''] = LEADING_UNIT.exec(piece) ?? []
  const isUnit = unit !== '' && unitTypeNamed(wordsOf(unit)[0] ?? '') !== undefined
  if (isUnit) return [unit.replace(/ no\.? ?(?=\S+$)/i, ' '), ...divideUnit(rest, true)]
  const [, ...led] = (endsInType(piece) ? WORDS_THEN_NUMBER.exec(piece) : null) ?? []
  return led.length > 0 ? led : [piece]
}

/** `12 High Street`, `12-14 High Street`. */
export const NUMBERED = /^(\d+\p{L}?(?: ?[-–] ?\d+\p{L}?)?) +(\S.*)$/u

/** The street comes last: known by its number or by its last word, perhaps followed by the street that it leaves. */
function takeStreet(pieces: string[]) {
  const names: string[] = []
  // `3 Somerset Mews, Chestergate`: what follows a numbered street is the street that it leaves.
  const before = pieces.at(-2) ?? ''
  if (NUMBERED.test(before) && endsInType(before) && !NUMBERED.test(pieces.at(-1) ?? '')) {
    names.push(...pieces.splice(-1))
  }
  while (names.length < 2 && pieces.length > 0) {
    const piece = pieces.at(-1) ?? ''
    const [, number, name] = NUMBERED.exec(piece) ?? []
    if (number !== undefined && name !== undefined) {
      pieces.pop()
      return streetOf(plainNumber(number), [...names, name])
    }
    if (!endsInType(piece)) break
    pieces.pop()
    names.push(piece)
  }
  const bare = pieces.at(-1) ?? ''
  if (names.length > 0 && houseNumber(plainNumber(bare)) !== undefined) {
    pieces.pop()
    return streetOf(plainNumber(bare), names)
  }
  return streetOf('', names)
}

/** They were read from the last to the first. */
function streetOf(number: string, names: readonly string[]) {
  const [name = '', dependent = ''] = names.map(withFullType)
  return { number, dependent, name }
}

/** `High St` as `High Street`: the index knows each street type by its full word. */
function withFullType(name: string): string {
  if (!endsInType(name)) return name
  const type = wordsOf(name).at(-1) ?? ''
  const [full = type] = streetTypeForms(type)
  const written = name === name.toUpperCase() ? full : full.charAt(0) + full.slice(1).toLowerCase()
  return full === type ? name : name.replace(/(?<!\S)\S+$/, written)
}

function plainNumber(text: string): string {
  return text.replace(/ ?[-–] ?/u, '-')
}

/** Whether it ends as streets do, after a name: `High Street`, `High Street North`. */
export function endsInType(piece: string): boolean {
  const words = withoutDirection(wordsOf(piece))
  return words.length > 1 && isStreetTypeWord(words.at(-1) ?? '', false)
}

/** A direction follows the type. */
export function withoutDirection(words: readonly string[]): readonly string[] {
  return DIRECTION.test(words.at(-1) ?? '') ? words.slice(0, -1) : words
}

const DIRECTION = /^(?:NORTH|SOUTH|EAST|WEST)$/

const UNIT_NAME = /\b(?:flat|floor|maisonette|apartment|basement)s?$/i
const SHORT_UNIT = /^(\d+\p{L}?|\p{L}) +(\S.*)$/u

/** What comes before the street: a unit, and names. */
function readPremises(pieces: readonly string[], streetNumber: string) {
  let [subBuilding, buildingNumber] = ['', '']
  const names: string[] = []
  for (const piece of pieces) {
    const [, unit, name] = SHORT_UNIT.exec(piece) ?? []
    if (subBuilding === '' && isUnit(piece)) {
      subBuilding = piece
    } else if (unit && name && subBuilding === '' && !endsInType(piece)) {
      subBuilding = unit
      names.push(name)
    } else names.push(piece)
  }
  // `12` alone on its line is the house, unless the street has a number of its own.
  if (streetNumber === '' && houseNumber(subBuilding) !== undefined && names.length === 0) {
    buildingNumber = subBuilding
    subBuilding = ''
  }
  return { names, subBuilding, buildingNumber }
}

/** `Flat 3`, `12`, `First Floor Flat`. */
export function isUnit(piece: string): boolean {
  return unitOf(piece) !== undefined || UNIT_NAME.test(piece)
}
