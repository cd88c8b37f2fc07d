// What is to be sent to a claimed endpoint now: retries that are due, then new events of the log.

import { allRows, firstRow, type Sql } from '../../store/store.ts'
import type { Attempt } from '../deliveries.ts'
import { eventsAfter } from '../event-log.ts'
import type { ClaimedEndpoint } from './claims.ts'

const BATCH_MAX = 32
/** Deliveries of an endpoint that wait for another attempt; beyond them nothing new is tried until some are through. */
const RETRIES_PENDING_MAX = 1000

export interface PendingDelivery {
  readonly eventId: string
  /** Undefined for a sample. */
  readonly number: number | undefined
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
export async function readDeliveryBatch(db: Sql, endpoint: ClaimedEndpoint, now: number) {
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
  } satisfies DeliveryBatch
}

async function readDue(db: Sql, { accountId, id }: ClaimedEndpoint, now: number, most: number) {
  const due = await allRows<Omit<PendingDelivery, 'attempts'> & { attempts: string }>(db)`
    select event_id, number, created_at, body, attempts, failed_attempts from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'
      and due_at <= ${now}
    order by due_at limit ${most}`
  return due.map((one) => ({ ...one, attempts: JSON.parse(one.attempts), isFresh: false }))
}

async function countPending(db: Sql, { accountId, id }: ClaimedEndpoint): Promise<number> {
  const count = await firstRow<{ pending: number }>(db)`
    select count(*) as pending from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'`
  return count?.pending ?? 0
}

async function readFresh(db: Sql, { accountId, kind, readTo }: ClaimedEndpoint, top: number) {
  const events = await eventsAfter(db, accountId, readTo, { top, kind })
  const untried = { attempts: [], failedAttempts: 0, isFresh: true }
  return events.map(({ id, ...event }) => ({ eventId: id, ...event, ...untried }))
}

/** How many deliveries are still to be made, over all nodes, and how long ago the oldest of their events happened. */
export async function queueLength(db: Sql, now: number) {
  // PostgreSQL sums to a type of its own, which the driver gives as text.
  const log = await firstRow<{ waiting?: number | string; oldest?: number }>(db)`
    select sum(case when number - read_to < events then number - read_to else events end) as waiting,
      min(account_event.created_at) as oldest
    from webhook_endpoint join account_event
      on account_event.account_id = webhook_endpoint.account_id
      and account_event.kind = webhook_endpoint.kind
      and account_event.number > webhook_endpoint.read_to
    where webhook_endpoint.switched_off_at is null`
  const retries = await firstRow<{ waiting: number; oldest?: number }>(db)`
    select count(*) as waiting, min(created_at) as oldest from webhook_delivery
    where state = 'pending'`
  const endpoints = await firstRow<{ total: number; off: number }>(db)`
    select count(*) as total, count(switched_off_at) as off from webhook_endpoint`
  const { total = 0, off = 0 } = endpoints ?? {}
  return {
    waiting: Number(log?.waiting ?? 0) + (retries?.waiting ?? 0),
    oldestWaitingMs: Math.max(0, now - Math.min(log?.oldest ?? now, retries?.oldest ?? now)),
    endpointsOn: total - off,
    endpointsOff: off,
  }
}
