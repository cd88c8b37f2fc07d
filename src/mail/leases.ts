// Leases of mails: one node at a time sends a mail, and only the last lease can record the outcome.

import { allRows, firstRow, hasRow, type Store } from '../store/store.ts'
import type { Message } from './message.ts'
import type { MailKind } from './queue.ts'

/** Far longer than a delivery may take, so the clocks of nodes can differ by minutes. */
export const LEASE_MS = 10 * 60_000

type Db = Pick<Store, 'db'>

export interface LeasedMail extends Message {
  readonly kind: MailKind
  readonly accountId: string | undefined
  readonly invoiceNumber: string | undefined
  /** The recipients of this attempt. */
  readonly recipients: readonly string[]
  /** Including this one. */
  readonly attempts: number
  readonly fence: number
  readonly leasedUntil: number
}

type MailRow = Omit<LeasedMail, 'cc' | 'recipients'> & {
  /** Both as JSON. */
  readonly cc: string
  readonly pending: string | undefined
}

/** Waiting mails that no node has leased, longest due first. */
export async function dueMails({ db }: Db, now: number, limit: number): Promise<string[]> {
  const due = await allRows<{ id: string }>(db)`
    select id from mail
    where sent_at is null and given_up_at is null and due_at <= ${now}
      and (leased_until is null or leased_until <= ${now})
    order by due_at, id limit ${limit}`
  return due.map(({ id }) => id)
}

/** Undefined when another node was faster. The condition and the write are one statement, so one of them wins. */
export async function leaseMail({ db }: Db, id: string, now: number) {
  const row = await firstRow<MailRow>(db)`
    update mail
    set leased_until = ${now + LEASE_MS}, fence = fence + 1, attempts = attempts + 1
    where id = ${id} and sent_at is null and given_up_at is null and due_at <= ${now}
      and (leased_until is null or leased_until <= ${now})
    returning id, account_id, kind, recipient as "to", cc, subject, body_text as text,
      body_html as html, invoice_number, created_at, attempts, fence, leased_until, pending`
  if (row === undefined) return undefined
  const { pending, ...mail } = row
  const cc = addresses(mail.cc)
  const recipients = pending === undefined ? [mail.to, ...cc] : addresses(pending)
  return { ...mail, cc, recipients } satisfies LeasedMail
}

// The column holds what queueMail and postpone wrote.
function addresses(json: string): string[] {
  return JSON.parse(json) as string[]
}

export type Ending =
  | { readonly kind: 'sent' | 'given-up'; readonly note: string }
  | {
      readonly kind: 'postponed'
      readonly dueAt: number
      readonly recipients: readonly string[]
      readonly note: string
    }

/** False when the lease was lost in the meantime: then another node has the mail, and nothing is written. */
export async function endLease(
  { db }: Db,
  { id, fence }: Pick<LeasedMail, 'id' | 'fence'>,
  ending: Ending,
  now: number,
) {
  const { kind, note } = ending
  const postponed = kind === 'postponed' ? ending : undefined
  const pending = postponed === undefined ? null : JSON.stringify(postponed.recipients)
  return hasRow(db)`
    update mail
    set leased_until = null, last_error = ${note},
      sent_at = ${kind === 'sent' ? now : null},
      given_up_at = ${kind === 'given-up' ? now : null},
      due_at = coalesce(${postponed?.dueAt ?? null}, due_at),
      pending = coalesce(${pending}, pending)
    where id = ${id} and fence = ${fence} and sent_at is null and given_up_at is null
    returning id`
}
