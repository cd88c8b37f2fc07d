// Invoices that are overdue are mailed again, on the days that the operator has set.

import { DAY_MS } from '../lib/clock.ts'
import { recipientsOf } from '../mail/cc-recipients.ts'
import { queueMail } from '../mail/queue.ts'
import { allRows, hasRow } from '../store/store.ts'
import { invoiceByNumber } from './invoices/invoices.ts'
import { reminderMail } from './mails.ts'
import type { BillingParts } from './term-billing.ts'

/** Whoever sets reminders up does not want them for invoices of years ago. */
const OVERDUE_DAYS_MAX = 100
const AT_ONCE_MAX = 100

/** How many reminders were queued. One that is late stands for those before it. */
export async function remindOverdue(parts: BillingParts, isStopping: () => boolean) {
  const { store, settings, clock } = parts
  const now = clock.now()
  let queued = 0
  for (const [at, days] of [...settings.reminderDays.entries()].reverse()) {
    for (;;) {
      const late = await allRows<{ number: number }>(store.db)`
        select number from invoice
        where state = 'open' and total_minor > 0 and reminders <= ${at} and due_at <= ${now - days * DAY_MS}
          and due_at > ${now - OVERDUE_DAYS_MAX * DAY_MS}
          and account_id not in (select id from account where erased_at is not null)
        order by number limit ${AT_ONCE_MAX}`
      if (late.length === 0) break
      for (const { number } of late) {
        if (isStopping()) return queued
        if (await remind(parts, number, at + 1, now)) queued += 1
      }
    }
  }
  return queued
}

/** False if another node came first, or it was paid meanwhile. */
function remind({ store, settings }: BillingParts, number: number, nth: number, now: number) {
  return store.transaction(async (tx) => {
    const isDue = await hasRow(tx)`
      update invoice set reminders = ${nth}
      where number = ${number} and reminders < ${nth} and state = 'open' returning number`
    const invoice = isDue ? await invoiceByNumber(tx, String(number)) : undefined
    if (invoice === undefined) return false
    const { accountId, number: invoiceNumber } = invoice
    const { to, cc } = await recipientsOf(tx, accountId, 'invoices')
    const onceKey = `reminder:${number}:${nth}`
    const mail = { ...reminderMail(invoice, settings), to, cc, invoiceNumber }
    await queueMail(tx, { accountId, kind: 'reminder', onceKey, ...mail, now })
    return true
  })
}
