// The words of a query and the terms they stand for, kind by kind.

import { KIND, type TermKind, type TermRange, type Terms } from '../../index/terms/terms.ts'
import { type Pass, PENALTY } from '../ranking.ts'
import { STEPS, type Work } from '../work.ts'
import type { Requirement } from './requirement.ts'

/** Nearly all unknown words have fewer similar ones. */
const FEW_RANGES = 48
/** The second half of a postcode, or its beginning. */
export const INCODE_PART = /^\d[A-Z]{0,2}$/

/** One word, or a phrase that is one name (`NEW SOUTH WALES`), of a reading. */
export interface QueryWord {
  readonly text: string
  /** Still being typed: it stands for every term that begins with it. */
  readonly open: boolean
  readonly strong: readonly TermRange[]
  readonly weak: readonly TermRange[]
  readonly names: readonly TermRange[]
  /** As a word of the name of a part of a building, which only units have. */
  readonly parts: readonly TermRange[]
  readonly kinds: readonly TermRange[]
  /** As the word before the number of a lot. */
  readonly lots: readonly TermRange[]
  readonly near: readonly TermRange[]
  /** It is, or may become, a street type: then a street of another type may do. */
  readonly isStreetType: boolean
  /** How many edits it may be away from what was meant. */
  readonly edits: number
  /** Twice in a row it is one name: `WAGGA WAGGA`. */
  readonly isDoubled: boolean
  /** Its requirements by roles, kept from query to query by `requirements.ts`. */
  kept: Requirement[] | undefined
  /** What it may have been meant for, by edits: kept by `Misspellings`. */
  readonly meant: MisspeltRanges[]
}

/** Several words as one, where the index has such a phrase. */
export function phrase(terms: Terms, words: readonly string[], rest: Rest): QueryWord | undefined {
  const text = words.join(' ')
  const find = (kind: TermKind) =>
    rest === 'more-words'
      ? ranges(terms.whole(kind, text))
      : [
          ...ranges(rest === 'nothing' ? undefined : terms.whole(kind, text)),
          ...ranges(terms.beginning(kind, rest === 'nothing' ? text : `${text} `)),
        ]
  const found = {
    strong: find(KIND.strong),
    weak: find(KIND.weak),
    kinds: find(KIND.unitType),
    names: find(KIND.name),
    parts: find(KIND.part),
  }
  if (Object.values(found).every(({ length }) => length === 0)) return undefined
  return { ...NOTHING, text, open: rest === 'nothing', ...found }
}

/** What follows a phrase: nothing (its last word is open), a separator at the end, or more words. */
export type Rest = 'nothing' | 'separator' | 'more-words'

/** Two words that are one UK postcode, or its beginning: `SK1 1`, `SK1 1AA`, and mis-spaced `SK11 AA`. */
export function postcodePair(
  terms: Terms,
  first: string,
  second: string,
  open: boolean,
): QueryWord | undefined {
  const strong: TermRange[] = []
  if (terms.postcode.outcode?.test(first) === true && INCODE_PART.test(second)) {
    const text = `${first} ${second}`
    // A sector (`SK1 1`) is whole after one digit, so its beginning is the same as the sector itself.
    const range =
      open || second.length === 1
        ? terms.beginning(KIND.postcodeSpaced, text)
        : terms.whole(KIND.postcodeSpaced, text)
    strong.push(...ranges(range))
  } else if (terms.postcode.whole.test(first + second)) {
    strong.push(...ranges(terms.whole(KIND.postcodeJoined, first + second)))
  }
  if (strong.length === 0) return undefined
  return { ...NOTHING, text: `${first} ${second}`, open, strong }
}

/** In the order of properties that all words have, so code that reads them is compiled for one form of object. */
const NOTHING: QueryWord = {
  text: '',
  open: false,
  strong: [],
  weak: [],
  names: [],
  parts: [],
  kinds: [],
  lots: [],
  near: [],
  isStreetType: false,
  edits: 0,
  isDoubled: false,
  kept: undefined,
  meant: [],
}

/** Finds the terms that words may have been meant for. */
export class Misspellings {
  readonly #terms: Terms
  /** What was found for unknown words with many similar ones: a line is read again and again until something fits. */
  readonly #ofRequest = new Map<string, MisspeltRanges>()
  #request: Work | undefined

  constructor(terms: Terms) {
    this.#terms = terms
  }

  /** Undefined where none of the words may be so many edits away. */
  ofWords(words: readonly QueryWord[], pass: Pass, work: Work): MisspeltWords | undefined {
    const edits = words.map((word) => editsIn(word, pass))
    if (pass.edits === 0 || Math.max(...edits) < pass.edits) return undefined
    const ranges = words.map((word, at) => this.#of(word, edits[at] ?? 0, work))
    return { ranges, penalty: pass.edits === 1 ? PENALTY.typo : PENALTY.typoTwice }
  }

  #of(word: QueryWord, allowed: number, work: Work): MisspeltRanges {
    if (allowed === 0 || work.isSpent) return NOTHING_MISSPELT
    const found = word.meant[allowed] ?? this.#ofText(word, allowed, work)
    if (found.countedFor === work) return found
    if (!work.affords(found.steps)) return NOTHING_MISSPELT
    found.countedFor = work
    return found
  }

  #ofText(word: QueryWord, edits: number, work: Work): MisspeltRanges {
    if (this.#request !== work) this.#ofRequest.clear()
    this.#request = work
    const key = `${edits}${word.open ? ' ' : ''}${word.text}`
    const found = this.#ofRequest.get(key) ?? this.#found(word, edits, work)
    // The work may have ended before all were found.
    if (found.steps > work.left) return found
    const isFew = found.strong.length + found.weak.length + found.names.length <= FEW_RANGES
    // Nobody else will type an unknown word, so it gets little room.
    if (!isUnknown(word) || isFew) word.meant[edits] = found
    else this.#ofRequest.set(key, found)
    return found
  }

  /** It has more steps than are left where the work ended before all were found. */
  #found({ text, open }: QueryWord, edits: number, work: Work): MisspeltRanges {
    const before = this.#terms.lettersTried
    const lettersMax = before + work.left / STEPS.lookUp
    const find = (kind: TermKind) => this.#terms.misspelt(kind, text, edits, open, lettersMax)
    const [strong, weak] = [find(KIND.strong), find(KIND.weak)]
    const names = [...find(KIND.name), ...find(KIND.part)]
    const steps = (this.#terms.lettersTried - before) * STEPS.lookUp
    return { ...NOTHING_MISSPELT, strong, weak, names, steps }
  }
}

function editsIn(word: QueryWord, { edits, isOnlyUnknown }: Pass): number {
  return isOnlyUnknown === true && !isUnknown(word) ? 0 : Math.min(edits, word.edits)
}

function isUnknown({ strong, weak, names, parts }: QueryWord): boolean {
  return strong.length + weak.length + names.length + parts.length === 0
}

export interface MisspeltRanges {
  readonly strong: readonly TermRange[]
  readonly weak: readonly TermRange[]
  readonly names: readonly TermRange[]
  /** The work of finding them. */
  readonly steps: number
  /** The requirement of these terms together with those of `keptFor`, the word as it was typed. */
  kept: Requirement | undefined
  keptFor: Requirement | undefined
  /** The last request that paid for it. */
  countedFor: Work | undefined
}

/** What each word may have been meant for, and what each misspelt one loses. */
export interface MisspeltWords {
  readonly ranges: readonly MisspeltRanges[]
  readonly penalty: number
}

export const NOTHING_MISSPELT: MisspeltRanges = {
  strong: [],
  weak: [],
  names: [],
  steps: 0,
  kept: undefined,
  keptFor: undefined,
  countedFor: undefined,
}

/** One word as (part of) a UK postcode. Once a separator follows, `SK1` is that outcode and not a longer one. */
export function postcodeWord(terms: Terms, text: string, open: boolean): TermRange[] {
  if (text.length > 7) return []
  if (open) return [...ranges(terms.beginning(KIND.postcodeJoined, text))]
  return [
    ...(terms.postcode.outcode?.test(text) === true
      ? ranges(terms.beginning(KIND.postcodeSpaced, `${text} `))
      : []),
    ...ranges(terms.whole(KIND.postcodeJoined, text)),
  ]
}

export function ranges(range: TermRange | undefined): readonly TermRange[] {
  return range === undefined ? NO_RANGES : [range]
}

export const NO_RANGES: readonly TermRange[] = []
