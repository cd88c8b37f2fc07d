// Mails are queued in the transaction of what caused them, and sent later by any node.

import { sql } from 'kysely'
import { DAY_MS } from '../lib/clock.ts'
import { newSortableId } from '../lib/ids.ts'
import { allRows, firstRow, type Sql, type Store } from '../store/store.ts'
import type { MailBody } from './layout.ts'

/** After this a mail is no longer worth sending. */
export const GIVEN_UP_AFTER_MS = {
  invoice: 4 * DAY_MS,
  reminder: 4 * DAY_MS,
  expired: 4 * DAY_MS,
  suspended: 4 * DAY_MS,
  'webhook-off': 4 * DAY_MS,
  'email-changed': 4 * DAY_MS,
  'batch-finished': 4 * DAY_MS,
  'limit-notice': DAY_MS,
  // The link in it is of no use any more.
  'sign-in': 15 * 60_000,
}

export type MailKind = keyof typeof GIVEN_UP_AFTER_MS

interface NewMail extends MailBody {
  /** Undefined for somebody who has no account yet. */
  readonly accountId: string | undefined
  readonly kind: MailKind
  /** Names the occasion, for example `invoice:1042`: a second mail for it is not queued while the first is kept. */
  readonly onceKey: string
  readonly to: string
  readonly cc?: readonly string[]
  /** The invoice whose PDF goes along. */
  readonly invoiceNumber?: string
  readonly now: number
}

export async function queueMail(tx: Sql, mail: NewMail): Promise<void> {
  await sql`
    insert into mail (id, account_id, kind, once_key, recipient, cc, subject, body_text, body_html,
      invoice_number, created_at, due_at)
    values (${newSortableId(mail.now)}, ${mail.accountId ?? null}, ${mail.kind}, ${mail.onceKey}, ${mail.to},
      ${JSON.stringify(mail.cc ?? [])}, ${mail.subject}, ${mail.text}, ${mail.html},
      ${mail.invoiceNumber ?? null}, ${mail.now}, ${mail.now})
    on conflict (once_key) do nothing`.execute(tx)
}

type Db = Pick<Store, 'db'>

/** Days for which a mail is kept at least, so that `doctor` finds those of the last invoices. */
export const KEPT_DAYS_MIN = 7
const REMOVED_AT_ONCE_MAX = 1000

interface Backlog {
  readonly queued: number
  /** When the oldest of them was queued. */
  readonly oldestAt: number | undefined
}

export const NO_BACKLOG: Backlog = { queued: 0, oldestAt: undefined }

export async function backlog({ db }: Db): Promise<Backlog> {
  const waiting = await firstRow<Backlog>(db)`
    select count(*) as queued, min(created_at) as oldest_at from mail
    where sent_at is null and given_up_at is null`
  return waiting ?? NO_BACKLOG
}

/** Those that were sent or given up before then. True when there is more to remove. */
export async function forgetEnded({ db }: Db, before: number): Promise<boolean> {
  const removed = await allRows(db)`
    delete from mail where id in (
      select id from mail where coalesce(sent_at, given_up_at) < ${before}
      order by coalesce(sent_at, given_up_at) limit ${REMOVED_AT_ONCE_MAX})
    returning id`
  return removed.length === REMOVED_AT_ONCE_MAX
}
