// The longest time that the event loop was busy with one thing: everybody else waited for so long.

import { monitorEventLoopDelay } from 'node:perf_hooks'

/** At 1 ms the timer itself would take one percent of a core. */
const RESOLUTION_MS = 5
const SLOT_MS = 10_000
/** A minute. */
const SLOTS = 6

/** Of the last minute. One that ends before the timer is due is seen in part. */
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
