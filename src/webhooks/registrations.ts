// Webhook endpoints: listing, adding, replacing the secret, removing.

import { sql } from 'kysely'
import { SEALED_PREFIX_LENGTH } from '../store/sealed-secrets.ts'
import { allRows, firstRow, hasRow, type Sql, type Store } from '../store/store.ts'
import type { WebhookKind } from './bodies.ts'
import { newWebhookSecret, OLD_SECRET_MS, ownerOf } from './sending/secret.ts'

export const ENDPOINTS_PER_KIND_MAX = 20

export interface Registration {
  readonly id: number
  readonly url: string
  /** Undefined while it gets deliveries. */
  readonly switchedOffAt: number | undefined
}

/** The endpoints of all kinds, in the order they were registered. */
export async function allRegistrations(db: Sql, accountId: string) {
  return allRows<Registration & { readonly kind: WebhookKind; readonly failingSince?: number }>(db)`
    select id, kind, url, switched_off_at, failing_since from webhook_endpoint
    where account_id = ${accountId} order by id`
}

/** In the order they were registered. */
export async function registrationsOf(db: Sql, accountId: string, kind: WebhookKind) {
  return allRows<Registration>(db)`
    select id, url, switched_off_at from webhook_endpoint
    where account_id = ${accountId} and kind = ${kind} order by id`
}

/** Endpoints of all accounts that fail or were disabled for it, longest first. */
export async function failingEndpoints(db: Sql, top: number) {
  return allRows<{
    readonly accountId: string
    readonly email: string
    readonly kind: WebhookKind
    readonly url: string
    readonly failures: number
    readonly failingSince: number | undefined
    readonly switchedOffAt: number | undefined
  }>(db)`
    select webhook_endpoint.account_id, account.email, kind, url, failures, failing_since,
      switched_off_at
    from webhook_endpoint join account on account.id = webhook_endpoint.account_id
    where failures > 0 or switched_off_at is not null
    order by failing_since, webhook_endpoint.account_id, webhook_endpoint.id limit ${top}`
}

/** Gets every event from now on. A URL that was switched off is registered again. The secret is shown only once. */
export async function register(
  store: Pick<Store, 'transaction' | 'secrets'>,
  accountId: string,
  kind: WebhookKind,
  url: string,
  now: number,
) {
  return store.transaction(async (tx) => {
    const counters = await lockCounters(tx, accountId)
    const others = await registrationsOf(tx, accountId, kind)
    const same = others.find((one) => one.url === url)
    if (same !== undefined && same.switchedOffAt === undefined) return { kind: 'known' } as const
    if (same !== undefined) await deleteEndpoint(tx, accountId, same.id)
    else if (others.length >= ENDPOINTS_PER_KIND_MAX) return { kind: 'too-many' } as const
    const id = counters.lastEndpoint + 1
    const secret = newWebhookSecret()
    const { lastNumber: readTo } = counters
    await insertEndpoint(tx, store.secrets, { accountId, id, kind, url, secret, readTo, now })
    await countTracking(tx, accountId)
    return { kind: 'registered', id, secret } as const
  })
}

interface NewEndpoint extends Pick<Registration, 'id' | 'url'> {
  readonly accountId: string
  readonly kind: WebhookKind
  readonly secret: string
  readonly readTo: number
  readonly now: number
}

export async function insertEndpoint(tx: Sql, secrets: Store['secrets'], made: NewEndpoint) {
  const { accountId, id, kind, url, readTo, now } = made
  const sealed = secrets.seal(made.secret, ownerOf(made))
  await sql`
    insert into webhook_endpoint (account_id, id, kind, url, secret, created_at, read_to)
    values (${accountId}, ${id}, ${kind}, ${url}, ${sealed}, ${now}, ${readTo})`.execute(tx)
  await sql`
    update webhook_account set last_endpoint = ${id} where account_id = ${accountId}`.execute(tx)
}

/** False when there is no such endpoint. Deliveries that wait for it are removed too. */
export async function unregister(store: Pick<Store, 'transaction'>, accountId: string, id: number) {
  return store.transaction(async (tx) => {
    await lockCounters(tx, accountId)
    return deleteEndpoint(tx, accountId, id)
  })
}

/** The caller has locked the counters of the account, which are updated here. */
export async function deleteEndpoint(tx: Sql, accountId: string, id: number): Promise<boolean> {
  const isThere = await hasRow(tx)`
    delete from webhook_endpoint where account_id = ${accountId} and id = ${id}
    returning id`
  await countTracking(tx, accountId)
  return isThere
}

/** The new secret; the old one still signs for a day. Undefined if there is no such endpoint. */
export async function rotateSecret(
  store: Pick<Store, 'db' | 'secrets'>,
  accountId: string,
  kind: WebhookKind,
  id: number,
  now: number,
  secret = newWebhookSecret(),
) {
  const sealed = store.secrets.seal(secret, ownerOf({ accountId, id }))
  const isThere = await hasRow(store.db)`
    update webhook_endpoint
    set old_secret = secret, old_secret_until = ${now + OLD_SECRET_MS}, secret = ${sealed}
    where account_id = ${accountId} and id = ${id} and kind = ${kind}
    returning id`
  return isThere ? secret : undefined
}

/** Refuses secrets that cannot be read, before the first delivery. */
export async function checkWebhookSecrets({ db, secrets }: Store): Promise<void> {
  const used = await allRows<{ prefix: string }>(db)`
    select distinct substr(secret, 1, ${SEALED_PREFIX_LENGTH}) as prefix from webhook_endpoint
    where secret like 'sealed:%'`
  for (const { prefix } of used) secrets.check(prefix)
}

/** Encrypts every secret with the current key, and forgets old ones that sign no more. Answers how many there were. */
export async function resealWebhookSecrets({ db, secrets }: Store, now: number): Promise<number> {
  await sql`
    update webhook_endpoint set old_secret = null where old_secret_until <= ${now}`.execute(db)
  type Sealed = { accountId: string; id: number; secret: string; oldSecret: string | undefined }
  const all = await allRows<Sealed>(db)`
    select account_id, id, secret, old_secret from webhook_endpoint order by account_id, id`
  let count = 0
  for (const row of all) {
    const { accountId, id, secret, oldSecret } = row
    if ([secret, oldSecret ?? secret].every((stored) => secrets.isCurrent(stored))) continue
    const reseal = (stored: string) =>
      secrets.seal(secrets.open(stored, ownerOf(row)), ownerOf(row))
    // One that was replaced in the meantime already has the current key.
    await sql`
      update webhook_endpoint
      set secret = ${reseal(secret)}, old_secret = ${oldSecret ? reseal(oldSecret) : null}
      where account_id = ${accountId} and id = ${id} and secret = ${secret}`.execute(db)
    count += 1
  }
  return count
}

/** Until the end of the transaction nobody else records an event of the account or changes its endpoints. */
export async function lockCounters(tx: Sql, accountId: string) {
  const counters = await firstRow<{ lastNumber: number; lastEndpoint: number }>(tx)`
    insert into webhook_account (account_id) values (${accountId})
    on conflict (account_id) do update set last_number = webhook_account.last_number
    returning last_number, last_endpoint`
  return counters ?? { lastNumber: 0, lastEndpoint: 0 }
}

/** Tells charges whether they have to record look-ups for `track`. */
export async function countTracking(tx: Sql, accountId: string): Promise<void> {
  await sql`
    update webhook_account set track_endpoints = (
      select count(*) from webhook_endpoint
      where account_id = ${accountId} and kind = 'track' and switched_off_at is null)
    where account_id = ${accountId}`.execute(tx)
}
