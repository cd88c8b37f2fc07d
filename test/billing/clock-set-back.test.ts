// A clock that is set back past a change or an end makes no day free and none paid twice.
// Covers: src/billing/invoices/plan-days.ts, src/account/subscriptions.ts, src/account/subscriptions.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePlan, endSubscription } from '../../src/account/subscriptions.ts'
import { runBilling } from '../../src/billing/billing-run.ts'
import { eachSharedStore } from '../support/stores.ts'
import { type Books, day, emptyBooks, holder, invoicesOf, PLANS } from './books.ts'

function chooseAt({ store }: Books, accountId: string, plan: string, iso: string) {
  return choosePlan(store, PLANS, accountId, plan, Date.parse(iso))
}

function endAt({ store }: Books, accountId: string, iso: string) {
  return endSubscription(store, accountId, Date.parse(iso))
}

/** What each plan was billed for until the end of the year: the dates of its lines. */
async function billedDays(parts: Books, accountId: string): Promise<string[]> {
  parts.clock.set('2027-01-01T00:00:00Z')
  await runBilling(parts, Date.parse('2026-03-01T00:00:00Z'))
  const invoices = await invoicesOf(parts, accountId)
  return invoices.flatMap(({ lines }) =>
    lines.map(({ details }) => details.replace(/ \(.*| 2026/g, '')),
  )
}

eachSharedStore((makeStore) => {
  test('a larger plan that was left at an earlier time than it was chosen is billed for that day', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await chooseAt(parts, accountId, 'large', '2026-02-10T08:00:00Z')
    await chooseAt(parts, accountId, 'small', '2026-02-10T07:00:00Z')
    assert.deepEqual(await billedDays(parts, accountId), [
      'Plan small, 1 Feb to 9 Feb',
      'Plan large, 10 Feb to 10 Feb',
      'Plan small, 11 Feb to 28 Feb',
    ])
  })

  test('a plan that was left before the term in which it was chosen is billed for its first day', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await chooseAt(parts, accountId, 'large', '2026-02-01T00:30:00Z')
    await chooseAt(parts, accountId, 'small', '2026-01-31T23:50:00Z')
    assert.deepEqual(await billedDays(parts, accountId), [
      'Plan small, 1 Jan to 30 Jan',
      'Plan large, 31 Jan to 31 Jan',
      'Plan large, 1 Feb to 1 Feb',
      'Plan small, 2 Feb to 28 Feb',
    ])
  })

  test('who ends before the moment up to which all is invoiced owes nothing more', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-10T09:00:00Z')
    const accountId = await holder(parts, 'small')
    await runBilling(parts, Date.parse('2026-02-10T09:00:00Z'))
    await endAt(parts, accountId, '2026-02-09T12:00:00Z')
    assert.deepEqual(await billedDays(parts, accountId), ['Plan small, 10 Jan to 9 Feb'])
  })

  test('who comes back before the moment of the end takes the term up, and pays no day twice', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await endAt(parts, accountId, '2026-02-10T09:00:00Z')
    await chooseAt(parts, accountId, 'small', '2026-02-10T08:00:00Z')
    assert.deepEqual(await billedDays(parts, accountId), ['Plan small, 1 Feb to 28 Feb'])
  })

  test('who ends again before the moment of the end has ended already', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await endAt(parts, accountId, '2026-02-10T09:00:00Z')
    assert.equal((await endAt(parts, accountId, '2026-02-10T08:00:00Z')).kind, 'already-ended')
    assert.deepEqual(await billedDays(parts, accountId), ['Plan small, 1 Feb to 10 Feb'])
  })

  test('who comes back before the start of a term that has ended begins one, and pays no day twice', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T12:00:00Z')
    const accountId = await holder(parts, 'small')
    await endAt(parts, accountId, '2026-02-01T12:30:00Z')
    await chooseAt(parts, accountId, 'small', '2026-02-01T00:00:00Z')
    assert.deepEqual(await billedDays(parts, accountId), ['Plan small, 1 Feb to 28 Feb'])
    const [invoice] = await invoicesOf(parts, accountId)
    assert.equal(day(invoice?.term.start ?? 0), '2026-02-01')
  })
})
