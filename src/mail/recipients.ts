// To whom the mails of an account go: its own address, and those of the list that the kind of mail has.

import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'

export type CcList = 'expired' | 'invoices'

interface Recipients {
  readonly to: string
  readonly cc: readonly string[]
}

export async function recipientsOf(tx: Sql, accountId: string, list: CcList): Promise<Recipients> {
  const account = await sql<{ email: string }>`
    select email from account where id = ${accountId}`.execute(tx)
  const others = await sql<{ email: string }>`
    select email from cc_recipient
    where account_id = ${accountId} and list = ${list} order by id`.execute(tx)
  const to = account.rows[0]?.email
  if (to === undefined) throw new Error('Mail for an account that does not exist.')
  // The account's own address may be on the list too, and gets the mail once.
  const cc = others.rows.map(({ email }) => email)
  return { to, cc: cc.filter((email) => email.toLowerCase() !== to.toLowerCase()) }
}
