// The e-mail address of an account: read, and changed with a notice to the old address.

import { sql } from 'kysely'
import { utcDay } from '../lib/clock.ts'
import { mailBody } from '../mail/layout.ts'
import { queueMail } from '../mail/queue.ts'
import type { Sql, Store, Tx } from '../store/store.ts'
import { isDuplicate } from '../store/store-error.ts'
import { emailFault, foldEmail } from './email.ts'
import { subscriptionOf } from './subscriptions.ts'

/**
 * The first of a day tells the owner; more would only let a stolen key write to strangers, by taking their address and
 * leaving it again.
 */
export const CHANGE_NOTICES_PER_DAY_MAX = 3

type EmailChanged =
  | { readonly kind: 'changed' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'bad-email'; readonly detail: string }

export async function emailOf(db: Sql, accountId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select email from account where id = ${accountId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The account of a credential does not exist.')
  return row.email
}

/** The account's own address is never taken, however it is written; its spelling may be changed. */
export async function changeEmail(
  store: Store,
  accountId: string,
  email: string,
  now: number,
): Promise<EmailChanged> {
  const fault = emailFault(email)
  if (fault !== undefined) return { kind: 'bad-email', detail: fault }
  try {
    return await store.transaction((tx) => change(tx, accountId, email, now))
  } catch (error) {
    // Another account took it in the meantime.
    if (isDuplicate(error)) return { kind: 'taken' }
    throw error
  }
}

async function change(tx: Tx, id: string, email: string, now: number): Promise<EmailChanged> {
  const old = await lockEmail(tx, id)
  const folded = foldEmail(email)
  // One address may have an account for each product, but a change cannot join them.
  const key = `${(await subscriptionOf(tx, id))?.product ?? ''} ${folded}`
  const { rows } = await sql<{ id: string }>`
    update account set email = ${email}, email_folded = ${folded}, email_of_product = ${key}
    where id = ${id}
      and not exists (
        select 1 from account as other where other.email_folded = ${folded} and other.id <> ${id})
    returning id`.execute(tx)
  if (rows.length === 0) return { kind: 'taken' }
  if (foldEmail(old) !== folded) await notifyOldAddress(tx, id, old, email, now)
  return { kind: 'changed' }
}

// Writing a row as it is locks it until the end of the transaction, in the same words on both databases.
async function lockEmail(tx: Tx, accountId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    update account set email = email where id = ${accountId} returning email`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The account of a credential does not exist.')
  return row.email
}

async function notifyOldAddress(
  tx: Tx,
  accountId: string,
  old: string,
  email: string,
  now: number,
) {
  const day = utcDay(now)
  const { rows } = await sql<{ notices: number }>`
    select count(*) as notices from mail
    where account_id = ${accountId} and kind = 'email-changed'
      and once_key like ${`email-changed:${accountId}:${day}:%`}`.execute(tx)
  const notices = Number(rows[0]?.notices ?? 0)
  if (notices >= CHANGE_NOTICES_PER_DAY_MAX) return
  const { text, html } = mailBody({
    title: 'The e-mail address of your account was changed',
    paragraphs: [
      'Mails about your account are now sent to another address. This is the last mail to this one.',
      'If you did not change it, somebody else has your admin key. Contact the operator of this service at once.',
    ],
    facts: [
      ['New address', masked(email)],
      ['Changed', `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ],
  })
  await queueMail(tx, {
    accountId,
    kind: 'email-changed',
    onceKey: `email-changed:${accountId}:${day}:${notices + 1}`,
    to: old,
    cc: [],
    subject: 'The e-mail address of your account was changed',
    text,
    html,
    now,
  })
}

// Enough for its owner to recognise; the old mailbox may belong to a stranger by now.
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
