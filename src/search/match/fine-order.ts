// Orders answers that are equally good: whole names before longer ones, plain numbers before ranges.

import { RECORD } from '../../index/streets/records.ts'
import {
  fullName,
  fullNameWord,
  isStreetTypeWord,
  streetTypeForms,
} from '../../index/words/written-forms.ts'
import { hasDigit } from '../../lines/word-shapes.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { Answer } from './top-answers.ts'

/** Only re-orders what is shown. */
export function inFineOrder(
  layer: AddressLayer<unknown>,
  words: readonly string[],
  answers: readonly Answer[],
): readonly Answer[] {
  const [first, second] = answers
  if (first === undefined || second === undefined || !isEqual(first, second)) return answers
  const { records } = layer.finder.index
  const full = words.map(fullNameWord)
  const typed = ` ${full.join(' ')} `
  // Few lines have even the first word of a place's name: to put the name together takes longer.
  const isTyped = (name: readonly string[]) =>
    full.includes(fullNameWord(name[0] ?? '')) && typed.includes(` ${fullName(name)} `)
  // `8 STURT PL` is on Sturt Place rather than on a street that begins with PL in Sturt.
  const last = words.at(-1) ?? ''
  const isType = isStreetTypeWord(last, false)
  const mayEndOnStreet = isType || layer.country.form === 'postal'
  const keys: number[] = []
  let ranges = 0
  for (const { row, street } of answers) {
    const isOnStreet = mayEndOnStreet && isNumberOn(words, layer.wholeStreet(street))
    const hasType = isType && layer.hasStreetType(street, last)
    // `2 TUI ST WHAKATANE` means Whakatane itself sooner than Te Teko, a suburb of it that was not typed.
    const place = layer.placeNames(street).findIndex(isTyped)
    const placeKey = place === -1 ? 2 : Math.min(place, 1)
    keys.push((isOnStreet ? 0 : 8) + (hasType ? 0 : 4) + placeKey)
    if (((records.flags[row] ?? 0) & RECORD.range) !== 0) ranges++
  }
  const hasBoth = ranges > 0 && ranges < answers.length
  if (!hasBoth && keys.every((key) => key === keys[0])) return answers
  const rest = answers.map(({ row, street }) => ({
    words: (hasBoth && layer.streetWords(street)) || 0,
    range: (records.flags[row] ?? 0) & RECORD.range,
  }))
  const places = new Map(answers.map((answer, at) => [answer, at]))
  return answers.toSorted((a, b) => {
    const [at, other] = [places.get(a) ?? 0, places.get(b) ?? 0]
    if (!isEqual(a, b)) return 0
    const byKey = (keys[at] ?? 0) - (keys[other] ?? 0)
    if (byKey !== 0) return byKey
    const [one, two] = [rest[at], rest[other]]
    if (one === undefined || two === undefined || one.words === 0) return 0
    return one.words - two.words || one.range - two.range
  })
}

/** Whether the line ends with a number and all words of the street: `7 HIGH STREET SOUTH` is not near Southampton. */
function isNumberOn(words: readonly string[], street: readonly string[]): boolean {
  const from = words.length - street.length
  if (street.length < 2 || !hasDigit(words[from - 1] ?? '')) return false
  return street.every((word, at) => {
    const typed = words[from + at] ?? ''
    return typed === word || streetTypeForms(typed)[0] === word
  })
}

function isEqual(a: Answer, b: Answer): boolean {
  return a.penalty === b.penalty && a.depth === b.depth && a.metres === b.metres
}
