// What operators do with an account: notes, suspending, listing and resending mails.

import { sql } from 'kysely'
import { allRows, firstRow, hasRow, type Sql } from '../../store/store.ts'

const MAILS_LISTED_MAX = 50

export async function noteOf(db: Sql, accountId: string): Promise<string> {
  const account = await firstRow<{ note: string }>(db)`
    select note from account where id = ${accountId}`
  return account?.note ?? ''
}

export async function setNote(db: Sql, accountId: string, note: string): Promise<void> {
  await sql`update account set note = ${note} where id = ${accountId}`.execute(db)
}

/** Refuses look-ups from this moment; undefined resumes them. */
export async function setSuspended(db: Sql, accountId: string, at: number | undefined) {
  await sql`
    update subscription set suspended_at = ${at ?? null} where account_id = ${accountId}`.execute(
    db,
  )
}

/** Newest first. */
export async function mailsOf(db: Sql, accountId: string) {
  return allRows<{
    readonly id: string
    readonly kind: string
    readonly recipient: string
    readonly subject: string
    readonly createdAt: number
    readonly state: 'waiting' | 'sent' | 'given up'
    readonly lastError: string
  }>(db)`
    select id, kind, recipient, subject, created_at, case when sent_at is not null then 'sent'
      when given_up_at is not null then 'given up' else 'waiting' end as state, last_error
    from mail where account_id = ${accountId}
    order by created_at desc, id desc limit ${MAILS_LISTED_MAX}`
}

/** Sends to the current address. False if there is no such mail, or it is a sign-in link. */
export async function resendMail(db: Sql, accountId: string, mailId: string, now: number) {
  return hasRow(db)`
    update mail
    set sent_at = null, given_up_at = null, leased_until = null, fence = fence + 1, attempts = 0,
      pending = null, last_error = '', created_at = ${now}, due_at = ${now},
      recipient = (select email from account where account.id = ${accountId})
    where id = ${mailId} and account_id = ${accountId} and kind <> 'sign-in'
    returning id`
}
