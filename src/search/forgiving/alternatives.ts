// What may be given up of a line that nothing fits, one thing at a time, the least certain first.

import { KIND, type Terms } from '../../index/terms/terms.ts'
import { type Tokens, tokensOf } from '../../index/words/fold.ts'
import { isStreetTypeWord } from '../../index/words/written-forms.ts'
import { hasDigit } from '../query/word-shapes.ts'
import { type Line, leaveOut, replace, textOf } from './line.ts'
import { type LineShape, laterNumber, lineShape, premisesAt } from './line-shape.ts'
import { inOtherWords } from './reading-rules.ts'

/** Pieces of a word that was typed without a space, and pairs that were typed with one, are tried up to so often. */
const SPACES_MAX = 6
const PIECE_MIN = 2
const SPLIT_WORD_MIN = 4
const PLACE_WORDS_MAX = 6
/** So many other ways to say a line are tried at most. */
const CLEANED_MAX = 24

/** The line in other words, without the words around the address, and without both. */
export function cleanedLines(typed: Tokens): readonly Line[] {
  const seen = new Set([textOf(typed)])
  const cleaned = inOtherWords(textOf(typed)).flatMap(({ text, without }) => {
    const line = { tokens: tokensOf(text), without }
    return [line, withoutTail(line)].flatMap((each) =>
      each === undefined ? [] : [each, ...withoutHead(each), ...withoutMiddle(each)],
    )
  })
  const others = cleaned.filter((line) => {
    const text = textOf(line.tokens)
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
  return others.slice(0, CLEANED_MAX)
}

/** Without what stands before the unit or the number: a name, a company, `ATTN`, also one that ends like a unit. */
function withoutHead(line: Line): readonly Line[] {
  const shape = lineShape(line.tokens)
  if (shape === undefined) return []
  // `BUILDING 2, UNIT 12, 15 KING ST`: also from the last unit on.
  const last = premisesAt(line.tokens, shape.number)
  const begins = shape.premises > 0 || last > 1 ? new Set([shape.premises, last]) : []
  return [...begins]
    .filter((begin) => begin > 0)
    .map((begin) => leaveOut(line, 0, begin, WORDS_BEFORE))
}

/** Without what stands between a unit and the number: `SHOP 3, STATION MEWS, 12 KING ST`; and without the unit. */
function withoutMiddle(line: Line): readonly Line[] {
  const { tokens } = line
  const shape = lineShape(tokens)
  const later = shape === undefined ? undefined : laterNumber(tokens, shape)
  if (shape === undefined || later === undefined) return []
  const begin = premisesAt(tokens, later)
  const headless = leaveOut(line, 0, begin, WORDS_BEFORE)
  const isUnit = shape.premises < shape.number && !hasDigit(tokens.words[begin - 1] ?? '')
  if (!isUnit) return [headless]
  const unitOnly = leaveOut(line, shape.number + 1, begin, WORDS_BEFORE)
  return [unitOnly, headless]
}

const WORDS_BEFORE = 'words before the number'

/** Without what stands behind the state and the postcode: a country, a remark. */
function withoutTail(line: Line): Line | undefined {
  const shape = lineShape(line.tokens)
  const { length } = line.tokens.words
  if (shape === undefined || shape.tail >= length) return undefined
  return leaveOut(line, shape.tail, length, 'words after the address')
}

export function withoutPostcode(line: Line, { postcode }: LineShape): Line | undefined {
  return postcode === undefined ? undefined : leaveOut(line, postcode, postcode + 1, 'postcode')
}

export function withoutState(line: Line, { state }: LineShape): Line | undefined {
  return state === undefined ? undefined : leaveOut(line, state.from, state.to, 'state')
}

/** Some of the words between the street and the state or postcode, the fewest first; never all of them. */
export function withFewerPlaceWords(line: Line, shape: LineShape): readonly Line[] {
  const { placeFrom, placeTo } = shape
  const length = placeTo - placeFrom
  if (length < 2 || length > PLACE_WORDS_MAX) return []
  const lines: Line[] = []
  for (let count = 1; count < length; count++) {
    lines.push(leaveOut(line, placeTo - count, placeTo, 'city'))
    lines.push(leaveOut(line, placeFrom, placeFrom + count, 'words before the suburb'))
  }
  return lines
}

export function withoutPlace(line: Line, { placeFrom, placeTo }: LineShape): Line | undefined {
  if (placeTo <= placeFrom) return undefined
  return leaveOut(line, placeFrom, placeTo, 'suburb')
}

/** `SHOP 4 KING ST` as number 4, where there is no such shop. */
export function withoutUnitWord(line: Line, { number, premises }: LineShape): Line | undefined {
  return premises === number - 1 ? leaveOut(line, premises, number, 'kind of unit') : undefined
}

/** Without the words of the street's name, its type stays. */
export function withoutStreet(line: Line, { number, typeEnd }: LineShape): Line | undefined {
  if (typeEnd === undefined) return undefined
  return leaveOut(line, number + 1, typeEnd - 1, 'spelling of the street')
}

/** With words joined that were typed apart, and words divided that were typed as one: nothing is given up. */
export function withOtherSpaces(line: Line, terms: Terms): readonly Line[] {
  const { words, open } = line.tokens
  const lines: Line[] = []
  words.forEach((word, at) => {
    const next = words[at + 1]
    if (next !== undefined && !hasDigit(word) && !hasDigit(next)) {
      const isOpen = open && at + 2 === words.length
      if (isWord(terms, word + next, isOpen)) lines.push(replace(line, at, 2, [word + next]))
    }
    const isOpen = open && at + 1 === words.length
    if (word.length < SPLIT_WORD_MIN || hasDigit(word) || isWord(terms, word, isOpen)) return
    for (const pieces of piecesOf(terms, word, isOpen)) lines.push(replace(line, at, 1, pieces))
  })
  return lines.slice(0, SPACES_MAX)
}

/** Two words that a word may be made of, those that end in a street type first. */
function piecesOf(terms: Terms, word: string, isOpen: boolean): readonly (readonly string[])[] {
  const pieces: string[][] = []
  for (let at = word.length - PIECE_MIN; at >= PIECE_MIN; at--) {
    const [left, right] = [word.slice(0, at), word.slice(at)]
    if (isWord(terms, left, false) && isWord(terms, right, isOpen)) pieces.push([left, right])
  }
  const isTyped = ([, right = '']: readonly string[]) => isStreetTypeWord(right, false)
  return [...pieces.filter(isTyped), ...pieces.filter((each) => !isTyped(each))]
}

function isWord(terms: Terms, word: string, isOpen: boolean): boolean {
  return [KIND.strong, KIND.weak].some((kind) =>
    isOpen ? terms.beginning(kind, word) !== undefined : terms.whole(kind, word) !== undefined,
  )
}
