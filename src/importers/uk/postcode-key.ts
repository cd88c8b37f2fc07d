// Packs a UK postcode into one 32-bit number, and back.

import { INCODE_LETTERS } from '../../address/postcode.ts'

const UNITS = 10 * INCODE_LETTERS.length * INCODE_LETTERS.length
/** After the first digit of the district: nothing, a digit or a letter. */
const DISTRICT_ENDS = 37
const DISTRICTS = 10 * DISTRICT_ENDS

const LETTER_A = 65
const DIGIT_0 = 48

/** Of `SK1 1AA` or `SK11AA` in capitals; -1 for what has not the shape of a postcode. */
export function postcodeKey(postcode: string): number {
  const compact = postcode.includes(' ') ? postcode.replaceAll(' ', '') : postcode
  const { length } = compact
  const sector = digitAt(compact, length - 3)
  const first = INCODE_LETTERS.indexOf(compact.charAt(length - 2))
  const second = INCODE_LETTERS.indexOf(compact.charAt(length - 1))
  const unit = (sector * INCODE_LETTERS.length + first) * INCODE_LETTERS.length + second
  const isUnit = sector !== -1 && first !== -1 && second !== -1
  const outcode = outcodeKey(compact.slice(0, length - 3))
  return isUnit && outcode !== -1 ? outcode * UNITS + unit : -1
}

/** All postcodes of a sector (`SK1 1`) have keys between a multiple of this and the next one. */
export const KEYS_PER_SECTOR = INCODE_LETTERS.length * INCODE_LETTERS.length
export const KEYS_PER_OUTCODE = UNITS
export const KEYS_PER_AREA = DISTRICTS * UNITS

function outcodeKey(outcode: string): number {
  const first = letterAt(outcode, 0)
  const second = letterAt(outcode, 1)
  const digitPlace = second === -1 ? 1 : 2
  const digit = digitAt(outcode, digitPlace)
  const end = districtEnd(outcode.slice(digitPlace + 1))
  if (first === -1 || digit === -1 || end === -1) return -1
  const area = first * 27 + second + 1
  return area * DISTRICTS + digit * DISTRICT_ENDS + end
}

function districtEnd(text: string): number {
  if (text === '') return 0
  const [digit, letter] = [digitAt(text, 0), letterAt(text, 0)]
  if (text.length > 1 || (digit === -1 && letter === -1)) return -1
  return digit === -1 ? letter + 11 : digit + 1
}

function letterAt(text: string, at: number): number {
  const letter = text.charCodeAt(at) - LETTER_A
  return letter >= 0 && letter < 26 ? letter : -1
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - DIGIT_0
  return digit >= 0 && digit < 10 ? digit : -1
}
