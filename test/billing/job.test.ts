// Billing as a job, which says what it has done and once what it cannot do; and the words of its mails.
// Covers: src/billing/mails.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endSubscription } from '../../src/account/subscriptions.ts'
import { billingJob } from '../../src/billing/billing-run.ts'
import type { Invoice } from '../../src/billing/invoices/invoice.ts'
import { expiredMail, invoiceMail } from '../../src/billing/mails.ts'
import { makeLog } from '../../src/lib/log.ts'
import { openStore } from '../../src/store/open-store.ts'
import { newDataDir } from '../support/stores.ts'
import { books, holder, MONTH_INVOICE, PLANS, SETTINGS } from './books.ts'

test('a start bills what is due and logs it; a plan that is missing is told once', async (t) => {
  const store = await openStore({ databaseUrl: '', dataDir: newDataDir(t) })
  t.after(() => store.close())
  const parts = books(store, '2026-01-01T00:00:00Z')
  const gone = await holder(parts, 'large')
  await holder(parts, 'small')
  await holder(parts)
  parts.clock.set('2026-02-01T00:00:00Z')
  const plans = PLANS.filter(({ name }) => name !== 'large')
  const lines: Record<string, unknown>[] = []
  const log = makeLog(
    'info',
    () => parts.clock.now(),
    (line) => {
      const { time: _, ...facts } = JSON.parse(line)
      lines.push(facts)
    },
  )
  const said = async (count: number) => {
    while (lines.length < count) await new Promise(setImmediate)
  }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const job = billingJob({ ...parts, plans }, log)
  t.after(() => job.close())
  job.start()
  await said(2)
  parts.clock.set('2026-03-01T00:00:00Z')
  t.mock.timers.tick(60_000)
  await said(3)
  // Put back, its two terms are billed; a stop waits for the round.
  const again = billingJob(parts, log)
  again.start()
  await said(4)
  await again.close()
  const fault = `The account ${gone} is not billed: plans.json has no plan large.`
  assert.deepEqual(lines, [
    { level: 'info', event: 'billed', invoices: 1, endings: 1, reminders: 0 },
    { level: 'error', event: 'not billed', fault },
    { level: 'info', event: 'billed', invoices: 1, endings: 0, reminders: 0 },
    { level: 'info', event: 'billed', invoices: 2, endings: 0, reminders: 0 },
  ])
  const leaving = await holder(parts)
  await endSubscription(store, leaving, parts.clock.now())
  t.mock.timers.tick(60_000)
  await said(5)
  assert.deepEqual(lines.at(4), {
    level: 'info',
    event: 'billed',
    invoices: 0,
    endings: 1,
    reminders: 0,
  })
  await store.close()
  const broken = billingJob(parts, log)
  broken.start()
  await said(6)
  await broken.close()
  assert.deepEqual([lines.at(5)?.level, lines.at(5)?.event], ['warn', 'billing failed'])
})

const day = (date: string) => Date.parse(`${date}T10:00:00Z`)

const INVOICE: Invoice = {
  ...MONTH_INVOICE,
  invoicedAt: day('2026-03-01'),
  issuedAt: day('2026-03-02'),
  dueAt: day('2026-03-15'),
}

/** Without the rules of wrapping and of columns. */
function words(text: string): string {
  return text.replace(/\s+/g, ' ')
}

test('the mail of an invoice has its number, dates, sums and the seller’s note', () => {
  const noted = { ...INVOICE, seller: { ...INVOICE.seller, note: 'Pay by transfer.' } }
  const { subject, text } = invoiceMail(noted, SETTINGS)
  assert.equal(subject, 'Invoice 1042 from Acme Ltd')
  assert.match(
    words(text),
    new RegExp(
      [
        '^Invoice 1042 Your invoice from Acme Ltd is attached as a PDF\\.',
        'Pay by transfer\\. Invoice: 1042 Date: 1 Mar 2026',
        'Period: 31 Jan 2026 to 27 Feb 2026 Net: £28\\.00 VAT 20%: £5\\.60 Total: £33\\.60',
        'Due: 15 Mar 2026 View all invoices: https://addresses\\.example\\.com/console#invoices ',
      ].join(' '),
    ),
  )
})

test('without a tax, a note and a due date it mentions none of them, and Australian tax is GST', () => {
  const bare = { ...INVOICE, taxBasisPoints: 0, taxMinor: 0, totalMinor: 2800, dueAt: undefined }
  const { text } = invoiceMail(bare, SETTINGS)
  assert.match(words(text), /as a PDF\. Invoice: 1042 .* 27 Feb 2026 Total: £28\.00 View all/)
  const national = { ...INVOICE, product: 'au', currency: 'AUD', taxBasisPoints: 1000 } as const
  assert.match(words(invoiceMail(national, SETTINGS).text), /Net: A\$28\.00 GST 10%: A\$5\.60 /)
})

test('an ending says what has ended and when, and leads to the plans; only a plan has a last invoice', () => {
  const ended = (status: 'ended' | 'trial-ended') => {
    const { subject, text } = expiredMail({ endedAt: day('2026-03-14'), status }, SETTINGS)
    return [subject, words(text).split(' -- ')[0]]
  }
  const refused = 'Address look-ups with your keys are now refused.'
  const again = 'Choose a plan to use the same keys again at once.'
  const link = 'Choose a plan: https://addresses.example.com/console#plan'
  assert.deepEqual(ended('trial-ended'), [
    'Your free trial has ended',
    `Your free trial has ended Your free trial ended on 14 Mar 2026. ${refused} ${again} ${link}`,
  ])
  const last = 'Any days not yet billed, up to and including that day, are on a final invoice.'
  assert.deepEqual(ended('ended'), [
    'Your subscription has ended',
    `Your subscription has ended Your subscription ended on 14 Mar 2026. ${refused} ${again} ${last} ${link}`,
  ])
})
