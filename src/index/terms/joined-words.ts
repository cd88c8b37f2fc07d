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
/** For each letter of a word that is guessed at: every piece that ends there is looked for among all kinds of words. */
const GUESS_LOOK_UPS = 400
const NAMED_KINDS = [KIND.strong, KIND.weak, KIND.name, KIND.part, KIND.unitType] as const
const BOTH = /^(?=.*\d)(?=.*[A-Z]{3})/

/** The line with such words divided, where one of them has digits and as long as so many look-ups can be afforded. */
export function withJoinedApart(
  tokens: Tokens,
  index: Dictionary,
  affords: (lookUps: number) => boolean,
): Tokens {
  if (!tokens.words.some((word) => word.length >= JOINED_MIN && BOTH.test(word))) return tokens
  const all = tokens.words.map((word, at) => {
    const isOpen = tokens.open && at + 1 === tokens.words.length
    if (!mayBeJoined(index, word, isOpen) || !affords(GUESS_LOOK_UPS * word.length)) return [word]
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

/** How many terms are looked for to divide a word, about. */
export function joinedLookUps(word: string): number {
  return 2 * WORD_MAX * word.length
}

function mayBeJoined(index: Dictionary, word: string, isOpen: boolean): boolean {
  const { length } = word
  return length >= JOINED_MIN && length <= JOINED_MAX && !wordCost(index, word, isOpen)
}

/** In all likely ways, the likeliest first; none for a word that is one. A guess has unknown words and letters too. */
export function dividedWord(
  index: Dictionary,
  word: string,
  isOpen: boolean,
  mayGuess = false,
): readonly Pieces[] {
  const { length } = word
  if (!mayBeJoined(index, word, isOpen)) return []
  const ways: { cost: number; pieces: Pieces }[][] = [[{ cost: 0, pieces: [] }]]
  for (let end = 1; end <= length; end++) {
    const found = []
    for (let from = Math.max(0, end - WORD_MAX); from < end; from++) {
      const before = ways[from] ?? []
      if (before.length === 0 || isInNumber(word, from) || isInNumber(word, end)) continue
      const piece = word.slice(from, end)
      const isLast = end === length
      const isBegun = isOpen && isLast
      if (!mayGuess && piece.length === 1 && !isBegun) continue
      const own =
        pieceCost(index, piece, isBegun, isLast) ?? (mayGuess ? unknownCost(piece) : undefined)
      if (own === undefined) continue
      for (const { cost, pieces } of before) {
        found.push({ cost: cost + own, pieces: [...pieces, piece] })
      }
    }
    ways.push(found.sort((a, b) => a.cost - b.cost).slice(0, WAYS_MAX))
  }
  return (ways[length] ?? []).map(({ pieces }) => pieces)
}

/** Whether two digits of one number stand around the place. */
function isInNumber(word: string, at: number): boolean {
  return /^\d\d$/.test(word.slice(at - 1, at + 1))
}

function pieceCost(index: Dictionary, piece: string, isBegun: boolean, isLast: boolean) {
  if (/^\d+$/.test(piece)) return COST.number
  // Of `46m` the letter may begin a street.
  if (/^\d+[A-Z]$/.test(piece)) return isBegun ? undefined : COST.lettered
  if (/\d/.test(piece)) return isLast ? postcodeCost(index, piece, isBegun) : undefined
  const { length } = piece
  const known = wordCost(index, piece, isBegun)
  return known === undefined || length > 1 || isBegun ? known : known + COST.letter
}

function unknownCost(piece: string): number | undefined {
  const { length } = piece
  if (length < UNKNOWN_MIN || /\d/.test(piece)) return undefined
  return COST.unknown + COST.unknownLetter * length
}

function postcodeCost({ terms }: Dictionary, piece: string, isBegun: boolean) {
  const ask = isBegun ? 'beginning' : 'whole'
  if (terms[ask](KIND.postcodeJoined, piece) !== undefined) return COST.word
  return !terms.postcode.isNumber && terms.postcode.whole.test(piece) ? COST.unknown : undefined
}

/** Undefined for a word that the index does not have. */
function wordCost({ terms, postings }: Dictionary, word: string, isBegun: boolean) {
  let count = 0
  for (const kind of NAMED_KINDS) {
    const { from, to } = terms[isBegun ? 'beginning' : 'whole'](kind, word) ?? { from: 0, to: 0 }
    count += postings.count(from, to)
  }
  if (count === 0) return undefined
  const rarity = Math.max(0, Math.log(postings.streetCount / count))
  return COST.word + rarity + (isBegun ? COST.begun : 0)
}
