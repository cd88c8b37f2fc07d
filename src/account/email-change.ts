// The e-mail address of an account: read, and changed with a notice to the old address.

import { formatDay, utcDay } from '../lib/clock.ts'
import { mailBody } from '../mail/layout.ts'
import { queueMail } from '../mail/queue.ts'
import { allRows, firstRow, hasRow, type Sql, type Store, type Tx } from '../store/store.ts'
import { isDuplicate } from '../store/store-error.ts'
import { emailFault, foldEmail } from './email.ts'
import { lockAccount } from './keys/credential.ts'
import { subscriptionOf } from './subscriptions.ts'

/** More would let a stolen key send mail to strangers, by taking their address and leaving it again. */
export const CHANGE_NOTICES_PER_DAY_MAX = 3

export async function emailOf(db: Sql, accountId: string): Promise<string> {
  const account = await firstRow<{ email: string }>(db)`
    select email from account where id = ${accountId}`
  if (account === undefined) throw new Error('The account of a credential does not exist.')
  return account.email
}

/** The account's own address is never taken, however it is written; its spelling may be changed. */
export async function changeEmail(store: Store, accountId: string, email: string, now: number) {
  const fault = emailFault(email)
  if (fault !== undefined) return { kind: 'bad-email', detail: fault } as const
  try {
    return await store.transaction((tx) => change(tx, accountId, email, now))
  } catch (error) {
    // Another account took it in the meantime.
    if (isDuplicate(error)) return TAKEN
    throw error
  }
}

const TAKEN = { kind: 'taken' } as const

async function change(tx: Tx, id: string, email: string, now: number) {
  await lockAccount(tx, id)
  const old = await emailOf(tx, id)
  const folded = foldEmail(email)
  // One address may have an account for each product, but a change cannot join them.
  const key = `${(await subscriptionOf(tx, id))?.product ?? ''} ${folded}`
  const isFree = await hasRow(tx)`
    update account set email = ${email}, email_folded = ${folded}, email_of_product = ${key}
    where id = ${id}
      and not exists (
        select 1 from account as other where other.email_folded = ${folded} and other.id <> ${id})
    returning id`
  if (!isFree) return TAKEN
  if (foldEmail(old) !== folded) await notifyOldAddress(tx, id, old, email, now)
  return { kind: 'changed' } as const
}

async function notifyOldAddress(tx: Tx, accountId: string, to: string, email: string, now: number) {
  const day = utcDay(now)
  const sent = await allRows(tx)`
    select id from mail
    where account_id = ${accountId} and kind = 'email-changed'
      and once_key like ${`email-changed:${accountId}:${day}:%`}`
  if (sent.length >= CHANGE_NOTICES_PER_DAY_MAX) return
  const body = mailBody({
    title: 'The e-mail address of your account was changed',
    paragraphs: [
      'Mails about your account are now sent to another address. This is the last mail to this one.',
      'If you did not change it, somebody else has your admin key. Contact the operator of this service at once.',
    ],
    facts: [
      ['New address', masked(email)],
      ['Changed', `${formatDay(now)}, ${new Date(now).toISOString().slice(11, 16)} UTC`],
    ],
  })
  const onceKey = `email-changed:${accountId}:${day}:${sent.length + 1}`
  await queueMail(tx, { accountId, kind: 'email-changed', onceKey, to, ...body, now })
}

// Enough for its owner to recognise; the old mailbox may belong to a stranger by now.
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
