// What rate limits promise: never more in any window than the limit, nobody refused without cause, a true Retry-After.

import type { Window } from '../../src/rate-limits/counters.ts'
import { must } from './violation.ts'

/** Undefined for a request that was admitted. */
type RetryAfterSeconds = number | undefined

/** The requests of a visitor may leave the window by this part of it late. */
const VISITOR_PARTS = 15

export class RateModel {
  readonly #admittedMs = new Map<string, number[]>()

  /** Counters of one process are gone when it is. */
  forget(): void {
    this.#admittedMs.clear()
  }

  check(windows: readonly Window[], nowMs: number, retryAfter: RetryAfterSeconds): void {
    for (const window of windows) this.#drop(window, nowMs)
    if (retryAfter === undefined) this.#admit(windows, nowMs)
    else this.#refuse(windows, nowMs, retryAfter)
  }

  #admit(windows: readonly Window[], nowMs: number): void {
    for (const window of windows) {
      const { key, limit, seconds } = window
      const times = this.#within(window, nowMs, 0)
      must(times.length < limit, 'rate-limit', () => {
        return `${key} was let in although ${times.length} of ${limit} came in the last ${seconds} s`
      })
      this.#admittedMs.set(key, [...(this.#admittedMs.get(key) ?? []), nowMs])
    }
  }

  #refuse(windows: readonly Window[], nowMs: number, retryAfter: number): void {
    const full = windows.filter(
      (each) => this.#within(each, nowMs, slackMs(each)).length >= each.limit,
    )
    const keys = windows.map(({ key }) => key).join(', ')
    must(full.length > 0, 'rate-limit', () => `${keys} was refused although no window is full`)
    const least = Math.max(...full.map((each) => this.#secondsLeft(each, nowMs, 0)))
    const most = Math.max(...full.map((each) => this.#secondsLeft(each, nowMs, slackMs(each))))
    must(retryAfter >= least && retryAfter <= most, 'rate-limit', () => {
      return `Retry-After of ${keys} is ${retryAfter}, which is not ${least} to ${most}`
    })
  }

  /** Until fewer than the limit are left. */
  #secondsLeft(window: Window, nowMs: number, lateMs: number): number {
    const times = this.#within(window, nowMs, lateMs)
    const leaves = times.at(-window.limit)
    if (leaves === undefined || times.length < window.limit) return 1
    const leftMs = leaves + lateMs + window.seconds * 1000 - nowMs
    return Math.min(window.seconds, Math.max(1, Math.ceil(leftMs / 1000)))
  }

  #within({ key, seconds }: Window, nowMs: number, lateMs: number): number[] {
    const all = this.#admittedMs.get(key) ?? []
    return all.filter((ms) => nowMs - ms < seconds * 1000 + lateMs)
  }

  #drop(window: Window, nowMs: number): void {
    this.#admittedMs.set(window.key, this.#within(window, nowMs, slackMs(window)))
  }
}

function slackMs({ seconds, visitorOf }: Window): number {
  return visitorOf === undefined ? 0 : Math.ceil((seconds * 1000) / VISITOR_PARTS)
}
