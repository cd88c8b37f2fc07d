// What operators do with an account: notes, suspending, listing and resending mails.

import { type RawBuilder, sql } from 'kysely'
import { recipientsOf } from '../../mail/cc-recipients.ts'
import { type MailBody, mailBody } from '../../mail/layout.ts'
import { queueMail } from '../../mail/queue.ts'
import { allRows, firstRow, hasRow, type Sql, type Store } from '../../store/store.ts'

const MAILS_LISTED_MAX = 50

export async function noteOf(db: Sql, accountId: string): Promise<string> {
  const account = await firstRow<{ note: string }>(db)`
    select note from account where id = ${accountId}`
  return account?.note ?? ''
}

export async function setNote(db: Sql, accountId: string, note: string): Promise<void> {
  await sql`update account set note = ${note} where id = ${accountId}`.execute(db)
}

/** Refuses look-ups from now on, and tells the holder why. */
export function suspendAccount(store: Store, accountId: string, reason: string, now: number) {
  const mail = mailBody({
    title: 'Your account is suspended',
    paragraphs: [
      'The operator of this service has suspended your account. Address look-ups with your keys are refused until it is resumed.',
      ...(reason === '' ? [] : [`Reason: ${reason}`]),
      'Your plan and its invoices continue. Contact the operator to have the account resumed.',
    ],
  })
  const isNews = sql`suspended_at is null or suspended_reason <> ${reason}`
  return changeSuspension(store, accountId, { at: now, reason, isNews, mail }, now)
}

export function resumeAccount(store: Store, accountId: string, now: number) {
  const mail = mailBody({
    title: 'Your account is active again',
    paragraphs: ['Address look-ups with your keys work again.'],
  })
  const isNews = sql`suspended_at is not null`
  return changeSuspension(store, accountId, { at: null, reason: '', isNews, mail }, now)
}

interface Suspension {
  readonly at: number | null
  readonly reason: string
  readonly isNews: RawBuilder<unknown>
  readonly mail: MailBody
}

async function changeSuspension(
  store: Store,
  accountId: string,
  { at, reason, isNews, mail }: Suspension,
  now: number,
) {
  await store.transaction(async (tx) => {
    const isChanged = await hasRow(tx)`
      update subscription set suspended_at = ${at}, suspended_reason = ${reason}
      where account_id = ${accountId} and (${isNews}) returning account_id`
    if (!isChanged) return
    const { to, cc } = await recipientsOf(tx, accountId, 'expired')
    const onceKey = `suspended:${accountId}:${at === null ? 'resumed' : ''}${now}`
    await queueMail(tx, { accountId, kind: 'suspended', onceKey, to, cc, ...mail, now })
  })
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
