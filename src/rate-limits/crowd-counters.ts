// Sliding counts for more keys than anyone could remember: a table of fixed size that may only ever count too much.

import { randomBytes } from 'node:crypto'
import { keyedHash } from './keyed-hash.ts'

const SLOT_BITS = 19
const SLOT_COUNT = 1 << SLOT_BITS
const PARTS = 8
const RING = PARTS + 1
export const CROWD_BYTES = SLOT_COUNT * (RING + 2) * Uint32Array.BYTES_PER_ELEMENT

/**
 * A key is hashed to a slot and never stored. Two keys in one slot are counted together, so one of
 * them may be throttled early, but neither can pass its limit; and no flood of new keys pushes a
 * full slot out. The hash is keyed, so that nobody can aim at somebody else's slot.
 */
export class CrowdCounters {
  readonly #seed: number
  readonly #rings: Uint32Array
  /** The part in which the slot was last counted. */
  readonly #parts: Uint32Array
  readonly #seconds: Uint32Array

  /** The memory may be shared with other threads, who must then have the same seed. */
  constructor(
    memory: ArrayBufferLike = new ArrayBuffer(CROWD_BYTES),
    seed = randomBytes(4).readUInt32LE(),
  ) {
    this.#seed = seed
    this.#rings = new Uint32Array(memory, 0, SLOT_COUNT * RING)
    this.#parts = new Uint32Array(memory, this.#rings.byteLength, SLOT_COUNT)
    const secondsAt = this.#rings.byteLength + this.#parts.byteLength
    this.#seconds = new Uint32Array(memory, secondsAt, SLOT_COUNT)
  }

  slotOf(key: string): number {
    return keyedHash(key, this.#seed) >>> (32 - SLOT_BITS)
  }

  /** How many are in the window now. */
  total(slot: number, seconds: number, nowMs: number): number {
    this.#moveTo(slot, seconds, nowMs)
    let total = 0
    for (let at = 0; at < RING; at += 1) total += this.#rings[slot * RING + at]
    return total
  }

  /** Only after `total` in the same moment. */
  add(slot: number): void {
    this.#rings[slot * RING + (this.#parts[slot] % RING)] += 1
  }

  /** Whole seconds until fewer than `limit` are left, at least 1. */
  secondsUntilBelow(slot: number, limit: number, nowMs: number): number {
    const seconds = this.#seconds[slot]
    const partMs = (seconds * 1000) / PARTS
    let left = this.total(slot, seconds, nowMs)
    const part = this.#parts[slot]
    for (let old = Math.max(0, part - PARTS); old <= part; old += 1) {
      left -= this.#rings[slot * RING + (old % RING)]
      if (left < limit) {
        return Math.max(1, Math.ceil(((old + 1) * partMs + seconds * 1000 - nowMs) / 1000))
      }
    }
    return seconds
  }

  #moveTo(slot: number, seconds: number, nowMs: number): void {
    if (this.#seconds[slot] !== seconds) this.#adopt(slot, seconds, nowMs)
    const part = partAt(nowMs, this.#seconds[slot])
    const steps = Math.min(part - this.#parts[slot], RING)
    for (let step = 1; step <= steps; step += 1) {
      this.#rings[slot * RING + ((this.#parts[slot] + step) % RING)] = 0
    }
    if (part > this.#parts[slot]) this.#parts[slot] = part
  }

  // Keys with windows of different lengths share the slot: the longer one holds, and all counts as if it were new.
  #adopt(slot: number, seconds: number, nowMs: number): void {
    const longer = Math.max(this.#seconds[slot], seconds)
    let total = 0
    for (let at = 0; at < RING; at += 1) {
      total += this.#rings[slot * RING + at]
      this.#rings[slot * RING + at] = 0
    }
    this.#seconds[slot] = longer
    this.#parts[slot] = partAt(nowMs, longer)
    this.#rings[slot * RING + (this.#parts[slot] % RING)] = total
  }
}

function partAt(nowMs: number, seconds: number): number {
  return Math.floor((nowMs * PARTS) / (seconds * 1000))
}
