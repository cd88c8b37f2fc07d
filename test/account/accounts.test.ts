// Accounts from the first day to the end, on both stores.
// Covers: src/account/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAccount, findAccounts, listAccounts } from '../../src/account/accounts.ts'
import { parseCredential } from '../../src/account/keys/credential.ts'
import { choosePlan, endSubscription, missingPlans } from '../../src/account/subscriptions.ts'
import { makePlans, newEmail } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachStore } from '../support/stores.ts'

const PLANS = makePlans(
  { name: 'small', daily_lookup_limit_1: 10 },
  { name: 'large', daily_lookup_limit_1: 100 },
  { name: 'british', product: 'uk', daily_lookup_limit_1: 10 },
  { name: 'yearly', product: 'uk', term: 'annual', daily_lookup_limit_1: 10 },
)
const DAY = 86_400_000

eachStore((makeStore) => {
  test('a new account has a trial of 30 days and two keys that are shown once', async (t) => {
    const store = await makeStore(t)
    const now = new ManualClock().now()
    const wanted = { email: 'Jo@Example.com', product: 'au' } as const
    const made = await createAccount(store, PLANS, wanted, now)
    assert.equal(made.kind, 'created')
    assert.equal(parseCredential(made.apiKey)?.kind, 'api')
    assert.equal(parseCredential(made.adminKey)?.kind, 'admin')
    const shown = (await findAccounts(store, 'jo@example.COM', now))[0]
    assert.equal(shown?.accountId, made.accountId)
    assert.equal(shown?.email, 'Jo@Example.com')
    assert.equal(shown?.state, 'trial')
    assert.equal(shown?.subscription?.trialEndsAt, now + 30 * DAY)
    assert.equal(shown?.subscription?.nextBillingAt, now + 30 * DAY)
    assert.deepEqual(shown?.credentials.map(({ kind }) => kind).sort(), ['admin', 'api'])
    assert.equal(
      (await findAccounts(store, 'jo@example.com', now + 30 * DAY))[0]?.state,
      'trial-ended',
    )
    const everything = await sql`select * from credential`.execute(store.db)
    const kept = JSON.stringify([shown, everything.rows])
    assert(!kept.includes(made.apiKey) && !kept.includes(made.adminKey))
  })

  test('a subscription begins with a trial of 30 days, or with the first term of its plan', async (t) => {
    const store = await makeStore(t)
    const at = Date.parse('2026-01-31T10:00:00Z')
    const begun = async (planName?: string) => {
      const wanted = { email: newEmail(), product: 'uk', planName } as const
      const made = await createAccount(store, PLANS, wanted, at)
      assert(made.kind === 'created')
      const { accountId: _, ...subscription } =
        (await findAccounts(store, made.accountId, at))[0]?.subscription ?? {}
      return subscription
    }
    const unset = { suspendedAt: undefined, suspendedReason: '', endingToldAt: undefined }
    const bare = { product: 'uk', label: '', paymentMethod: '', autoUpgrade: false, ...unset }
    assert.deepEqual(await begun(), {
      ...bare,
      planName: 'trial',
      trialStartedAt: at,
      trialEndsAt: at + 30 * DAY,
      startedAt: undefined,
      endedAt: undefined,
      nextBillingAt: at + 30 * DAY,
    })
    const paid = { ...bare, trialStartedAt: undefined, trialEndsAt: undefined, endedAt: undefined }
    const [month, year] = [Date.parse('2026-02-28T10:00:00Z'), Date.parse('2027-01-31T10:00:00Z')]
    assert.deepEqual(await begun('british'), {
      ...paid,
      planName: 'british',
      startedAt: at,
      nextBillingAt: month,
    })
    assert.deepEqual(await begun('yearly'), {
      ...paid,
      planName: 'yearly',
      startedAt: at,
      nextBillingAt: year,
    })
  })

  test('an address may have an account of each product, and is found with both, the older first', async (t) => {
    const store = await makeStore(t)
    const email = newEmail()
    for (const [at, product] of (['uk', 'au'] as const).entries()) {
      const made = await createAccount(store, PLANS, { email, product }, at)
      assert.equal(made.kind, 'created')
      const again = await createAccount(store, PLANS, { email, product }, at)
      assert.equal(again.kind, 'taken')
    }
    const found = await findAccounts(store, email.toUpperCase(), 5)
    assert.deepEqual(
      found.map(({ subscription }) => subscription?.product),
      ['uk', 'au'],
    )
  })

  test('one e-mail address makes one account, in any case, in any race', async (t) => {
    const store = await makeStore(t)
    const spellings = ['a@example.com', 'A@example.com', 'a@EXAMPLE.com', 'a@example.COM']
    const made = await Promise.all(
      spellings.map((email) => createAccount(store, PLANS, { email, product: 'au' }, 1)),
    )
    assert.deepEqual(made.map(({ kind }) => kind).sort(), ['created', 'taken', 'taken', 'taken'])
    assert.equal((await listAccounts(store, 1)).length, 1)
  })

  test('a bad address and a plan of the other product make no account', async (t) => {
    const store = await makeStore(t)
    const bad = await createAccount(store, PLANS, { email: 'x', product: 'au' }, 1)
    assert.equal(bad.kind, 'bad-email')
    const wanted = { email: 'a@example.com', product: 'au', planName: 'british' } as const
    assert.deepEqual(await createAccount(store, PLANS, wanted, 1), {
      kind: 'no-such-plan',
      onOffer: ['small', 'large'],
    })
    assert.deepEqual(await listAccounts(store, 1), [])
  })

  test('choosing a plan switches on a trial, an ended trial and an ended plan', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock('2026-01-31T10:00:00Z')
    const email = 'a@example.com'
    const made = await createAccount(store, PLANS, { email, product: 'au' }, clock.now())
    assert(made.kind === 'created')
    const state = async () => (await findAccounts(store, email, clock.now()))[0]?.state
    clock.advance(31 * DAY)
    assert.equal(await state(), 'trial-ended')
    const chosen = await choosePlan(store, PLANS, made.accountId, 'small', clock.now())
    assert(chosen.kind === 'chosen')
    assert.equal(chosen.subscription.nextBillingAt, Date.parse('2026-04-03T10:00:00Z'))
    assert.equal(await state(), 'active')
    clock.advance(DAY)
    assert.equal((await endSubscription(store, made.accountId, clock.now())).kind, 'ended')
    assert.equal((await endSubscription(store, made.accountId, clock.now())).kind, 'already-ended')
    assert.equal(await state(), 'ended')
    await choosePlan(store, PLANS, made.accountId, 'large', clock.now())
    assert.equal(await state(), 'active')
  })

  for (const days of [1, 31]) {
    test(`a trial can be ended after ${days} days`, async (t) => {
      const store = await makeStore(t)
      const email = newEmail()
      const made = await createAccount(store, PLANS, { email, product: 'au' }, 1)
      assert(made.kind === 'created')
      const now = 1 + days * DAY
      assert.equal((await endSubscription(store, made.accountId, now)).kind, 'ended')
      assert.equal((await findAccounts(store, email, now))[0]?.state, 'ended')
    })
  }

  test('a change of plan within a running term keeps the day of billing', async (t) => {
    const store = await makeStore(t)
    const wanted = { email: 'a@example.com', product: 'au', planName: 'small' } as const
    const made = await createAccount(store, PLANS, wanted, 1000)
    assert(made.kind === 'created')
    const before = (await findAccounts(store, wanted.email, 1000))[0]?.subscription
    const chosen = await choosePlan(store, PLANS, made.accountId, 'large', 5000)
    assert(chosen.kind === 'chosen' && before !== undefined)
    assert.deepEqual(chosen.subscription, { ...before, planName: 'large' })
    assert.deepEqual(
      (await findAccounts(store, wanted.email, 1))[0]?.subscription,
      chosen.subscription,
    )
  })

  test('neither the trial nor a plan of the other product can be chosen', async (t) => {
    const store = await makeStore(t)
    const made = await createAccount(store, PLANS, { email: 'a@example.com', product: 'au' }, 1)
    assert(made.kind === 'created')
    for (const name of ['british', 'trial', 'nonsense']) {
      const chosen = await choosePlan(store, PLANS, made.accountId, name, 1)
      assert.deepEqual(chosen, { kind: 'no-such-plan', onOffer: ['small', 'large'] })
    }
    const ghost = await choosePlan(store, PLANS, 'acc_ghost', 'small', 1)
    assert.equal(ghost.kind, 'no-such-account')
    assert.equal((await endSubscription(store, 'acc_ghost', 1)).kind, 'no-such-account')
    assert.equal((await findAccounts(store, 'ghost@example.com', 1))[0], undefined)
  })

  test('accounts are listed in the order in which they were made, page after page', async (t) => {
    const store = await makeStore(t)
    for (const [at, name] of ['c', 'a', 'b'].entries()) {
      const wanted = { email: `${name}@example.com`, product: 'uk' } as const
      await createAccount(store, PLANS, wanted, 100 + at)
    }
    const all = await listAccounts(store, 200)
    assert.deepEqual(
      all.map(({ email }) => email[0]),
      ['c', 'a', 'b'],
    )
    assert.deepEqual(await listAccounts(store, 200, all[0]), all.slice(1))
  })

  test('plans that the operator took away while somebody is on them are named', async (t) => {
    const store = await makeStore(t)
    const wanted = { email: 'a@example.com', product: 'uk', planName: 'british' } as const
    await createAccount(store, PLANS, wanted, 1)
    assert.deepEqual(await missingPlans(store, PLANS), [])
    assert.deepEqual(await missingPlans(store, makePlans()), ['british (uk)'])
    const [account] = await findAccounts(store, wanted.email, 1)
    await endSubscription(store, account?.accountId ?? '', 2)
    assert.deepEqual(await missingPlans(store, makePlans()), [], 'nobody is on it any more')
  })
})
