// Sliding counts by key in a table of fixed size, which may lie in memory that several threads share.

import { keyedHash } from './keyed-hash.ts'
import { PARTS, SLOTS } from './window-parts.ts'

const ROW_BITS = 16
const ROW_COUNT = 1 << ROW_BITS
/** A row is one of so many that follow the one its key is hashed to. */
const PROBES = 16

// The words of a row: two of the hash, the window's seconds, the part under way, the total, and a ring of parts.
const SECONDS = 2
const PART = 3
const TOTAL = 4
const RING = 5
const ROW_WORDS = RING + SLOTS

export const COUNT_TABLE_BYTES = ROW_COUNT * ROW_WORDS * Uint32Array.BYTES_PER_ELEMENT

/**
 * Keys are kept as hashes of 64 bits, keyed so that nobody can aim at somebody else's row. A key that finds no room
 * takes the row of one whose requests have all left the window, or else the one with the fewest.
 */
export class CountTable {
  readonly #words: Uint32Array
  readonly #seed: number

  constructor(memory: ArrayBufferLike, seed: number) {
    this.#words = new Uint32Array(memory)
    this.#seed = seed
  }

  /** The row of a key, moved on to this moment. */
  rowOf(key: string, seconds: number, nowMs: number): number {
    const low = keyedHash(key, this.#seed)
    // Never zero: that is an empty row.
    const high = (keyedHash(key, this.#seed ^ 0x5bd1e995) | 1) >>> 0
    const row = this.#find(low, high) ?? this.#make(low, high, nowMs)
    if (this.#words[row + SECONDS] !== seconds) this.#clear(row, low, high, seconds)
    this.#moveTo(row, nowMs)
    return row
  }

  total(row: number): number {
    return this.#words[row + TOTAL]
  }

  add(row: number): void {
    this.#words[row + RING + (this.#words[row + PART] % SLOTS)] += 1
    this.#words[row + TOTAL] += 1
  }

  /** Whole seconds until fewer than `limit` are left, at least 1. */
  secondsUntilBelow(row: number, limit: number, nowMs: number): number {
    const seconds = this.#words[row + SECONDS]
    const partMs = (seconds * 1000) / PARTS
    const now = this.#words[row + PART]
    let left = this.total(row)
    for (let part = Math.max(0, now - PARTS); part <= now; part += 1) {
      left -= this.#words[row + RING + (part % SLOTS)]
      if (left < limit) {
        return Math.max(1, Math.ceil(((part + 1) * partMs + seconds * 1000 - nowMs) / 1000))
      }
    }
    return seconds
  }

  #find(low: number, high: number): number | undefined {
    for (let probe = 0; probe < PROBES; probe += 1) {
      const row = rowAt(low, probe)
      if (this.#words[row] === low && this.#words[row + 1] === high) return row
    }
    return undefined
  }

  #make(low: number, high: number, nowMs: number): number {
    let best = rowAt(low, 0)
    let fewest = Number.POSITIVE_INFINITY
    for (let probe = 0; probe < PROBES && fewest > 0; probe += 1) {
      const row = rowAt(low, probe)
      if (this.#words[row + SECONDS] > 0) this.#moveTo(row, nowMs)
      if (this.#words[row + TOTAL] >= fewest) continue
      best = row
      fewest = this.#words[row + TOTAL]
    }
    this.#clear(best, low, high, 0)
    return best
  }

  #clear(row: number, low: number, high: number, seconds: number): void {
    this.#words.fill(0, row, row + ROW_WORDS)
    this.#words[row] = low
    this.#words[row + 1] = high
    this.#words[row + SECONDS] = seconds
  }

  #moveTo(row: number, nowMs: number): void {
    const words = this.#words
    const part = Math.floor((nowMs * PARTS) / (words[row + SECONDS] * 1000))
    const steps = Math.min(part - words[row + PART], SLOTS)
    for (let step = 1; step <= steps; step += 1) {
      const slot = row + RING + ((words[row + PART] + step) % SLOTS)
      words[row + TOTAL] -= words[slot]
      words[slot] = 0
    }
    if (part > words[row + PART]) words[row + PART] = part
  }
}

function rowAt(low: number, probe: number): number {
  return (((low >>> (32 - ROW_BITS)) + probe) & (ROW_COUNT - 1)) * ROW_WORDS
}
