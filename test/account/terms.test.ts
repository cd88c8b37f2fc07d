// Terms in calendar months, and where one ends that is broken off.
// Covers: src/account/subscription.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addMonths,
  brokenOffAt,
  monthsBetween,
  nextBillingDate,
} from '../../src/account/subscription.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)

test('a month later is the same day, or the last of a shorter month', () => {
  for (const [from, months, to] of [
    ['2026-01-31T10:00Z', 1, '2026-02-28T10:00'],
    ['2028-01-31T10:00Z', 1, '2028-02-29T10:00'],
    ['2026-12-31T10:00Z', 2, '2027-02-28T10:00'],
    ['2026-03-30T10:00Z', 1, '2026-04-30T10:00'],
    ['2028-02-29T10:00Z', 12, '2029-02-28T10:00'],
  ] as const) {
    assert.equal(iso(addMonths(at(from), months)), to)
  }
  assert.equal(monthsBetween(at('2026-11-30T00:00Z'), at('2027-02-01T00:00Z')), 3)
})

test('terms are counted from the start, so that the 31st comes back after February', () => {
  const start = at('2026-01-31T10:00Z')
  const february = nextBillingDate(start, start, 1)
  assert.equal(iso(february), '2026-02-28T10:00')
  assert.equal(iso(nextBillingDate(start, february, 1)), '2026-03-31T10:00')
})

test('a term that is broken off is charged including its last day, and never beyond its own end', () => {
  const [start, next] = [at('2026-02-01T15:00Z'), at('2026-03-01T15:00Z')]
  for (const [ended, paidUntil] of [
    ['2026-02-01T15:00Z', '2026-02-02T15:00'],
    ['2026-02-10T00:00Z', '2026-02-11T15:00'],
    ['2026-02-10T23:59Z', '2026-02-11T15:00'],
    ['2026-02-28T23:59Z', '2026-03-01T15:00'],
    ['2026-03-01T14:59Z', '2026-03-01T15:00'],
    // On the very date of its bill a day of the next term has begun.
    ['2026-03-01T15:00Z', '2026-03-02T15:00'],
    ['2026-03-05T08:00Z', '2026-03-06T15:00'],
  ] as const) {
    assert.equal(iso(brokenOffAt(start, next, at(ended))), paidUntil, ended)
  }
  assert.equal(iso(brokenOffAt(start, next, at('2026-01-20T00:00Z'))), '2026-02-02T15:00')
})
