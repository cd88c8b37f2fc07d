// A new address for an account: one account an address whoever comes first, and the old address hears of it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAccount, findAccounts } from '../../src/account/accounts.ts'
import { CHANGE_NOTICES_PER_DAY_MAX, changeEmail, emailOf } from '../../src/account/email-change.ts'
import type { Store } from '../../src/store/store.ts'
import { makePlans, newCaller, newEmail } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 50 })
const NOW = Date.parse('2026-03-14T12:00:00Z')
const DAY_MS = 86_400_000

async function newAccount(store: Store): Promise<string> {
  return (await newCaller(store, PLANS, 'small', NOW)).accountId
}

async function mailsOf(store: Store, accountId: string) {
  const { rows } = await sql<{ recipient: string; kind: string; body_text: string }>`
    select recipient, kind, body_text from mail
    where account_id = ${accountId} order by created_at, once_key`.execute(store.db)
  return rows
}

eachSharedStore((makeStore) => {
  test('the account is found under its new address and no longer under the old one', async (t) => {
    const store = await makeStore(t)
    const accountId = await newAccount(store)
    const old = await emailOf(store.db, accountId)
    const email = newEmail()
    assert.deepEqual(await changeEmail(store, accountId, email, NOW), { kind: 'changed' })
    assert.equal((await findAccounts(store, email.toUpperCase(), NOW))[0]?.accountId, accountId)
    assert.equal((await findAccounts(store, old, NOW))[0], undefined)
    const other = await newAccount(store)
    assert.deepEqual(await changeEmail(store, other, old, NOW), { kind: 'changed' })
    // Nobody makes a second account of the product under it; of the other product one may.
    const made = async (product: 'au' | 'uk') =>
      (await createAccount(store, PLANS, { email, product }, NOW)).kind
    assert.deepEqual([await made('au'), await made('uk')], ['taken', 'created'])
  })

  test('the old address is told, without the whole new one', async (t) => {
    const store = await makeStore(t)
    const accountId = await newAccount(store)
    const old = await emailOf(store.db, accountId)
    await changeEmail(store, accountId, `secret-name-${newEmail()}`, NOW)
    const [mail, ...more] = await mailsOf(store, accountId)
    assert.equal(more.length, 0)
    assert.equal(mail.kind, 'email-changed')
    assert.equal(mail.recipient, old)
    assert.ok(mail.body_text.includes('s…@example.com'))
    assert.ok(!mail.body_text.includes('secret-name'))
  })

  test('the same address again, or in other letters, is no change that anybody is told of', async (t) => {
    const store = await makeStore(t)
    const accountId = await newAccount(store)
    const email = await emailOf(store.db, accountId)
    assert.deepEqual(await changeEmail(store, accountId, email, NOW), { kind: 'changed' })
    const upper = email.toUpperCase()
    assert.deepEqual(await changeEmail(store, accountId, upper, NOW), { kind: 'changed' })
    assert.equal(await emailOf(store.db, accountId), upper)
    assert.deepEqual(await mailsOf(store, accountId), [])
  })

  test('the address of another account is refused in any letters, and nothing changes', async (t) => {
    const store = await makeStore(t)
    const [one, other] = [await newAccount(store), await newAccount(store)]
    const [mine, theirs] = [await emailOf(store.db, one), await emailOf(store.db, other)]
    const elsewhere = newEmail()
    const made = await createAccount(store, PLANS, { email: elsewhere, product: 'uk' }, NOW)
    assert.equal(made.kind, 'created', 'an account of the other product')
    for (const email of [theirs, theirs.toUpperCase(), elsewhere]) {
      assert.deepEqual(await changeEmail(store, one, email, NOW), { kind: 'taken' })
    }
    assert.equal(await emailOf(store.db, one), mine)
    assert.deepEqual(await mailsOf(store, one), [])
  })

  test('of accounts that want one address at the same moment exactly one gets it', async (t) => {
    const store = await makeStore(t)
    const accounts = await Promise.all(Array.from({ length: 8 }, () => newAccount(store)))
    for (let round = 0; round < 5; round += 1) {
      const email = newEmail()
      const changed = await Promise.all(accounts.map((id) => changeEmail(store, id, email, NOW)))
      assert.equal(changed.filter(({ kind }) => kind === 'changed').length, 1)
      assert.equal(changed.filter(({ kind }) => kind === 'taken').length, accounts.length - 1)
    }
  })

  test('two accounts that want to swap addresses are both refused, every time', async (t) => {
    const store = await makeStore(t)
    const [one, other] = [await newAccount(store), await newAccount(store)]
    const [a, b] = [await emailOf(store.db, one), await emailOf(store.db, other)]
    for (let round = 0; round < 10; round += 1) {
      const swapped = [changeEmail(store, one, b, NOW), changeEmail(store, other, a, NOW)]
      assert.deepEqual(await Promise.all(swapped), [{ kind: 'taken' }, { kind: 'taken' }])
    }
  })

  test('a key cannot be used to write to strangers: a day has few notices, the first first', async (t) => {
    const store = await makeStore(t)
    const accountId = await newAccount(store)
    const old = await emailOf(store.db, accountId)
    for (let at = 0; at < CHANGE_NOTICES_PER_DAY_MAX + 3; at += 1) {
      await changeEmail(store, accountId, newEmail(), NOW)
    }
    const mails = await mailsOf(store, accountId)
    assert.equal(mails.length, CHANGE_NOTICES_PER_DAY_MAX)
    assert.equal(mails[0].recipient, old)
    await changeEmail(store, accountId, newEmail(), NOW + DAY_MS)
    assert.equal((await mailsOf(store, accountId)).length, CHANGE_NOTICES_PER_DAY_MAX + 1)
  })
})
