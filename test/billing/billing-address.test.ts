// The address on an account's invoices: none at first, and the last one that was given.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingAddress, setBillingAddress } from '../../src/billing/billing-address.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 10 })

eachSharedStore((makeStore) => {
  test('an address can be set, changed and emptied, each account its own', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', 0)
    const other = await newCaller(store, PLANS, 'small', 0)
    const address = () => store.transaction((tx) => billingAddress(tx, accountId))
    assert.deepEqual(await address(), [])
    await setBillingAddress(store.db, accountId, ['1 Lane', 'Town'])
    await setBillingAddress(store.db, other.accountId, ['elsewhere'])
    assert.deepEqual(await address(), ['1 Lane', 'Town'])
    await setBillingAddress(store.db, accountId, ['2 Lane'])
    assert.deepEqual(await address(), ['2 Lane'])
    await setBillingAddress(store.db, accountId, [])
    assert.deepEqual(await address(), [])
  })
})
