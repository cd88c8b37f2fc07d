// Every refusal of access by its code, its words and when to come back.
// Covers: src/access/refusals.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allowanceUsedUp,
  noSubscription,
  notLive,
  overloaded,
  storeUnavailable,
  suspended,
  tooMuchToDo,
  unknownPlan,
} from '../../src/access/refusals.ts'
import { onlyPlan } from '../support/accounts.ts'

const NOW = Date.parse('2026-03-14T23:59:00.500Z')
const PLAIN = onlyPlan({ name: 'p', daily_lookup_limit_1: 5, daily_lookup_limit_2: 9 })
const BUFFERED = onlyPlan({ name: 'p', daily_lookup_limit_1: 5, monthly_buffer: 1 })
const LATER = { retryAfterSeconds: 1 }
const MIDNIGHT = { retryAfterSeconds: 60 }

test('each refusal has its code, its sentence and its time to come back', () => {
  const expected = [
    [
      storeUnavailable(),
      'service-unavailable',
      'The key store is out of reach for a moment.',
      LATER,
    ],
    [overloaded(), 'service-unavailable', 'Too many look-ups are waiting to be counted.', LATER],
    [
      tooMuchToDo(),
      'service-unavailable',
      'The service has more to do than it can just now.',
      LATER,
    ],
    [unknownPlan('x'), 'service-unavailable', 'The plan "x" is not set up here.', LATER],
    [
      allowanceUsedUp(PLAIN, NOW),
      'daily-limit',
      'The 9 look-ups of the day are used up.',
      MIDNIGHT,
    ],
    [
      allowanceUsedUp(BUFFERED, NOW),
      'monthly-buffer',
      'The 5 look-ups of the day and the monthly buffer are used up.',
      MIDNIGHT,
    ],
    [noSubscription(), 'forbidden', 'This key is tied to no subscription.', {}],
    [suspended(), 'forbidden', 'The operator of this service has suspended the account.', {}],
    [
      notLive('trial-ended'),
      'forbidden',
      'The free trial has ended. Choose a plan and the same keys work again.',
      {},
    ],
    [
      notLive('ended'),
      'forbidden',
      'The subscription has ended. Choose a plan and the same keys work again.',
      {},
    ],
  ] as const
  for (const [problem, code, detail, extra] of expected) {
    assert.deepEqual([problem.code, problem.detail, problem.extra], [code, detail, extra])
  }
})
