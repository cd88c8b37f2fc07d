// Takes legal parcel ids apart and puts them together: `320\DP301921` is the pattern `#\DP#` and two numbers.

import type { TextNumbers } from '../rows/text-numbers.ts'
import { isDigit, ZERO } from '../words/number-code.ts'

/** Numbers of this many digits are always exact. */
const DIGITS_MAX = 15
const HASH = 35
const EQUALS = 61
const SLOTS = 1 << 10
/** A longer one is kept whole. */
const LENGTH_MAX = 256

/** Hot. A number that begins with 0 or is too long stays in the pattern; an id with a `#` or `=` is kept whole. */
export class ParcelReader {
  /** The numbers of the id read last; only the first `count` are its own. */
  readonly numbers = new Float64Array(LENGTH_MAX)
  count = 0
  readonly #texts: TextNumbers
  readonly #pattern = new Uint16Array(LENGTH_MAX)
  #length = 0
  #hash = 0
  /** Patterns that were seen lately, by their hash, and their numbers in the book. */
  readonly #recent: string[] = new Array<string>(SLOTS).fill('')
  readonly #recentNumber = new Uint32Array(SLOTS)

  constructor(texts: TextNumbers) {
    this.#texts = texts
  }

  read(parcel: string): number {
    this.count = 0
    if (parcel === '') return 0
    if (parcel.length > LENGTH_MAX || !this.#take(parcel)) {
      this.count = 0
      return this.#texts.add(`=${parcel}`)
    }
    const slot = this.#hash & (SLOTS - 1)
    const recent = this.#recentNumber[slot]
    if (recent !== undefined && this.#isPattern(this.#recent[slot] ?? '')) return recent
    const pattern = String.fromCharCode(...this.#pattern.subarray(0, this.#length))
    const number = this.#texts.add(pattern)
    this.#recent[slot] = pattern
    this.#recentNumber[slot] = number
    return number
  }

  /** Whether the id could be taken apart. */
  #take(parcel: string): boolean {
    this.#length = 0
    this.#hash = 0
    for (let at = 0; at < parcel.length; ) {
      const code = parcel.charCodeAt(at)
      if (code === HASH || code === EQUALS) return false
      if (!isDigit(code)) {
        this.#put(code)
        at++
        continue
      }
      let end = at
      let number = 0
      for (; end < parcel.length && isDigit(parcel.charCodeAt(end)); end++) {
        number = number * 10 + parcel.charCodeAt(end) - ZERO
      }
      if (code === ZERO || end - at > DIGITS_MAX) {
        for (; at < end; at++) this.#put(parcel.charCodeAt(at))
      } else {
        this.numbers[this.count++] = number
        this.#put(HASH)
      }
      at = end
    }
    return true
  }

  #put(code: number): void {
    this.#pattern[this.#length++] = code
    this.#hash = Math.imul(this.#hash ^ code, 0x01000193)
  }

  #isPattern(text: string): boolean {
    if (text.length !== this.#length) return false
    for (let at = 0; at < text.length; at++) {
      if (text.charCodeAt(at) !== this.#pattern[at]) return false
    }
    return true
  }
}

export function numbersIn(pattern: string): number {
  return pattern.startsWith('=') ? 0 : pattern.split('#').length - 1
}

export function parcelText(pattern: string, nextNumber: () => number): string {
  if (pattern.startsWith('=')) return pattern.slice(1)
  return pattern.replaceAll('#', () => String(nextNumber()))
}
