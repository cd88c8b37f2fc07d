// Records the events of an account in its log, numbered without gaps, in the transaction that caused them.

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'
import { expiredBody, type LimitReached, limitBody, type Trace } from './bodies.ts'
import type { WebhookKind } from './kinds.ts'

/** How many `track` events an account keeps; beyond them the oldest go, and are counted. */
export const TRACK_EVENTS_MAX = 100_000
const SALT_BYTES = 8

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
