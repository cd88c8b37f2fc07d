// Compares the postcode of a line with that of an address.

import type { Country } from '../countries/country.ts'
import { isWithinEdits } from '../lines/edit-distance.ts'
import type { TypedWords } from '../lines/typed-words.ts'
import { isNumeral } from '../lines/word-shapes.ts'
import type { Difference } from './differences.ts'
import type { HeldParts } from './held-parts.ts'
import type { PartMatch, PartState } from './parts.ts'

export interface ComparedPostcode {
  readonly part: PartMatch
  readonly difference?: Difference
}

/** With one slip: `SK1 IAA`. */
const NEARLY_POSTAL = /^(?=.*\d)[A-Z][A-Z\d]{4,7}$/

/** At the end of a line, with a slip: `VIC 316`, `VIC 31661`, `VIC 3I61`. */
const NEARLY_DIGITS = /^(?=.*\d.*\d)[A-Z\d]{3,5}$/

/** The words of the postcode are used up. */
export function comparePostcode(
  typed: TypedWords,
  { postcode: held, first, lot, unit }: HeldParts,
): ComparedPostcode {
  const { isNumber } = typed.country.postcode
  const found = isNumber
    ? nationalPostcode(typed, held, [first, lot, unit])
    : postalPostcode(typed, held)
  if (found === undefined) {
    return { part: part('inferred', '', held), difference: 'postcode unsaid' }
  }
  typed.use(found.at, found.at + found.count)
  const text = typed.text(found.at, found.at + found.count)
  const joined = text.replace(' ', '')
  // `12 KING ST, ELY CB7 4AA, KING ST, ELY CB7 4AA`
  typed.words.forEach((word, at) => {
    if (!isNumber && joined === word + typed.word(at + 1)) typed.use(at, at + 2)
  })
  const wanted = held.replace(' ', '')
  if (joined.padStart(4, '0') === wanted || joined === wanted)
    return { part: part('confirmed', text, held) }
  if (!isNumber && isBeginning(text, held, typed.country)) {
    return { part: part('confirmed', text, held) }
  }
  if (isWithinEdits(joined, wanted, 1)) {
    return { part: part('corrected', text, held), difference: 'postcode alike' }
  }
  // A UK post town is large: another outcode is another part of it.
  const isElsewhere = !isNumber && !joined.startsWith(held.split(' ')[0] ?? '')
  const difference = isElsewhere ? 'other place and postcode' : 'other postcode'
  return { part: part('contradicted', text, held), difference }
}

/** A UK postcode, typed in full as it is held, is that of a street or of a part of it. */
export function saysStreet({ name, state, typed, held }: PartMatch): boolean {
  if (name !== 'postcode') return false
  return (
    state === 'confirmed' && held.includes(' ') && typed.replace(' ', '') === held.replace(' ', '')
  )
}

function part(state: PartState, typed: string, held: string): PartMatch {
  return { name: 'postcode', state, typed, held }
}

interface Place {
  readonly at: number
  readonly count: number
}

/** The last that is the held one; else the last four digits after two words, as before them they are a number. */
function nationalPostcode(
  typed: TypedWords,
  held: string,
  numbers: readonly string[],
): Place | undefined {
  for (let at = typed.length - 1; at >= 0; at--) {
    const word = typed.word(at)
    const isHeld = word === held || (word.length === 3 && `0${word}` === held)
    if (isHeld && (at > 0 || typed.words.some((other, i) => i > at && isNumeral(other)))) {
      return { at, count: 1 }
    }
  }
  for (let at = typed.length - 1; at > 1; at--) {
    const word = typed.word(at)
    // `C/O JONES, 2105 GREENHILL RD` has a number, and no postcode.
    const isNumber = numbers.includes(word) && typed.words.indexOf(word) === at
    const isNearly =
      at === typed.length - 1 && NEARLY_DIGITS.test(word) && isWithinEdits(word, held, 1)
    const isCode = typed.country.postcode.whole.test(word) || isNearly
    if (isCode && !isNumber) return { at, count: 1 }
  }
  return undefined
}

function postalPostcode(typed: TypedWords, held: string): Place | undefined {
  const wanted = held.replace(' ', '')
  const { whole, outcode } = typed.country.postcode
  const last = typed.length - 1
  const joined = ({ at, count }: Place) => typed.words.slice(at, at + count).join('')
  const places: Place[] = []
  for (let at = last; at >= 0; at--) {
    if (at < last) places.push({ at, count: 2 })
    places.push({ at, count: 1 })
  }
  return (
    places.find((place) => joined(place) === wanted) ??
    places.find((place) => whole.test(joined(place))) ??
    places.find((place) => isNearly(joined(place), wanted)) ??
    places.find((place) =>
      isBeginning(typed.text(place.at, place.at + place.count), held, typed.country),
    ) ??
    places.find(
      ({ at, count }) =>
        at === last && count === 1 && outcode?.test(typed.word(at)) === true && at > 1,
    )
  )
}

/** `SK1`, `SK1 1` or `SK11` of SK1 1AA. */
function isBeginning(text: string, held: string, { postcode }: Country): boolean {
  const outcode = held.split(' ')[0] ?? ''
  if (postcode.outcode?.test(text.split(' ')[0] ?? '') !== true) return false
  return text === outcode || (text.length > outcode.length && held.startsWith(text))
}

function isNearly(text: string, wanted: string): boolean {
  return NEARLY_POSTAL.test(text) && isWithinEdits(text, wanted, 1)
}
