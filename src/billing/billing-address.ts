// The postal address that an account has on its invoices.

import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'

export const ADDRESS_LINES_MAX = 6

export async function billingAddress(db: Sql, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ lines: string }>`
    select lines from billing_address where account_id = ${accountId}`.execute(db)
  return rows[0] === undefined ? [] : (JSON.parse(rows[0].lines) as string[])
}

/** For invoices from now on. No lines: none. */
export async function setBillingAddress(
  db: Sql,
  accountId: string,
  lines: readonly string[],
): Promise<void> {
  await sql`
    insert into billing_address (account_id, lines) values (${accountId}, ${JSON.stringify(lines)})
    on conflict (account_id) do update set lines = excluded.lines`.execute(db)
}
