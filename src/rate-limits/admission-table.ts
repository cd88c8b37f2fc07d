// When the requests of each key were admitted, in memory of a fixed size that threads may share.
// Unchecked: hot, and every number of a row or a slot comes from the table itself.

import type { StandingBefore, Window } from './counters.ts'
import { keyedHash, type Seed } from './keyed-hash.ts'

/** How many keys and how many admissions there is room for. The former is a power of two. */
export interface TableSize {
  readonly rows: number
  readonly slots: number
}

export function tableBytes({ rows, slots }: TableSize): number {
  return (rows + 1) * 40 + (slots + 1) * 12 + 20
}

/** The times of visitors are kept to this part of their window, so that no visitor needs more than 16 slots. */
const VISITOR_PARTS = 15
/** Rows that are looked at for each new one, and where slots are scarce, so that quiet rows return their memory. */
const SWEPT_EACH = 2
const SWEPT_MOST = 256
const SAMPLE = 16

// For each pool: the number that was returned last, and the highest that was taken.
const RETURNED = 0
const HIGHEST = 1

/**
 * A key has a row, and a row has a list of slots, oldest first: a time, and how many were admitted then. For keys that
 * is exact, to the millisecond. The admissions of a visitor in one fifteenth of the window leave with the last of them:
 * up to a fifteenth late, and never later than a window after the last.
 *
 * A key is kept as a keyed hash. Where it is full the table forgets; it never refuses one caller because of others.
 * Quiet rows go first. Where all are live, one gives way whose token has most of a random sample of rows, so a token
 * with many visitors takes no room from one with few. A row that finds no free slot forgets its oldest admission.
 */
export class AdmissionTable {
  readonly #seed: Seed
  readonly #size: TableSize
  // By row. Those whose hashes end alike form a chain. Rows and slots are numbered from 1.
  readonly #hash: Float64Array
  readonly #quietAtMs: Float64Array
  readonly #chain: Uint32Array
  readonly #nextRow: Uint32Array
  readonly #token: Uint32Array
  readonly #total: Uint32Array
  readonly #oldest: Uint32Array
  readonly #newest: Uint32Array
  // By slot.
  readonly #time: Uint32Array
  readonly #count: Uint32Array
  readonly #nextSlot: Uint32Array
  readonly #rowPool: Uint32Array
  readonly #slotPool: Uint32Array
  readonly #hand: Uint32Array

  constructor(memory: SharedArrayBuffer, size: TableSize, seed: Seed) {
    let end = 0
    const words = (length: number) => {
      end += length * 4
      return new Uint32Array(memory, end - length * 4, length)
    }
    const doubles = (length: number) =>
      new Float64Array(memory, words(length * 2).byteOffset, length)
    const [rows, slots] = [size.rows + 1, size.slots + 1]
    this.#seed = seed
    this.#size = size
    this.#hash = doubles(rows)
    this.#quietAtMs = doubles(rows)
    this.#chain = words(rows)
    this.#nextRow = words(rows)
    this.#token = words(rows)
    this.#total = words(rows)
    this.#oldest = words(rows)
    this.#newest = words(rows)
    this.#time = words(slots)
    this.#count = words(slots)
    this.#nextSlot = words(slots)
    this.#rowPool = words(2)
    this.#slotPool = words(2)
    this.#hand = words(1)
  }

  /** Where a key stands, before another request. `nowMs` is whole, and never less than before. */
  standing(hash: number, { limit, seconds }: Window, nowMs: number): StandingBefore {
    const row = this.#find(hash)
    if (row === 0) return { remaining: limit, resetSeconds: seconds }
    this.#dropGone(row, seconds * 1000, nowMs)
    const remaining = Math.max(0, limit - this.#total[row])
    return { remaining, resetSeconds: this.#secondsUntilMore(row, limit, seconds, nowMs) }
  }

  /** Counts an admission of a key that `standing` was just asked about. */
  add(hash: number, { seconds, visitorOf }: Window, nowMs: number): void {
    const row = this.#find(hash) || this.#makeRow(hash, visitorOf, nowMs)
    const windowMs = seconds * 1000
    this.#quietAtMs[row] = nowMs + windowMs
    const tickMs = visitorOf === undefined ? 1 : Math.ceil(windowMs / VISITOR_PARTS)
    const tickOf = (ms: number) => Math.floor((ms >>> 0) / tickMs)
    let slot = this.#newest[row]
    if (slot === 0 || tickOf(this.#time[slot]) !== tickOf(nowMs)) slot = this.#makeSlot(row, nowMs)
    if (slot === 0) return
    this.#time[slot] = nowMs
    this.#count[slot] += 1
    this.#total[row] += 1
  }

  /** Takes back the newest admission. Its slot stays, and is worth nothing. */
  remove(hash: number): void {
    const row = this.#find(hash)
    const slot = this.#newest[row]
    if (slot === 0 || this.#count[slot] === 0) return
    this.#count[slot] -= 1
    this.#total[row] -= 1
  }

  #find(hash: number): number {
    let row = this.#chain[hash & (this.#size.rows - 1)]
    while (row !== 0 && this.#hash[row] !== hash) row = this.#nextRow[row]
    return row
  }

  // Times have 32 bits, which is 49 days; a row that was quiet for as long is known by `quietAtMs`.
  #dropGone(row: number, windowMs: number, nowMs: number): void {
    const isQuiet = nowMs >= this.#quietAtMs[row]
    for (let slot = this.#oldest[row]; slot !== 0; slot = this.#oldest[row]) {
      if (!isQuiet && (nowMs - this.#time[slot]) >>> 0 < windowMs) return
      this.#dropOldest(row)
    }
  }

  #dropOldest(row: number): void {
    const slot = this.#oldest[row]
    this.#total[row] -= this.#count[slot]
    this.#oldest[row] = this.#nextSlot[slot]
    if (this.#oldest[row] === 0) this.#newest[row] = 0
    giveBack(this.#slotPool, this.#nextSlot, slot)
  }

  /** Whole seconds until the oldest leaves, and of a full window until fewer than `limit` are left; at least 1. */
  #secondsUntilMore(row: number, limit: number, seconds: number, nowMs: number): number {
    let left = this.#total[row]
    const most = Math.min(limit, left)
    for (let slot = this.#oldest[row]; slot !== 0; slot = this.#nextSlot[slot]) {
      left -= this.#count[slot]
      const leftMs = seconds * 1000 - ((nowMs - this.#time[slot]) >>> 0)
      if (left < most) return Math.ceil(leftMs / 1000)
    }
    return seconds
  }

  /** A slot behind the newest of a row, or 0 if none is free. */
  #makeSlot(row: number, nowMs: number): number {
    let slot = take(this.#slotPool, this.#nextSlot)
    if (slot === 0) {
      this.#sweep(SWEPT_MOST, nowMs)
      slot = take(this.#slotPool, this.#nextSlot)
    }
    if (slot === 0 && this.#oldest[row] !== 0) {
      this.#dropOldest(row)
      slot = take(this.#slotPool, this.#nextSlot)
    }
    if (slot === 0) return 0
    this.#count[slot] = 0
    this.#nextSlot[slot] = 0
    if (this.#newest[row] === 0) this.#oldest[row] = slot
    else this.#nextSlot[this.#newest[row]] = slot
    this.#newest[row] = slot
    return slot
  }

  #makeRow(hash: number, visitorOf: string | undefined, nowMs: number): number {
    this.#sweep(SWEPT_EACH, nowMs)
    let row = take(this.#rowPool, this.#nextRow)
    if (row === 0) {
      this.#release(this.#victim(hash, nowMs))
      row = take(this.#rowPool, this.#nextRow)
    }
    const chain = hash & (this.#size.rows - 1)
    this.#nextRow[row] = this.#chain[chain]
    this.#chain[chain] = row
    this.#hash[row] = hash
    this.#token[row] = visitorOf === undefined ? 0 : keyedHash(visitorOf, this.#seed)
    return row
  }

  /** Releases those of the next rows that are quiet. */
  #sweep(count: number, nowMs: number): void {
    for (let nth = 0; nth < count; nth += 1) {
      const row = this.#hand[0] >= this.#rowPool[HIGHEST] ? 1 : this.#hand[0] + 1
      this.#hand[0] = row
      if (this.#hash[row] !== 0 && nowMs >= this.#quietAtMs[row]) this.#release(row)
    }
  }

  #release(row: number): void {
    while (this.#oldest[row] !== 0) this.#dropOldest(row)
    const chain = this.#hash[row] & (this.#size.rows - 1)
    let before = this.#chain[chain]
    if (before === row) this.#chain[chain] = this.#nextRow[row]
    else {
      while (this.#nextRow[before] !== row) before = this.#nextRow[before]
      this.#nextRow[before] = this.#nextRow[row]
    }
    this.#hash[row] = 0
    giveBack(this.#rowPool, this.#nextRow, row)
  }

  /** From a sample: an idle row, or else the row with fewest requests of the token with most rows. */
  #victim(hash: number, nowMs: number): number {
    const sample = Array.from({ length: SAMPLE }, (_, nth) => {
      return 1 + ((hash + Math.imul(nth, 0x9e3779b1)) & (this.#size.rows - 1))
    })
    const quiet = sample.find((row) => nowMs >= this.#quietAtMs[row])
    if (quiet !== undefined) return quiet
    const ofToken = (row: number) =>
      sample.filter((other) => this.#token[other] === this.#token[row]).length
    return sample.reduce((best, row) => {
      const more = ofToken(row) - ofToken(best)
      const isLighter = more === 0 && this.#total[row] < this.#total[best]
      return more > 0 || isLighter ? row : best
    })
  }
}

/** A number that nobody has, or 0. Those that have come back are chained by `next`; the others are taken in order. */
function take(pool: Uint32Array, next: Uint32Array): number {
  const number = pool[RETURNED]
  if (number !== 0) pool[RETURNED] = next[number]
  else if (pool[HIGHEST] < next.length - 1) pool[HIGHEST] += 1
  else return 0
  return number || pool[HIGHEST]
}

function giveBack(pool: Uint32Array, next: Uint32Array, number: number): void {
  next[number] = pool[RETURNED]
  pool[RETURNED] = number
}
