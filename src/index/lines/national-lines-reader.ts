// Takes the lines of an Australian address apart: unit, level, lot, number, street and names, as the search reads them.

import type { LabelParts } from '../../address/national.ts'
import { fold, wordsOf } from '../words/fold.ts'
import {
  isStreetTypeWord,
  levelTypeNamed,
  suffixForms,
  unitTypeNamed,
} from '../words/written-forms.ts'

/** The lines above the place. */
export function readNationalLines(lines: readonly string[]): Parts {
  const parts: Parts = { ...EMPTY_PARTS, names: [] }
  for (const line of lines) {
    for (const piece of fold(line).split(/[,;]/)) readPiece(piece.trim(), parts)
  }
  return { ...parts, names: parts.names.filter((name) => name !== '') }
}

/** What the lines may say; the place comes with fields of its own. */
type Field = Exclude<keyof LabelParts, 'localityName' | 'state' | 'townCity' | 'postcode'>

type Parts = Record<Field, string> & { names: string[] }

const EMPTY_PARTS: Record<Field, string> = {
  flatType: '',
  flatNumber: '',
  levelType: '',
  levelNumber: '',
  numberFirst: '',
  numberLast: '',
  lotNumber: '',
  streetName: '',
  streetType: '',
  streetSuffix: '',
}

const KEYWORD = /^([A-Z]+)\.? ?([A-Z]?\d{1,6}[A-Z]{0,2}|[A-Z])(?:(?: *[-/] *| +)(?! )(.*))?$/
const SLASHED = /^([A-Z]?\d{1,6}[A-Z]?) *\/ *(\d.*)$/
const NUMBERED = /^(\d{1,6}[A-Z]{0,2})(?: ?[-–] ?(\d{1,6}[A-Z]{0,2}))?(?: +(?! )(.*))?$/

/** `REAR 12 HIGH ST`, `MILL HOUSE 18A HIGH ST`. */
const WORDS_THEN_NUMBER = /^([^\d]+) (\d{1,6}[A-Z]{0,2}(?: ?[-–] ?\d{1,6}[A-Z]{0,2})? +\S.*)$/

/** From left to right: units, levels and lots, then the number, then the street. Anything else is a name. */
function readPiece(text: string, parts: Parts): void {
  if (text === '') return
  if (!text.startsWith('REAR ') && readKeyword(text, parts)) return
  const [, flat, behind] = SLASHED.exec(text) ?? []
  if (flat !== undefined && behind !== undefined && parts.flatNumber === '') {
    parts.flatNumber = flat
    readPiece(behind, parts)
    return
  }
  const [, first, last = '', street = ''] = NUMBERED.exec(text) ?? []
  if (first !== undefined && parts.numberFirst === '') {
    parts.numberFirst = first
    parts.numberLast = last
    if (street === '') return
    // What was taken for the street before is then the name of a building: `SUMMIT GARDENS, 12 QUEEN ST`.
    const { streetName, streetType, streetSuffix } = parts
    parts.names.push([streetName, streetType, streetSuffix].join(' ').trim())
    readStreet(street, parts)
    return
  }
  const [, name, numbered] = WORDS_THEN_NUMBER.exec(text) ?? []
  if (name !== undefined && numbered !== undefined && endsInType(text)) {
    parts.names.push(name)
    readPiece(numbered, parts)
    return
  }
  const words = wordsOf(text)
  if (words.length > 1 && endsInType(text) && parts.streetName === '') readStreet(text, parts)
  else parts.names.push(text)
}

function endsInType(text: string): boolean {
  return isStreetTypeWord(withoutSuffix(wordsOf(text)).at(-1) ?? '', false)
}

/** `UNIT 3`, `U3/12 HIGH ST`, `LEVEL 2`, `LOT 7 SMITH RD`. */
function readKeyword(text: string, parts: Parts): boolean {
  const [, word, number, rest = ''] = KEYWORD.exec(text) ?? []
  if (word === undefined || number === undefined) return false
  const isShort = word.length === 1
  if (word === 'LOT' && parts.lotNumber === '') parts.lotNumber = number
  else if (
    parts.flatNumber === '' &&
    (word === 'U' || !isShort) &&
    unitTypeNamed(word) !== undefined
  ) {
    parts.flatType = word
    parts.flatNumber = number
  } else if (
    parts.levelNumber === '' &&
    (word === 'L' || !isShort) &&
    levelTypeNamed(word) !== undefined
  ) {
    parts.levelType = word
    parts.levelNumber = number
  } else return false
  readPiece(rest.trim(), parts)
  return true
}

function readStreet(text: string, parts: Parts): void {
  const all = wordsOf(text)
  const words = withoutSuffix(all)
  const type = words.at(-1) ?? ''
  const isTyped = words.length > 1 && words[0] !== 'THE' && isStreetTypeWord(type, false)
  parts.streetSuffix = words.length < all.length ? (all.at(-1) ?? '') : ''
  parts.streetType = isTyped ? type : ''
  parts.streetName = (isTyped ? words.slice(0, -1) : words).join(' ')
}

/** `HIGH ST NORTH` without its last word; a suffix follows a type. */
function withoutSuffix(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  const isSuffix = suffixForms(last).length > 1 && words.length > 2
  return isSuffix && isStreetTypeWord(before, false) ? words.slice(0, -1) : words
}
