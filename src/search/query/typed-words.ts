// The words of a query and what is known about each: looked up once, and kept from query to query.

import type { FoundWord } from '../../index/terms/found-ranges.ts'
import { KIND, type TermKind, type Terms } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { editsAllowed, isStreetTypeWord } from '../../index/words/written-forms.ts'
import { shapeOf, type WordShape } from '../../lines/word-shapes.ts'
import { NO_RANGES, postcodeWord, type QueryWord, ranges } from './query-words.ts'
import type { WantedNumber } from './reading.ts'
import type { WantedNumbers } from './wanted-numbers.ts'

/** How many words are kept, and in how many places each can be by its letters. Powers of two. */
const KNOWN_MAX = 32_768
const SET_PLACES = 4

/** A word, whatever stands around it in a query. */
interface KnownWord {
  readonly text: string
  readonly shape: WordShape
  /** Whether the index has a phrase that begins with it. */
  readonly beginsPhrase: boolean
  /** Whether the whole word is in the name of a building or the like. */
  readonly isOfBuilding: boolean
  /** As a word of a name, whole and while it is being typed; found when first asked for. */
  whole: QueryWord | undefined
  open: QueryWord | undefined
  /** The same before all other words, as last asked for. */
  first: QueryWord | undefined
  /** As a whole number, found when first asked for. */
  number: WantedNumber | undefined
  unit: WantedNumber | undefined
}

/** What the dictionary knows about a word. */
function foundWords(terms: Terms, text: string) {
  const find = (kind: TermKind) => terms.find(kind, text)
  return {
    strong: find(KIND.strong),
    weak: find(KIND.weak),
    names: find(KIND.name),
    parts: find(KIND.part),
    kinds: find(KIND.unitType),
    near: find(KIND.near),
  }
}

/** Most words of a query were in earlier queries. */
export class KnownWords {
  readonly terms: Terms
  /** Whether the index has UK postcodes. */
  readonly hasPostcodes: boolean
  /** Set by set. A Map would first look for the text among all texts of the process, in several reads. */
  readonly #words = new Array<KnownWord | undefined>(KNOWN_MAX).fill(undefined)
  readonly #hashes = new Int32Array(KNOWN_MAX)
  /** Which slot of a full set is reused next. */
  #turn = 0

  constructor(terms: Terms) {
    this.terms = terms
    this.hasPostcodes = terms.beginning(KIND.postcodeSpaced, '') !== undefined
  }

  /** `isOpen` where it is still being typed. */
  of(text: string, isOpen: boolean): KnownWord {
    const hash = hashOf(text)
    const set = (hash ^ (hash >>> 15)) & (KNOWN_MAX - SET_PLACES)
    for (let at = set; at < set + SET_PLACES; at++) {
      if (this.#hashes[at] !== hash) continue
      const word = this.#words[at]
      if (word !== undefined && word.text === text) return word
    }
    const word = this.#known(text, isOpen)
    const at = this.#freePlace(set)
    this.#hashes[at] = hash
    this.#words[at] = word
    return word
  }

  #freePlace(set: number): number {
    for (let at = set; at < set + SET_PLACES; at++) if (this.#words[at] === undefined) return at
    this.#turn = (this.#turn + 1) % SET_PLACES
    return set + this.#turn
  }

  #known(text: string, isOpen: boolean): KnownWord {
    const shape = shapeOf(text)
    const found = foundWords(this.terms, text)
    // `2 GREEN` begins the name of a building.
    const { strong, weak, kinds, names, parts } = found
    const beginsPhrase =
      hasMore(weak) ||
      hasMore(kinds) ||
      hasMore(strong) ||
      (shape.isDigits && (hasMore(names) || hasMore(parts)))
    const word = this.#plainWord(text, isOpen, found)
    return {
      text,
      shape,
      beginsPhrase,
      isOfBuilding: (names?.whole ?? parts?.whole) !== undefined,
      whole: isOpen ? undefined : word,
      open: isOpen ? word : undefined,
      first: undefined,
      number: undefined,
      unit: undefined,
    }
  }

  /** A street type follows a name, so the first word is never one that could be wrong. */
  first(word: KnownWord, open: boolean): QueryWord {
    const plain = this.plain(word, open)
    if (!plain.isStreetType) return plain
    if (word.first?.open !== open) word.first = { ...plain, isStreetType: false, kept: undefined }
    return word.first
  }

  plain(word: KnownWord, open: boolean): QueryWord {
    const plain = (open ? word.open : word.whole) ?? this.#plainWord(word.text, open)
    if (open) word.open = plain
    else word.whole = plain
    return plain
  }

  #plainWord(text: string, open: boolean, found = foundWords(this.terms, text)): QueryWord {
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
      meant: [],
    }
  }
}

function hasMore(found: FoundWord | undefined): boolean {
  return found?.hasMore === true
}

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** The kinds of terms that can be phrases. */
const PHRASE_KINDS = [KIND.strong, KIND.weak, KIND.unitType, KIND.name, KIND.part] as const

/** After the last word and before the first. */
const NO_WORD: WordShape = shapeOf('')

/** The words of one query by their place. */
export class TypedWords {
  readonly tokens: Tokens
  readonly known: KnownWords
  readonly numbers: WantedNumbers
  readonly #words: KnownWord[] = []

  constructor(known: KnownWords, numbers: WantedNumbers, tokens: Tokens) {
    this.tokens = tokens
    this.known = known
    this.numbers = numbers
    for (let at = 0; at < tokens.words.length; at++) {
      this.#words.push(known.of(this.text(at), this.isOpen(at)))
    }
  }

  text(at: number): string {
    return this.tokens.words[at] ?? ''
  }

  shape(at: number): WordShape {
    return this.#words[at]?.shape ?? NO_WORD
  }

  /** Whether it is still being typed. */
  isOpen(at: number): boolean {
    return this.tokens.open && at === this.tokens.words.length - 1
  }

  /** Whether it can only be part of a name. Two letters before digits may begin a UK postcode: `SK 11AA`. */
  isName(at: number): boolean {
    if (!this.shape(at).isName || this.tokens.gaps[at] === '/') return false
    return this.text(at).length > 2 || !this.known.hasPostcodes || !this.shape(at + 1).hasDigit
  }

  /** Whether the index has a phrase that begins with this word and the next. */
  beginsPhrase(at: number): boolean {
    if (this.#words[at]?.beginsPhrase !== true) return false
    const { words, open } = this.tokens
    if (at + 1 === words.length) return !open
    const both = `${words[at]} ${words[at + 1]}`
    return PHRASE_KINDS.some((kind) => this.known.terms.beginning(kind, both) !== undefined)
  }

  /** Whether the whole word is in the name of a building or the like. */
  isOfBuilding(at: number): boolean {
    return this.#words[at]?.isOfBuilding === true
  }

  /** The word as part of a name; `isFirst` where no other name is before it. */
  name(at: number, isFirst: boolean): QueryWord {
    const [word, isOpen] = [this.#words[at] ?? this.known.of('', false), this.isOpen(at)]
    return isFirst ? this.known.first(word, isOpen) : this.known.plain(word, isOpen)
  }

  /** A text that ends with the word at this place, as a number. */
  wanted(kind: TermKind, text: string, at: number): WantedNumber {
    const isOpen = this.isOpen(at)
    const known = this.#words[at]
    // Most numbers are whole words, which are known.
    if (known !== undefined && !isOpen && known.text === text) {
      if (kind === KIND.number) {
        known.number ??= this.numbers.of(kind, text, false)
        return known.number
      }
      if (kind === KIND.unit) {
        known.unit ??= this.numbers.of(kind, text, false)
        return known.unit
      }
    }
    return this.numbers.of(kind, text, isOpen)
  }

  /** Whether the index has a number that is written with a slash; hardly any is. */
  isSlashed(kind: TermKind, first: string, second: string): boolean {
    return this.known.terms.whole(kind, `${first}/${second}`) !== undefined
  }
}
