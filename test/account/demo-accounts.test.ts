// The demo of a first start: it goes on working for as long as the service lives.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccounts } from '../../src/account/accounts.ts'
import { makeDemoAccounts, makeDemoKeys } from '../../src/account/demo-accounts.ts'
import { parseCredential } from '../../src/account/keys/credential.ts'
import { choosePlan, endSubscription, subscriptionOf } from '../../src/account/subscriptions.ts'
import { makePlans } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const PLANS = makePlans(
  { name: 'trial', product: 'uk', daily_lookup_limit_1: 100 },
  { name: 'small', product: 'uk', daily_lookup_limit_1: 100 },
)

eachSharedStore((makeStore) => {
  test('the demo does not end after the thirty days of a trial', async (t) => {
    const store = await makeStore(t)
    const made = await makeDemoAccounts(store, PLANS, NOW)
    assert.equal(made.length, 3)
    const tokens = await makeDemoKeys(store, 'http://localhost:8080', NOW)
    assert.deepEqual(Object.keys(tokens).sort(), ['au', 'nz', 'uk'])
    assert.deepEqual(
      made.map(({ product, email, apiKey, adminKey }) => [
        product,
        email,
        parseCredential(apiKey)?.kind,
        parseCredential(adminKey)?.kind,
      ]),
      [
        ['au', 'demo-au@doorplate.example', 'api', 'admin'],
        ['nz', 'demo-nz@doorplate.example', 'api', 'admin'],
        ['uk', 'demo-uk@doorplate.example', 'api', 'admin'],
      ],
    )
    assert.deepEqual(await makeDemoAccounts(store, PLANS, NOW), [], 'their keys are seen once')
    const without = await makeDemoKeys(store, 'http://127.0.0.1:8080', NOW)
    assert.deepEqual(without.uk, { token: undefined, testKey: tokens.uk?.testKey })
    assert.equal(parseCredential(tokens.uk?.testKey ?? '')?.isTest, true)
    assert.deepEqual(await makeDemoKeys(store, 'http://localhost:9090', NOW), tokens)
    for (const { email } of made) {
      const [account] = await findAccounts(store, email, NOW + 1000 * 86_400_000)
      assert.equal(account?.state, 'trial')
    }
  })

  test('a demo account that has ended stays so, and one that has chosen a plan is billed like any other', async (t) => {
    const store = await makeStore(t)
    await makeDemoAccounts(store, PLANS, NOW)
    const [account] = await findAccounts(store, 'demo-uk@doorplate.example', NOW)
    assert(account)
    const ended = await endSubscription(store, account.accountId, NOW)
    assert.equal(ended.kind, 'ended')
    const gone = await subscriptionOf(store.db, account.accountId)
    await makeDemoKeys(store, 'http://localhost:8080', NOW + 1)
    assert.deepEqual(await subscriptionOf(store.db, account.accountId), gone)
    await choosePlan(store, PLANS, account.accountId, 'small', NOW)
    const before = await subscriptionOf(store.db, account.accountId)
    await makeDemoKeys(store, 'http://localhost:8080', NOW + 1)
    assert.deepEqual(await subscriptionOf(store.db, account.accountId), before)
  })
})
