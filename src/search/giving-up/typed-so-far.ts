// What a line says before its end is typed: an address that is shown stays while the rest of the line follows.

import type { Country } from '../../countries/country.ts'
import { ENGLISH } from '../../countries/english.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { isStreetTypeWord } from '../../index/words/written-forms.ts'
import { type Line, leaveOut, replace } from '../../lines/line.ts'
import { hasDigit, isDigits } from '../../lines/word-shapes.ts'

/** A number, a street, its type and a place come before. */
const BEGUN_WORDS_MIN = 4
/** A number and a street come before a remark. */
const REMARK_AT_MIN = 2
/** Letters of a street's name that may have a typing error before the last one. */
const LOOSE_MIN = 4
/** Letters of a last word that says too little to go by. */
const SAYS_LITTLE_MAX = 2
const NAME_AND_TYPE = /\d [A-Z]{4,} [A-Z]+$/

/** Without the digits that begin a postcode, `FOREST TAS 73` or `(OFF HIGH ST), WAITARA 4`; undefined where none do. */
export function withoutBegunPostcode(
  tokens: Tokens,
  { words: { regions }, postcode }: Country,
  isPlaceAtEnd: (words: readonly string[]) => boolean,
): Line | undefined {
  const { words } = tokens
  const before = words.slice(0, -1)
  const isBegun = postcode.isNumber && /^\d{1,3}$/.test(words.at(-1) ?? '')
  if (!isBegun || !(regions.has(before.at(-1) ?? '') || isPlaceAtEnd(before))) return undefined
  return leaveOut({ tokens, without: [] }, before.length, words.length, 'postcode')
}

/** A line with another end. */
interface OtherEnd {
  readonly line: Line
  /** Nothing more is given up of it. */
  readonly isWhole?: boolean
  /** What its street begins with, perhaps with a typing error. */
  readonly street?: string
  /** What its place begins with, where that was typed. */
  readonly place?: string
}

/** What else the end may be, where nothing fits it as it is. */
export function otherEnds(tokens: Tokens, country: Country): readonly OtherEnd[] {
  const { words, open } = tokens
  const { regions } = country.words
  const line = { tokens, without: [] }
  const end = words.length - 1
  const last = words[end] ?? ''
  const ends: OtherEnd[] = []
  for (const range of begunRange(tokens)) ends.push({ line: range, isWhole: true })
  // `139ARG`
  const [, number = '', street = ''] = /^(\d+)([A-Z]{2,})$/.exec(last) ?? []
  if (street !== '') ends.push({ line: replace(line, end, 1, [number, street]) })
  // `33 NELS,`
  if (!open && !hasDigit(last))
    ends.push({ line: { tokens: { ...tokens, open: true }, without: [] } })
  // `1385 S0`, `66 RIPLEIE RD`: what fits its first letters, of which one says too little of a word such as `OWN`.
  const hasType = NAME_AND_TYPE.test(words.slice(-3).join(' ')) && isStreetTypeWord(last, true)
  const at = hasType ? end - 1 : end
  const isNamed = words.slice(0, at).some(hasDigit)
  const isFirst = hasDigit(words[at - 1] ?? '')
  const lettersMin = hasType ? LOOSE_MIN : hasDigit(last) || at > 1 ? 1 : 2
  const letters = lettersOf(words[at] ?? '').filter(({ length }) => length >= lettersMin)
  for (const word of isNamed && (open || isFirst) ? letters.slice(1) : []) {
    const { tokens: fewer } = replace(line, at, words.length - at, [word])
    const street = isFirst && word.length >= LOOSE_MIN ? word : ''
    ends.push({ line: { tokens: { ...fewer, open: true }, without: [] }, isWhole: true, street })
  }
  // `12 THE K`, `3/12 THE`
  const the = words.lastIndexOf('THE')
  if (the > 1 && the >= end - 1) ends.push({ line: replace(line, the, 1, []), isWhole: true })
  const isRegionBegun = !regions.has(last) && regions.keys().some((form) => form.startsWith(last))
  // `818 FINCHL, LONDON, NW1` of NW11
  const isEndBegun = isRegionBegun || country.postcode.outcode?.test(last) === true
  if (open && words.length >= BEGUN_WORDS_MIN && isEndBegun)
    ends.push({ line: replace(line, end, 1, []) })
  // `33 NELS, SMI`, and `33 NELS, PORT ` and `33 NELS, PORT S` of Port Sorell
  for (const from of hasDigit(last) ? [] : [end, end - 1]) {
    if (from < 2 || hasDigit(words[from] ?? '')) continue
    const { tokens: street } = replace(line, from, words.length - from, [])
    // `33 NELS, LA` as well as Nels Lane.
    const isWhole = isStreetTypeWord(last, false)
    const name = words.slice(from).join(' ')
    const isLittle = name.length <= SAYS_LITTLE_MAX || isStreetTypeWord(name, true)
    for (const place of isLittle ? [name, ''] : [name]) {
      const isType = isStreetTypeWord(words[from - 1] ?? '', false)
      for (const open of isType ? [false] : [false, true]) {
        ends.push({ line: { tokens: { ...street, open }, without: [] }, place, isWhole })
      }
    }
  }
  const remark = remarkIn(words, open)
  if (remark !== undefined)
    ends.push({ line: leaveOut(line, remark, words.length, 'words after the address') })
  return ends
}

/** `233 2` of 233-235, `3/162/1` of 3/162-166, and `3/162/`. */
export function begunRange({ words, gaps, open }: Tokens): readonly Line[] {
  const isSlashed = gaps.at(-1) === '/'
  if (!words.slice(-2).every(isDigits) || !(isSlashed || words.length > 1)) return []
  const joined = isSlashed ? gaps.with(-1, ' ') : gaps.with(-2, '-')
  return [{ tokens: { words, gaps: joined, open }, without: [] }]
}

/** A word, and without its last letters, among which may be a slip: `S` and what fits it for the `S0` of `S0UTH RD`. */
function lettersOf(word: string): readonly string[] {
  return [word, word.slice(0, -1), word.slice(0, -2)].filter((left) => /[A-Z]/.test(left))
}

/** The words before the last letters, then before the last words, came. */
export function wordsBefore(words: readonly string[]): readonly (readonly string[])[] {
  const last = words.at(-1) ?? ''
  const isName = words.some(hasDigit) && !isDigits(last)
  // One letter says too little: `7 OWN` is at no O'Connell Street.
  const letters = [0, 1, 2, 3].filter((count) => count === 0 || (isName && count < last.length - 1))
  const shorter = letters.map((count) => [
    ...words.slice(0, -1),
    last.slice(0, last.length - count),
  ])
  // `12 COACH LANE` is in no Coach Road.
  const fewer = isStreetTypeWord(last, false) ? [] : [-1, -2, -3].map((to) => words.slice(0, to))
  const isSaying = (some: readonly string[], at: number) =>
    some.length > (at === 0 ? 1 : 2) && !hasDigit(some.at(-1) ?? '')
  return words.length < 2 ? [] : [...shorter, ...fewer.filter(isSaying)]
}

/** Where an unfinished remark or field name begins at the end of a line: `(off H`, `(oppo`, `, Sub`. */
function remarkIn(words: readonly string[], open: boolean): number | undefined {
  const end = words.length - 1
  const last = words[end] ?? ''
  const isBegun = (word: string) => open && word.startsWith(last)
  const isLong = last.length >= LOOSE_MIN && ENGLISH.remarks.values().some(isBegun)
  const at = isLong ? end : words.findLastIndex((word) => ENGLISH.remarks.has(word))
  if (at >= REMARK_AT_MIN && !words.slice(at + 1).some(hasDigit)) return at
  const isLabel = !isStreetTypeWord(last, false) && ENGLISH.labels.some(isBegun)
  return isLabel && last.length >= 2 && words.length >= BEGUN_WORDS_MIN ? end : undefined
}
