// Signatures of streets: bits that say which terms a street cannot have, kept beside its number in every list.
// Unchecked: hot, a mask is made of every requirement of a query, and there are as many bounds as kinds.

import { KIND, type TermKind, type TermRange, type Terms } from './terms.ts'

/** The bits that terms share by chance. */
const HASHED_BITS = 29
const HASHED = 0

/**
 * For each kind its own bit, where a street says only whether it has any term of it, or HASHED. In the UK nearly every
 * street has an address with a name, so that names are hashed.
 */
function kindBits(hasPostcodes: boolean): ReadonlyMap<TermKind, number> {
  const ofNames = hasPostcodes ? HASHED : 1 << 29
  return new Map<TermKind, number>([
    [KIND.strong, HASHED],
    [KIND.near, HASHED],
    [KIND.postcodeJoined, HASHED],
    [KIND.postcodeSpaced, HASHED],
    [KIND.name, ofNames],
    [KIND.part, ofNames],
    [KIND.unitType, 1 << 30],
    [KIND.lotWord, 1 << 31],
  ])
}

/** What any street may have: no bit of a signature says something of it. */
export const ANY_STREET = -1
/** More terms than these leave hardly a bit that says something. */
const TERMS_MAX = 48

/** The bit of each term in the signatures of its streets; 0 for numbers and the like, which are in none. */
export function signatureBits(sorted: readonly string[]): Uint32Array {
  const kinds = kindBits(sorted.some((term) => term.startsWith(KIND.postcodeSpaced)))
  return Uint32Array.from(sorted, (term, at) => {
    const bit = kinds.get(term.slice(0, 1) as TermKind)
    return bit === HASHED ? hashedBit(at) : (bit ?? 0)
  })
}

function hashedBit(term: number): number {
  return 1 << ((Math.imul(term, 0x9e3779b1) >>> 8) % HASHED_BITS)
}

/** Makes masks of terms: a street has one of the terms only if its signature has a bit of their mask. */
export class SignatureMasks {
  readonly #from: number[] = []
  readonly #to: number[] = []
  /** The bit of each kind, or HASHED. */
  readonly #bit: number[] = []

  constructor(terms: Terms) {
    const hasPostcodes = terms.beginning(KIND.postcodeSpaced, '') !== undefined
    for (const [kind, bit] of kindBits(hasPostcodes)) {
      const range = terms.beginning(kind, '')
      if (range === undefined) continue
      this.#from.push(range.from)
      this.#to.push(range.to)
      this.#bit.push(bit)
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
      if (this.#bit[kind] !== HASHED) {
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
