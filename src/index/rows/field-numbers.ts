// Gives each distinct set of fields, such as the locality, state and postcode of a place, a number.

import { PairNumbers } from './pair-numbers.ts'
import type { TextNumbers } from './text-numbers.ts'

/** A set is the first field, paired with the second, that pair with the third, and so on. */
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
