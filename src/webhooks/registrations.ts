// Webhook endpoints: listing, adding, replacing the secret, removing.

import { sql } from 'kysely'
import type { Sql, Store } from '../store/store.ts'
import type { WebhookKind } from './bodies.ts'
import { newWebhookSecret, OLD_SECRET_MS } from './sending/secret.ts'

export const ENDPOINTS_PER_KIND_MAX = 20

export interface Registration {
  readonly id: number
  readonly url: string
  /** Undefined while it gets deliveries. */
  readonly switchedOffAt: number | undefined
}

/** In the order they were registered. */
export async function registrationsOf(
  db: Sql,
  accountId: string,
  kind: WebhookKind,
): Promise<Registration[]> {
  const { rows } = await sql<{ id: number; url: string; switched_off_at: number | null }>`
    select id, url, switched_off_at from webhook_endpoint
    where account_id = ${accountId} and kind = ${kind} order by id`.execute(db)
  return rows.map(({ id, url, switched_off_at }) => {
    return { id, url, switchedOffAt: switched_off_at ?? undefined }
  })
}

type Registered =
  /** The secret is shown only once. */
  | { readonly kind: 'registered'; readonly id: number; readonly secret: string }
  | { readonly kind: 'known' }
  | { readonly kind: 'too-many' }

/** The endpoint gets every event from now on. A URL that was switched off is registered again. */
export async function register(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  kind: WebhookKind,
  url: string,
  now: number,
): Promise<Registered> {
  return store.transaction(async (tx): Promise<Registered> => {
    const counters = await lockCounters(tx, accountId)
    const others = await registrationsOf(tx, accountId, kind)
    const same = others.find((one) => one.url === url)
    if (same !== undefined && same.switchedOffAt === undefined) return { kind: 'known' }
    if (same !== undefined) await deleteEndpoint(tx, accountId, same.id)
    else if (others.length >= ENDPOINTS_PER_KIND_MAX) return { kind: 'too-many' }
    const id = counters.last_endpoint + 1
    const secret = newWebhookSecret()
    await sql`
      insert into webhook_endpoint (account_id, id, kind, url, secret, created_at, read_to)
      values (${accountId}, ${id}, ${kind}, ${url}, ${secret}, ${now}, ${counters.last_number})
    `.execute(tx)
    await sql`
      update webhook_account set last_endpoint = ${id} where account_id = ${accountId}`.execute(tx)
    await countTracking(tx, accountId)
    return { kind: 'registered', id, secret }
  })
}

/** False when there is no such endpoint. Deliveries that wait for it are removed too. */
export async function unregister(
  store: Pick<Store, 'transaction'>,
  accountId: string,
  id: number,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    await lockCounters(tx, accountId)
    return deleteEndpoint(tx, accountId, id)
  })
}

/** The caller has locked the counters of the account, which are updated here. */
export async function deleteEndpoint(tx: Sql, accountId: string, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from webhook_endpoint where account_id = ${accountId} and id = ${id}
    returning id`.execute(tx)
  await countTracking(tx, accountId)
  return rows.length > 0
}

/** The new secret; the old one goes on signing for a day. Undefined when there is no such endpoint. */
export async function rotateSecret(
  store: Pick<Store, 'db'>,
  accountId: string,
  kind: WebhookKind,
  id: number,
  now: number,
): Promise<string | undefined> {
  const secret = newWebhookSecret()
  const { rows } = await sql<{ id: number }>`
    update webhook_endpoint
    set old_secret = secret, old_secret_until = ${now + OLD_SECRET_MS}, secret = ${secret}
    where account_id = ${accountId} and id = ${id} and kind = ${kind}
    returning id`.execute(store.db)
  return rows.length === 0 ? undefined : secret
}

interface Counters {
  readonly last_number: number
  readonly last_endpoint: number
}

/**
 * The counters of an account's webhooks: its last event, its last endpoint, and how many endpoints want `track`.
 * Until the end of the transaction nobody else records an event of the account or changes its endpoints.
 */
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
