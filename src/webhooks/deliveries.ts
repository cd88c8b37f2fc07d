// What became of the deliveries of an endpoint; and deliveries that somebody asks for: samples and replays.

import { sql } from 'kysely'
import { newId } from '../lib/ids.ts'
import type { Sql, Store } from '../store/store.ts'
import { sampleBody } from './bodies.ts'
import { EVENT_COLUMNS, type EventRow, eventsOf, eventWithId } from './event-log.ts'
import type { WebhookKind } from './kinds.ts'
import { holdAccount } from './registrations.ts'

const DELIVERIES_SHOWN_MAX = 100
/** Tests and replays of an account, together. */
export const BY_HAND_PER_MINUTE = 30
const MINUTE_MS = 60_000

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** Nothing of an answer is kept but its status and how long it took. */
export interface Attempt {
  readonly at: number
  /** 0 where no answer came. */
  readonly status: number
  readonly ms: number
}

export interface Delivery {
  readonly eventId: string
  readonly createdAt: number
  readonly state: DeliveryState
  readonly attempts: readonly Attempt[]
}

/** The newest first: what still waits in the log, and what has been tried. */
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

export type ByHand =
  | { readonly kind: 'queued'; readonly endpoints: number }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'switched-off' }
  | { readonly kind: 'too-often'; readonly retryAfterSeconds: number }

/** One sample event to each endpoint of the kind. It is no event of the account, and so is not in its log. */
export async function queueSamples(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  kind: WebhookKind,
  upgradeLink: string,
  now: number,
): Promise<ByHand> {
  return store.transaction(async (tx): Promise<ByHand> => {
    const refused = await countByHand(tx, accountId, now)
    if (refused !== undefined) return refused
    const { rows } = await sql<{ id: number }>`
      select id from webhook_endpoint
      where account_id = ${accountId} and kind = ${kind} and switched_off_at is null
      order by id`.execute(tx)
    const id = newId('msg_test_')
    const body = sampleBody(kind, upgradeLink, now)
    for (const row of rows) {
      await queue(tx, accountId, row.id, { id, number: null, createdAt: now, body }, now)
    }
    return { kind: 'queued', endpoints: rows.length }
  })
}

/** Sends an event again, whatever became of it, under its own id. */
export async function replay(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  endpoint: { readonly id: number; readonly kind: WebhookKind },
  eventId: string,
  now: number,
): Promise<ByHand> {
  return store.transaction(async (tx): Promise<ByHand> => {
    const refused = await countByHand(tx, accountId, now)
    if (refused !== undefined) return refused
    const { rows } = await sql<{ switched_off_at: number | null }>`
      select switched_off_at from webhook_endpoint
      where account_id = ${accountId} and id = ${endpoint.id} and kind = ${endpoint.kind}
    `.execute(tx)
    if (rows[0] === undefined) return { kind: 'not-found' }
    if (rows[0].switched_off_at !== null) return { kind: 'switched-off' }
    const event = await eventToReplay(tx, accountId, endpoint, eventId)
    if (event === undefined) return { kind: 'not-found' }
    await queue(tx, accountId, endpoint.id, event, now)
    return { kind: 'queued', endpoints: 1 }
  })
}

interface QueuedEvent {
  readonly id: string
  readonly number: number | null
  readonly createdAt: number
  readonly body: string
}

async function eventToReplay(
  tx: Sql,
  accountId: string,
  endpoint: { readonly id: number; readonly kind: WebhookKind },
  eventId: string,
): Promise<QueuedEvent | undefined> {
  const { rows } = await sql<{ number: number | null; created_at: number; body: string }>`
    select number, created_at, body from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${endpoint.id} and event_id = ${eventId}
  `.execute(tx)
  const [row] = rows
  if (row !== undefined) {
    return { id: eventId, number: row.number, createdAt: row.created_at, body: row.body }
  }
  const event = await eventWithId(tx, accountId, eventId)
  return event?.kind === endpoint.kind ? event : undefined
}

// A delivery that is tried again begins its schedule anew; what was tried before stays to be seen.
async function queue(
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
      (${accountId}, ${endpointId}, ${id}, ${number}, ${createdAt}, ${body}, 'pending', '[]', ${now})
    on conflict (account_id, endpoint_id, event_id) do update
    set state = 'pending', failed_attempts = 0, due_at = excluded.due_at`.execute(tx)
  await sql`
    update webhook_endpoint set news = 1
    where account_id = ${accountId} and id = ${endpointId}`.execute(tx)
}

async function countByHand(tx: Sql, accountId: string, now: number): Promise<ByHand | undefined> {
  await holdAccount(tx, accountId)
  const minute = Math.floor(now / MINUTE_MS)
  const { rows } = await sql<{ hand_count: number }>`
    update webhook_account
    set hand_count = case when hand_minute = ${minute} then hand_count + 1 else 1 end,
      hand_minute = ${minute}
    where account_id = ${accountId} returning hand_count`.execute(tx)
  if ((rows[0]?.hand_count ?? 0) <= BY_HAND_PER_MINUTE) return undefined
  const retryAfterSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000)
  return { kind: 'too-often', retryAfterSeconds }
}
