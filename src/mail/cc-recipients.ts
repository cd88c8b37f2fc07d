// Who else gets the mails of an account: two lists, kept by the account holder.

import { sql } from 'kysely'
import { allRows, firstRow, type Sql, type Store } from '../store/store.ts'

export const CC_RECIPIENTS_MAX = 20
/** The largest number that the column holds, and so the largest id. */
const ID_MAX = 2_147_483_647

export interface CcRecipient {
  readonly id: number
  readonly email: string
}

/** In the order they were added. */
export async function ccRecipients(db: Sql, accountId: string, list: CcList) {
  return allRows<CcRecipient>(db)`
    select id, email from cc_recipient
    where account_id = ${accountId} and list = ${list} order by id`
}

export async function ccRecipient(db: Sql, accountId: string, list: CcList, id: number) {
  return (await ccRecipients(db, accountId, list)).find((recipient) => recipient.id === id)
}

/** The address must be valid. Two that differ only in case are the same. */
export async function addCcRecipient(store: Store, accountId: string, list: CcList, email: string) {
  return store.transaction(async (tx) => {
    // Locks the account's counter, so recipients added at the same time are checked one after the other.
    const id = await nextId(tx, accountId)
    const others = await ccRecipients(tx, accountId, list)
    const folded = email.toLowerCase()
    const isRepeated = others.some((other) => other.email.toLowerCase() === folded)
    if (isRepeated) return { kind: 'repeated' } as const
    if (others.length >= CC_RECIPIENTS_MAX) return { kind: 'too-many' } as const
    await sql`
      insert into cc_recipient (account_id, id, list, email, email_folded)
      values (${accountId}, ${id}, ${list}, ${email}, ${folded})`.execute(tx)
    await sql`
      update cc_counter set last_id = ${id} where account_id = ${accountId}`.execute(tx)
    return { kind: 'added', id } as const
  })
}

/** The address that was removed, or undefined when the list has no such id. */
export async function removeCcRecipient(store: Store, accountId: string, list: CcList, id: number) {
  if (id < 1 || id > ID_MAX) return undefined
  const removed = await firstRow<CcRecipient>(store.db)`
    delete from cc_recipient
    where account_id = ${accountId} and list = ${list} and id = ${id}
    returning email`
  return removed?.email
}

// Writing a row unchanged locks it until the end of the transaction, on both databases.
async function nextId(tx: Sql, accountId: string): Promise<number> {
  const counter = await firstRow<{ lastId: number }>(tx)`
    insert into cc_counter (account_id, last_id) values (${accountId}, 0)
    on conflict (account_id) do update set last_id = cc_counter.last_id
    returning last_id`
  return (counter?.lastId ?? 0) + 1
}

export type CcList = 'expired' | 'invoices'

/** The recipients of a mail: the address of the account, and its CC recipients for that kind of mail. */
export async function recipientsOf(tx: Sql, accountId: string, list: CcList) {
  const account = await firstRow<{ to: string }>(tx)`
    select email as "to" from account where id = ${accountId}`
  if (account === undefined) throw new Error('Mail for an account that does not exist.')
  // The account's own address may be on the list too, and gets the mail once.
  const { to } = account
  const cc = (await ccRecipients(tx, accountId, list)).map(({ email }) => email)
  return { to, cc: cc.filter((email) => email.toLowerCase() !== to.toLowerCase()) }
}
