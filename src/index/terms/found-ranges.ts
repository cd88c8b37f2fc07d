// Ranges of terms as they are found, put in order by where they begin. Its owner keeps one and clears it.
// Unchecked: hot, some dozens are added for every word that may be misspelt, within the room that is told.

import { firstTermOf } from './terms-writer.ts'

export interface FoundRange {
  readonly from: number
  readonly to: number
}

/** The first term of a node, as it is packed there. */
export function oneTerm(first: number): FoundRange {
  return { from: firstTermOf(first), to: firstTermOf(first) + 1 }
}

/** A word that may be misspelt; an open one is the beginning of a word. */
export interface Misspelling {
  readonly word: string
  readonly open: boolean
}

export interface FoundWord {
  readonly whole: FoundRange | undefined
  readonly beginning: FoundRange
  /** There is a term of more words that begins with this one. */
  readonly hasMore: boolean
  /** There is a term that is the word twice. */
  readonly isDoubled: boolean
}

export class FoundRanges {
  count = 0
  #from: Uint32Array
  #to: Uint32Array

  constructor(most: number) {
    this.#from = new Uint32Array(most)
    this.#to = new Uint32Array(most)
  }

  clear(): void {
    this.count = 0
  }

  /** The same term may come more than once. They are few, and come nearly in order. */
  add(from: number, to: number): void {
    if (this.count === this.#from.length) this.#grow()
    let at = this.count++
    while (at > 0 && this.#from[at - 1] > from) {
      this.#from[at] = this.#from[at - 1]
      this.#to[at] = this.#to[at - 1]
      at--
    }
    this.#from[at] = from
    this.#to[at] = to
  }

  /** Each term once, and neighbours as one range. */
  joined(): readonly FoundRange[] {
    const ranges: FoundRange[] = []
    for (let at = 0; at < this.count; ) {
      const from = this.#from[at]
      let to = this.#to[at]
      for (at++; at < this.count && this.#from[at] <= to; at++) to = Math.max(to, this.#to[at])
      ranges.push({ from, to })
    }
    return ranges
  }

  #grow(): void {
    const [from, to] = [this.#from, this.#to]
    this.#from = new Uint32Array(2 * from.length)
    this.#to = new Uint32Array(2 * to.length)
    this.#from.set(from)
    this.#to.set(to)
  }
}
