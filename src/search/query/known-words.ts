// The words of an index as queries have them: all that is known of each, found in one look.

import { type FoundWord, KIND, type TermKind, type Terms } from '../../index/terms/terms.ts'
import { editsAllowed } from '../../index/words/edits-allowed.ts'
import { isStreetTypeWord } from '../../index/words/written-forms.ts'
import { BoundedMap } from '../../lib/bounded-map.ts'
import { NO_RANGES, postcodeWord, type QueryWord, ranges } from './query-words.ts'
import type { WantedNumber } from './reading.ts'
import { shapeOf, type WordShape } from './word-shapes.ts'

const KNOWN_MAX = 16_384
/** So many slots have a word that is found without a look at the map, which takes several reads. A power of two. */
const RECENT_WORDS = 16_384

/** A word, whatever stands around it in a query. */
export interface KnownWord {
  readonly text: string
  readonly shape: WordShape
  /** Whether the index has a phrase that begins with it. */
  readonly beginsPhrase: boolean
  /** What the dictionary has of it, by what that says of a street. */
  readonly found: FoundWords
  /** What it is as a word of a name, whole and while it is being typed; found when first asked for. */
  whole: QueryWord | undefined
  open: QueryWord | undefined
  /** The same before all other words, as it was asked for last. */
  first: QueryWord | undefined
  /** What it is as the whole of a number, found when first asked for. */
  number: WantedNumber | undefined
  unit: WantedNumber | undefined
}

interface FoundWords {
  readonly strong: FoundWord | undefined
  readonly weak: FoundWord | undefined
  readonly names: FoundWord | undefined
  readonly parts: FoundWord | undefined
  readonly kinds: FoundWord | undefined
  readonly near: FoundWord | undefined
}

/** Most words of a query were in others before it. */
export class KnownWords {
  readonly terms: Terms
  /** Whether the index has UK postcodes. */
  readonly hasPostcodes: boolean
  readonly #words = new BoundedMap<string, KnownWord>(KNOWN_MAX)
  /** The last word of each slot. */
  readonly #recent = new Array<KnownWord | undefined>(RECENT_WORDS).fill(undefined)

  constructor(terms: Terms) {
    this.terms = terms
    this.hasPostcodes = terms.beginning(KIND.postcodeSpaced, '') !== undefined
  }

  of(text: string): KnownWord {
    const slot = slotOf(text)
    const recent = this.#recent[slot]
    if (recent !== undefined && recent.text === text) return recent
    const word = this.#words.get(text) ?? this.#found(text)
    this.#recent[slot] = word
    return word
  }

  #found(text: string): KnownWord {
    const shape = shapeOf(text)
    const find = (kind: TermKind) => this.terms.find(kind, text)
    const found = {
      strong: find(KIND.strong),
      weak: find(KIND.weak),
      names: find(KIND.name),
      parts: find(KIND.part),
      kinds: find(KIND.unitType),
      near: find(KIND.near),
    }
    // `2 GREEN` begins the name of a building.
    const { strong, weak, kinds, names, parts } = found
    const hasMore = (each: FoundWord | undefined) => each?.hasMore === true
    const beginsPhrase =
      [weak, kinds, strong].some(hasMore) || (shape.isDigits && [names, parts].some(hasMore))
    const word: KnownWord = {
      text,
      shape,
      beginsPhrase,
      found,
      whole: undefined,
      open: undefined,
      first: undefined,
      number: undefined,
      unit: undefined,
    }
    this.#words.set(text, word)
    return word
  }

  /** A type follows a name, so the first word of a line is none that could be wrong. */
  first(word: KnownWord, open: boolean): QueryWord {
    const plain = this.plain(word, open)
    if (!plain.isStreetType) return plain
    if (word.first?.open !== open) word.first = { ...plain, isStreetType: false, kept: undefined }
    return word.first
  }

  plain(word: KnownWord, open: boolean): QueryWord {
    if (open) {
      word.open ??= this.#plainWord(word, true)
      return word.open
    }
    word.whole ??= this.#plainWord(word, false)
    return word.whole
  }

  #plainWord({ text, found }: KnownWord, open: boolean): QueryWord {
    const of = (each: FoundWord | undefined) => ranges(open ? each?.beginning : each?.whole)
    const codes = this.hasPostcodes ? postcodeWord(this.terms, text, open) : NO_RANGES
    const isLot = 'LOT'.startsWith(text) && (open || text === 'LOT')
    return {
      text,
      open,
      strong: codes.length === 0 ? of(found.strong) : [...of(found.strong), ...codes],
      weak: of(found.weak),
      names: of(found.names),
      parts: of(found.parts),
      kinds: of(found.kinds),
      lots: isLot ? ranges(this.terms.whole(KIND.lotWord, 'LOT')) : NO_RANGES,
      near: of(found.near),
      isStreetType: isStreetTypeWord(text, open),
      edits: editsAllowed(text),
      isDoubled: found.strong?.isDoubled === true,
      kept: undefined,
      meant: undefined,
    }
  }
}

function slotOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return (hash ^ (hash >>> 12)) & (RECENT_WORDS - 1)
}
