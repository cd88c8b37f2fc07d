// What is to be sent to a claimed endpoint now: retries that are due, then new events of the log.

import { sql } from 'kysely'
import type { Sql } from '../../store/store.ts'
import type { Attempt } from '../deliveries.ts'
import { EVENT_COLUMNS, type EventRow, eventsOf } from '../event-log.ts'
import type { ClaimedEndpoint } from './claims.ts'

const BATCH_MAX = 32
/** Deliveries of an endpoint that wait for another attempt; beyond them nothing new is tried until some are through. */
const RETRIES_PENDING_MAX = 1000

export interface PendingDelivery {
  readonly eventId: string
  /** Null for a sample. */
  readonly number: number | null
  readonly createdAt: number
  readonly body: string
  readonly attempts: readonly Attempt[]
  readonly failedAttempts: number
  /** From the log: its number moves `readTo` on. */
  readonly isFresh: boolean
}

export interface DeliveryBatch {
  readonly endpoint: ClaimedEndpoint
  readonly deliveries: readonly PendingDelivery[]
  /** There is more to send at once. */
  readonly hasMore: boolean
}

/** Retries that are due come first. A failing endpoint gets one delivery at a time. */
export async function readDeliveryBatch(
  db: Sql,
  endpoint: ClaimedEndpoint,
  now: number,
): Promise<DeliveryBatch> {
  const isFailing = endpoint.failures > 0
  const most = isFailing ? 1 : BATCH_MAX
  const due = await readDue(db, endpoint, now, most + 1)
  const room = Math.max(0, most - due.length)
  const mayGrow = !isFailing || (await countPending(db, endpoint)) < RETRIES_PENDING_MAX
  const fresh = mayGrow ? await readFresh(db, endpoint, room + 1) : []
  return {
    endpoint,
    deliveries: [...due.slice(0, most), ...fresh.slice(0, room)],
    hasMore: due.length > most || fresh.length > room,
  }
}

async function readDue(
  db: Sql,
  { accountId, id }: ClaimedEndpoint,
  now: number,
  most: number,
): Promise<PendingDelivery[]> {
  const { rows } = await sql<Omit<PendingDelivery, 'attempts'> & { attempts: string }>`
    select event_id as "eventId", number, created_at as "createdAt", body, attempts,
      failed_attempts as "failedAttempts" from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'
      and due_at <= ${now}
    order by due_at limit ${most}`.execute(db)
  return rows.map((row) => ({ ...row, attempts: JSON.parse(row.attempts), isFresh: false }))
}

async function countPending(db: Sql, { accountId, id }: ClaimedEndpoint): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*) as pending from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'`.execute(db)
  return rows[0]?.pending ?? 0
}

async function readFresh(
  db: Sql,
  endpoint: ClaimedEndpoint,
  most: number,
): Promise<PendingDelivery[]> {
  const { accountId, kind, readTo } = endpoint
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from account_event
    where account_id = ${accountId} and kind = ${kind} and number > ${readTo}
    order by number limit ${most}`.execute(db)
  const untried = { attempts: [], failedAttempts: 0, isFresh: true }
  const fresh: PendingDelivery[] = []
  for (const row of rows) {
    if (fresh.length >= most) break
    const events = eventsOf(row, readTo)
    fresh.push(...events.map(({ id, ...event }) => ({ eventId: id, ...event, ...untried })))
  }
  return fresh.slice(0, most)
}

interface QueueLength {
  /** Deliveries that are still to be made. */
  readonly waiting: number
  /** How long ago the oldest event happened that some endpoint has not got. */
  readonly oldestWaitingMs: number
  readonly endpointsOn: number
  readonly endpointsOff: number
}

/** How long the queue of deliveries is, over all nodes. */
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
