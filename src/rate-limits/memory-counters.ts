// Rate limits counted in this process, in memory that its threads may share.
// Unchecked: hot, and has a hash for each window.

import { AdmissionTable, type TableSize, tableBytes } from './admission-table.ts'
import {
  type Admission,
  admissionOf,
  type Counters,
  type StandingBefore,
  type Window,
} from './counters.ts'
import { keyedHash, newSeed, type Seed } from './keyed-hash.ts'

/** Eight million admissions are 28,000 a second for five minutes. */
const KEYS: TableSize = { rows: 2 ** 17, slots: 2 ** 23 }
const VISITORS: TableSize = { rows: 2 ** 20, slots: 2 ** 23 }

// The states of the lock.
const FREE = 0
const HELD = 1
const AWAITED = 2

/**
 * What threads are given to count together. It costs address space, and memory only as callers come. One thread alone
 * has it too: V8 would take as much memory of its own for a reason to collect garbage at once.
 */
export interface CountersMemory {
  readonly lock: SharedArrayBuffer
  readonly keys: SharedArrayBuffer
  readonly visitors: SharedArrayBuffer
  readonly seed: Seed
  readonly sizes: { readonly keys: TableSize; readonly visitors: TableSize }
}

export function newCountersMemory(sizes = { keys: KEYS, visitors: VISITORS }): CountersMemory {
  return {
    lock: new SharedArrayBuffer(16),
    keys: new SharedArrayBuffer(tableBytes(sizes.keys)),
    visitors: new SharedArrayBuffer(tableBytes(sizes.visitors)),
    seed: newSeed(),
    sizes,
  }
}

export class MemoryCounters implements Counters {
  readonly mode = 'own'
  readonly #monotonicMs: () => number
  readonly #keys: AdmissionTable
  readonly #visitors: AdmissionTable
  readonly #seed: Seed
  readonly #lock: Int32Array
  readonly #latestMs: Float64Array

  /** The clock of every thread must count from the same moment. */
  constructor(monotonicMs: () => number, memory = newCountersMemory()) {
    const { lock, keys, visitors, seed, sizes } = memory
    this.#monotonicMs = monotonicMs
    this.#keys = new AdmissionTable(keys, sizes.keys, seed)
    this.#visitors = new AdmissionTable(visitors, sizes.visitors, seed)
    this.#seed = seed
    this.#lock = new Int32Array(lock)
    this.#latestMs = new Float64Array(lock, 8)
  }

  admit(windows: readonly Window[]): Admission {
    this.#acquire()
    try {
      const nowMs = this.#nowMs()
      const hashes: number[] = []
      const standings: StandingBefore[] = []
      for (const window of windows) {
        const hash = keyedHash(window.key, this.#seed)
        hashes.push(hash)
        standings.push(this.#tableOf(window).standing(hash, window, nowMs))
      }
      const admission = admissionOf(standings)
      if (admission.kind === 'refused') return admission
      for (let at = 0; at < windows.length; at += 1) {
        this.#tableOf(windows[at]).add(hashes[at], windows[at], nowMs)
      }
      return admission
    } finally {
      this.#release()
    }
  }

  /** Undoes the admission of a request that was refused elsewhere. */
  giveBack(windows: readonly Window[]): void {
    this.#acquire()
    for (const window of windows) this.#tableOf(window).remove(keyedHash(window.key, this.#seed))
    this.#release()
  }

  async close(): Promise<void> {}

  #tableOf({ visitorOf }: Window): AdmissionTable {
    return visitorOf === undefined ? this.#keys : this.#visitors
  }

  // The clocks of two threads may differ by a little; time must not go back.
  #nowMs(): number {
    const nowMs = Math.max(Math.floor(this.#monotonicMs()), this.#latestMs[0] ?? 0)
    this.#latestMs[0] = nowMs
    return nowMs
  }

  // Held for about a microsecond. A thread that dies with it takes the process along, so nobody waits for ever.
  #acquire(): void {
    const lock = this.#lock
    if (Atomics.compareExchange(lock, 0, FREE, HELD) === FREE) return
    while (Atomics.exchange(lock, 0, AWAITED) !== FREE) Atomics.wait(lock, 0, AWAITED)
  }

  #release(): void {
    const lock = this.#lock
    // To wake somebody costs as much as all else, so only where somebody may be waiting.
    if (Atomics.exchange(lock, 0, FREE) === AWAITED) Atomics.notify(lock, 0, 1)
  }
}
