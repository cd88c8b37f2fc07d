// Records the events of an account in its log, numbered without gaps, in the transaction that caused them.

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { allRows, type Sql } from '../store/store.ts'
import {
  BODIES_OF_MANY,
  type LimitReached,
  limitBody,
  type Trace,
  type WatchedChange,
  type WebhookKind,
} from './bodies.ts'

/** How many `track` events an account keeps; beyond them the oldest go, and are counted. */
export const TRACK_EVENTS_MAX = 100_000
const SALT_BYTES = 8

/** One row of the log: an event, or several of one kind, such as the `track` events of one charge. */
export interface LogRow {
  readonly accountId: string
  readonly kind: WebhookKind
  readonly events: number
  readonly content: string
}

export function trackRow(accountId: string, traces: readonly Trace[]): LogRow {
  return { accountId, kind: 'track', events: traces.length, content: JSON.stringify(traces) }
}

const WATCHED_PER_ROW_MAX = 100

export function watchedRows(accountId: string, changes: readonly WatchedChange[]): LogRow[] {
  return (['address-changed', 'address-retired'] as const).flatMap((kind) => {
    const own = changes.filter((each) => (each[1] === 'retired') === (kind === 'address-retired'))
    const rows = Math.ceil(own.length / WATCHED_PER_ROW_MAX)
    return Array.from({ length: rows }, (_, row) => {
      const items = own.slice(row * WATCHED_PER_ROW_MAX, (row + 1) * WATCHED_PER_ROW_MAX)
      return { accountId, kind, events: items.length, content: JSON.stringify(items) }
    })
  })
}

export function limitRow(accountId: string, reached: LimitReached, link: string, now: number) {
  const content = limitBody(reached, link, now)
  return { accountId, kind: reached.kind, events: 1, content }
}

/** In the transaction that causes the event. */
export async function recordEvent(tx: Sql, event: Omit<LogRow, 'events'>, now: number) {
  await appendToLog(tx, [{ ...event, events: 1 }], now)
}

/** In the transaction that causes the events. Counters are locked in the order of accounts. */
export async function appendToLog(tx: Sql, rows: readonly LogRow[], now: number): Promise<void> {
  if (rows.length === 0) return
  const ends = await takeNumbers(tx, rows, now)
  const values: ReturnType<typeof sql>[] = []
  // The last row of an account has its last number, the one before ends where that begins.
  for (const row of rows.toReversed()) {
    const number = ends.get(row.accountId) ?? 0
    ends.set(row.accountId, number - row.events)
    const salt = newSalt()
    values.push(
      sql`(${row.accountId}, ${number}, ${row.events}, ${row.kind}, ${now}, ${salt}, ${row.content})`,
    )
  }
  await sql`
    insert into account_event (account_id, number, events, kind, created_at, salt, content)
    values ${sql.join(values)}`.execute(tx)
}

/** The last number of each account, after those that its rows take. The counter is held until the commit. */
async function takeNumbers(tx: Sql, rows: readonly LogRow[], now: number) {
  const wanted = new Map<string, number>()
  for (const { accountId, events } of rows) {
    wanted.set(accountId, (wanted.get(accountId) ?? 0) + events)
  }
  const values = [...wanted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([accountId, events]) => sql`(${accountId}, ${events}, ${now})`)
  const taken = await allRows<{ accountId: string; lastNumber: number }>(tx)`
    insert into webhook_account (account_id, last_number, news_at) values ${sql.join(values)}
    on conflict (account_id) do update
    set last_number = webhook_account.last_number + excluded.last_number,
      news_at = coalesce(webhook_account.news_at, excluded.news_at)
    returning account_id, last_number`
  return new Map(taken.map(({ accountId, lastNumber }) => [accountId, lastNumber]))
}

/** Part of the ids of a row's events. */
export function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('hex')
}

export const EVENTS_PAGE_MAX = 100

interface AccountEvent {
  readonly number: number
  readonly id: string
  readonly kind: WebhookKind
  readonly createdAt: number
  readonly body: string
}

export interface EventRow {
  readonly number: number
  readonly events: number
  readonly kind: WebhookKind
  readonly createdAt: number
  readonly salt: string
  readonly content: string
}

export const EVENT_COLUMNS = sql.raw('number, events, kind, created_at, salt, content')

interface WhichEvents {
  readonly top?: number
  /** Undefined for all kinds. */
  readonly kind?: WebhookKind
}

/** The first ones above a number, in order. */
export async function eventsAfter(
  db: Sql,
  accountId: string,
  after: number,
  { top = EVENTS_PAGE_MAX, kind }: WhichEvents = {},
) {
  const rows = await allRows<EventRow>(db)`
    select ${EVENT_COLUMNS} from account_event
    where account_id = ${accountId} and number > ${after}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    order by number limit ${top}`
  const events: AccountEvent[] = []
  for (const row of rows) if (events.length < top) events.push(...eventsOf(row, after))
  return events.slice(0, top)
}

/** The event that has this id, if the log still holds it. */
export async function eventWithId(db: Sql, accountId: string, id: string) {
  const number = Number(/^msg_[0-9a-f]{16}_(\d{1,15})$/.exec(id)?.[1] ?? 0)
  const [event] = await eventsAfter(db, accountId, number - 1, { top: 1 })
  return event?.id === id ? event : undefined
}

export function eventsOf(row: EventRow, after: number): AccountEvent[] {
  const { kind, salt, createdAt } = row
  const first = row.number - row.events + 1
  const event = (number: number, body: string) => {
    return { number, id: `msg_${salt}_${number}`, kind, createdAt, body }
  }
  const bodyOf = BODIES_OF_MANY[kind]
  if (bodyOf === undefined) return row.number > after ? [event(row.number, row.content)] : []
  // The items of a kind are what its rows were made of.
  const items: readonly never[] = JSON.parse(row.content)
  const skipped = Math.max(0, after - first + 1)
  return items
    .slice(skipped)
    .map((item, at) => event(first + skipped + at, bodyOf(item, createdAt)))
}
