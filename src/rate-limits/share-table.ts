// When each share of work is full again, in memory of a fixed size that threads may use together.
// Unchecked: hot, and every place is within the table.

import { keyedHash, newSeed, type Seed } from './keyed-hash.ts'

/** Sets of rows; a power of two. */
const SETS = 2 ** 14
/** Rows of a set: a key is in one of them or nowhere. */
const WAYS = 8

export interface ShareMemory {
  readonly rows: SharedArrayBuffer
  readonly seed: Seed
}

export function newShareMemory(): ShareMemory {
  return { rows: new SharedArrayBuffer(SETS * WAYS * 16), seed: newSeed() }
}

/**
 * One number says all about a share: when it would be full if nothing more were spent. Who is not in the table has
 * spent nothing. Where a set is full, the row that is full again soonest gives way, so that whoever owes most is
 * remembered longest.
 *
 * There is no lock. Two threads that spend from one share in the same moment may count one of the two, which is little;
 * they never harm another share for longer than that.
 */
export class ShareTable {
  readonly #hash: Float64Array
  readonly #fullAtMs: Float64Array
  readonly #seed: Seed

  constructor({ rows, seed }: ShareMemory = newShareMemory()) {
    this.#hash = new Float64Array(rows, 0, SETS * WAYS)
    this.#fullAtMs = new Float64Array(rows, SETS * WAYS * 8, SETS * WAYS)
    this.#seed = seed
  }

  hashOf(key: string): number {
    return keyedHash(key, this.#seed)
  }

  /** Milliseconds until the share is full; 0 if it is. */
  untilFullMs(hash: number, nowMs: number): number {
    const row = this.#find(hash)
    return row < 0 ? 0 : Math.max(0, this.#fullAtMs[row] - nowMs)
  }

  /** Spends what refills in so many milliseconds; answers the milliseconds until the share is full, at most `maxMs`. */
  spend(hash: number, ms: number, nowMs: number, maxMs: number): number {
    const found = this.#find(hash)
    const row = found >= 0 ? found : this.#leastOwing(hash)
    const before = found >= 0 ? Math.max(0, this.#fullAtMs[row] - nowMs) : 0
    // A change of plans may have made the share smaller than what it owes.
    const untilFullMs = Math.max(before, Math.min(before + ms, maxMs))
    this.#hash[row] = hash
    this.#fullAtMs[row] = nowMs + untilFullMs
    return untilFullMs
  }

  #find(hash: number): number {
    const first = (hash & (SETS - 1)) * WAYS
    for (let row = first; row < first + WAYS; row += 1) if (this.#hash[row] === hash) return row
    return -1
  }

  #leastOwing(hash: number): number {
    const first = (hash & (SETS - 1)) * WAYS
    let least = first
    for (let row = first + 1; row < first + WAYS; row += 1) {
      if (this.#fullAtMs[row] < this.#fullAtMs[least]) least = row
    }
    return least
  }
}
