// Signatures of streets: bits that say which terms a street cannot have, kept next to its number in every list.
// Unchecked: hot, a mask is made of every requirement of a query, and each term has its bit.

import { popCount } from './bit-maps.ts'
import { KIND, type TermKind, type TermRange } from './terms.ts'

/** In place of a bit: terms share bits by the hash of their first letters, whatever their kind. */
const HASHED = -1
/** In place of a bit: a signature says nothing of the term. */
const NO_BIT = 32

/** How many letters decide the bit of a word: words that begin alike share it. */
const WORD_LETTERS = 4
const POSTCODE_LETTERS = 2

/** What any street may have: no bit of a signature says something of it. */
export const ANY_STREET = -1
/** More terms than these are not looked at. */
const TERMS_MAX = 1024

// How many bits, from the lowest on, terms share; and for each kind HASHED, or the bit by which a street says only
// whether it has any term of it. In the UK nearly every street has a name and none a lot, so names are hashed there.
function kindBits(hasPostcodes: boolean) {
  const ofNames = hasPostcodes ? HASHED : 29
  const of = new Map<TermKind, number>([
    [KIND.strong, HASHED],
    [KIND.near, HASHED],
    [KIND.postcodeJoined, HASHED],
    [KIND.postcodeSpaced, HASHED],
    [KIND.name, ofNames],
    [KIND.part, ofNames],
    [KIND.unitType, hasPostcodes ? 31 : 30],
    [KIND.lotWord, 31],
  ])
  return { hashed: hasPostcodes ? 31 : 29, of }
}

/** The bit that each term sets in the signatures of its streets; NO_BIT for numbers and the like, which are in none. */
export function signatureBits(sorted: readonly string[], hasPostcodes: boolean): Uint8Array {
  const { hashed, of } = kindBits(hasPostcodes)
  return Uint8Array.from(sorted, (term) => {
    const kind = term.slice(0, 1) as TermKind
    const bit = of.get(kind) ?? NO_BIT
    if (bit !== HASHED) return bit
    const isPostcode = kind === KIND.postcodeJoined || kind === KIND.postcodeSpaced
    return hashOf(term, isPostcode ? POSTCODE_LETTERS : WORD_LETTERS) % hashed
  })
}

/** A hash of the first letters after the kind. */
function hashOf(term: string, letters: number): number {
  let hash = 0
  const end = Math.min(term.length, letters + 1)
  for (let at = 1; at < end; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 8
}

/** The signature of a street that has only a term with this bit. */
export function signatureOf(bit: number): number {
  return bit === NO_BIT ? 0 : 1 << bit
}

/** Makes masks of terms: a street has one of the terms only if its signature shares a bit with their mask. */
export class SignatureMasks {
  readonly #bits: Uint8Array

  constructor(bits: Uint8Array) {
    this.#bits = bits
  }

  /** ANY_STREET where a signature says nothing of one of the terms. */
  of(ranges: readonly TermRange[]): number {
    let mask = 0
    let left = TERMS_MAX
    for (let i = 0; i < ranges.length; i++) {
      const { from, to } = ranges[i]
      left -= to - from
      // After the last term are buckets of premises.
      if (left < 0 || to > this.#bits.length) return ANY_STREET
      for (let term = from; term < to; term++) {
        if (this.#bits[term] === NO_BIT) return ANY_STREET
        mask |= 1 << this.#bits[term]
      }
    }
    return mask
  }
}

/** The share of streets whose signature has one of this many bits; each bit is set in about a quarter. */
const SHARES = Float64Array.from({ length: 33 }, (_, bits) => 1 - 0.76 ** bits)

/** The share of all streets expected to have a bit of each mask. */
export function shareOf(masks: readonly number[]): number {
  let share = 1
  for (let i = 0; i < masks.length; i++) share *= SHARES[popCount(masks[i])]
  return share
}
