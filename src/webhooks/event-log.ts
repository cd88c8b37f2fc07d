// The log of an account's events: numbered without gaps in the transaction that caused them, and read in order.

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'
import { expiredBody, type LimitReached, limitBody, type Trace, trackBody } from './bodies.ts'
import type { WebhookKind } from './kinds.ts'

/** How many `track` events an account keeps; beyond them the oldest go, and are counted. */
export const TRACK_EVENTS_MAX = 100_000
export const EVENTS_PAGE_MAX = 100
const SALT_BYTES = 8

interface AccountEvent {
  readonly number: number
  /** Its `webhook-id`. */
  readonly id: string
  readonly kind: WebhookKind
  readonly createdAt: number
  readonly body: string
}

/** One row of the log: an event, or the `track` events of one charge. */
interface NewRow {
  readonly accountId: string
  readonly kind: WebhookKind
  readonly events: number
  readonly content: string
}

/** What a batch of charges has caused. */
export interface ChargeEvents {
  readonly limits: readonly (LimitReached & { readonly accountId: string })[]
  readonly tracks: readonly { readonly accountId: string; readonly traces: readonly Trace[] }[]
  readonly upgradeLink: string
}

/** In the transaction of the charge. Accounts are locked in their order, as the charge locks its days. */
export async function recordChargeEvents(
  tx: Sql,
  { limits, tracks, upgradeLink }: ChargeEvents,
  now: number,
): Promise<void> {
  const rows: NewRow[] = []
  for (const { accountId, traces } of tracks) {
    if (traces.length === 0) continue
    const content = JSON.stringify(traces)
    rows.push({ accountId, kind: 'track', events: traces.length, content })
  }
  for (const reached of limits) {
    const { accountId, kind } = reached
    rows.push({ accountId, kind, events: 1, content: limitBody(reached, upgradeLink, now) })
  }
  await insertRows(tx, rows, now)
}

interface Expired {
  readonly accountId: string
  /** The state that the subscription is in now: `trial-ended` or `ended`. */
  readonly status: string
  readonly upgradeLink: string
}

/** To be called in the transaction that ends a trial or a subscription, once for each end. */
export async function recordExpired(
  tx: Sql,
  { accountId, status, upgradeLink }: Expired,
  now: number,
): Promise<void> {
  const content = expiredBody(status, upgradeLink, now)
  await insertRows(tx, [{ accountId, kind: 'expired', events: 1, content }], now)
}

async function insertRows(tx: Sql, rows: readonly NewRow[], now: number): Promise<void> {
  if (rows.length === 0) return
  const ends = await takeNumbers(tx, rows, now)
  const values: ReturnType<typeof sql>[] = []
  // The last row of an account has its last number, the one before ends where that begins.
  for (const row of rows.toReversed()) {
    const number = ends.get(row.accountId) ?? 0
    ends.set(row.accountId, number - row.events)
    const salt = randomBytes(SALT_BYTES).toString('hex')
    values.push(
      sql`(${row.accountId}, ${number}, ${row.events}, ${row.kind}, ${now}, ${salt}, ${row.content})`,
    )
  }
  await sql`
    insert into account_event (account_id, number, events, kind, created_at, salt, content)
    values ${sql.join(values)}`.execute(tx)
}

/** The last number of each account, after those that its rows take. The counter is held until the commit. */
async function takeNumbers(
  tx: Sql,
  rows: readonly NewRow[],
  now: number,
): Promise<Map<string, number>> {
  const wanted = new Map<string, number>()
  for (const { accountId, events } of rows) {
    wanted.set(accountId, (wanted.get(accountId) ?? 0) + events)
  }
  const values = [...wanted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([accountId, events]) => sql`(${accountId}, ${events}, ${now})`)
  const taken = await sql<{ account_id: string; last_number: number }>`
    insert into webhook_account (account_id, last_number, news_at) values ${sql.join(values)}
    on conflict (account_id) do update
    set last_number = webhook_account.last_number + excluded.last_number,
      news_at = coalesce(webhook_account.news_at, excluded.news_at)
    returning account_id, last_number`.execute(tx)
  return new Map(taken.rows.map((row) => [row.account_id, row.last_number]))
}

export interface EventRow {
  readonly number: number
  readonly events: number
  readonly kind: WebhookKind
  readonly created_at: number
  readonly salt: string
  readonly content: string
}

export const EVENT_COLUMNS = sql.raw('number, events, kind, created_at, salt, content')

/** In order, those above a number, at most EVENTS_PAGE_MAX. */
export async function eventsAfter(
  db: Sql,
  accountId: string,
  after: number,
): Promise<AccountEvent[]> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from account_event
    where account_id = ${accountId} and number > ${after}
    order by number limit ${EVENTS_PAGE_MAX}`.execute(db)
  return rows.flatMap((row) => eventsOf(row, after)).slice(0, EVENTS_PAGE_MAX)
}

/** The event that has this id, if the log still holds it. */
export async function eventWithId(
  db: Sql,
  accountId: string,
  id: string,
): Promise<AccountEvent | undefined> {
  const number = Number(/^msg_[0-9a-f]{16}_(\d{1,15})$/.exec(id)?.[1] ?? 0)
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from account_event
    where account_id = ${accountId} and number >= ${number}
    order by number limit 1`.execute(db)
  return rows.flatMap((row) => eventsOf(row, number - 1)).find((event) => event.id === id)
}

/** The events of a row that are above a number. */
export function eventsOf(row: EventRow, after: number): AccountEvent[] {
  const { kind, salt, created_at: createdAt } = row
  const first = row.number - row.events + 1
  const event = (number: number, body: string) => {
    return { number, id: `msg_${salt}_${number}`, kind, createdAt, body }
  }
  if (kind !== 'track') return row.number > after ? [event(row.number, row.content)] : []
  const traces: readonly Trace[] = JSON.parse(row.content)
  const skipped = Math.max(0, after - first + 1)
  return traces
    .slice(skipped)
    .map((trace, at) => event(first + skipped + at, trackBody(trace, createdAt)))
}
