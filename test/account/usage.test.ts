// What an account has used: by whole days, the first of them and not the last, and by month.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { choosePlan } from '../../src/account/subscriptions.ts'
import { lookupsBetween, readUsage, usageByKey, usageOfDays } from '../../src/account/usage.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const PLANS = makePlans({ name: 'large', daily_lookup_limit_1: 1000 })
const at = (moment: string) => Date.parse(`2026-03-${moment}Z`)

eachSharedStore((makeStore) => {
  test('a day has its look-ups, and every limit of the plan that it ended on', async (t) => {
    const store = await makeStore(t)
    const plans = makePlans(
      { name: 'low', daily_lookup_limit_1: 90, daily_lookup_limit_2: 20, monthly_buffer: 30 },
      { name: 'high', daily_lookup_limit_1: 40, daily_lookup_limit_2: 50, monthly_buffer: 60 },
    )
    const { accountId } = await newCaller(store, plans, 'low', at('01T12:00'))
    await choosePlan(store, plans, accountId, 'high', at('02T23:59'))
    await sql`
      insert into usage_day (account_id, day, lookups)
      values (${accountId}, '2026-03-01', 3), (${accountId}, '2026-03-03', 4)`.execute(store.db)
    const range = { from: at('01T00:00'), to: at('03T00:00') }
    const low = { bufferUsed: 0, limit1: 90, limit2: 20, limit: 90, buffer: 30 }
    const high = { bufferUsed: 0, limit1: 40, limit2: 50, limit: 50, buffer: 60 }
    assert.deepEqual(await usageOfDays(store.db, plans, accountId, range), [
      { at: at('01T00:00'), lookups: 3, ...low },
      { at: at('02T00:00'), lookups: 0, ...high },
      { at: at('03T00:00'), lookups: 4, ...high },
    ])
    assert.deepEqual(await readUsage(store, accountId, '2026-03-03'), { lookups: 4, bufferUsed: 0 })
    assert.deepEqual(await readUsage(store, accountId, '2026-03-02'), { lookups: 0, bufferUsed: 0 })
  })

  test('the use of each key stands under its day, the most used first, and without those that used nothing', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'large', at('01T00:00'))
    const other = await newCaller(store, PLANS, 'large', at('01T00:00'))
    for (const [of, day, kind, name, lookups] of [
      [accountId, 13, 'api', 'main', 1],
      [accountId, 14, 'api', 'main', 2],
      [accountId, 14, 'token', 'b.example', 5],
      [accountId, 14, 'token', 'a.example', 5],
      [accountId, 14, 'api', 'z.example', 5],
      [accountId, 15, 'api', 'given back', 0],
      [accountId, 16, 'api', 'main', 3],
      [accountId, 17, 'api', 'main', 4],
      [other.accountId, 14, 'api', 'main', 9],
    ] as const) {
      await sql`
        insert into usage_by_key (account_id, day, kind, name, lookups)
        values (${of}, ${`2026-03-${day}`}, ${kind}, ${name}, ${lookups})`.execute(store.db)
    }
    const used = await usageByKey(store.db, accountId, '2026-03-14', '2026-03-16')
    const shown = [...used].map(([day, keys]) => [
      day,
      keys.map((key) => `${key.name} ${key.lookups}`),
    ])
    assert.deepEqual(shown, [
      ['2026-03-14', ['z.example 5', 'a.example 5', 'b.example 5', 'main 2']],
      ['2026-03-16', ['main 3']],
    ])
  })

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
    const [, first] = days
    const limits = { limit1: 1000, limit2: 1000, limit: 1000, buffer: 0 }
    assert.deepEqual(first, { at: at('01T00:00'), lookups: 0, bufferUsed: 7, ...limits })
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
