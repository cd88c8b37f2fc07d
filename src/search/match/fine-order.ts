// Orders answers that are equally good: whole names before longer ones, plain numbers before ranges.

import { RECORD } from '../../index/streets/records.ts'
import { fullNameWord, isStreetTypeWord, streetTypeForms } from '../../index/words/written-forms.ts'
import { hasDigit } from '../query/word-shapes.ts'
import type { AddressFinder } from './address-finder.ts'
import type { Answer } from './top-answers.ts'
import type { OwnText } from './whole-line.ts'

export interface FineOrderHooks {
  readonly finder: AddressFinder
  /** The names that the place of a street goes by, in full words: `MOUNT COLAH`. */
  placeNamesOf(street: number): readonly string[]
  /** How many words a street has beside its type; undefined where that is not told. */
  streetWords(street: number): number | undefined
  /** Whether the word is the type of a street; false where that is not told. */
  hasStreetType(street: number, word: string): boolean
  ownText(record: number, street: number): OwnText
}

/** Only what is shown is looked at, so that nothing comes in or goes out by it. */
export function inFineOrder(
  hooks: FineOrderHooks,
  words: readonly string[],
  answers: readonly Answer[],
): readonly Answer[] {
  const [first, second] = answers
  if (first === undefined || second === undefined || !isEqual(first, second)) return answers
  const { records } = hooks.finder.index
  const typed = ` ${words.map(fullNameWord).join(' ')} `
  const isWhole = ({ street }: Answer) =>
    hooks.placeNamesOf(street).some((name) => typed.includes(` ${name} `))
  const isRange = ({ row }: Answer) => ((records.flags[row] ?? 0) & RECORD.range) !== 0
  // `8 STURT PL` is on Sturt Place rather than on a street that begins with PL in Sturt.
  const last = words.at(-1) ?? ''
  const isType = isStreetTypeWord(last, false)
  const hasBoth = answers.some(isRange) && !answers.every(isRange)
  const keys = new Map(
    answers.map((answer) => [
      answer,
      {
        street: isNumberOn(words, hooks.ownText(answer.row, answer.street).street) ? 0 : 1,
        type: isType && hooks.hasStreetType(answer.street, last) ? 0 : 1,
        longer: isWhole(answer) ? 0 : 1,
        words: (hasBoth && hooks.streetWords(answer.street)) || 0,
        range: isRange(answer) ? 1 : 0,
      },
    ]),
  )
  return answers.toSorted((a, b) => {
    const [one, other] = [keys.get(a), keys.get(b)]
    if (one === undefined || other === undefined || !isEqual(a, b)) return 0
    if (one.street !== other.street) return one.street - other.street
    if (one.type !== other.type) return one.type - other.type
    if (one.longer !== other.longer) return one.longer - other.longer
    return one.words === 0 ? 0 : one.words - other.words || one.range - other.range
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
