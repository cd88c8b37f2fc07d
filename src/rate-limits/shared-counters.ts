// Rate limits that all threads of one process share exactly, in memory that they share.

import { randomBytes } from 'node:crypto'
import { COUNT_TABLE_BYTES, CountTable } from './count-table.ts'
import type { Counters, Taken, Window } from './counters.ts'
import { CROWD_BYTES, CrowdCounters } from './crowd-counters.ts'

/** Given to each thread. The memory of the crowd costs nothing until visitors come: nobody has touched it. */
export interface SharedCounts {
  readonly lock: SharedArrayBuffer
  readonly table: SharedArrayBuffer
  readonly crowd: SharedArrayBuffer
  readonly seed: number
}

export function newSharedCounts(): SharedCounts {
  return {
    lock: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    table: new SharedArrayBuffer(COUNT_TABLE_BYTES),
    crowd: new SharedArrayBuffer(CROWD_BYTES),
    seed: randomBytes(4).readUInt32LE(),
  }
}

export class SharedCounters implements Counters {
  readonly mode = 'own'
  readonly #lock: Int32Array
  readonly #table: CountTable
  readonly #crowd: CrowdCounters
  readonly #monotonicMs: () => number

  /** The clock of every thread must count from the same moment. */
  constructor(shared: SharedCounts, monotonicMs: () => number) {
    this.#lock = new Int32Array(shared.lock)
    this.#table = new CountTable(shared.table, shared.seed)
    this.#crowd = new CrowdCounters(shared.crowd, shared.seed)
    this.#monotonicMs = monotonicMs
  }

  take(windows: readonly Window[]): Taken {
    this.#acquire()
    try {
      return this.#take(windows, this.#monotonicMs())
    } finally {
      this.#release()
    }
  }

  async close(): Promise<void> {}

  #take(windows: readonly Window[], nowMs: number): Taken {
    const places = windows.map((window) => this.#placeOf(window, nowMs))
    for (const [at, { limit }] of windows.entries()) {
      if (this.#total(windows[at], places[at], nowMs) < limit) continue
      const retryAfterSeconds = this.#secondsUntilBelow(windows[at], places[at], limit, nowMs)
      return { kind: 'refused', by: at, retryAfterSeconds }
    }
    const standings = windows.map((window, at) => {
      this.#counterOf(window).add(places[at])
      const total = this.#total(window, places[at], nowMs)
      const resetSeconds = this.#secondsUntilBelow(window, places[at], total, nowMs)
      return { remaining: window.limit - total, resetSeconds }
    })
    return { kind: 'admitted', standings }
  }

  #counterOf({ isCrowd }: Window): CrowdCounters | CountTable {
    return isCrowd === true ? this.#crowd : this.#table
  }

  #placeOf({ key, seconds, isCrowd }: Window, nowMs: number): number {
    return isCrowd === true ? this.#crowd.slotOf(key) : this.#table.rowOf(key, seconds, nowMs)
  }

  #total({ seconds, isCrowd }: Window, place: number, nowMs: number): number {
    return isCrowd === true ? this.#crowd.total(place, seconds, nowMs) : this.#table.total(place)
  }

  #secondsUntilBelow(window: Window, place: number, limit: number, nowMs: number): number {
    return this.#counterOf(window).secondsUntilBelow(place, limit, nowMs)
  }

  // Held for about a microsecond. A thread that dies with it takes the process along, so nobody waits for ever.
  #acquire(): void {
    while (Atomics.compareExchange(this.#lock, 0, 0, 1) !== 0) Atomics.wait(this.#lock, 0, 1, 1)
  }

  #release(): void {
    Atomics.store(this.#lock, 0, 0)
    Atomics.notify(this.#lock, 0, 1)
  }
}
