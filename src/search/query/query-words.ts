// The words of a query and the terms they stand for, kind by kind.

import { UK } from '../../countries/uk.ts'
import { KIND, type TermKind, type TermRange, type Terms } from '../../index/terms/terms.ts'
import { BoundedMap } from '../../lib/bounded-map.ts'
import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import type { KeptRequirements, Requirement } from './requirement.ts'

/** Words for which it is kept what they may have been meant for; most have a handful of ranges. */
const MISSPELT_MAX = 16_384
/** Nearly all words that no index has have fewer that are alike. */
const FEW_RANGES = 48
const INCODE_PART = /^\d[A-Z]{0,2}$/

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
  /** The word for an address that goes by its lot. */
  readonly lots: readonly TermRange[]
  readonly near: readonly TermRange[]
  /** It is, or may become, a street type: then a street of another type is not quite wrong. */
  readonly isStreetType: boolean
  /** How many edits it may be away from what was meant. */
  readonly edits: number
  /** Twice in a row it is one name: `WAGGA WAGGA`. */
  readonly isDoubled: boolean
  /** What streets need for it, kept from query to query by `requirements.ts`. */
  kept: KeptRequirements | undefined
  /** What it may have been meant for, as it was asked for last: kept by `Misspellings`. */
  meant: MisspeltRanges | undefined
}

/** Several words as one, where the index has such a phrase. `rest` is '' while its last word is being typed. */
export function phrase(terms: Terms, words: readonly string[], rest: Rest): QueryWord | undefined {
  const text = words.join(' ')
  const find = (kind: TermKind) =>
    rest === 'more-words'
      ? ranges(terms.whole(kind, text))
      : [
          ...ranges(rest === 'nothing' ? undefined : terms.whole(kind, text)),
          ...ranges(terms.beginning(kind, rest === 'nothing' ? text : `${text} `)),
        ]
  const strong = find(KIND.strong)
  const weak = find(KIND.weak)
  const kinds = find(KIND.unitType)
  const names = find(KIND.name)
  const parts = find(KIND.part)
  const found = [strong, weak, kinds, names, parts]
  if (found.every(({ length }) => length === 0)) return undefined
  return { ...NOTHING, text, open: rest === 'nothing', strong, weak, names, parts, kinds }
}

/** What follows a phrase: nothing (its last word is open), a separator at the end, or more words. */
export type Rest = 'nothing' | 'separator' | 'more-words'

/** The second half of a postcode, or its beginning. */
export function isIncodePart(word: string): boolean {
  return INCODE_PART.test(word)
}

/** Two words that are one UK postcode, or its beginning: `SK1 1`, `SK1 1AA`, and mis-spaced `SK11 AA`. */
export function postcodePair(
  terms: Terms,
  first: string,
  second: string,
  open: boolean,
): QueryWord | undefined {
  const strong: TermRange[] = []
  if (UK.postcode.outcode.test(first) && INCODE_PART.test(second)) {
    const text = `${first} ${second}`
    // A sector (`SK1 1`) is whole after one digit, so its beginning is the same as the sector itself.
    const range =
      open || second.length === 1
        ? terms.beginning(KIND.postcodeSpaced, text)
        : terms.whole(KIND.postcodeSpaced, text)
    strong.push(...ranges(range))
  } else if (UK.postcode.whole.test(first + second)) {
    strong.push(...ranges(terms.whole(KIND.postcodeJoined, first + second)))
  }
  if (strong.length === 0) return undefined
  return { ...NOTHING, text: `${first} ${second}`, open, strong }
}

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
  meant: undefined,
}

/** Terms that words may have been meant for. Those of words that the index has are kept from query to query. */
export class Misspellings {
  readonly #terms: Terms
  readonly #kept = new BoundedMap<string, MisspeltRanges>(MISSPELT_MAX)
  /** What was found for other words of one request: a line is read again and again until something fits. */
  #request: Work | undefined
  #ofRequest = new Map<string, MisspeltRanges>()

  constructor(terms: Terms) {
    this.#terms = terms
  }

  of(word: QueryWord, edits: number, work: Work): MisspeltRanges {
    const allowed = Math.min(edits, word.edits)
    if (allowed === 0 || work.isSpent) return NOTHING_MISSPELT
    const { meant } = word
    const found = meant?.edits === allowed ? meant : this.#ofText(word, allowed, work)
    if (found.countedFor === work) return found
    if (!work.affords(found.steps)) return NOTHING_MISSPELT
    found.countedFor = work
    return found
  }

  #ofText(word: QueryWord, edits: number, work: Work): MisspeltRanges {
    const keyFor = (count: number) => `${count}${word.open ? ' ' : ''}${word.text}`
    const key = keyFor(edits)
    const { strong, weak, names, parts, meant } = word
    // What nobody else will type is not worth room of its own.
    const isKnown = strong.length + weak.length + names.length + parts.length > 0
    if (this.#request !== work) {
      this.#request = work
      this.#ofRequest = new Map()
    }
    const kept = isKnown ? this.#kept : this.#ofRequest
    // It may be asked for again with fewer edits, and is counted once for each request.
    if (!isKnown && meant !== undefined) kept.set(keyFor(meant.edits), meant)
    const found = kept.get(key) ?? this.#found(word, edits, work)
    // It may not be all: the search for it ended with the work.
    if (found.steps > work.left) return found
    kept.set(key, found)
    // The word stays in the line while the rest of it is typed, and it is kept no longer than the word itself.
    if (isKnown || isFew(found)) word.meant = found
    return found
  }

  /** Of the kinds that a person may misspell; more steps than are left where it did not come to an end. */
  #found({ text, open }: QueryWord, edits: number, work: Work): MisspeltRanges {
    const before = this.#terms.lettersTried
    const lettersMax = before + work.left / STEPS.letterTried
    const find = (kind: TermKind) => this.#terms.misspelt(kind, text, edits, open, lettersMax)
    const [strong, weak] = [find(KIND.strong), find(KIND.weak)]
    const names = [...find(KIND.name), ...find(KIND.part)]
    const steps = (this.#terms.lettersTried - before) * STEPS.letterTried
    const later = { kept: undefined, keptFor: undefined, countedFor: undefined }
    return { edits, strong, weak, names, steps, ...later }
  }
}

/** Whether it takes little room. */
function isFew({ strong, weak, names }: MisspeltRanges): boolean {
  return strong.length + weak.length + names.length <= FEW_RANGES
}

export interface MisspeltRanges {
  /** How many there may be. */
  readonly edits: number
  readonly strong: readonly TermRange[]
  readonly weak: readonly TermRange[]
  readonly names: readonly TermRange[]
  /** The work of finding them. */
  readonly steps: number
  /** What streets need for it beside what they need for the word as it was typed, and for which such need that is. */
  kept: Requirement | undefined
  keptFor: Requirement | undefined
  /** The last request that its work was counted for. */
  countedFor: Work | undefined
}

export const NOTHING_MISSPELT: MisspeltRanges = {
  edits: 0,
  strong: [],
  weak: [],
  names: [],
  steps: 0,
  kept: undefined,
  keptFor: undefined,
  countedFor: undefined,
}

/** One word as (part of) a UK postcode. Once a separator follows, `SK1` is that outcode and no longer one. */
export function postcodeWord(terms: Terms, text: string, open: boolean): TermRange[] {
  if (text.length > 7) return []
  if (open) return [...ranges(terms.beginning(KIND.postcodeJoined, text))]
  return [
    ...(UK.postcode.outcode.test(text)
      ? ranges(terms.beginning(KIND.postcodeSpaced, `${text} `))
      : []),
    ...ranges(terms.whole(KIND.postcodeJoined, text)),
  ]
}

export function ranges(range: TermRange | undefined): readonly TermRange[] {
  return range === undefined ? NO_RANGES : [range]
}

export const NO_RANGES: readonly TermRange[] = []
