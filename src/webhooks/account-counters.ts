// The counters of an account's webhooks: its last event, its last endpoint, and how many endpoints want `track`.

import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'

interface Counters {
  readonly last_number: number
  readonly last_endpoint: number
}

/** Until the end of the transaction nobody else records an event of the account or changes its endpoints. */
export async function lockCounters(tx: Sql, accountId: string): Promise<Counters> {
  const { rows } = await sql<Counters>`
    insert into webhook_account (account_id) values (${accountId})
    on conflict (account_id) do update set last_number = webhook_account.last_number
    returning last_number, last_endpoint`.execute(tx)
  return rows[0] ?? { last_number: 0, last_endpoint: 0 }
}

/** Tells charges whether they have to record look-ups for `track`. */
export async function countTracking(tx: Sql, accountId: string): Promise<void> {
  await sql`
    update webhook_account set track_endpoints = (
      select count(*) from webhook_endpoint
      where account_id = ${accountId} and kind = 'track' and switched_off_at is null)
    where account_id = ${accountId}`.execute(tx)
}
