// What operators do with an account: notes, suspending, listing and resending mails.

import { sql } from 'kysely'
import type { Sql } from '../../store/store.ts'

const MAILS_LISTED_MAX = 50

export async function noteOf(db: Sql, accountId: string): Promise<string> {
  const { rows } = await sql<{ note: string }>`
    select note from account where id = ${accountId}`.execute(db)
  return rows[0]?.note ?? ''
}

export async function setNote(db: Sql, accountId: string, note: string): Promise<void> {
  await sql`update account set note = ${note} where id = ${accountId}`.execute(db)
}

/** Refuses look-ups from this moment; undefined resumes them. */
export async function setSuspended(
  db: Sql,
  accountId: string,
  at: number | undefined,
): Promise<void> {
  await sql`
    update subscription set suspended_at = ${at ?? null} where account_id = ${accountId}`.execute(
    db,
  )
}

interface AccountMail {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  readonly createdAt: number
  readonly state: 'waiting' | 'sent' | 'given up'
  readonly lastError: string
}

/** Newest first. */
export async function mailsOf(db: Sql, accountId: string): Promise<AccountMail[]> {
  const { rows } = await sql<{
    id: string
    kind: string
    recipient: string
    subject: string
    created_at: number
    sent_at: number | null
    given_up_at: number | null
    last_error: string
  }>`
    select id, kind, recipient, subject, created_at, sent_at, given_up_at, last_error from mail
    where account_id = ${accountId}
    order by created_at desc, id desc limit ${MAILS_LISTED_MAX}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    createdAt: row.created_at,
    state: row.sent_at !== null ? 'sent' : row.given_up_at !== null ? 'given up' : 'waiting',
    lastError: row.last_error,
  }))
}

/** Sends to the current address. False if there is no such mail, or it is a sign-in link. */
export async function resendMail(
  db: Sql,
  accountId: string,
  mailId: string,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update mail
    set sent_at = null, given_up_at = null, leased_until = null, fence = fence + 1, attempts = 0,
      pending = null, last_error = '', created_at = ${now}, due_at = ${now},
      recipient = (select email from account where account.id = ${accountId})
    where id = ${mailId} and account_id = ${accountId} and kind <> 'sign-in'
    returning id`.execute(db)
  return rows.length > 0
}
