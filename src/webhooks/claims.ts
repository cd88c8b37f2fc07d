// What a node takes of the queue: endpoints on a lease, and of each a page of what is to be sent now.

import { sql } from 'kysely'
import type { Sql, Store } from '../store/store.ts'
import type { Attempt } from './deliveries.ts'
import { EVENT_COLUMNS, type EventRow, eventsOf } from './event-log.ts'
import type { WebhookKind } from './kinds.ts'
import type { Secrets } from './sending/secret.ts'

/** Longer than a page can take, so that a lease only ends early when its node is gone. */
const LEASE_MS = 60_000
const PAGE_MAX = 32
/** Deliveries of an endpoint that wait for another attempt; beyond them nothing new is tried until some are through. */
const RETRIES_PENDING_MAX = 1000
/** How many accounts are looked at in one transaction, which holds them. */
export const ACCOUNTS_AT_ONCE = 20

export interface Claimed extends Secrets {
  readonly accountId: string
  readonly id: number
  readonly kind: WebhookKind
  readonly url: string
  readonly fence: number
  readonly readTo: number
  /** Failures in a row up to now, and since when. */
  readonly failures: number
  readonly failingSince: number | undefined
}

export interface ToSend {
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

export interface Page {
  readonly endpoint: Claimed
  readonly deliveries: readonly ToSend[]
  /** There is more to send at once. */
  readonly hasMore: boolean
}

/**
 * Tells the endpoints of accounts whose log has grown. The account's mark is taken back first, in the same transaction:
 * whoever records an event after that sets it again. Answers the accounts.
 */
export async function spreadNews(store: Pick<Store, 'db' | 'transaction'>): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from webhook_account where news_at is not null
    order by news_at limit ${ACCOUNTS_AT_ONCE}`.execute(store.db)
  if (rows.length === 0) return []
  // In the order of accounts, in which charges lock them too.
  const accountIds = rows.map((row) => row.account_id).sort()
  await store.transaction(async (tx) => {
    for (const accountId of accountIds) {
      await sql`
        update webhook_account set news_at = null where account_id = ${accountId}`.execute(tx)
      await sql`
        update webhook_endpoint set news = 1
        where account_id = ${accountId} and news = 0 and switched_off_at is null and exists (
          select 1 from account_event
          where account_event.account_id = webhook_endpoint.account_id
            and account_event.kind = webhook_endpoint.kind
            and account_event.number > webhook_endpoint.read_to)`.execute(tx)
    }
  })
  return accountIds
}

interface EndpointRow {
  readonly account_id: string
  readonly id: number
  readonly kind: WebhookKind
  readonly url: string
  readonly secret: string
  readonly old_secret: string | null
  readonly old_secret_until: number | null
  readonly fence: number
  readonly read_to: number
  readonly failures: number
  readonly failing_since: number | null
}

/**
 * Endpoints that have something to do, those first that have waited longest. They stay due, so that somebody looks
 * again should this node never come to give them free.
 */
export async function claim(
  db: Sql,
  now: number,
  wanted: { readonly most: number; readonly failingToo: boolean },
): Promise<Claimed[]> {
  const leasedUntil = now + LEASE_MS
  // A lease that ends later than any could was given before the clock was set back.
  const isFree = sql`(leased_until <= ${now} or leased_until > ${leasedUntil})`
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoint
    set leased_until = ${leasedUntil}, fence = fence + 1, news = 0, due_at = ${now}
    where ${isFree} and (account_id, id) in (
      select account_id, id from webhook_endpoint
      where (news = 1 or due_at <= ${now}) and ${isFree} and paused_until <= ${now}
        and switched_off_at is null and failures <= ${wanted.failingToo ? 1_000_000_000 : 0}
      order by leased_until limit ${wanted.most})
    returning account_id, id, kind, url, secret, old_secret, old_secret_until, fence, read_to,
      failures, failing_since`.execute(db)
  return rows.map((row) => ({
    accountId: row.account_id,
    id: row.id,
    kind: row.kind,
    url: row.url,
    secret: row.secret,
    oldSecret: row.old_secret ?? undefined,
    oldSecretUntil: row.old_secret_until ?? undefined,
    fence: row.fence,
    readTo: row.read_to,
    failures: row.failures,
    failingSince: row.failing_since ?? undefined,
  }))
}

/** Retries that are due come first. One that fails is tried with one delivery at a time. */
export async function readPage(db: Sql, endpoint: Claimed, now: number): Promise<Page> {
  const isFailing = endpoint.failures > 0
  const most = isFailing ? 1 : PAGE_MAX
  const due = await readDue(db, endpoint, now, most + 1)
  const room = most - due.length
  const mayGrow = !isFailing || (await countPending(db, endpoint)) < RETRIES_PENDING_MAX
  const fresh = mayGrow ? await readFresh(db, endpoint, Math.max(0, room) + 1) : []
  return {
    endpoint,
    deliveries: [...due.slice(0, most), ...fresh.slice(0, Math.max(0, room))],
    hasMore: due.length > most || fresh.length > Math.max(0, room),
  }
}

async function readDue(
  db: Sql,
  { accountId, id }: Claimed,
  now: number,
  most: number,
): Promise<ToSend[]> {
  const { rows } = await sql<{
    event_id: string
    number: number | null
    created_at: number
    body: string
    attempts: string
    failed_attempts: number
  }>`
    select event_id, number, created_at, body, attempts, failed_attempts from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'
      and due_at <= ${now}
    order by due_at limit ${most}`.execute(db)
  return rows.map((row) => ({
    eventId: row.event_id,
    number: row.number,
    createdAt: row.created_at,
    body: row.body,
    attempts: JSON.parse(row.attempts),
    failedAttempts: row.failed_attempts,
    isFresh: false,
  }))
}

async function countPending(db: Sql, { accountId, id }: Claimed): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*) as pending from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'`.execute(db)
  return rows[0]?.pending ?? 0
}

async function readFresh(db: Sql, endpoint: Claimed, most: number): Promise<ToSend[]> {
  const { accountId, kind, readTo } = endpoint
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from account_event
    where account_id = ${accountId} and kind = ${kind} and number > ${readTo}
    order by number limit ${most}`.execute(db)
  const fresh: ToSend[] = []
  for (const row of rows) {
    if (fresh.length >= most) break
    for (const event of eventsOf(row, readTo)) {
      const { id: eventId, number, createdAt, body } = event
      const untried = { attempts: [], failedAttempts: 0, isFresh: true }
      fresh.push({ eventId, number, createdAt, body, ...untried })
    }
  }
  return fresh.slice(0, most)
}
