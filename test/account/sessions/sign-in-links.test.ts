// Links by mail and sessions: each works once or for a while, for whom it was made, and not a moment longer.
// Covers: src/account/sessions/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../../src/account/accounts.ts'
import { addOperator } from '../../../src/account/operators/operators.ts'
import { endSessionsOf, startSession } from '../../../src/account/sessions/sessions.ts'
import {
  browserMark,
  mailSignInLinks,
  mailSignUpLink,
  openLink,
} from '../../../src/account/sessions/sign-in-links.ts'
import { makePlans, newEmail } from '../../support/accounts.ts'
import { eachSharedStore, type MakeStore } from '../../support/stores.ts'

const PLANS = makePlans({ name: 'trial', product: 'uk', daily_lookup_limit_1: 100 })
const NOW = Date.parse('2026-03-14T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function open(makeStore: MakeStore, t: TestContext, products: readonly ('au' | 'uk')[]) {
  const store = await makeStore(t)
  const email = newEmail()
  const accounts: string[] = []
  for (const product of products) {
    const made = await createAccount(store, PLANS, { email, product }, NOW)
    assert(made.kind === 'created')
    accounts.push(made.accountId)
  }
  const asked = { email: email.toUpperCase(), linkUrl: 'https://x.example/in' }
  return {
    store,
    asked,
    accounts,
    /** The secrets of the links that were mailed to the address. */
    async secrets(): Promise<string[]> {
      const { rows } = await sql<{ body_text: string }>`
        select body_text from mail where lower(recipient) = ${email} order by created_at, id`.execute(
        store.db,
      )
      return rows.map(({ body_text }) => /#(link_\w+)/.exec(body_text)?.[1] ?? '')
    },
    opened: (secret: string, now: number, browser = browserMark(email)) =>
      store.transaction((tx) => openLink(tx, secret, browser, now)),
  }
}

eachSharedStore((makeStore) => {
  test('a link signs in once, within 15 minutes, in a browser that asked for one', async (t) => {
    const { store, asked, accounts, secrets, opened } = await open(makeStore, t, ['uk'])
    for (let count = 0; count < 3; count += 1) await mailSignInLinks(store, asked, NOW)
    const [first = '', second = '', third = ''] = await secrets()
    assert.equal(await opened(first, NOW + 15 * MINUTE), undefined, 'too late')
    const found = await opened(second, NOW + 15 * MINUTE - 1)
    assert.equal(found?.accountId, accounts[0])
    assert.equal(await opened(second, NOW), undefined, 'used')
    assert.equal(
      await opened(third, NOW, browserMark('another@x.example')),
      undefined,
      'another browser',
    )
    assert.equal((await opened(third, NOW))?.accountId, accounts[0])
  })

  test('each account of an address gets a link of its own, and an unknown address none', async (t) => {
    const { store, asked, accounts, secrets, opened } = await open(makeStore, t, ['uk', 'au'])
    await mailSignInLinks(store, asked, NOW)
    const found = await Promise.all((await secrets()).map((secret) => opened(secret, NOW)))
    assert.deepEqual(found.map((link) => link?.accountId).sort(), accounts.toSorted())
    await mailSignInLinks(store, { ...asked, email: 'nobody@x.example' }, NOW)
    const { rows } = await sql`
      select id from mail where recipient = 'nobody@x.example'`.execute(store.db)
    assert.deepEqual(rows, [])
  })

  test('the mail goes to the address as the account has it, and says which account where there are two', async (t) => {
    for (const [products, subjects] of [
      [['uk'], ['Sign in']],
      [
        ['uk', 'au'],
        ['Sign in to your Australian account', 'Sign in to your UK account'],
      ],
    ] as const) {
      const { store, asked } = await open(makeStore, t, products)
      await mailSignInLinks(store, asked, NOW)
      const { rows } = await sql<{ subject: string }>`
        select subject from mail where recipient = ${asked.email.toLowerCase()}
        order by subject`.execute(store.db)
      assert.deepEqual(
        rows.map(({ subject }) => subject),
        subjects,
      )
    }
  })

  test('a link that nobody opened is forgotten when its time is over', async (t) => {
    const { store, asked } = await open(makeStore, t, ['uk'])
    const links = async () => {
      const { rows } = await sql`
        select sha256 from sign_in_link where lower(email) = ${asked.email.toLowerCase()}
      `.execute(store.db)
      return rows.length
    }
    for (let count = 0; count < 3; count += 1) await mailSignInLinks(store, asked, NOW)
    await mailSignInLinks(store, asked, NOW + 15 * MINUTE - 1)
    assert.equal(await links(), 4)
    await mailSignInLinks(store, asked, NOW + 15 * MINUTE)
    assert.equal(await links(), 2)
    // To sign up forgets them too.
    await mailSignUpLink(store, { ...asked, product: 'au' }, NOW + 31 * MINUTE)
    assert.equal(await links(), 1)
  })

  test('a mailbox gets three mails at once and one every five minutes, and its owner always has a valid link', async (t) => {
    const { store, asked, accounts, secrets, opened } = await open(makeStore, t, ['uk'])
    // Twenty strangers at the same moment, then one every minute for an hour.
    await Promise.all(Array.from({ length: 20 }, () => mailSignInLinks(store, asked, NOW)))
    assert.equal((await secrets()).length, 3)
    for (let minute = 1; minute <= 60; minute += 1) {
      await mailSignInLinks(store, asked, NOW + minute * MINUTE)
      const newest = (await secrets()).at(-1) ?? ''
      if (minute % 10 !== 4) continue
      const inTenMinutes = NOW + (minute + 10) * MINUTE
      assert.equal((await opened(newest, inTenMinutes))?.accountId, accounts[0], `${minute}`)
    }
    assert.equal((await secrets()).length, 3 + 12)
    // Signing up is mailed from the same bucket, in whatever case the address is written.
    const late = NOW + 60 * MINUTE + 1
    await mailSignUpLink(store, { ...asked, email: asked.email.toLowerCase(), product: 'au' }, late)
    await mailSignUpLink(store, { ...asked, product: 'uk' }, late)
    assert.equal((await secrets()).length, 3 + 12)
  })

  test('a mailbox that was quiet for a quarter of an hour gets three mails at once again', async (t) => {
    const { store, asked, secrets } = await open(makeStore, t, ['uk'])
    const askAt = async (now: number) => {
      for (let count = 0; count < 9; count += 1) await mailSignInLinks(store, asked, now)
      return (await secrets()).length
    }
    assert.equal(await askAt(NOW), 3)
    assert.equal(await askAt(NOW + 5 * MINUTE - 1), 3)
    assert.equal(await askAt(NOW + 5 * MINUTE), 4)
    assert.equal(await askAt(NOW + 20 * MINUTE), 7)
    const { rows } = await sql`select full_at from sign_in_mailbox
      where full_at <= ${NOW + 20 * MINUTE}`.execute(store.db)
    assert.deepEqual(rows, [], 'what is full again is forgotten')
  })

  test('a clock that is set back keeps nobody from getting a link', async (t) => {
    const { store, asked, secrets } = await open(makeStore, t, ['uk'])
    const aDayAhead = NOW + 24 * HOUR
    for (let count = 0; count < 4; count += 1) await mailSignInLinks(store, asked, aDayAhead)
    assert.equal((await secrets()).length, 3)
    for (let count = 0; count < 4; count += 1) await mailSignInLinks(store, asked, NOW)
    assert.equal((await secrets()).length, 6)
  })

  test('a link to sign up makes an account, or signs in where there is one of the product', async (t) => {
    const { store, asked, accounts, secrets, opened } = await open(makeStore, t, ['uk'])
    await mailSignUpLink(store, { ...asked, product: 'au' }, NOW)
    const [up = ''] = await secrets()
    await mailSignUpLink(store, { ...asked, product: 'uk' }, NOW)
    const into = (await secrets()).find((secret) => secret !== up) ?? ''
    const made = await opened(up, NOW)
    assert.deepEqual([made?.accountId, made?.product], [undefined, 'au'])
    assert.equal((await opened(into, NOW))?.accountId, accounts[0])
  })

  test('a link to an address that the account no longer has opens nothing', async (t) => {
    const { store, asked, accounts, secrets, opened } = await open(makeStore, t, ['uk'])
    await mailSignInLinks(store, asked, NOW)
    const [secret = ''] = await secrets()
    await sql`update account set email_folded = 'moved@x.example'
      where id = ${accounts[0]}`.execute(store.db)
    assert.equal(await opened(secret, NOW), undefined)
  })

  test('an operator has 50 sessions too, and those of accounts and of others are not among them', async (t) => {
    const { store, accounts } = await open(makeStore, t, ['uk'])
    const [accountId = ''] = accounts
    const count = async (operatorId: string) => {
      const { rows } = await sql`
        select id from console_session where operator_id = ${operatorId}`.execute(store.db)
      return rows.length
    }
    const ids: string[] = []
    for (const name of ['Ada', 'Ben']) {
      await addOperator(store, `${name} ${accountId}`, NOW)
      const { rows } = await sql<{ id: string }>`
        select id from operator_key where name = ${`${name} ${accountId}`}`.execute(store.db)
      ids.push(rows[0]?.id ?? '')
    }
    const [ada = '', ben = ''] = ids
    const start = (operatorId: string, now: number, of?: string) =>
      store.transaction((tx) => startSession(tx, { operatorId, accountId: of }, 12 * HOUR, now))
    await start(ben, NOW)
    await start(ada, NOW, accountId)
    for (let at = 0; at < 51; at += 1) await start(ada, NOW + at)
    assert.deepEqual([await count(ada), await count(ben)], [51, 1], 'one is of the account')
  })

  test('a session lasts 12 hours, an account has 50, and all of them end at once but one', async (t) => {
    const { store, accounts } = await open(makeStore, t, ['uk'])
    const [accountId = ''] = accounts
    const start = (now: number) =>
      store.transaction((tx) => startSession(tx, { accountId }, 12 * HOUR, now))
    const ends = async () => {
      const { rows } = await sql<{ id: string; ends_at: number }>`
        select id, ends_at from console_session where account_id = ${accountId}
        order by created_at, id`.execute(store.db)
      return rows
    }
    assert.notEqual(await start(NOW), await start(NOW + 1))
    assert.equal((await ends())[0]?.ends_at, NOW + 12 * HOUR)
    for (let at = 2; at < 52; at += 1) await start(NOW + at)
    const kept = await ends()
    assert.equal(kept.length, 50)
    assert.equal(kept[0]?.ends_at, NOW + 2 + 12 * HOUR, 'the oldest are gone')
    await endSessionsOf(store.db, accountId, kept[7]?.id)
    assert.deepEqual(await ends(), [kept[7]])
    await start(NOW + 13 * HOUR)
    assert.equal((await ends()).length, 1, 'what has ended is forgotten')
  })
})
