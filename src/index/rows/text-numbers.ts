// Gives each distinct text, pair of numbers and set of fields a number while rows stream in.
// Unchecked: hot, goes over millions of texts, and most rows ask for one to six pairs.

import { elementAt } from '../../lib/element-at.ts'
import { countUp, sortByKey } from './row-order.ts'

/** Texts by number in order of first use; number 0 is the empty text. */
export class TextNumbers {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>([['', 0]])
  #read: ((number: number) => string) | undefined

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

  /** Takes texts that have numbers already. Nothing is added by its text then. */
  readBy(read: (number: number) => string): void {
    this.#read = read
  }

  at(number: number): string {
    return this.#read === undefined ? elementAt(this.texts, number) : this.#read(number)
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

const SLOTS_FIRST = 1 << 10
const FILL_MAX = 0.6

/** Numbers are in order of first use. Open addressing: a Map takes three times as long. */
export class PairNumbers {
  readonly #first: number[] = []
  readonly #second: number[] = []
  /** One more than the number of the pair in each slot; 0 is a free one. */
  #slots = new Uint32Array(SLOTS_FIRST)

  get count(): number {
    return this.#first.length
  }

  add(first: number, second: number): number {
    const slot = this.#slotOf(first, second)
    if (this.#slots[slot] !== 0) return this.#slots[slot] - 1
    this.#first.push(first)
    this.#second.push(second)
    this.#slots[slot] = this.#first.length
    if (this.#first.length > this.#slots.length * FILL_MAX) this.#grow()
    return this.#first.length - 1
  }

  /** -1 for one that was never added. */
  find(first: number, second: number): number {
    return this.#slots[this.#slotOf(first, second)] - 1
  }

  firstOf(pair: number): number {
    return this.#first[pair]
  }

  secondOf(pair: number): number {
    return this.#second[pair]
  }

  #slotOf(first: number, second: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
    let slot = (hash ^ (hash >>> 13)) & mask
    for (;;) {
      const pair = slots[slot] - 1
      if (pair === -1 || (this.#first[pair] === first && this.#second[pair] === second)) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let pair = 0; pair < this.#first.length; pair++) {
      this.#slots[this.#slotOf(this.#first[pair], this.#second[pair])] = pair + 1
    }
  }
}

/** Numbers each distinct set of fields: the first field paired with the second, that pair with the third, and so on. */
export class FieldNumbers<Field extends string> {
  readonly fields: readonly Field[]
  readonly #texts: TextNumbers
  /** For each field but the first. */
  readonly #pairs: readonly PairNumbers[]
  readonly #last: string[] = []
  #number = 0

  constructor(texts: TextNumbers, fields: readonly [Field, ...Field[]]) {
    this.fields = fields
    this.#texts = texts
    this.#pairs = fields.slice(1).map(() => new PairNumbers())
  }

  get count(): number {
    return this.#pairs.at(-1)?.count ?? 0
  }

  /** Rows with the same fields mostly follow each other, and are then looked up once. */
  add(row: Readonly<Record<Field, string>>): number {
    const [texts, last, pairs] = [this.#texts, this.#last, this.#pairs]
    let isSame = true
    for (let i = 0; i < this.fields.length; i++) {
      const text = row[this.fields[i]]
      if (text === last[i]) continue
      last[i] = text
      isSame = false
    }
    if (isSame) return this.#number
    let number = texts.add(last[0])
    for (let i = 1; i < last.length; i++) number = pairs[i - 1].add(number, texts.add(last[i]))
    this.#number = number
    return number
  }

  /** By the numbers of its texts. */
  addNumbers(texts: ArrayLike<number>): number {
    let number = texts[0]
    for (let i = 1; i < texts.length; i++) number = this.#pairs[i - 1].add(number, texts[i])
    return number
  }

  at(number: number): Readonly<Record<Field, string>> {
    const fields: Partial<Record<Field, string>> = {}
    this.textsOf(number).forEach((text, i) => {
      fields[this.fields[i]] = text
    })
    return fields as Record<Field, string>
  }

  /** In the order of the fields. */
  textsOf(number: number): readonly string[] {
    const texts = this.fields.map(() => '')
    let rest = number
    for (let i = texts.length - 1; i > 0; i--) {
      texts[i] = this.#texts.at(this.#pairs[i - 1].secondOf(rest))
      rest = this.#pairs[i - 1].firstOf(rest)
    }
    texts[0] = this.#texts.at(rest)
    return texts
  }
}

export interface SortedTexts {
  readonly sorted: readonly string[]
  /** For each number of first use its place in sorted order. */
  readonly places: Uint32Array
}

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
/** What a character above counts as, and all after it in its key and the next ones. */
const CHARACTER_MAX = 255

/** Radix sorts by the first twelve characters, four at a time; texts that share these are sorted by the rest. */
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
