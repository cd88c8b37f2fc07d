// The only place that reads the time; everything else gets a Clock.

export const DAY_MS = 86_400_000

export interface Clock {
  /** UTC milliseconds since 1970. May step, as wall clocks do: never measure a span with it. */
  now(): number
  /** Milliseconds that only go forward, for measuring spans. */
  monotonicMs(): number
}

// `performance.now()` is the cheapest clock, but counts from the start of its thread, and threads compare their times.
const SINCE_BOOT_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now()

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => SINCE_BOOT_MS + performance.now(),
}

/** How far a test clock is from the clock behind it. */
export interface ClockShift {
  readonly offsetMs: number
  /** Only grows: the time that a test let pass, for measuring spans. */
  readonly passedMs: number
}

/** Another clock, moved. It runs on from the moment it was moved to. */
export class TestClock implements Clock {
  readonly #real: Clock
  #shift: ClockShift = { offsetMs: 0, passedMs: 0 }

  constructor(real: Clock) {
    this.#real = real
  }

  get passedMs(): number {
    return this.#shift.passedMs
  }

  now(): number {
    return this.#real.now() + this.#shift.offsetMs
  }

  monotonicMs(): number {
    return this.#real.monotonicMs() + this.#shift.passedMs
  }

  moveTo(shift: ClockShift): void {
    this.#shift = shift
  }
}

/** The UTC day a moment falls on, as `2026-02-28`. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** `2026-02-28 14:05`, in UTC. */
export function utcMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

/** `31 Jan 2026`, UTC. */
export function formatDay(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(ms)
}

/** The UTC month a moment falls in, as `2026-02`. */
export function utcMonth(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7)
}

/** Whole seconds from a moment to the next UTC midnight, at least 1. */
export function secondsToUtcMidnight(ms: number): number {
  return Math.max(1, Math.ceil((DAY_MS - (ms % DAY_MS)) / 1000))
}
