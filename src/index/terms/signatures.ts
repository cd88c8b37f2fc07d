// Signatures of streets: bits that say which terms a street cannot have, kept beside its number in every list.
// Unchecked: hot, a mask is made of every requirement of a query, and there are as many bounds as kinds.

import { KIND, type TermRange, type Terms } from './terms.ts'

/** The bits that strong terms and those of neighbours share by chance. */
const HASHED_BITS = 29
/** Of other kinds a street says only whether it has any term of it. */
const FLAGS: ReadonlyMap<string, number> = new Map([
  [KIND.name, 1 << 29],
  [KIND.unitType, 1 << 30],
  [KIND.lotWord, 1 << 31],
])
const HASHED: ReadonlySet<string> = new Set([
  KIND.strong,
  KIND.near,
  KIND.postcodeJoined,
  KIND.postcodeSpaced,
])

/** What any street may have: no bit of a signature says something of it. */
export const ANY_STREET = -1
/** More terms than these leave hardly a bit that says something. */
const TERMS_MAX = 48

/** The bit of a term in the signatures of its streets; 0 for numbers and the like, which are in none. */
export function signatureBit(kind: string, term: number): number {
  return HASHED.has(kind) ? hashedBit(term) : (FLAGS.get(kind) ?? 0)
}

function hashedBit(term: number): number {
  return 1 << ((Math.imul(term, 0x9e3779b1) >>> 8) % HASHED_BITS)
}

/** Makes masks of terms: a street has one of the terms only if its signature has a bit of their mask. */
export class SignatureMasks {
  readonly #from: number[] = []
  readonly #to: number[] = []
  /** The bit of each kind, 0 where its terms are hashed. */
  readonly #bit: number[] = []

  constructor(terms: Terms) {
    for (const kind of [...HASHED, ...FLAGS.keys()]) {
      const range = terms.beginning(kind as typeof KIND.name, '')
      if (range === undefined) continue
      this.#from.push(range.from)
      this.#to.push(range.to)
      this.#bit.push(FLAGS.get(kind) ?? 0)
    }
  }

  /** ANY_STREET where a signature says nothing of one of the terms. */
  of(ranges: readonly TermRange[]): number {
    let mask = 0
    let left = TERMS_MAX
    for (let i = 0; i < ranges.length; i++) {
      const { from, to } = ranges[i]
      const kind = this.#kindOf(from, to)
      if (kind === -1) return ANY_STREET
      if (this.#bit[kind] !== 0) {
        mask |= this.#bit[kind]
        continue
      }
      left -= to - from
      if (left < 0) return ANY_STREET
      for (let term = from; term < to; term++) mask |= hashedBit(term)
    }
    return mask
  }

  #kindOf(from: number, to: number): number {
    for (let kind = 0; kind < this.#from.length; kind++) {
      if (from >= this.#from[kind] && to <= this.#to[kind]) return kind
    }
    return -1
  }
}
