// Mails about a day that is nearly used up: each mark once a day, whatever the order of charges, refunds and upgrades.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { ChargeBatch } from '../../../src/access/charge/batch.ts'
import type { run as chargeBatch } from '../../../src/access/charge/charge-batch.ts'
import { limitNotice, passedPercent } from '../../../src/access/charge/limit-notices.ts'
import type { run as voidBatch } from '../../../src/access/charge/void-batch.ts'
import { changeSettings } from '../../../src/account/subscriptions.ts'
import { newId } from '../../../src/lib/ids.ts'
import type { Store } from '../../../src/store/store.ts'
import { makePlans, newCaller, onlyPlan } from '../../support/accounts.ts'
import { eachSharedStore, type MakeStore } from '../../support/stores.ts'

const PLANS = makePlans(
  { name: 'small', daily_lookup_limit_1: 10, daily_lookup_limit_2: 20 },
  { name: 'large', daily_lookup_limit_1: 100, monthly_buffer: 50 },
)
const CHARGE = new URL('../../../src/access/charge/charge-batch.ts', import.meta.url)
const VOID = new URL('../../../src/access/charge/void-batch.ts', import.meta.url)
const NOW = Date.parse('2026-03-14T12:00:00Z')
const DAY_MS = 86_400_000

interface Opened {
  readonly store: Store
  readonly accountId: string
  /** Answers the id of the batch. */
  charge(lookups: number, now?: number): Promise<string>
  /** The percents of the notices that were sent, in order. */
  noticesSent(): Promise<number[]>
}

async function open(makeStore: MakeStore, t: TestContext, planName = 'small'): Promise<Opened> {
  const store = await makeStore(t)
  const { accountId } = await newCaller(store, PLANS, planName, NOW)
  let made = 0
  return {
    store,
    accountId,
    // Each a moment later, because mails are told apart in time by their ids.
    async charge(lookups, now = NOW + made) {
      made += 1
      const batchId = newId('batch')
      const charges = [{ accountId, lookups }]
      await chargeOn(store, { batchId, now, charges, plans: PLANS })
      return batchId
    },
    async noticesSent() {
      const keys = await mails(store, accountId)
      return keys.map(({ once_key }) => Number(once_key.split(':').at(-1)))
    },
  }
}

function chargeOn(store: Store, batch: ChargeBatch) {
  return store.procedure<typeof chargeBatch>(CHARGE, batch)
}

function voidOn(store: Store, batchId: string) {
  return store.procedure<typeof voidBatch>(VOID, { batchId })
}

async function mails(store: Store, accountId: string) {
  const { rows } = await sql<{
    once_key: string
    recipient: string
    cc: string
    body_text: string
  }>`
    select once_key, recipient, cc, body_text from mail
    where account_id = ${accountId} and kind = 'limit-notice' order by id`.execute(store.db)
  return rows
}

test('a mark is passed by the look-up that reaches it, by the larger limit of the plan', () => {
  const plan = onlyPlan({ name: 'p', daily_lookup_limit_1: 10, daily_lookup_limit_2: 33 })
  const passed = (before: number, lookups: number) =>
    passedPercent({ plan, before, after: before + lookups })
  const found = Array.from({ length: 40 }, (_, before) => passed(before, 1))
  assert.deepEqual(
    found.flatMap((percent, before) => (percent === undefined ? [] : [[before + 1, percent]])),
    [
      [25, 75],
      [30, 90],
      [33, 100],
    ],
  )
  assert.equal(passed(0, 33), 100)
  assert.equal(passed(24, 0), undefined)
  assert.equal(passed(33, 1), undefined)
})

test('a notice gives the usage, the day and the plan, what follows, and where to find a larger plan', () => {
  const words = (planName: string, before: number, after: number) => {
    const plan = PLANS.find(({ name }) => name === planName) ?? assert.fail(planName)
    const large = { ...plan, dailyLookupLimit1: 1000, dailyLookupLimit2: 2000 }
    const notice = limitNotice({ accountId: 'acc_1', plan: large, before, after }, NOW)
    return [notice?.subject, notice?.text.replace(/\s+/g, ' ').split(' -- ')[0], notice?.onceKey]
  }
  const facts = (used: string, plan: string) =>
    `A larger plan takes effect at once, with the same keys. Day: 14 Mar 2026 (UTC) Plan: ${plan} ` +
    `Look-ups used: ${used} of 2,000 Choose a larger plan: \u{E002}/console#plan`
  const most = '75% of today’s look-ups are used'
  const refused = 'further look-ups are refused until midnight UTC.'
  assert.deepEqual(words('small', 1499, 1500), [
    most,
    `${most} Your account has used 75% of the look-ups of the day. ` +
      `When all are used, ${refused} ${facts('1,500', 'small')}`,
    'limit:acc_1:2026-03-14:75',
  ])
  const all = 'Today’s look-ups are used up'
  const buffer =
    'further look-ups use the monthly buffer; once that is used up, they are refused until ' +
    'midnight UTC.'
  assert.deepEqual(words('large', 1999, 2000), [
    all,
    `${all} Your account has used all look-ups of the day: ${buffer} ${facts('2,000', 'large')}`,
    'limit:acc_1:2026-03-14:100',
  ])
})

eachSharedStore((makeStore) => {
  test('75, 90 and 100 per cent are told one after the other, to the primary address', async (t) => {
    const { store, accountId, charge, noticesSent } = await open(makeStore, t)
    await sql`insert into cc_recipient values (${accountId}, 1, 'expired', 'c@x.y', 'c@x.y')`.execute(
      store.db,
    )
    for (let at = 0; at < 25; at += 1) await charge(1)
    assert.deepEqual(await noticesSent(), [75, 90, 100])
    const [first] = await mails(store, accountId)
    assert.match(first.recipient, /@example\.com$/)
    assert.equal(first.cc, '[]')
    assert.match(first.body_text, /75%/)
    assert.match(first.body_text, /15 of 20/)
    await charge(15, NOW + DAY_MS)
    assert.deepEqual(await noticesSent(), [75, 90, 100, 75])
  })

  test('a batch that jumps over several marks tells the highest, and the lower ones never', async (t) => {
    const { store, charge, noticesSent } = await open(makeStore, t)
    const jump = await charge(19)
    assert.deepEqual(await noticesSent(), [90])
    await voidOn(store, jump)
    await charge(16)
    assert.deepEqual(await noticesSent(), [90])
    await charge(4)
    assert.deepEqual(await noticesSent(), [90, 100])
  })

  test('a batch that never counts tells nothing, and one sent twice tells once', async (t) => {
    const { store, accountId, charge, noticesSent } = await open(makeStore, t)
    const batchId = newId('batch')
    await voidOn(store, batchId)
    const charges = [{ accountId, lookups: 20 }]
    const batch = { batchId, now: NOW, charges, plans: PLANS }
    await chargeOn(store, batch)
    assert.deepEqual(await noticesSent(), [])
    const again = { ...batch, batchId: await charge(15) }
    await chargeOn(store, again)
    assert.deepEqual(await noticesSent(), [75])
  })

  test('who is moved to a larger plan is not told that the day is used up', async (t) => {
    const { store, accountId, charge, noticesSent } = await open(makeStore, t)
    await changeSettings(store, accountId, { autoUpgrade: true })
    await charge(15)
    await charge(10)
    assert.deepEqual(await noticesSent(), [75])
    await charge(70)
    // 95 of 100: 75 was told under the smaller plan, 90 was not.
    assert.deepEqual(await noticesSent(), [75, 90])
    await charge(20)
    assert.deepEqual(await noticesSent(), [75, 90, 100])
    const all = await mails(store, accountId)
    assert.match(all.at(-1)?.body_text ?? '', /buffer/)
  })
})
