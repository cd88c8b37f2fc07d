// The plans that a new service offers, with their literal values: they are prices, and in the documents.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPlans } from '../../../src/account/plans/default-plans.ts'

const COLUMNS = [
  'name',
  'term',
  'amount',
  'daily_lookup_limit_1',
  'daily_lookup_limit_2',
  'monthly_buffer',
  'time_penalty_ms',
  'requests_per_5_minutes',
  'multi_application',
]
const LADDER = [
  ['trial', 'trial', 0, 100, 100, 0, 0, 3000, false],
  ['starter', 'monthly', 19, 500, 1000, 0, 500, 3000, false],
  ['standard', 'monthly', 59, 2000, 4000, 2000, 300, 6000, false],
  ['business', 'monthly', 179, 10_000, 20_000, 10_000, 200, 15_000, true],
  ['scale', 'monthly', 590, 50_000, 100_000, 50_000, 100, 60_000, true],
  ['business-annual', 'annual', 1790, 10_000, 20_000, 10_000, 200, 15_000, true],
]

test('all products have the same ladder of plans', () => {
  const { plans } = JSON.parse(defaultPlans()) as { plans: Record<string, unknown>[] }
  for (const product of ['au', 'nz', 'uk']) {
    const rows = plans
      .filter((plan) => plan.product === product)
      .map((plan) => COLUMNS.map((column) => plan[column]))
    assert.deepEqual(rows, LADDER, product)
  }
  assert.equal(plans.length, 3 * LADDER.length)
})
