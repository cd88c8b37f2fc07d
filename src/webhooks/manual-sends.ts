// Deliveries that the account holder asks for: a sample of an event, or an event sent once more.

import { sql } from 'kysely'
import { newId } from '../lib/ids.ts'
import type { Sql, Store } from '../store/store.ts'
import { sampleBody, type WebhookKind } from './bodies.ts'
import { eventWithId } from './event-log.ts'
import { lockCounters } from './registrations.ts'

/** Samples and replays of an account, together. */
export const MANUAL_SENDS_PER_MINUTE = 30
const MINUTE_MS = 60_000

export type ManualSend =
  | { readonly kind: 'queued'; readonly endpoints: number }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'switched-off' }
  | { readonly kind: 'too-often'; readonly retryAfterSeconds: number }

/** Sends a sample event to each endpoint of the kind. It is not in the event log. */
export async function queueSamples(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  kind: WebhookKind,
  upgradeLink: string,
  now: number,
): Promise<ManualSend> {
  return store.transaction(async (tx): Promise<ManualSend> => {
    const refused = await countManualSend(tx, accountId, now)
    if (refused !== undefined) return refused
    const { rows } = await sql<{ id: number }>`
      select id from webhook_endpoint
      where account_id = ${accountId} and kind = ${kind} and switched_off_at is null
      order by id`.execute(tx)
    const id = newId('msg_test_')
    const body = sampleBody(kind, upgradeLink, now)
    for (const row of rows) {
      await queueDelivery(tx, accountId, row.id, { id, number: null, createdAt: now, body }, now)
    }
    return { kind: 'queued', endpoints: rows.length }
  })
}

/** Sends an event again under its own ID. */
export async function replay(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  endpoint: { readonly id: number; readonly kind: WebhookKind },
  eventId: string,
  now: number,
): Promise<ManualSend> {
  return store.transaction(async (tx): Promise<ManualSend> => {
    const refused = await countManualSend(tx, accountId, now)
    if (refused !== undefined) return refused
    const { rows } = await sql<{ switched_off_at: number | null }>`
      select switched_off_at from webhook_endpoint
      where account_id = ${accountId} and id = ${endpoint.id} and kind = ${endpoint.kind}
    `.execute(tx)
    if (rows[0] === undefined) return { kind: 'not-found' }
    if (rows[0].switched_off_at !== null) return { kind: 'switched-off' }
    const event = await eventToReplay(tx, accountId, endpoint, eventId)
    if (event === undefined) return { kind: 'not-found' }
    await queueDelivery(tx, accountId, endpoint.id, event, now)
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

// A delivery that is sent again starts its schedule again; its earlier attempts stay visible.
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
      (${accountId}, ${endpointId}, ${id}, ${number}, ${createdAt}, ${body}, 'pending', '[]', ${now})
    on conflict (account_id, endpoint_id, event_id) do update
    set state = 'pending', failed_attempts = 0, due_at = excluded.due_at`.execute(tx)
  await sql`
    update webhook_endpoint set news = 1
    where account_id = ${accountId} and id = ${endpointId}`.execute(tx)
}

async function countManualSend(
  tx: Sql,
  accountId: string,
  now: number,
): Promise<ManualSend | undefined> {
  await lockCounters(tx, accountId)
  const minute = Math.floor(now / MINUTE_MS)
  const { rows } = await sql<{ hand_count: number }>`
    update webhook_account
    set hand_count = case when hand_minute = ${minute} then hand_count + 1 else 1 end,
      hand_minute = ${minute}
    where account_id = ${accountId} returning hand_count`.execute(tx)
  if ((rows[0]?.hand_count ?? 0) <= MANUAL_SENDS_PER_MINUTE) return undefined
  const retryAfterSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000)
  return { kind: 'too-often', retryAfterSeconds }
}
