// Reminders of unpaid invoices: on the days that were set, once each, and none for what is paid, void or long ago.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runBilling } from '../../src/billing/billing-run.ts'
import { setInvoiceState } from '../../src/billing/invoices/invoices.ts'
import { eachSharedStore } from '../support/stores.ts'
import { emptyBooks, holder, mailsOf } from './books.ts'

eachSharedStore((makeStore) => {
  test('an unpaid invoice is mailed again 3 and 14 days after it was due, with its link to pay', async (t) => {
    const books = await emptyBooks(await makeStore(t), '2026-03-10T09:00:00Z')
    const paymentUrl = 'https://pay.example.com/?n={number}&sum={total}%20{currency}'
    const settings = {
      ...books.settings,
      reminderDays: [3, 14],
      seller: { ...books.settings.seller, paymentUrl },
    }
    const parts = { ...books, settings }
    const remindersAt = async (iso: string) => {
      parts.clock.set(iso)
      return (await runBilling(parts, parts.clock.now())).reminders
    }
    const accountId = await holder(parts, 'small')
    await remindersAt('2026-04-10T09:00:00Z')
    // Due on 24 April.
    assert.equal(await remindersAt('2026-04-27T08:59:59Z'), 0)
    assert.equal(await remindersAt('2026-04-27T09:00:00Z'), 1)
    assert.equal(await remindersAt('2026-04-28T09:00:00Z'), 0)
    assert.equal(await remindersAt('2026-05-09T00:00:00Z'), 1)
    assert.equal(await remindersAt('2026-05-10T08:00:00Z'), 0)
    const [, first] = (await mailsOf(parts, accountId)).filter(({ kind }) => kind !== 'expired')
    assert.deepEqual([first?.kind, first?.subject], ['reminder', 'Invoice 1 is overdue'])
    assert.match(first?.body_text ?? '', /https:\/\/pay\.example\.com\/\?n=1&sum=33\.60%20GBP/)
    // The second invoice: both days have passed when the run comes, so there is one mail, unless it is paid.
    assert.equal(await remindersAt('2026-06-09T08:00:00Z'), 1)
    await remindersAt('2026-06-10T09:00:00Z')
    await setInvoiceState(parts.store, '3', 'paid', parts.clock.now())
    assert.equal(await remindersAt('2026-06-30T09:00:00Z'), 0)
  })

  test('nobody is reminded unless the operator has set days', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-03-10T09:00:00Z')
    await holder(parts, 'small')
    parts.clock.set('2026-05-09T09:00:00Z')
    assert.equal((await runBilling(parts, parts.clock.now())).reminders, 0)
  })
})
