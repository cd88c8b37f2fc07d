// Divides words that were typed as one, `41hazelwoodoldhamol99tb`, into the likeliest words of an index.

import type { Tokens } from '../words/fold.ts'
import { unitTypeNamed } from '../words/written-forms.ts'
import type { Postings } from './postings.ts'
import { KIND, type Terms } from './terms.ts'

/** What of an index is asked. */
interface Dictionary {
  readonly terms: Terms
  readonly postings: Pick<Postings, 'count' | 'streetCount'>
}

type Pieces = readonly string[]

/** Letters and digits of what may be several words, and letters of one of them. */
const JOINED_MIN = 9
const JOINED_MAX = 80
const WORD_MAX = 16
/** How many ways are kept up to each letter. */
const WAYS_MAX = 4
/** What a piece costs; a known word also by how rare it is. */
const COST = { word: 2, letter: 9, unknown: 14, unknownLetter: 3, number: 1, lettered: 5, begun: 3 }
const UNKNOWN_MIN = 3
/** For each letter of a word: from there on all kinds of words are followed. A guess may begin at each letter. */
const LOOK_UPS = { known: 20, guessed: 70 }
const NAMED_KINDS = [KIND.strong, KIND.weak, KIND.name, KIND.part, KIND.unitType] as const
const DIGIT_0 = 48
const DIGIT_9 = 57
const BOTH = /^(?=.*\d)(?=.*[A-Z]{3})/

/** The line with such words divided, if one of them has digits and there is work left for the look-ups. */
export function withJoinedApart(
  tokens: Tokens,
  index: Dictionary,
  affords: (lookUps: number) => boolean,
): Tokens {
  if (!tokens.words.some((word) => word.length >= JOINED_MIN && BOTH.test(word))) return tokens
  const all = tokens.words.map((word, at) => {
    const isOpen = tokens.open && at + 1 === tokens.words.length
    if (!mayBeJoined(index, word, isOpen) || !affords(LOOK_UPS.guessed * word.length)) return [word]
    const pieces = withUnitWhole(dividedWord(index, word, isOpen, true)[0] ?? [])
    // `219harbour` is read as it is.
    return pieces.length > 2 ? pieces : [word]
  })
  const gaps = all.flatMap((pieces, at) => pieces.with(-1, tokens.gaps[at] ?? ' ').fill(' ', 0, -1))
  return gaps.length === tokens.gaps.length ? tokens : { ...tokens, words: all.flat(), gaps }
}

/** What `UNIT68` of `unit68kinglaneyork` is may be unit 6 at 8. */
function withUnitWhole(pieces: Pieces): Pieces {
  const [word = '', number = '', ...rest] = pieces
  const isUnit = unitTypeNamed(word) === '' && /^\d{2,}$/.test(number) && rest.length > 0
  return isUnit ? [word + number, ...rest] : pieces
}

/** How many terms are looked for to divide a word into known ones, about. */
export function joinedLookUps({ length }: string): number {
  return length < JOINED_MIN || length > JOINED_MAX ? 0 : LOOK_UPS.known * length
}

function mayBeJoined(index: Dictionary, word: string, isOpen: boolean): boolean {
  const { length } = word
  return length >= JOINED_MIN && length <= JOINED_MAX && !wordCost(index, word, isOpen)
}

interface Joined {
  readonly word: string
  readonly isOpen: boolean
  readonly mayGuess: boolean
}

/** A way to divide what stands before a letter; its last piece begins at `from`. */
interface Way {
  readonly cost: number
  readonly from: number
  readonly before: Way | undefined
}

/** A letter that a piece may begin at. */
interface Start {
  readonly from: number
  /** The first digit and the first letter from there on. */
  readonly digit: number
  readonly letter: number
  /** On how many streets are the words that begin there, by how many letters they have. */
  readonly counts: readonly number[]
}

/** In all likely ways, the likeliest first; none for a word that is one. A guess has unknown words and letters too. */
export function dividedWord(
  index: Dictionary,
  word: string,
  isOpen: boolean,
  mayGuess = false,
): readonly Pieces[] {
  if (!mayBeJoined(index, word, isOpen)) return []
  const { length } = word
  const ways: Way[][] = [[{ cost: 0, from: 0, before: undefined }]]
  for (let from = 0; from < length; from++) {
    const before = ways[from]
    if (before === undefined) continue
    const start = startAt(index, word, from)
    for (let end = from + 1; end <= Math.min(length, from + WORD_MAX); end++) {
      if (isDigit(word, end - 1) && isDigit(word, end)) continue
      const own = pieceCost(index, { word, isOpen, mayGuess }, start, end)
      if (own === undefined) continue
      const to = ways[end] ?? []
      for (const way of before) addWay(to, { cost: way.cost + own, from, before: way })
      ways[end] = to
    }
  }
  return (ways[length] ?? []).map((way) => piecesOf(word, way))
}

/** Keeps the cheapest; of those that cost the same, what came first. */
function addWay(ways: Way[], way: Way): void {
  const at = ways.findIndex(({ cost }) => cost > way.cost)
  if (at >= 0) ways.splice(at, 0, way)
  else if (ways.length < WAYS_MAX) ways.push(way)
  if (ways.length > WAYS_MAX) ways.pop()
}

function piecesOf(word: string, { from, before }: Way): Pieces {
  return before === undefined ? [] : [...piecesOf(word.slice(0, from), before), word.slice(from)]
}

function startAt({ terms, postings }: Dictionary, word: string, from: number): Start {
  const counts: number[] = []
  for (const kind of NAMED_KINDS) {
    terms.along(kind, word, from).forEach((term, length) => {
      counts[length] = (counts[length] ?? 0) + postings.count(term, term + 1)
    })
  }
  let [digit, letter] = [from, from]
  while (digit < word.length && !isDigit(word, digit)) digit++
  while (isDigit(word, letter)) letter++
  return { from, digit, letter, counts }
}

function isDigit(word: string, at: number): boolean {
  const code = word.charCodeAt(at)
  return code >= DIGIT_0 && code <= DIGIT_9
}

function pieceCost(
  index: Dictionary,
  { word, isOpen, mayGuess }: Joined,
  { from, digit, letter, counts }: Start,
  end: number,
): number | undefined {
  const isLast = end === word.length
  const isBegun = isOpen && isLast
  const isAlone = end - from === 1 && !isBegun
  if (isAlone && !mayGuess) return undefined
  if (end <= letter) return COST.number
  // Of `46m` the letter may begin a street.
  if (digit === from && end === letter + 1) return isBegun ? undefined : COST.lettered
  if (digit < end) return isLast ? postcodeCost(index, word.slice(from), isBegun) : undefined
  const length = end - from
  const known = isBegun
    ? wordCost(index, word.slice(from), true)
    : costOf(counts[length] ?? 0, index)
  if (known === undefined) return mayGuess ? unknownCost(length) : undefined
  return isAlone ? known + COST.letter : known
}

function unknownCost(length: number): number | undefined {
  return length < UNKNOWN_MIN ? undefined : COST.unknown + COST.unknownLetter * length
}

function postcodeCost({ terms }: Dictionary, piece: string, isBegun: boolean) {
  const ask = isBegun ? 'beginning' : 'whole'
  if (terms[ask](KIND.postcodeJoined, piece) !== undefined) return COST.word
  return !terms.postcode.isNumber && terms.postcode.whole.test(piece) ? COST.unknown : undefined
}

/** Undefined for a word that the index does not have. */
function wordCost(index: Dictionary, word: string, isBegun: boolean) {
  const { terms, postings } = index
  let count = 0
  for (const kind of NAMED_KINDS) {
    const { from, to } = terms[isBegun ? 'beginning' : 'whole'](kind, word) ?? { from: 0, to: 0 }
    count += postings.count(from, to)
  }
  const known = costOf(count, index)
  return known !== undefined && isBegun ? known + COST.begun : known
}

function costOf(count: number, { postings }: Dictionary): number | undefined {
  if (count === 0) return undefined
  return COST.word + Math.max(0, Math.log(postings.streetCount / count))
}
