// Each day of a term counts as the largest plan that it saw, compared by the month.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planDays } from '../../../src/billing/invoices/plan-days.ts'
import { DAY_MS, PLANS } from '../books.ts'

const START = Date.parse('2026-02-01T10:00:00Z')
const TERM = { start: START, end: START + 4 * DAY_MS }

function daysOf(planName: string, changes: readonly (readonly [number, string, string])[]) {
  const listed = changes.map(([days, fromPlan, toPlan]) => {
    return { changedAt: START + days * DAY_MS, fromPlan, toPlan }
  })
  const days = planDays({ product: 'uk', planName }, TERM, listed, PLANS)
  return days.kind === 'days' ? days.plans.map(({ name }) => name) : days
}

test('without a change, every day is on the same plan', () => {
  assert.deepEqual(daysOf('small', []), ['small', 'small', 'small', 'small'])
})

test('a day that saw two plans counts as the larger, and a year by its month', () => {
  assert.deepEqual(daysOf('large', [[1.5, 'small', 'large']]), ['small', 'large', 'large', 'large'])
  assert.deepEqual(daysOf('small', [[1.5, 'large', 'small']]), ['large', 'large', 'small', 'small'])
  // 365 a year are less than 56 a month.
  assert.deepEqual(daysOf('year', [[1.5, 'large', 'year']]), ['large', 'large', 'year', 'year'])
})

test('a change at the very beginning of a day is of that day alone', () => {
  assert.deepEqual(daysOf('large', [[2, 'small', 'large']]), ['small', 'small', 'large', 'large'])
})

test('a plan that no longer exists is named', () => {
  assert.deepEqual(daysOf('gone', []), { kind: 'unknown-plan', planName: 'gone' })
})
