// Reads the lines of a private address of Australia as a row of the national file, so that the same index finds it.

import { EMPTY_NATIONAL_ROW, type LabelParts, type NationalRow } from '../address/national.ts'
import { fold, wordsOf } from '../index/words/fold.ts'
import {
  isStreetTypeWord,
  levelTypeNamed,
  suffixForms,
  unitTypeNamed,
} from '../index/words/written-forms.ts'
import { type NewPrivateAddress, privateLocality, privateState } from './private-address.ts'

/** Only for finding it: what is shown are the owner's own lines. `key` makes it one of its kind in the index. */
export function privateNationalRow(address: NewPrivateAddress, key: string): NationalRow {
  const state = privateState(address)
  const parts: Parts = { ...EMPTY_NATIONAL_ROW, names: [] }
  const { line_1, line_2, line_3, line_4 } = address
  for (const line of [line_1, line_2, line_3, line_4]) {
    for (const piece of fold(line).split(/[,;]/)) readPiece(piece.trim(), parts)
  }
  const { names, ...fields } = parts
  // Words of places that have no field of their own find the address all the same.
  if (address.town_or_city !== '') names.push(fold(address.locality))
  if (state === '') names.push(fold(address.county))
  const [buildingName = '', ...others] = names.filter((name) => name !== '')
  return {
    ...EMPTY_NATIONAL_ROW,
    ...fields,
    addressDetailPid: key,
    buildingName,
    addressSiteName: others.join(' '),
    localityName: fold(privateLocality(address)),
    state,
    postcode: address.postcode,
    latitude: address.point?.latitude ?? 0,
    longitude: address.point?.longitude ?? 0,
  }
}

/** What the lines may say; the place comes with fields of its own. */
type Field = Exclude<keyof LabelParts, 'localityName' | 'state' | 'postcode'>

type Parts = Record<Field, string> & { names: string[] }

const KEYWORD = /^([A-Z]+)\.? ?([A-Z]?\d{1,6}[A-Z]{0,2}|[A-Z])(?: *[-/ ] *(.*))?$/
const SLASHED = /^([A-Z]?\d{1,6}[A-Z]?) *\/ *(\d.*)$/
const NUMBERED = /^(\d{1,6}[A-Z]{0,2})(?: ?[-–] ?(\d{1,6}[A-Z]{0,2}))?(?: +(.*))?$/

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
