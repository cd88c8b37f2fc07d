// The deliveries of an endpoint for its owner: pending ones, and the attempts of others.

import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'
import { EVENT_COLUMNS, type EventRow, eventsOf } from './event-log.ts'

const DELIVERIES_SHOWN_MAX = 100

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** Only the status and the time of an answer are stored. */
export interface Attempt {
  readonly at: number
  /** 0 if there was no answer. */
  readonly status: number
  readonly ms: number
}

export interface Delivery {
  readonly eventId: string
  readonly createdAt: number
  readonly state: DeliveryState
  readonly attempts: readonly Attempt[]
}

/** Newest first: what still waits in the log, and what has been tried. */
export async function deliveriesOf(
  db: Sql,
  accountId: string,
  endpointId: number,
): Promise<Delivery[]> {
  const waiting = await sql<EventRow & { read_to: number }>`
    select ${EVENT_COLUMNS}, read_to from (
      select account_event.*, webhook_endpoint.read_to
      from webhook_endpoint join account_event
        on account_event.account_id = webhook_endpoint.account_id
        and account_event.kind = webhook_endpoint.kind
        and account_event.number > webhook_endpoint.read_to
      where webhook_endpoint.account_id = ${accountId} and webhook_endpoint.id = ${endpointId}
        and webhook_endpoint.switched_off_at is null
      order by account_event.number desc limit ${DELIVERIES_SHOWN_MAX}) as waiting`.execute(db)
  const tried = await sql<{
    event_id: string
    created_at: number
    state: DeliveryState
    attempts: string
  }>`
    select event_id, created_at, state, attempts from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${endpointId}
    order by created_at desc, number desc limit ${DELIVERIES_SHOWN_MAX}`.execute(db)
  const pending = waiting.rows
    .flatMap((row) => eventsOf(row, row.read_to).toReversed())
    .map(({ id, createdAt }): Delivery => {
      return { eventId: id, createdAt, state: 'pending', attempts: [] }
    })
  const known = new Set(tried.rows.map((row) => row.event_id))
  const rows = tried.rows.map((row): Delivery => {
    const attempts: readonly Attempt[] = JSON.parse(row.attempts)
    return { eventId: row.event_id, createdAt: row.created_at, state: row.state, attempts }
  })
  return [...pending.filter(({ eventId }) => !known.has(eventId)), ...rows]
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, DELIVERIES_SHOWN_MAX)
}
