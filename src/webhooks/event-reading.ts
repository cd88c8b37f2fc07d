// Reads the log of an account's events in order, and makes of each row the events that it holds.

import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'
import { type Trace, trackBody } from './bodies.ts'
import type { WebhookKind } from './kinds.ts'

export const EVENTS_PAGE_MAX = 100

interface AccountEvent {
  readonly number: number
  /** Its `webhook-id`. */
  readonly id: string
  readonly kind: WebhookKind
  readonly createdAt: number
  readonly body: string
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
