// A decision about a charge is right for every state in its range: what it adds, and what it reaches.
// Covers: src/access/charge/charge-decision.ts, src/access/charge/charge-decision.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AccountState } from '../../../src/access/charge/batch.ts'
import { type Change, decide } from '../../../src/access/charge/charge-decision.ts'
import type { Subscription } from '../../../src/account/subscription.ts'
import { makePlans } from '../../support/accounts.ts'
import { runs } from '../../support/runs.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const PLANS = makePlans(
  { name: 'ten', daily_lookup_limit_1: 10 },
  { name: 'stages', daily_lookup_limit_1: 6, daily_lookup_limit_2: 14, monthly_buffer: 9 },
  {
    name: 'large',
    daily_lookup_limit_1: 40,
    daily_lookup_limit_2: 90,
    monthly_buffer: 30,
    time_penalty_ms: 7,
  },
)

const anyState = fc.record({
  planName: fc.constantFrom('ten', 'stages', 'large'),
  autoUpgrade: fc.boolean(),
  lookups: fc.option(fc.nat({ max: 130 }), { nil: undefined }),
  bufferUsed: fc.option(fc.nat({ max: 40 }), { nil: undefined }),
})
type Facts = typeof anyState extends fc.Arbitrary<infer T> ? T : never

test('a decision is the same for every state in its range', () => {
  fc.assert(
    fc.property(
      anyState,
      fc.integer({ min: 1, max: 20 }),
      fc.nat(),
      fc.nat(),
      (facts, asked, a, b) => {
        const change = changeFor(facts, asked)
        if (change === undefined) return
        const lookups = within(change.lookups, a)
        const bufferUsed =
          change.charge.fromBuffer > 0 ? within(change.bufferUsed, b) : facts.bufferUsed
        const other = changeFor({ ...facts, lookups, bufferUsed }, asked)
        assert.deepEqual(effectsOf(other), effectsOf(change))
      },
    ),
    { numRuns: runs(2000) },
  )
})

test('what was read is in the range of what was decided', () => {
  fc.assert(
    fc.property(anyState, fc.integer({ min: 1, max: 20 }), (facts, asked) => {
      const change = changeFor(facts, asked)
      if (change === undefined) return
      assert(isIn(change.lookups, facts.lookups ?? 0))
      assert(change.charge.fromBuffer === 0 || isIn(change.bufferUsed, facts.bufferUsed ?? 0))
    }),
    { numRuns: runs(2000) },
  )
})

test('far from any mark an account need not be read again for look-ups that others have counted', () => {
  const change = changeFor({ planName: 'large', autoUpgrade: true, lookups: 3, bufferUsed: 0 }, 5)
  // Of 90 a day, the first of its limits is 40.
  assert.deepEqual(change?.lookups, { min: 0, max: 34 })
})

test('a charge that reaches a limit is right for exactly what was read', () => {
  const facts = { planName: 'large' as const, autoUpgrade: false, lookups: 38, bufferUsed: 0 }
  const change = changeFor(facts, 5)
  assert.deepEqual(change?.lookups, { min: 38, max: 38 })
  const first = { kind: 'first-limit-reached', limit: 40, nextLimit: 90 }
  assert.deepEqual(change?.limits, [{ ...first, planName: 'large', timePenaltyMs: 7 }])
  const through = changeFor({ planName: 'ten', autoUpgrade: true, lookups: 8, bufferUsed: 0 }, 9)
  assert.equal(through?.charge.planName, 'large')
  assert.deepEqual(through?.charge.outgrown, [
    { planName: 'ten', upTo: 10 },
    { planName: 'stages', upTo: 14 },
  ])
  assert.deepEqual(
    through?.limits.map(({ kind, planName, limit, nextLimit }) => [
      kind,
      planName,
      limit,
      nextLimit,
    ]),
    [
      ['first-limit-reached', 'ten', 10, 10],
      ['second-limit-reached', 'ten', 10, 10],
      ['second-limit-reached', 'stages', 14, 14],
    ],
  )
})

test('only the look-ups that are admitted are told and counted for their keys, first come first', () => {
  const subscription = subscriptionOn('ten', false)
  const state: AccountState = { ...subscription, lookups: 8, bufferUsed: 0, trackEndpoints: 1 }
  const traces = [
    ['192.0.2.1', '', ''],
    ['192.0.2.2', '', ''],
    ['192.0.2.3', '', ''],
  ] as const
  const keys = [
    ['api', 'main'],
    ['token', 'a.example'],
    ['api', 'main'],
  ] as const
  const asked = { accountId: 'acc_1', lookups: 3, traces, keys }
  const decision = decide(asked, state, { plans: PLANS, now: NOW })
  assert(decision.kind === 'change')
  assert.deepEqual(decision.change.traces, traces.slice(0, 2))
  assert.deepEqual(decision.change.charge.keys, [
    ['api', 'main', 1],
    ['token', 'a.example', 1],
  ])
})

test('an account with nothing left is refused without a write', () => {
  const subscription = subscriptionOn('ten', false)
  const state: AccountState = { ...subscription, lookups: 10, bufferUsed: 0, trackEndpoints: 0 }
  const decision = decide({ accountId: 'a', lookups: 1 }, state, { plans: PLANS, now: NOW })
  assert.equal(decision.kind, 'settled')
})

function changeFor({ planName, autoUpgrade, ...used }: Facts, lookups: number): Change | undefined {
  const state = { ...subscriptionOn(planName, autoUpgrade), trackEndpoints: 0, ...used }
  const decision = decide({ accountId: 'a', lookups }, state, { plans: PLANS, now: NOW })
  return decision.kind === 'change' ? decision.change : undefined
}

function effectsOf(change: Change | undefined) {
  assert(change !== undefined)
  const { charge, limits, notice } = change
  const { planName, fromDay, fromBuffer, outgrown } = charge
  return { planName, fromDay, fromBuffer, outgrown, limits, notice }
}

function within({ min, max }: { min: number; max: number }, seed: number): number {
  return min + (seed % (Math.min(max, min + 200) - min + 1))
}

function isIn({ min, max }: { min: number; max: number }, value: number): boolean {
  return min <= value && value <= max
}

function subscriptionOn(planName: string, autoUpgrade: boolean): Subscription {
  return {
    accountId: 'a',
    product: 'au',
    planName,
    label: '',
    paymentMethod: '',
    autoUpgrade,
    trialStartedAt: undefined,
    trialEndsAt: undefined,
    startedAt: 0,
    endedAt: undefined,
    nextBillingAt: undefined,
  }
}
