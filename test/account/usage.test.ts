// What an account has used: by whole days, the first of them and not the last, and by month.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { lookupsBetween, usageOfDays } from '../../src/account/usage.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const PLANS = makePlans({ name: 'large', daily_lookup_limit_1: 1000 })
const at = (moment: string) => Date.parse(`2026-03-${moment}Z`)

eachSharedStore((makeStore) => {
  test('a term counts the day that it begins on, and the day of its end is that of the next', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'large', at('01T00:00'))
    const other = await newCaller(store, PLANS, 'large', at('01T00:00'))
    for (const [of, day, lookups] of [
      [accountId, 13, 1],
      [accountId, 14, 10],
      [accountId, 15, 100],
      [accountId, 16, 1000],
      [other.accountId, 15, 9],
    ] as const) {
      await sql`
        insert into usage_day (account_id, day, lookups)
        values (${of}, ${`2026-03-${day}`}, ${lookups})`.execute(store.db)
    }
    const between = (from: string, to: string) =>
      lookupsBetween(store.db, accountId, at(from), at(to))
    assert.equal(await between('14T12:00', '16T12:00'), 110)
    assert.equal(await between('14T00:00', '15T00:00'), 10)
    assert.equal(await between('14T00:00', '14T23:59'), 0)
    assert.equal(await between('17T00:00', '18T00:00'), 0)
  })

  test('each day has what its own month has drawn from the buffer, and no limits before the account was made', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'large', at('01T12:00'))
    for (const [month, used] of [
      ['2026-02', 5],
      ['2026-03', 7],
    ] as const) {
      await sql`
        insert into usage_month (account_id, month, buffer_used)
        values (${accountId}, ${month}, ${used})`.execute(store.db)
    }
    const range = { from: Date.UTC(2026, 1, 28), to: at('02T00:00') }
    const days = await usageOfDays(store.db, PLANS, accountId, range)
    assert.deepEqual(
      days.map(({ bufferUsed, limit }) => [bufferUsed, limit]),
      [
        [5, 0],
        [7, 1000],
        [7, 1000],
      ],
    )
  })
})
