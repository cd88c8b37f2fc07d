// What the account holder sets on a subscription, one thing at a time, and how the wire shows it.
// Covers: src/account/subscriptions.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Subscription } from '../../src/account/subscription.ts'
import { changeSettings, subscriptionJson } from '../../src/account/subscriptions.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const PLANS = makePlans(
  { name: 'large', product: 'au', daily_lookup_limit_1: 1000 },
  {
    ...{ name: 'year', term: 'annual', amount: 19.5, multi_application: true },
    ...{ daily_lookup_limit_1: 1000, daily_lookup_limit_2: 2000 },
  },
)
const NOW = Date.parse('2026-03-14T12:00:00Z')

eachSharedStore((makeStore) => {
  test('a setting that is not named stays as it is, and nobody else has it', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'large', NOW)
    const other = await newCaller(store, PLANS, 'large', NOW)
    const before = await changeSettings(store, other.accountId, {})
    const change = async (settings: Parameters<typeof changeSettings>[2]) => {
      const changed = await changeSettings(store, accountId, settings)
      return [changed?.label, changed?.autoUpgrade]
    }
    assert.deepEqual(await change({ label: 'Shop', autoUpgrade: true }), ['Shop', true])
    assert.deepEqual(await change({ autoUpgrade: false }), ['Shop', false])
    assert.deepEqual(await change({ label: 'Other shop' }), ['Other shop', false])
    assert.deepEqual(await change({ autoUpgrade: true }), ['Other shop', true])
    assert.deepEqual(await change({ label: '' }), ['', true])
    assert.deepEqual(await changeSettings(store, other.accountId, {}), before)
    assert.equal(await changeSettings(store, 'acc_none', { label: 'x' }), undefined)
  })
})

test('the next billing date is that of the end where there is one, and of the start where nothing is billed', () => {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`)
  const trial: Subscription = {
    accountId: 'acc_1',
    product: 'au',
    planName: 'large',
    label: 'Shop',
    paymentMethod: 'invoice',
    autoUpgrade: false,
    trialStartedAt: day('2026-01-01'),
    trialEndsAt: day('2026-01-31'),
    startedAt: undefined,
    endedAt: undefined,
    nextBillingAt: undefined,
  }
  const active = { ...trial, startedAt: day('2026-02-01'), nextBillingAt: day('2026-04-01') }
  const shown = (subscription: Subscription) => {
    const { next_billing_date, start_date, status } = subscriptionJson(subscription, PLANS, NOW)
    return [start_date, next_billing_date, status]
  }
  const january = '1/1/2026 12:00:00 AM'
  const february = '2/1/2026 12:00:00 AM'
  assert.deepEqual(shown(trial), [january, january, 'trial-ended'])
  assert.deepEqual(shown(active), [february, '4/1/2026 12:00:00 AM', 'active'])
  const ended = { ...active, endedAt: day('2026-03-02') }
  assert.deepEqual(shown(ended), [february, '3/2/2026 12:00:00 AM', 'ended'])
  const limits = { daily_lookup_limit_1: 1000, daily_lookup_limit_2: 2000 }
  const shop = { status: 'active', name: 'Shop', payment_method: 'invoice', auto_upgrade: true }
  const dates = { start_date: february, next_billing_date: '4/1/2026 12:00:00 AM' }
  const whole = { ...active, planName: 'year', autoUpgrade: true }
  assert.deepEqual(subscriptionJson(whole, PLANS, NOW), {
    ...dates,
    ...shop,
    plan: { term: 'annual', ...limits, amount: 19.5, multi_application: true },
  })
  const none = { daily_lookup_limit_1: 0, daily_lookup_limit_2: 0, amount: 0 }
  assert.deepEqual(subscriptionJson({ ...active, planName: 'gone' }, PLANS, NOW), {
    ...dates,
    ...shop,
    auto_upgrade: false,
    plan: { term: '', ...none, multi_application: false },
  })
})
