// Gives each distinct pair of numbers a number while rows stream in.
// Unchecked: hot, most rows ask for one to six pairs, and slots are within the table by its mask.

import type { TextNumbers } from './text-numbers.ts'

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

/**
 * Gives each distinct set of fields, such as the locality, state and postcode of a place, a number.
 * A set is the first field, paired with the second, that pair with the third, and so on.
 */
export class FieldNumbers<Field extends string> {
  readonly #texts: TextNumbers
  readonly #first: Field
  readonly #others: readonly { readonly field: Field; readonly pairs: PairNumbers }[]
  constructor(texts: TextNumbers, [first, ...others]: readonly [Field, ...Field[]]) {
    this.#texts = texts
    this.#first = first
    this.#others = others.map((field) => ({ field, pairs: new PairNumbers() }))
  }

  get count(): number {
    return this.#others.at(-1)?.pairs.count ?? 0
  }

  add(row: Readonly<Record<Field, string>>): number {
    let number = this.#texts.add(row[this.#first])
    for (const { field, pairs } of this.#others) {
      number = pairs.add(number, this.#texts.add(row[field]))
    }
    return number
  }

  at(number: number): Readonly<Record<Field, string>> {
    const texts: Partial<Record<Field, string>> = {}
    let rest = number
    for (const { field, pairs } of this.#others.toReversed()) {
      texts[field] = this.#texts.at(pairs.secondOf(rest))
      rest = pairs.firstOf(rest)
    }
    texts[this.#first] = this.#texts.at(rest)
    return texts as Record<Field, string>
  }
}
