// The distinct values of a field: which begin with what was typed, and how many addresses have each.
// Unchecked: with a filter the addresses of every street are counted, and values are numbered from the columns.

import type { NarrowArray } from '../../index/file/sections.ts'
import { fold, foldedValue } from '../../index/words/fold.ts'
import { lowerBoundBy } from '../../lib/lower-bound.ts'

/** For each name, place or postcode the number of its addresses, and a street that has it. */
export class PartCounts {
  readonly ofStreet: NarrowArray
  readonly addresses: Uint32Array
  readonly street: Uint32Array

  /** `start` has the first address of each street, and one more. */
  constructor(ofStreet: NarrowArray, start: Uint32Array) {
    let count = 0
    for (let street = 0; street < ofStreet.length; street++) {
      count = Math.max(count, ofStreet[street] + 1)
    }
    this.ofStreet = ofStreet
    this.addresses = new Uint32Array(count)
    this.street = new Uint32Array(count)
    // Backwards, so the best-known street is the one that stays.
    for (let street = ofStreet.length - 1; street >= 0; street--) {
      const part = ofStreet[street]
      this.addresses[part] += start[street + 1] - start[street]
      this.street[part] = street
    }
  }
}

export interface NumberedTexts {
  /** The number of the text that an address on this street shows. */
  numberOf(street: number): number
  at(text: number): string
  /** Whether folding would change nothing; such texts are in the order of their numbers. */
  isFolded(text: number): boolean
}

/** Texts numbered as they come. */
export function numberedTexts(textOf: (street: number) => string): NumberedTexts {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  return {
    numberOf: (street) => {
      const text = textOf(street)
      const number = numbers.get(text) ?? texts.length
      if (number === texts.length) {
        numbers.set(text, number)
        texts.push(text)
      }
      return number
    },
    at: (text) => texts[text],
    isFolded: () => false,
  }
}

/** The values of one field, sorted by folded text: a beginning is one range of them. */
export class FieldValues {
  /** The number of the text of each value. */
  readonly #numbers: Uint32Array
  readonly #texts: NumberedTexts
  /** Part to value. */
  readonly of: Uint32Array
  readonly addresses: Uint32Array
  readonly #partOfStreet: NarrowArray
  #ofStreets: Uint32Array | undefined

  constructor(parts: PartCounts, texts: NumberedTexts) {
    this.#partOfStreet = parts.ofStreet
    const ofPart = parts.street.map((street) => texts.numberOf(street))
    let count = 0
    for (const number of ofPart) count = Math.max(count, number + 1)
    /** Text to value; before that, whether it is one. */
    const values = new Uint32Array(count)
    for (const number of ofPart) values[number] = 1
    this.#texts = texts
    this.#numbers = inOrder(texts, values)
    this.#numbers.forEach((number, value) => {
      values[number] = value
    })
    this.of = ofPart.map((number) => values[number])
    this.addresses = new Uint32Array(this.#numbers.length)
    this.of.forEach((value, part) => {
      this.addresses[value] += parts.addresses[part]
    })
  }

  text(value: number): string {
    return this.#texts.at(this.#numbers[value])
  }

  /** 1 for each value that is one of the folded texts. */
  named(texts: ReadonlySet<string>): Uint8Array {
    const isNamed = new Uint8Array(this.#numbers.length)
    for (const text of texts) {
      // What it is comes before what only begins with it.
      const [from, to] = this.beginning(text)
      for (let at = from; at < to && foldedValue(this.text(at)) === text; at++) isNamed[at] = 1
    }
    return isNamed
  }

  /** Street to value: a third of the time that it takes by way of parts. */
  ofStreets(): NarrowArray {
    if (this.#ofStreets !== undefined) return this.#ofStreets
    const part = this.#partOfStreet
    const ofStreets = new Uint32Array(part.length)
    for (let street = 0; street < part.length; street++) ofStreets[street] = this.of[part[street]]
    this.#ofStreets = ofStreets
    return ofStreets
  }

  /** The values that begin with the folded text: the first, and the one after the last. */
  beginning(begin: string): readonly [number, number] {
    return rangeOf(this.#numbers.length, (at) => foldedValue(this.text(at)), begin)
  }
}

/** The numbers of the wanted texts, in the order of their folded texts. Few have to be folded. */
function inOrder(texts: NumberedTexts, isWanted: Uint32Array): Uint32Array {
  const folded: number[] = []
  const others: { readonly number: number; readonly folded: string }[] = []
  isWanted.forEach((is, number) => {
    if (is === 0) return
    if (texts.isFolded(number)) folded.push(number)
    else others.push({ number, folded: foldedValue(texts.at(number)) })
  })
  others.sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0))
  const ordered = new Uint32Array(folded.length + others.length)
  let from = 0
  others.forEach((other, before) => {
    const to = lowerBoundBy(from, folded.length, (at) => texts.at(folded[at]) < other.folded)
    ordered.set(folded.slice(from, to), from + before)
    ordered[to + before] = other.number
    from = to
  })
  ordered.set(folded.slice(from), from + others.length)
  return ordered
}

/** The same for UK postcodes: the parts are the values, in order, and too many to list. */
export class SortedParts {
  readonly of: undefined
  readonly addresses: Uint32Array
  readonly #textOf: (street: number) => string
  readonly #street: Uint32Array
  readonly #ofStreet: NarrowArray

  constructor({ addresses, street, ofStreet }: PartCounts, textOf: (street: number) => string) {
    this.addresses = addresses
    this.#ofStreet = ofStreet
    this.#street = street
    this.#textOf = textOf
  }

  text(value: number): string {
    return this.#textOf(this.#street[value])
  }

  ofStreets(): NarrowArray {
    return this.#ofStreet
  }

  beginning(begin: string): readonly [number, number] {
    // A street without a postcode has the number after the last.
    const last = this.#street.length - 1
    const count = last >= 0 && this.text(last) === '' ? last : last + 1
    return rangeOf(count, (at) => foldedValue(this.text(at)), begin)
  }
}

function rangeOf(
  count: number,
  foldedAt: (at: number) => string,
  begin: string,
): readonly [number, number] {
  const from = lowerBoundBy(0, count, (at) => foldedAt(at) < begin)
  return [from, lowerBoundBy(from, count, (at) => foldedAt(at).startsWith(begin))]
}

interface CountedValue {
  readonly value: string
  readonly count: number
}

/** The values with the most addresses first; equal ones by text. A value of two fields comes once. */
export class BestValues {
  readonly #top: number
  readonly #best: CountedValue[] = []

  constructor(top: number) {
    this.#top = top
  }

  /** Whether a value with this many addresses can be among them. */
  wants(count: number): boolean {
    const last = this.#best.at(-1)
    return count > 0 && (this.#best.length < this.#top || last === undefined || count >= last.count)
  }

  add(added: CountedValue): void {
    const best = this.#best
    const last = best.at(-1)
    if (best.length >= this.#top && last !== undefined && !isBefore(added, last)) return
    const known = best.find(({ value }) => value === added.value)
    if (known !== undefined) {
      if (known.count >= added.count) return
      best.splice(best.indexOf(known), 1)
    }
    best.splice(best.findLastIndex((other) => !isBefore(added, other)) + 1, 0, added)
    if (best.length > this.#top) best.pop()
  }

  list(): readonly string[] {
    return this.#best.map(({ value }) => value)
  }
}

function isBefore(a: CountedValue, b: CountedValue): boolean {
  return a.count === b.count ? a.value < b.value : a.count > b.count
}

/** What a value must begin with, including a separator at the end of the term. */
export function beginningOf(term: string): string {
  const folded = foldedValue(term)
  return folded !== '' && /[^\p{L}\p{N}]$/u.test(fold(term)) ? `${folded} ` : folded
}
