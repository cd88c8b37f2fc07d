// A clock that stands still until a test moves it.

import type { Clock } from '../../src/lib/clock.ts'

// Whoever has such a clock runs far from UTC: a day or an hour of the machine's own zone is another one, and is seen.
process.env.TZ = 'Pacific/Kiritimati'

export class ManualClock implements Clock {
  #now: number
  #monotonicMs = 0

  constructor(iso = '2026-03-14T12:00:00Z') {
    this.#now = Date.parse(iso)
  }

  now(): number {
    return this.#now
  }

  monotonicMs(): number {
    return this.#monotonicMs
  }

  /** Lets time pass, for both kinds of time. */
  advance(ms: number): void {
    this.#now += ms
    this.#monotonicMs += ms
  }

  /** Steps the wall clock, as an operator or a time server does. */
  set(iso: string): void {
    this.#now = Date.parse(iso)
  }
}
