// The state of a subscription, at the very moments at which it changes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addMonths,
  isLive,
  type SubscriptionState,
  subscriptionState,
  trialEnd,
} from '../../src/account/subscription.ts'

const START = Date.parse('2026-01-31T10:00:00Z')
const DAY = 86_400_000
const TRIAL = { trialEndsAt: trialEnd(START), startedAt: undefined, endedAt: undefined }

type Row = readonly [what: string, dates: typeof TRIAL_DATES, at: number, state: SubscriptionState]
const TRIAL_DATES: {
  trialEndsAt: number | undefined
  startedAt: number | undefined
  endedAt: number | undefined
} = TRIAL

const ROWS: readonly Row[] = [
  ['a trial that begins', TRIAL, START, 'trial'],
  ['the last millisecond of the 30 days', TRIAL, START + 30 * DAY - 1, 'trial'],
  ['exactly 30 days', TRIAL, START + 30 * DAY, 'trial-ended'],
  ['a year later', TRIAL, START + 365 * DAY, 'trial-ended'],
  ['a plan chosen within the trial', { ...TRIAL, startedAt: START + DAY }, START + DAY, 'active'],
  ['just before that plan', { ...TRIAL, startedAt: START + DAY }, START + DAY - 1, 'trial'],
  [
    'a plan chosen after the trial',
    { ...TRIAL, startedAt: START + 40 * DAY },
    START + 40 * DAY,
    'active',
  ],
  [
    'between the trial and that plan',
    { ...TRIAL, startedAt: START + 40 * DAY },
    START + 35 * DAY,
    'trial-ended',
  ],
  ['a trial that is ended early', { ...TRIAL, endedAt: START + DAY }, START + DAY, 'ended'],
  ['just before that end', { ...TRIAL, endedAt: START + DAY }, START + DAY - 1, 'trial'],
  [
    'a plan that is ended',
    { trialEndsAt: undefined, startedAt: START, endedAt: START + DAY },
    START + DAY,
    'ended',
  ],
  [
    'the last moment of a plan',
    { trialEndsAt: undefined, startedAt: START, endedAt: START + DAY },
    START + DAY - 1,
    'active',
  ],
  [
    'nothing ever begun',
    { trialEndsAt: undefined, startedAt: undefined, endedAt: undefined },
    START,
    'ended',
  ],
]

for (const [what, dates, at, state] of ROWS) {
  test(`${what}: ${state}`, () => assert.equal(subscriptionState(dates, at), state))
}

test('keys look up addresses in a trial and on a plan only', () => {
  const states: SubscriptionState[] = ['trial', 'trial-ended', 'active', 'ended']
  assert.deepEqual(states.filter(isLive), ['trial', 'active'])
})

test('a month after the 31st is the last day of a shorter month', () => {
  const after = (iso: string, months: number) =>
    new Date(addMonths(Date.parse(iso), months)).toISOString()
  assert.equal(after('2026-01-31T10:00:00Z', 1), '2026-02-28T10:00:00.000Z')
  assert.equal(after('2028-01-31T10:00:00Z', 1), '2028-02-29T10:00:00.000Z')
  assert.equal(after('2028-02-29T23:59:59Z', 12), '2029-02-28T23:59:59.000Z')
  assert.equal(after('2026-12-15T00:00:00Z', 1), '2027-01-15T00:00:00.000Z')
})
