// Rate limits that slide: no span as long as a window ever holds more admitted requests than its limit.

import { BoundedMap } from '../lib/bounded-map.ts'
import { CrowdCounters } from './crowd-counters.ts'
import { PARTS, SLOTS } from './window-parts.ts'

export interface Window {
  /** Whose requests are counted: `key cred_…`, `plan acc_…`. */
  readonly key: string
  readonly limit: number
  readonly seconds: number
  /** One of so many that they cannot all be remembered: visitors of a web page. */
  readonly isCrowd?: boolean
}

/** Where the caller stands in one window after this request. */
interface Standing {
  readonly remaining: number
  /** Until the oldest counted requests leave the window. */
  readonly resetSeconds: number
}

export type Taken =
  | { readonly kind: 'admitted'; readonly standings: readonly Standing[] }
  /** By the window at this place of the list; nothing was counted anywhere. */
  | { readonly kind: 'refused'; readonly by: number; readonly retryAfterSeconds: number }

/** `own`: this process is all there is; `shared`: with the other nodes; `alone`: cut off from them for now. */
export type CountersMode = 'own' | 'shared' | 'alone'

export interface Counters {
  readonly mode: CountersMode
  /** Counts one request in all of the windows, or in none. */
  take(windows: readonly Window[]): Taken | Promise<Taken>
  close(): Promise<void>
}

const KEYS_MAX = 200_000

/** The counts of one process. Bounded: keys that were not asked for lately are forgotten first. */
export class MemoryCounters implements Counters {
  readonly mode = 'own'
  readonly #monotonicMs: () => number
  readonly #counts: BoundedMap<string, Counts>
  /** Made when the first visitor comes: a deployment without domain tokens does not pay for it. */
  #crowd: CrowdCounters | undefined

  constructor(monotonicMs: () => number, keysMax: number = KEYS_MAX) {
    this.#monotonicMs = monotonicMs
    this.#counts = new BoundedMap(keysMax)
  }

  take(windows: readonly Window[]): Taken {
    const nowMs = this.#monotonicMs()
    const all: WindowCounts[] = []
    for (const window of windows) all.push(this.#countsOf(window, nowMs))
    for (let at = 0; at < windows.length; at += 1) {
      if (all[at].total < windows[at].limit) continue
      const retryAfterSeconds = all[at].secondsUntilBelow(windows[at].limit, nowMs)
      return { kind: 'refused', by: at, retryAfterSeconds }
    }
    const standings: Standing[] = []
    for (let at = 0; at < windows.length; at += 1) {
      all[at].add()
      const { total } = all[at]
      const resetSeconds = all[at].secondsUntilBelow(total, nowMs)
      standings.push({ remaining: windows[at].limit - total, resetSeconds })
    }
    return { kind: 'admitted', standings }
  }

  /** Whether what has been counted is within the limits. */
  holds(windows: readonly Window[]): boolean {
    const nowMs = this.#monotonicMs()
    return windows.every((window) => this.#countsOf(window, nowMs).total <= window.limit)
  }

  get size(): number {
    return this.#counts.size
  }

  async close(): Promise<void> {}

  #countsOf(window: Window, nowMs: number): WindowCounts {
    return window.isCrowd === true ? this.#inCrowd(window, nowMs) : this.#own(window, nowMs)
  }

  #inCrowd({ key, seconds }: Window, nowMs: number): WindowCounts {
    this.#crowd ??= new CrowdCounters()
    const crowd = this.#crowd
    const slot = crowd.slotOf(key)
    return {
      get total() {
        return crowd.total(slot, seconds, nowMs)
      },
      add: () => crowd.add(slot),
      secondsUntilBelow: (limit) => crowd.secondsUntilBelow(slot, limit, nowMs),
    }
  }

  #own({ key, seconds }: Window, nowMs: number): Counts {
    let counts = this.#counts.get(key)
    if (counts?.seconds !== seconds) {
      counts = new Counts(seconds)
      this.#counts.set(key, counts)
    }
    counts.moveTo(nowMs)
    return counts
  }
}

interface WindowCounts {
  readonly total: number
  add(): void
  secondsUntilBelow(limit: number, nowMs: number): number
}

/** One window as a ring of parts; the oldest part counts until it has left the window whole. */
class Counts implements WindowCounts {
  readonly seconds: number
  readonly #partMs: number
  readonly #ring = new Uint32Array(SLOTS)
  #part = 0
  total = 0

  constructor(seconds: number) {
    this.seconds = seconds
    this.#partMs = (seconds * 1000) / PARTS
  }

  moveTo(nowMs: number): void {
    const part = Math.floor(nowMs / this.#partMs)
    const steps = Math.min(part - this.#part, SLOTS)
    for (let step = 1; step <= steps; step += 1) {
      const slot = (this.#part + step) % SLOTS
      this.total -= this.#ring[slot]
      this.#ring[slot] = 0
    }
    if (part > this.#part) this.#part = part
  }

  add(): void {
    this.#ring[this.#part % SLOTS] += 1
    this.total += 1
  }

  /** Whole seconds until fewer than `limit` are left, at least 1. */
  secondsUntilBelow(limit: number, nowMs: number): number {
    let left = this.total
    let slot = (this.#part + 1) % SLOTS
    for (let part = this.#part - PARTS; part <= this.#part; part += 1) {
      left -= this.#ring[slot]
      slot = slot === PARTS ? 0 : slot + 1
      if (left < limit) {
        const leavesMs = (part + 1) * this.#partMs + this.seconds * 1000
        return Math.max(1, Math.ceil((leavesMs - nowMs) / 1000))
      }
    }
    return this.seconds
  }
}
