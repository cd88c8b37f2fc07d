// When a delivery is tried again, when an endpoint is left alone for a while, and when it is switched off.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DeliveryRun, Outcome } from '../../../src/webhooks/delivery/delivery-run.ts'
import {
  healthAfter,
  nextAttemptAt,
  retryAfterMs,
} from '../../../src/webhooks/delivery/schedule.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('nine more attempts follow the first, after 5 s, 5 and 30 min, then 2 to 24 h, give or take a fifth', () => {
  const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE].concat(
    [2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
  )
  for (const [at, wait] of waits.entries()) {
    const after = (random: number) => (nextAttemptAt(at + 1, NOW, random, undefined) ?? 0) - NOW
    assert.deepEqual([after(0), after(0.5), after(1)], [wait * 0.8, wait, wait * 1.2])
  }
  assert.equal(nextAttemptAt(10, NOW, 0.5, undefined), undefined)
  assert.equal(nextAttemptAt(11, NOW, 0.5, undefined), undefined)
})

test('Retry-After is seconds or a date, counts up to a day, and only makes the wait longer', () => {
  const cases: readonly [string | undefined, number][] = [
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['1', SECOND],
    [' 120 ', 120 * SECOND],
    ['86400', DAY],
    ['86401', DAY],
    ['999999999', DAY],
    ['soon', 0],
    [new Date(NOW + 90 * SECOND).toUTCString(), 90 * SECOND],
    [new Date(NOW - 90 * SECOND).toUTCString(), 0],
    [new Date(NOW + 3 * DAY).toUTCString(), DAY],
  ]
  for (const [header, ms] of cases) assert.equal(retryAfterMs(header, NOW), ms, `${header}`)
  assert.equal(nextAttemptAt(1, NOW, 0.5, '4'), NOW + 5 * SECOND)
  assert.equal(nextAttemptAt(1, NOW, 0.5, '6'), NOW + 6 * SECOND)
  assert.equal(nextAttemptAt(9, NOW, 1, '86400'), NOW + 1.2 * DAY)
})

test('an endpoint is switched off after five days of failures, and not before a third attempt', () => {
  const ending = (failingSince: number | undefined, failedBefore: number) => {
    const answer = { status: 500, failedBefore, retryAfter: undefined }
    return healthAfter(runOf([answer], 1, failingSince), NOW).ending
  }
  assert.equal(ending(undefined, 8), undefined)
  assert.equal(ending(NOW - 5 * DAY + 1, 8), undefined)
  assert.equal(ending(NOW - 5 * DAY, 2), 'failed-too-long')
  assert.equal(ending(NOW - 5 * DAY, 1), undefined)
})

interface Answer {
  readonly status: number
  readonly failedBefore: number
  readonly retryAfter: string | undefined
}

const answers = fc.array(
  fc.record({
    status: fc.constantFrom(200, 204, 299, 300, 410, 429, 500, 0),
    failedBefore: fc.nat(4),
    retryAfter: fc.option(fc.constantFrom('30', '90', '600'), { nil: undefined }),
  }),
  { maxLength: 8 },
)

test('how an endpoint is doing follows from its answers, one after the other', () => {
  const before = fc.record({ failures: fc.nat(6), days: fc.nat(7) })
  fc.assert(
    fc.property(answers, before, (given, { failures, days }) => {
      const failingSince = failures === 0 ? undefined : NOW - days * DAY
      const run = runOf(given, failures, failingSince)
      assert.deepEqual(healthAfter(run, NOW), expected(given, failures, failingSince))
    }),
    { numRuns: 300, seed: 7 },
  )
})

const isGood = (status: number) => status >= 200 && status <= 299

function runOf(
  given: readonly Answer[],
  failures: number,
  failingSince: number | undefined,
): DeliveryRun {
  const outcomes = given.map(({ status, failedBefore, retryAfter }, at) => ({
    isReceived: isGood(status),
    isGone: status === 410,
    retryAfter,
    delivery: { failedAttempts: failedBefore },
    attempt: { at: NOW - 100 + at, status, ms: 1 },
  }))
  // Of the endpoint and the deliveries only this much is looked at.
  return {
    batch: { endpoint: { failures, failingSince } } as unknown as DeliveryRun['batch'],
    outcomes: outcomes as unknown as readonly Outcome[],
  }
}

/** The same from the whole list: what came after the last good answer, and all that was asked for. */
function expected(given: readonly Answer[], failures: number, failingSince: number | undefined) {
  const lastGood = given.findLastIndex(({ status }) => isGood(status))
  const bad = given.slice(lastGood + 1).length
  const count = lastGood === -1 ? failures + bad : bad
  const since = (upTo: number): number | undefined => {
    const good = given.slice(0, upTo + 1).findLastIndex(({ status }) => isGood(status))
    if (good === -1 && failingSince !== undefined) return failingSince
    return good === upTo ? undefined : NOW - 100 + good + 1
  }
  const failed = given.map((answer, at) => ({ ...answer, at })).filter((one) => !isGood(one.status))
  const asked = failed.map(({ retryAfter }) => NOW + Number(retryAfter ?? 0) * SECOND)
  const isTooLong = failed.some(
    ({ at, status, failedBefore }) =>
      status !== 410 && failedBefore >= 2 && NOW - (since(at) ?? NOW) >= 5 * DAY,
  )
  const isGone = failed.some(({ status }) => status === 410)
  return {
    failures: count,
    failingSince: given.length === 0 ? failingSince : since(given.length - 1),
    pausedUntil: Math.max(0, ...asked, ...(count >= 5 ? [NOW + MINUTE] : [])),
    ending: isGone ? 'gone' : isTooLong ? 'failed-too-long' : undefined,
  }
}
