// Gives each distinct text a number while rows stream in.
// Unchecked: hot, goes over millions of texts.

import { elementAt } from '../../lib/element-at.ts'
import { countUp, sortByKey } from './row-order.ts'

/** Texts by number in order of first use; number 0 is the empty text. */
export class TextNumbers {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>([['', 0]])

  add(text: string): number {
    if (text === '') return 0
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const own = ownText(text)
    // Half of a surrogate pair becomes another character in the copy, which may be known.
    if (own !== text && this.#numbers.has(own)) return this.add(own)
    const number = this.texts.length
    this.texts.push(own)
    this.#numbers.set(own, number)
    return number
  }

  at(number: number): string {
    return elementAt(this.texts, number)
  }

  /** The empty text stays 0. */
  sort(): SortedTexts {
    return sortTexts(this.texts)
  }
}

/** A text cut from a chunk of a file keeps the whole chunk in memory; this one has its letters alone. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

/** For a field that mostly has the text that it had in the row before. */
export class RecentText {
  readonly #texts: TextNumbers
  #text = ''
  #number = 0

  constructor(texts: TextNumbers) {
    this.#texts = texts
  }

  number(text: string): number {
    if (text === this.#text) return this.#number
    this.#text = text
    this.#number = this.#texts.add(text)
    return this.#number
  }
}

export interface SortedTexts {
  readonly sorted: readonly string[]
  /** For each number of first use its place in sorted order. */
  readonly places: Uint32Array
}

/** The number of a text is its place in `texts`. */
export function sortTexts(texts: readonly string[]): SortedTexts {
  const order = orderOf(texts)
  const sorted = new Array<string>(order.length)
  const places = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) {
    sorted[place] = texts[order[place]]
    places[order[place]] = place
  }
  return { sorted, places }
}

const KEYS = 3
const KEY_CHARACTERS = 4
/** What a character above counts as, and all behind it in its key and the next ones. */
const CHARACTER_MAX = 255

/** By their first twelve characters with radix sorts, four at a time, then those that share these by all the rest. */
function orderOf(texts: readonly string[]): Uint32Array {
  let order = countUp(texts.length)
  const keys = Array.from({ length: KEYS }, (_, at) => keysOf(texts, at))
  for (const key of keys.toReversed()) order = sortByKey(order, key)
  const isEqual = (a: number, b: number) => keys.every((key) => key[a] === key[b])
  for (let from = 0; from < order.length; ) {
    let to = from + 1
    while (to < order.length && isEqual(order[to], order[from])) to++
    if (to - from > 1) {
      order.subarray(from, to).sort((a, b) => (texts[a] < texts[b] ? -1 : 1))
    }
    from = to
  }
  return order
}

/** The `at`th four characters of each text as one number. */
function keysOf(texts: readonly string[], at: number): Uint32Array {
  const keys = new Uint32Array(texts.length)
  const [from, to] = [at * KEY_CHARACTERS, (at + 1) * KEY_CHARACTERS]
  for (let i = 0; i < keys.length; i++) {
    const text = texts[i]
    let key = 0
    let isPast = at > 0 && hasHigh(text, from)
    for (let place = from; place < to; place++) {
      const code = place < text.length ? text.charCodeAt(place) : 0
      isPast ||= code >= CHARACTER_MAX
      key = key * (CHARACTER_MAX + 1) + (isPast ? CHARACTER_MAX : code)
    }
    keys[i] = key
  }
  return keys
}

function hasHigh(text: string, before: number): boolean {
  for (let place = 0; place < before && place < text.length; place++) {
    if (text.charCodeAt(place) >= CHARACTER_MAX) return true
  }
  return false
}
