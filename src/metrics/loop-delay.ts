// Event-loop delay: the time that every request waits before it is handled.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { systemClock } from '../lib/clock.ts'
import { elementAt } from '../lib/element-at.ts'

const TICK_MS = 50
/** Five seconds. */
const TICKS_KEPT = 100
const TICKS_SUSTAINED = 10

/** In real time. Node's monitorEventLoopDelay has no sliding window, and a reset loses the delay under way. */
export class LoopDelay {
  readonly #late = new Float64Array(TICKS_KEPT)
  readonly #lastTicks = new Float64Array(TICKS_SUSTAINED)
  readonly #timer: NodeJS.Timeout
  #at = 0
  #ticks = 0
  #dueMs = systemClock.monotonicMs() + TICK_MS
  #sustainedMs = 0

  constructor() {
    this.#timer = setInterval(() => this.tick(systemClock.monotonicMs()), TICK_MS).unref()
  }

  /** The median of the last ten ticks: one long pause has no effect, a lasting delay shows within a few ticks. */
  get sustainedMs(): number {
    return this.#sustainedMs
  }

  /** A quantile of the last five seconds; 1 is the maximum. */
  quantileMs(quantile: number): number {
    const at = Math.min(TICKS_KEPT - 1, Math.floor(TICKS_KEPT * quantile))
    return elementAt(sorted(this.#late), at)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  tick(nowMs: number): void {
    const lateMs = Math.max(0, nowMs - this.#dueMs)
    this.#dueMs = nowMs + TICK_MS
    this.#lastTicks[this.#ticks % TICKS_SUSTAINED] = lateMs
    this.#ticks += 1
    this.#sustainedMs = elementAt(sorted(this.#lastTicks), TICKS_SUSTAINED / 2)
    // A long delay swallows ticks. A request at one of those would have waited too, only not as long.
    const swallowed = Math.min(TICKS_KEPT, 1 + Math.floor(lateMs / TICK_MS))
    for (let tick = 0; tick < swallowed; tick += 1) {
      this.#late[this.#at] = lateMs - tick * TICK_MS
      this.#at = (this.#at + 1) % TICKS_KEPT
    }
  }
}

function sorted(values: Float64Array): Float64Array {
  return values.slice().sort()
}

/** At 1 ms the timer itself would take one percent of a core. */
const RESOLUTION_MS = 5
const SLOT_MS = 10_000
/** A minute. */
const SLOTS = 6

/** The longest time in the last minute that the event loop was busy with one thing; very short ones show in part. */
export class LongestTurn {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  readonly #timer: NodeJS.Timeout
  #past: number[] = []

  constructor() {
    this.#delays.enable()
    this.#timer = setInterval(() => this.#nextSlot(), SLOT_MS).unref()
  }

  get seconds(): number {
    return Math.max(this.#now(), ...this.#past)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#delays.disable()
  }

  #nextSlot(): void {
    this.#past = [this.#now(), ...this.#past].slice(0, SLOTS - 1)
    this.#delays.reset()
  }

  #now(): number {
    return Math.max(0, this.#delays.max / 1e6 - RESOLUTION_MS) / 1000
  }
}
