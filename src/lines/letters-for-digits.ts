// Letters that stand for digits in a number: `1O` for 10, `l2` for 12. Tried where nothing fits them as letters.

import type { Country } from '../countries/country.ts'
import type { Tokens } from '../index/words/fold.ts'
import { hasDigit, isNumbered } from './word-shapes.ts'

/** At least one digit, next to a letter that looks like one; a letter may follow, as in `1OA` and in `12L`. */
const LETTERS_AMONG_DIGITS = /^(?=.*\d)[1-9IL](?:[\dOIL]*[\dO])?[A-Z]?$/
/** What hardly any line has. */
const HAS_BOTH = /^(?=\D*\d).*[OIL]/
const NAME = /^[A-Z]{2,}$/

/** The line with such letters as digits, or undefined where it has none; `last` is for one at the end of digits. */
export function withDigits(tokens: Tokens, country: Country, last?: string): Tokens | undefined {
  if (!tokens.words.some((word) => HAS_BOTH.test(word))) return undefined
  const words = tokens.words.map((word, at) => {
    const isMeant = LETTERS_AMONG_DIGITS.test(word) && isHouseNumber(tokens, at, country)
    return isMeant ? inDigits(word, last) : word
  })
  return words.some((word, at) => word !== tokens.words[at]) ? { ...tokens, words } : undefined
}

/** Before a name, or before the number of a house; what looks like a part of a postcode only where none can be. */
function isHouseNumber({ words, gaps }: Tokens, at: number, { postcode }: Country): boolean {
  const [word = '', before = '', next = ''] = [words[at], words[at - 1], words[at + 1]]
  const isJoined = gaps[at] !== ' ' && hasDigit(next)
  if (!isJoined && !NAME.test(next)) return false
  if (/^\d/.test(word)) return postcode.outcode?.test(before) !== true
  return at === 0 || gaps[at - 1] !== ' ' || isNumbered(before)
}

/** `L` and `I` at the end of digits stay: `12L` is likelier a letter of number 12. */
function inDigits(word: string, last = '$&'): string {
  const digits = word.replaceAll('O', '0').replace(/[IL](?=[\dIL]*\d)/g, '1')
  return digits.replace(/[IL]$/, last)
}
