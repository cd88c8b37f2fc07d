// The deliveries of an endpoint for its owner: shown with their attempts, and sent on request as a sample or again.

import { sql } from 'kysely'
import { newId } from '../lib/ids.ts'
import { allRows, firstRow, type Sql, type Store } from '../store/store.ts'
import { sampleBody, type WebhookKind } from './bodies.ts'
import { EVENT_COLUMNS, type EventRow, eventsOf, eventWithId } from './event-log.ts'
import { lockCounters, registrationsOf } from './registrations.ts'

const DELIVERIES_SHOWN_MAX = 100

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** Only the status and the time of an answer are stored, or why there was none. */
export interface Attempt {
  readonly at: number
  /** 0 if there was no answer. */
  readonly status: number
  readonly ms: number
  readonly error?: string
}

export interface Delivery {
  readonly eventId: string
  readonly createdAt: number
  readonly state: DeliveryState
  readonly attempts: readonly Attempt[]
  /** When it is tried next, if it is pending. */
  readonly dueAt: number | undefined
  readonly body: string
}

/** Newest first: what still waits in the log, and what has been tried. */
export async function deliveriesOf(db: Sql, accountId: string, endpointId: number) {
  const waiting = await allRows<EventRow & { readTo: number; pausedUntil: number }>(db)`
    select ${EVENT_COLUMNS}, read_to, paused_until from (
      select account_event.*, webhook_endpoint.read_to, webhook_endpoint.paused_until
      from webhook_endpoint join account_event
        on account_event.account_id = webhook_endpoint.account_id
        and account_event.kind = webhook_endpoint.kind
        and account_event.number > webhook_endpoint.read_to
      where webhook_endpoint.account_id = ${accountId} and webhook_endpoint.id = ${endpointId}
        and webhook_endpoint.switched_off_at is null
      order by account_event.number desc limit ${DELIVERIES_SHOWN_MAX}) as waiting`
  type Row = Omit<Delivery, 'attempts'> & { attempts: string; pausedUntil: number }
  const tried = await allRows<Row>(db)`
    select event_id, webhook_delivery.created_at, state, attempts, body, webhook_delivery.due_at,
      paused_until
    from webhook_delivery join webhook_endpoint
      on webhook_endpoint.account_id = webhook_delivery.account_id
      and webhook_endpoint.id = webhook_delivery.endpoint_id
    where webhook_delivery.account_id = ${accountId} and endpoint_id = ${endpointId}
    order by webhook_delivery.created_at desc, number desc limit ${DELIVERIES_SHOWN_MAX}`
  const known = new Set(tried.map(({ eventId }) => eventId))
  const pending = waiting.flatMap((row) =>
    eventsOf(row, row.readTo)
      .toReversed()
      .filter(({ id }) => !known.has(id))
      .map(({ id, createdAt, body }): Delivery => {
        const dueAt = Math.max(createdAt, row.pausedUntil)
        return { eventId: id, createdAt, state: 'pending', attempts: [], dueAt, body }
      }),
  )
  const rows = tried.map(({ pausedUntil, ...row }): Delivery => {
    const dueAt = row.dueAt === undefined ? undefined : Math.max(row.dueAt, pausedUntil)
    return { ...row, attempts: JSON.parse(row.attempts), dueAt }
  })
  return [...pending, ...rows]
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, DELIVERIES_SHOWN_MAX)
}

/** Samples and replays of an account, together. */
export const MANUAL_SENDS_PER_MINUTE = 30
const MINUTE_MS = 60_000

export type ManualSend = Awaited<ReturnType<typeof replay | typeof queueSamples>>

function sendManually<Sent>(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  now: number,
  send: (tx: Sql) => Promise<Sent>,
) {
  return store.transaction(async (tx) => (await countManualSend(tx, accountId, now)) ?? send(tx))
}

/** Sends a sample event to each endpoint of the kind. It is not in the event log. */
export async function queueSamples(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  kind: WebhookKind,
  upgradeLink: string,
  now: number,
) {
  return sendManually(store, accountId, now, async (tx) => {
    const endpoints = await registrationsOf(tx, accountId, kind)
    const working = endpoints.filter(({ switchedOffAt }) => switchedOffAt === undefined)
    const body = sampleBody(kind, upgradeLink, now)
    const event = { id: newId('msg_test_'), number: undefined, createdAt: now, body }
    for (const { id } of working) await queueDelivery(tx, accountId, id, event, now)
    return { kind: 'queued', endpoints: working.length } as const
  })
}

/** Sends an event again under its own ID. */
export async function replay(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  endpoint: { readonly id: number; readonly kind: WebhookKind },
  eventId: string,
  now: number,
) {
  return sendManually(store, accountId, now, async (tx) => {
    const endpoints = await registrationsOf(tx, accountId, endpoint.kind)
    const found = endpoints.find(({ id }) => id === endpoint.id)
    if (found === undefined) return NOT_FOUND
    if (found.switchedOffAt !== undefined) return { kind: 'switched-off' } as const
    const event = await eventToReplay(tx, accountId, endpoint, eventId)
    if (event === undefined) return NOT_FOUND
    await queueDelivery(tx, accountId, endpoint.id, event, now)
    return { kind: 'queued', endpoints: 1 } as const
  })
}

const NOT_FOUND = { kind: 'not-found' } as const

interface QueuedEvent {
  readonly id: string
  readonly number: number | undefined
  readonly createdAt: number
  readonly body: string
}

async function eventToReplay(
  tx: Sql,
  accountId: string,
  endpoint: { readonly id: number; readonly kind: WebhookKind },
  eventId: string,
): Promise<QueuedEvent | undefined> {
  const tried = await firstRow<QueuedEvent>(tx)`
    select event_id as id, number, created_at, body from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${endpoint.id} and event_id = ${eventId}`
  if (tried !== undefined) return tried
  const event = await eventWithId(tx, accountId, eventId)
  return event?.kind === endpoint.kind ? event : undefined
}

// A delivery that is sent again restarts its schedule; its earlier attempts stay visible.
async function queueDelivery(
  tx: Sql,
  accountId: string,
  endpointId: number,
  { id, number, createdAt, body }: QueuedEvent,
  now: number,
): Promise<void> {
  await sql`
    insert into webhook_delivery
      (account_id, endpoint_id, event_id, number, created_at, body, state, attempts, due_at)
    values
      (${accountId}, ${endpointId}, ${id}, ${number ?? null}, ${createdAt}, ${body}, 'pending', '[]',
        ${now})
    on conflict (account_id, endpoint_id, event_id) do update
    set state = 'pending', failed_attempts = 0, due_at = excluded.due_at`.execute(tx)
  await sql`
    update webhook_endpoint set news = 1
    where account_id = ${accountId} and id = ${endpointId}`.execute(tx)
}

async function countManualSend(tx: Sql, accountId: string, now: number) {
  await lockCounters(tx, accountId)
  const minute = Math.floor(now / MINUTE_MS)
  const sends = await firstRow<{ handCount: number }>(tx)`
    update webhook_account
    set hand_count = case when hand_minute = ${minute} then hand_count + 1 else 1 end,
      hand_minute = ${minute}
    where account_id = ${accountId} returning hand_count`
  if ((sends?.handCount ?? 0) <= MANUAL_SENDS_PER_MINUTE) return undefined
  const retryAfterSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000)
  return { kind: 'too-often', retryAfterSeconds } as const
}
