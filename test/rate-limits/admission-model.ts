// What exact rate limits promise, as plainly as can be: a list of admission times for each key.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Admission, Window } from '../../src/rate-limits/counters.ts'

/** When something was counted, as far as the test can know: with Redis it is the server that looks at its clock. */
export interface Moment {
  readonly fromMs: number
  readonly toMs: number
}

class AdmissionModel {
  readonly #admitted = new Map<string, Moment[]>()

  /** Fails unless this is the admission that the lists demand, and adds the request to them if it was let in. */
  check(windows: readonly Window[], now: Moment, admission: Admission): void {
    const lists = windows.map((window) => this.#listsOf(window, now))
    const isAllowed =
      admission.kind === 'admitted'
        ? windows.every(({ limit }, at) => lists[at].surely.length < limit)
        : windows.some(({ limit }, at) => lists[at].perhaps.length >= limit)
    assert.ok(isAllowed, `${admission.kind} against the lists`)
    const counted = admission.kind === 'admitted' ? 1 : 0
    for (const [at, { limit, seconds }] of windows.entries()) {
      const { surely, perhaps } = lists[at]
      const { remaining, resetSeconds } = admission.standings[at]
      between(remaining, limit - perhaps.length - counted, limit - surely.length - counted)
      if (surely.length !== perhaps.length) continue
      const leaves = surely.at(Math.max(0, surely.length - limit)) ?? now
      const longest = Math.ceil(seconds + (leaves.toMs - now.fromMs) / 1000)
      between(resetSeconds, Math.ceil(seconds + (leaves.fromMs - now.toMs) / 1000), longest)
    }
    if (admission.kind === 'refused') {
      const full = admission.standings.filter(({ remaining }) => remaining === 0)
      const waits = full.map(({ resetSeconds }) => resetSeconds)
      assert.equal(admission.retryAfterSeconds, Math.max(...waits))
      assert.equal(admission.standings[admission.by].resetSeconds, admission.retryAfterSeconds)
      return
    }
    for (const { key } of windows)
      this.#admitted.set(key, [...(this.#admitted.get(key) ?? []), now])
  }

  #listsOf({ key, seconds }: Window, { fromMs, toMs }: Moment) {
    const all = this.#admitted.get(key) ?? []
    const surely = all.filter((moment) => toMs - moment.fromMs < seconds * 1000)
    const perhaps = all.filter((moment) => fromMs - moment.toMs < seconds * 1000)
    return { surely, perhaps }
  }
}

function between(value: number, least: number, most: number): void {
  const isBetween = value >= Math.max(0, least) && value <= Math.max(0, most)
  assert.ok(isBetween, `${value} is not ${least} to ${most}`)
}

/** A few windows, and requests that count in some of them. The limits are changed by the way. */
export const histories = fc.record({
  windows: fc.array(
    fc.record({ limit: fc.integer({ min: 1, max: 6 }), seconds: fc.integer({ min: 1, max: 12 }) }),
    { minLength: 1, maxLength: 4 },
  ),
  steps: fc.array(
    fc.record({
      gapMs: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 12 }).map((seconds) => seconds * 1000),
      ),
      which: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 10, maxLength: 60 },
  ),
  lowered: fc.nat(60),
})

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never

/** Runs a history, keys named by `prefix`. `admit` says what came out, and when it may have been counted. */
export async function follow(
  { windows, steps, lowered }: History,
  prefix: string,
  admit: (windows: readonly Window[], gapMs: number) => Promise<[Moment, Admission]>,
): Promise<void> {
  const model = new AdmissionModel()
  for (const [nth, { gapMs, which }] of steps.entries()) {
    const asked = which
      .filter((at) => at < windows.length)
      .map((at) => ({
        key: `${prefix} ${at}`,
        limit: Math.max(1, windows[at].limit - (nth >= lowered ? 2 : 0)),
        seconds: windows[at].seconds,
      }))
    const [moment, admission] = await admit(asked, gapMs)
    model.check(asked, moment, admission)
  }
}
