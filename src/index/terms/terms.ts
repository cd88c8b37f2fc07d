// The dictionary of written forms as a trie in typed arrays: whole words, beginnings of words, typing errors.
// Unchecked: hot, walked letter by letter for every word of a query, and for each of its possible misspellings.

import { countryOf } from '../../countries/country.ts'
import type { PostcodeShape } from '../../countries/declaration.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { TrieName } from '../file/sections.ts'
import { SHORT_BY_ONE } from '../words/written-forms.ts'
import { popCount } from './bit-maps.ts'
import {
  type FoundRange,
  FoundRanges,
  type FoundWord,
  type Misspelling,
  oneTerm,
} from './found-ranges.ts'
import {
  AT,
  BEFORE_MANY,
  childrenBefore,
  endsAtNode,
  firstTermOf,
  isInTable,
  LETTER_A,
  LETTER_Z,
  LeftOutLetters,
  letterBit,
  NODE_WORDS,
} from './terms-writer.ts'

/** What a term says of a street: the first character of its key, so each kind is a branch of the trie and a range. */
export const KIND = {
  /** Words of a street's name, its locality or town, its aliases; in `au` its postcode. */
  strong: 's',
  /** Street types, suffixes, states, counties, countries: they count only after a strong word. */
  weak: 'w',
  /** Words of building, site and organisation names: the street has an address that carries them. */
  name: 'n',
  /** Words of the names of parts of buildings, `GROUND FLOOR FLAT`: the street has a unit that carries them. */
  part: 't',
  /** Words for kinds of units and levels: the street has a unit of that kind. */
  unitType: 'y',
  /** The one word LOT: the street has an address that goes by its lot. */
  lotWord: 'z',
  /** Words of neighbouring localities. */
  near: 'b',
  number: '#',
  unit: 'u',
  level: 'l',
  lot: 'o',
  /** One term without text: the street has a range with more numbers inside than premises hold. */
  ranges: 'r',
  /** UK postcodes without the space, and with it. */
  postcodeJoined: 'p',
  postcodeSpaced: 'q',
} as const

export type TermKind = (typeof KIND)[keyof typeof KIND]

const SPACE = 32
/** All characters that kinds begin with are below. */
const KIND_CODES = 128
const NO_NODE = -1
/** A misspelt word may stand for at most this many others; more would say that it is too short to judge. */
const TYPO_RANGES_MAX = 256
/** How many children are looked at together, each with two nodes ahead. */
const AHEAD_MAX = 64
const AHEAD_WORDS = 4
const ANY = Number.POSITIVE_INFINITY

/** The terms from `from` up to, but not including, `to`. */
export type TermRange = FoundRange

export class Terms {
  readonly count: number
  /** What its postcodes look like. */
  readonly postcode: PostcodeShape
  /** Packed as `terms-writer.ts` says. */
  readonly #nodes: Uint32Array
  readonly #leftOut: LeftOutLetters
  /** Where each kind begins, by its character, and the term after its last one. */
  readonly #kindNodes = new Int32Array(KIND_CODES).fill(NO_NODE)
  readonly #kindEnds = new Uint32Array(KIND_CODES)
  /** Where the last step led: a node, and the term after the last one below it. */
  #node = 0
  #end = 0
  /** How many letters were looked at for misspelt words so far. */
  lettersTried = 0
  /** Once so many were, no more edits are tried. */
  #lettersMax = ANY
  readonly #found = new FoundRanges(TYPO_RANGES_MAX + 1)
  /** For each node that is looked ahead at: the child before it, itself, the next letter's place, its letters. */
  readonly #ahead = new Uint32Array(2 * AHEAD_WORDS * AHEAD_MAX)

  /** An index has two dictionaries: `terms` of streets and `placeTerms` of places. */
  constructor(sections: IndexSections, name: TrieName = 'terms') {
    this.#nodes = sections.get(`${name}.nodes`)
    this.count = sections.get(`${name}.count`)
    this.#leftOut = new LeftOutLetters(sections.get(`${name}.leftOut`))
    this.postcode = countryOf(sections.get('release').product).postcode
    for (const kind of Object.values(KIND)) {
      const code = kind.charCodeAt(0)
      this.#node = 0
      this.#end = this.count
      this.#kindNodes[code] = this.#step(code) ? this.#node : NO_NODE
      this.#kindEnds[code] = this.#end
    }
  }

  /** The one term that is written so, as a range of one, or undefined. */
  whole(kind: TermKind, word: string): TermRange | undefined {
    if (!this.#descend(kind, word)) return undefined
    const first = this.#first(this.#node)
    return endsAtNode(first) ? oneTerm(first) : undefined
  }

  beginning(kind: TermKind, word: string): TermRange | undefined {
    if (!this.#descend(kind, word)) return undefined
    return { from: firstTermOf(this.#first(this.#node)), to: this.#end }
  }

  /** The terms that the word goes on with from one of its letters, each at its length. */
  along(kind: TermKind, word: string, from: number): readonly number[] {
    const found: number[] = []
    let node = this.#kindNodes[kind.charCodeAt(0)]
    for (let end = from; end <= word.length && node !== NO_NODE; end++) {
      const first = this.#first(node)
      if (endsAtNode(first)) found[end - from] = firstTermOf(first)
      node = this.#childBy(node, word.charCodeAt(end))
    }
    return found
  }

  /** All that there is of a word in one way down; undefined where no term begins so. */
  find(kind: TermKind, word: string): FoundWord | undefined {
    if (!this.#descend(kind, word)) return undefined
    const first = this.#first(this.#node)
    const beginning = { from: firstTermOf(first), to: this.#end }
    const hasMore = this.#childBy(this.#node, SPACE) !== NO_NODE
    const isDoubled = this.#follow(word) && endsAtNode(this.#first(this.#node))
    return { whole: endsAtNode(first) ? oneTerm(first) : undefined, beginning, hasMore, isDoubled }
  }

  /** The number terms of a number with other letters after its digits: `12`, `12A`, `12B`. */
  withLetters(kind: TermKind, digits: string): TermRange[] {
    const found: TermRange[] = []
    if (!this.#descend(kind, digits)) return found
    const end = this.#end
    const first = this.#first(this.#node)
    if (endsAtNode(first)) found.push(oneTerm(first))
    const last = this.#child(this.#node + 1)
    for (let child = this.#firstByLetter(this.#node, last); child < last; child++) {
      found.push({ from: firstTermOf(this.#first(child)), to: this.#endOf(child, last, end) })
    }
    return found
  }

  /**
   * Terms at most `edits` insertions, deletions, substitutions or swaps away from the word, or that begin so if `open`.
   * No digit is changed. Some are missing if more than `lettersMax` letters have been tried so far.
   */
  misspelt(kind: TermKind, word: string, edits: number, open: boolean, lettersMax = ANY) {
    if (!this.#descend(kind, '') || this.lettersTried > lettersMax) return []
    this.#lettersMax = lettersMax
    this.#found.clear()
    if (edits === 1 && !open && isInTable(kind, word)) {
      this.lettersTried += word.length + 1
      for (const meant of this.#leftOut.near(kind, word)) {
        this.lettersTried += meant.length
        const term = this.whole(kind, meant)
        if (term !== undefined) this.#found.add(term.from, term.to)
      }
    } else this.#misspeltFrom({ word, open }, this.#node, this.#end, 0, edits)
    return this.#found.joined()
  }

  // Hot: follows the letters as typed, and at each of them tries every edit. Nothing is allocated per node.
  #misspeltFrom(typed: Misspelling, node: number, end: number, from: number, edits: number): void {
    const { word, open } = typed
    let at = node
    let to = end
    for (let i = from; ; i++) {
      if (edits > 0) this.#editAt(typed, at, to, i, edits - 1)
      if (i === word.length) break
      const child = this.#childBy(at, word.charCodeAt(i))
      if (child === NO_NODE) return
      // Where a word is whole, only the term that ends with its last letter is asked for.
      if (open) to = this.#endOf(child, this.#child(at + 1), to)
      at = child
    }
    const first = this.#first(at)
    if (open) this.#found.add(firstTermOf(first), to)
    else if (endsAtNode(first)) this.#found.add(firstTermOf(first), firstTermOf(first) + 1)
  }

  #editAt(typed: Misspelling, node: number, end: number, i: number, edits: number): void {
    const { word, open } = typed
    const isEnd = i === word.length
    if ((isEnd && open) || this.lettersTried > this.#lettersMax) return
    const isShort = word.length === SHORT_BY_ONE
    if (isShort && open) return
    if (!isEnd && !isShort) this.#misspeltFrom(typed, node, end, i + 1, edits)
    if (!isShort && i + 1 < word.length) this.#swapAt(typed, node, end, i, edits)
    const own = isEnd ? NO_NODE : this.#childBy(node, word.charCodeAt(i))
    // With no edit left, what follows must be as typed; nearly always it is not.
    const isAny = edits > 0
    const isLast = i + 1 === word.length
    const inserted = isEnd ? 0 : 1 << letterBit(word.charCodeAt(i))
    const substituted = isEnd || isLast ? 0 : 1 << letterBit(word.charCodeAt(i + 1))
    const last = this.#child(node + 1)
    const first = this.#firstByLetter(node, last)
    this.lettersTried += last - first + LETTERS_BESIDE
    if (!isAny && !isEnd && !isShort && last - first <= AHEAD_MAX) {
      this.#editAhead(typed, first, last, own, end, i)
      return
    }
    for (let child = first; child < last; child++) {
      if (this.#found.count >= TYPO_RANGES_MAX) return
      const letters = this.#nodes[NODE_WORDS * child + AT.letters]
      const isInserted = isAny || isEnd || (letters & inserted) !== 0
      const isOther = !isEnd && !isShort && child !== own
      const isSubstituted = isOther && (isAny || isLast || (letters & substituted) !== 0)
      if (!isInserted && !isSubstituted) continue
      const to = open ? this.#endOf(child, last, end) : end
      if (isInserted) this.#misspeltFrom(typed, child, to, i, edits)
      if (isSubstituted) this.#misspeltFrom(typed, child, to, i + 1, edits)
    }
  }

  // The last edit of a word, an added or another letter at `i`, by the children from `first` to `last`. All nodes that
  // it leads to are read before the first is looked at, so that no read from memory waits for another.
  #editAhead(typed: Misspelling, first: number, last: number, own: number, end: number, i: number) {
    const { word, open } = typed
    const ahead = this.#ahead
    let count = 0
    for (let child = first; child < last; child++) {
      count = this.#lookAhead(count, child, this.#childBy(child, word.charCodeAt(i)), i + 1)
      if (child === own) continue
      const isLast = i + 1 === word.length
      const node = isLast ? child : this.#childBy(child, word.charCodeAt(i + 1))
      count = this.#lookAhead(count, child, node, isLast ? i + 1 : i + 2)
    }
    for (let at = 0, before = NO_NODE; at < count; at += AHEAD_WORDS) {
      const child = ahead[at]
      const node = ahead[at + 1]
      const next = ahead[at + 2]
      if (child !== before && this.#found.count >= TYPO_RANGES_MAX) return
      before = child
      const bit = next === word.length ? 0 : letterBit(word.charCodeAt(next))
      if (next < word.length && ((ahead[at + 3] >>> bit) & 1) === 0) continue
      let to = open ? this.#endOf(child, last, end) : end
      if (open && node !== child) to = this.#endOf(node, this.#child(child + 1), to)
      this.#misspeltFrom(typed, node, to, next, 0)
    }
  }

  #lookAhead(count: number, child: number, node: number, next: number): number {
    if (node === NO_NODE) return count
    this.#ahead[count] = child
    this.#ahead[count + 1] = node
    this.#ahead[count + 2] = next
    this.#ahead[count + 3] = this.#nodes[NODE_WORDS * node + AT.letters]
    return count + AHEAD_WORDS
  }

  /** The letter at `i` and the one after it the other way round. */
  #swapAt(typed: Misspelling, node: number, end: number, i: number, edits: number): void {
    const { word, open } = typed
    if (word[i] === word[i + 1]) return
    const first = this.#childBy(node, word.charCodeAt(i + 1))
    const second = first === NO_NODE ? NO_NODE : this.#childBy(first, word.charCodeAt(i))
    if (second === NO_NODE) return
    const between = open ? this.#endOf(first, this.#child(node + 1), end) : end
    const to = open ? this.#endOf(second, this.#child(first + 1), between) : end
    this.#misspeltFrom(typed, second, to, i + 2, edits)
  }

  /** The first child of a node that a letter leads to: digits and the like are never guessed at. */
  #firstByLetter(node: number, last: number): number {
    const before = childrenBefore(this.#nodes[NODE_WORDS * node + AT.letters])
    let child = this.#child(node) + before
    while (before === BEFORE_MANY && child < last && this.#label(child) < LETTER_A) child++
    return child
  }

  #descend(kind: TermKind, word: string): boolean {
    const first = kind.charCodeAt(0)
    this.#node = this.#kindNodes[first]
    this.#end = this.#kindEnds[first]
    return this.#node !== NO_NODE && this.#follow(word)
  }

  /** On from where the last step led. */
  #follow(word: string): boolean {
    for (let i = 0; i < word.length; i++) if (!this.#step(word.charCodeAt(i))) return false
    return true
  }

  #step(code: number): boolean {
    const child = this.#childBy(this.#node, code)
    if (child === NO_NODE) return false
    this.#end = this.#endOf(child, this.#child(this.#node + 1), this.#end)
    this.#node = child
    return true
  }

  /** The child that a character leads to: a letter says at once which one it is. */
  #childBy(node: number, code: number): number {
    const letters = this.#nodes[NODE_WORDS * node + AT.letters]
    if (((letters >>> letterBit(code)) & 1) === 0) return NO_NODE
    const before = childrenBefore(letters)
    if (code < LETTER_A || code > LETTER_Z || before === BEFORE_MANY) {
      return this.#childLabelled(node, code)
    }
    return this.#child(node) + before + popCount(letters & ((1 << (code - LETTER_A)) - 1))
  }

  #childLabelled(node: number, code: number): number {
    const last = this.#child(node + 1)
    let low = this.#child(node)
    let high = last
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#label(middle) < code) low = middle + 1
      else high = middle
    }
    return low < last && this.#label(low) === code ? low : NO_NODE
  }

  #child(node: number): number {
    return this.#nodes[NODE_WORDS * node + AT.child]
  }

  #first(node: number): number {
    return this.#nodes[NODE_WORDS * node + AT.first]
  }

  #label(node: number): number {
    return this.#nodes[NODE_WORDS * node + AT.label]
  }

  /** The term after the last one below a child: `last` is after its siblings, `end` that of their parent. */
  #endOf(child: number, last: number, end: number): number {
    return child + 1 < last ? firstTermOf(this.#first(child + 1)) : end
  }
}

/** The letter as typed, one left out, and two swapped. */
const LETTERS_BESIDE = 3
