// How long the queue of deliveries is, over all nodes.

import { sql } from 'kysely'
import type { Sql } from '../../store/store.ts'

interface QueueLength {
  /** Deliveries that are still to be made. */
  readonly waiting: number
  /** How long ago the oldest event happened that some endpoint has not got. */
  readonly oldestWaitingMs: number
  readonly endpointsOn: number
  readonly endpointsOff: number
}

export async function queueLength(db: Sql, now: number): Promise<QueueLength> {
  const log = await sql<{ waiting: number | null; oldest: number | null }>`
    select sum(case when number - read_to < events then number - read_to else events end) as waiting,
      min(account_event.created_at) as oldest
    from webhook_endpoint join account_event
      on account_event.account_id = webhook_endpoint.account_id
      and account_event.kind = webhook_endpoint.kind
      and account_event.number > webhook_endpoint.read_to
    where webhook_endpoint.switched_off_at is null`.execute(db)
  const retries = await sql<{ waiting: number; oldest: number | null }>`
    select count(*) as waiting, min(created_at) as oldest from webhook_delivery
    where state = 'pending'`.execute(db)
  const endpoints = await sql<{ total: number; off: number }>`
    select count(*) as total, count(switched_off_at) as off from webhook_endpoint`.execute(db)
  const oldest = Math.min(log.rows[0]?.oldest ?? now, retries.rows[0]?.oldest ?? now)
  const { total = 0, off = 0 } = endpoints.rows[0] ?? {}
  return {
    // PostgreSQL sums to a type of its own, which the driver gives as text.
    waiting: Number(log.rows[0]?.waiting ?? 0) + (retries.rows[0]?.waiting ?? 0),
    oldestWaitingMs: Math.max(0, now - oldest),
    endpointsOn: total - off,
    endpointsOff: off,
  }
}
