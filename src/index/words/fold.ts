// How text is made comparable: one folding for what is typed and for what is stored.

import { typedText } from './typed-text.ts'

const APOSTROPHES = /['\u2018\u2019\u201B\u02BC\u02B9\u2032`\u00B4]/g
/** One that taking letters and accents apart would make a space of. */
const ACUTE = /\u00B4/g
/** `12½` is number 12, and never 121. */
const FRACTIONS = /(?<=\d) ?[\u00BC-\u00BE\u2150-\u215F]/g
const MARKS = /[\u0300-\u036F]/g
const LETTERS_APART: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  ẞ: 'SS',
}
/** A value that is folded already. */
const WORDS_ALONE = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/
/** ASCII that folding leaves alone: everything printable but ampersands, apostrophes and per cent signs. */
const FOLDED = /^[ -$(-_]*$/
/** What addresses in links have for a space, a comma and other punctuation. */
const ESCAPED = /%(0[9AD]|2[0-9A-F])/g
const OTHER_LETTER = /[ÆŒØŁĐÐÞẞ]/g
const NO_WORD = /[^\p{L}\p{N}]+/gu
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u

/** Upper case without accents and apostrophes; other punctuation stays, for it can say something (`3/12`). */
export function fold(text: string): string {
  const upper = text.toUpperCase()
  if (FOLDED.test(upper)) return upper
  return upper
    .replace(ESCAPED, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(FRACTIONS, '')
    .replace(ACUTE, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(APOSTROPHES, '')
    .replace(OTHER_LETTER, (letter) => LETTERS_APART[letter] ?? letter)
    .replace(/&/g, ' AND ')
    .toUpperCase()
}

export function wordsOf(text: string): string[] {
  // As nearly all names are held.
  if (WORDS_ALONE.test(text)) return text.split(' ')
  const folded = fold(text)
  if (FOLDED.test(folded)) return asciiTokens(folded).words
  return folded.split(NO_WORD).filter((word) => word !== '')
}

/** A text folded to its words with one space between: what filters and look-ups of values compare. */
export function foldedValue(text: string): string {
  const upper = text.toUpperCase()
  return WORDS_ALONE.test(upper) ? upper : wordsOf(text).join(' ')
}

/** The words of a text where an apostrophe divides, as some people write: `O BRIEN`. Undefined if none does. */
export function wordsDividedByApostrophes(text: string): string[] | undefined {
  const divided = text.replace(APOSTROPHES, ' ')
  return divided === text ? undefined : wordsOf(divided)
}

export interface Tokens {
  readonly words: readonly string[]
  /** What stands between a word and the next: '/', '-' or ' '. */
  readonly gaps: readonly string[]
  /** The last word is still being typed: nothing stands after it. */
  readonly open: boolean
}

/** A query as its words, without judging what any of them is. */
export function tokensOf(query: string): Tokens {
  const text = typedText(query)
  const upper = text.toUpperCase()
  if (FOLDED.test(upper)) return asciiTokens(upper)
  const folded = fold(text)
  if (FOLDED.test(folded)) return asciiTokens(folded)
  const words: string[] = []
  const gaps: string[] = []
  for (const [, word = '', gap = ''] of folded.matchAll(/([\p{L}\p{N}]+)([^\p{L}\p{N}]*)/gu)) {
    words.push(word)
    gaps.push(gapOf(gap))
  }
  return { words, gaps, open: ENDS_IN_WORD.test(folded) }
}

/** The same for nearly all queries, in a fraction of the time. */
function asciiTokens(folded: string) {
  const words: string[] = []
  const gaps: string[] = []
  const { length } = folded
  let at = 0
  while (at < length && !isWordCode(folded.charCodeAt(at))) at++
  let open = false
  while (at < length) {
    const start = at
    while (at < length && isWordCode(folded.charCodeAt(at))) at++
    const end = at
    while (at < length && !isWordCode(folded.charCodeAt(at))) at++
    words.push(folded.slice(start, end))
    open = end === length
    const isSpace = at === end || (at === end + 1 && folded.charCodeAt(end) === SPACE)
    gaps.push(isSpace ? ' ' : gapOf(folded.slice(end, at)))
  }
  return { words, gaps, open }
}

const SPACE = 32

function isWordCode(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

function gapOf(between: string): string {
  const gap = between.trim()
  return gap === '/' || gap === '\\' ? '/' : DASHES.test(gap) ? '-' : ' '
}

const DASHES = /^[-\u2010-\u2015]$/
