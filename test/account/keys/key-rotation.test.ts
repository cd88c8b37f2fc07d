// Promises about replacing keys and making domain tokens, also by two calls at once.
// Covers: src/account/keys/account-keys.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  accountKey,
  KEYS_IN_GRACE_MAX,
  maskedKey,
  rotateKey,
} from '../../../src/account/keys/account-keys.ts'
import { saveDomainToken } from '../../../src/account/keys/domain-tokens.ts'
import type { Store } from '../../../src/store/store.ts'
import { makePlans, newCaller } from '../../support/accounts.ts'
import { eachSharedStore } from '../../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 10 })
const NOW = Date.parse('2026-03-14T12:00:00Z')

eachSharedStore((makeStore) => {
  test('of keys that are replaced at once only the last one has no end', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', NOW)
    await Promise.all(
      Array.from({ length: 8 }, () => rotateKey(store, accountId, accountKey('api'), 60, NOW)),
    )
    const ends = await endsOf(store, accountId)
    assert.equal(ends.filter((end) => end === null).length, 1)
    assert.equal(ends.length, 9)
  })

  test('a domain token that is asked for by many at once is one token', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', NOW)
    const wanted = { host: 'shop.example.com' }
    const asked = Array.from({ length: 8 }, () => saveDomainToken(store, accountId, wanted, NOW))
    const values = (await Promise.all(asked)).map((saved) =>
      saved.kind === 'saved' ? saved.token.value : saved.kind,
    )
    assert.equal(new Set(values).size, 1)
  })

  test('however often a key is replaced, few old ones are kept and all that end are told', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', NOW)
    for (let at = 1; at <= KEYS_IN_GRACE_MAX + 5; at += 1) {
      await rotateKey(store, accountId, accountKey('api'), 60, NOW + at)
    }
    const ends = await endsOf(store, accountId)
    assert.equal(ends.length, KEYS_IN_GRACE_MAX + 1)
    assert.deepEqual(ends.slice(0, 2), [NOW + 60_006, NOW + 60_007], 'the oldest are gone')
    const later = NOW + 3_600_000
    const { endingSha256 } = await rotateKey(store, accountId, accountKey('api'), 0, later)
    assert.equal(endingSha256.length >= KEYS_IN_GRACE_MAX, true)
    assert.deepEqual((await endsOf(store, accountId)).sort(), [null])
  })

  test('an old key works for its grace time, and one that ends sooner keeps its end', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', NOW)
    const rotate = (graceSeconds: number) =>
      rotateKey(store, accountId, accountKey('api'), graceSeconds, NOW)
    await rotate(60)
    await rotate(86_400)
    const ends = await endsOf(store, accountId)
    assert.deepEqual(new Set(ends), new Set([NOW + 60_000, NOW + 86_400_000, null]))
    assert.equal(ends.length, 3)
  })

  test('replacing a key without grace ends at once what an earlier replacement had left to work', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', NOW)
    await rotateKey(store, accountId, accountKey('api'), 86_400, NOW)
    const { endingSha256 } = await rotateKey(store, accountId, accountKey('api'), 0, NOW + 1)
    assert.equal(new Set(endingSha256).size, 2)
    assert.deepEqual(await endsOf(store, accountId), [null])
  })

  test('the key that is shown masked is the newest, also while the old one still works', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', NOW)
    for (const later of [1, 2]) {
      const { key } = await rotateKey(store, accountId, accountKey('api'), 60, NOW + later)
      const masked = await maskedKey(store, accountId, 'api', NOW + later)
      assert.equal(masked?.slice(-4), key.slice(-4))
    }
  })

  test('replacing the admin key leaves the API key as it is', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', NOW)
    const before = await maskedKey(store, accountId, 'api', NOW)
    const { key } = await rotateKey(store, accountId, accountKey('admin'), 0, NOW + 1)
    assert.match(key, /^admin_/)
    assert.equal(await maskedKey(store, accountId, 'api', NOW + 2), before)
    assert.deepEqual(await endsOf(store, accountId), [null])
  })
})

async function endsOf(store: Store, accountId: string): Promise<(number | null)[]> {
  const { rows } = await sql<{ expires_at: number | null }>`
    select expires_at from credential where account_id = ${accountId} and kind = 'api'
    order by created_at`.execute(store.db)
  return rows.map((row) => row.expires_at)
}
