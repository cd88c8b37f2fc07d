// The postal address that an account has on its invoices.

import { sql } from 'kysely'
import { firstRow, type Sql } from '../store/store.ts'

const ADDRESS_LINES_MAX = 6
const LINE_CHARACTERS_MAX = 100

/** Without empty lines. `fault` says what is wrong with them. */
export function readAddressLines(given: readonly string[]) {
  const lines = given.map((line) => line.trim()).filter((line) => line !== '')
  return { lines, fault: faultIn(lines) }
}

function faultIn(lines: readonly string[]): string | undefined {
  if (lines.length > ADDRESS_LINES_MAX) {
    return `An address can have at most ${ADDRESS_LINES_MAX} lines.`
  }
  return lines.some((line) => line.length > LINE_CHARACTERS_MAX || /\p{Cc}/u.test(line))
    ? `A line can have at most ${LINE_CHARACTERS_MAX} characters and no control characters.`
    : undefined
}

export async function billingAddress(db: Sql, accountId: string): Promise<string[]> {
  const address = await firstRow<{ lines: string }>(db)`
    select lines from billing_address where account_id = ${accountId}`
  return address === undefined ? [] : (JSON.parse(address.lines) as string[])
}

/** For invoices from now on. No lines remove it. */
export async function setBillingAddress(db: Sql, accountId: string, lines: readonly string[]) {
  await sql`
    insert into billing_address (account_id, lines) values (${accountId}, ${JSON.stringify(lines)})
    on conflict (account_id) do update set lines = excluded.lines`.execute(db)
}
