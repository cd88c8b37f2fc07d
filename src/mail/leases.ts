// Leases of mails: one node at a time sends a mail, and only the last lease can record how the attempt ended.

import { allRows, firstRow, hasRow, type Store } from '../store/store.ts'
import type { Message } from './message.ts'
import { GIVEN_UP_AFTER_MS, type MailKind } from './queue.ts'
import type { Delivery } from './transport.ts'

/** Far longer than a delivery may take, so the clocks of nodes can differ by minutes. */
export const LEASE_MS = 10 * 60_000

type Db = Pick<Store, 'db'>

export interface LeasedMail extends Message {
  readonly kind: MailKind
  readonly accountId: string | undefined
  readonly invoiceNumber: string | undefined
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

const MINUTE_MS = 60_000
/** After each failure; the last repeats. */
const RETRY_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS)
const JITTER = 0.2

/** `random` is from 0 to 1, for the jitter. */
export function endingOf(
  mail: Pick<LeasedMail, 'kind' | 'attempts' | 'createdAt'>,
  delivery: Delivery,
  now: number,
  random: () => number = Math.random,
): Ending {
  const { note } = delivery
  if (delivery.kind === 'refused') return { kind: 'given-up', note }
  const isDone = delivery.kind === 'taken' && delivery.deferred.length === 0
  if (isDone) return { kind: 'sent', note }
  if (now - mail.createdAt >= GIVEN_UP_AFTER_MS[mail.kind]) {
    // For the recipients who have it, it is sent; for the others it is too late.
    return { kind: delivery.kind === 'taken' ? 'sent' : 'given-up', note }
  }
  const recipients = delivery.kind === 'taken' ? delivery.deferred : delivery.recipients
  return { kind: 'postponed', dueAt: now + retryMs(mail.attempts, random()), recipients, note }
}

function retryMs(attempts: number, random: number): number {
  const waitMs = RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? MINUTE_MS
  return Math.round(waitMs * (1 + JITTER * (2 * random - 1)))
}
