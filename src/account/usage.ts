// What an account has used: look-ups of a day, and of that day's month what was drawn from the
// buffer.

import { sql } from 'kysely'
import type { Store } from '../store/store.ts'

export interface Usage {
  /** Every look-up of the day, those from the buffer included. */
  readonly lookups: number
  readonly bufferUsed: number
}

/** `day` is a UTC day such as `2026-02-28`. */
export async function readUsage(
  store: Pick<Store, 'db'>,
  accountId: string,
  day: string,
): Promise<Usage> {
  const { rows } = await sql<{ lookups: number | null; buffer_used: number | null }>`
    select
      (select lookups from usage_day
        where account_id = ${accountId} and day = ${day}) as lookups,
      (select buffer_used from usage_month
        where account_id = ${accountId} and month = ${day.slice(0, 7)}) as buffer_used
    `.execute(store.db)
  const [row] = rows
  return { lookups: row?.lookups ?? 0, bufferUsed: row?.buffer_used ?? 0 }
}
