// Deletes old events and deliveries.

import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../lib/clock.ts'
import { allRows, firstRow, type Sql, type Store } from '../../store/store.ts'
import { WEBHOOK_KINDS } from '../bodies.ts'
import { TRACK_EVENTS_MAX } from '../event-log.ts'

const ROWS_AT_ONCE_MAX = 1000
const OTHER_KINDS = WEBHOOK_KINDS.filter((kind) => kind !== 'track')

/** Drops the oldest `track` events of an account above the maximum. Returns how many an endpoint never got. */
export async function dropOldTracks(store: Store, accountId: string, keptMax = TRACK_EVENTS_MAX) {
  return store.transaction(async (tx) => {
    const counter = await firstRow<{ lastNumber: number }>(tx)`
      select last_number from webhook_account where account_id = ${accountId}`
    const lastNumber = counter?.lastNumber ?? 0
    const gone = await allRows<{ number: number; events: number }>(tx)`
      delete from account_event
      where account_id = ${accountId} and kind = 'track' and number in (
        select number from account_event
        where account_id = ${accountId} and kind = 'track' and number <= ${lastNumber - keptMax}
        order by number limit ${ROWS_AT_ONCE_MAX})
      returning number, events`
    return countDropped(tx, accountId, gone)
  })
}

// An event being delivered counts as dropped too: one too many is better than one too few.
async function countDropped(
  tx: Sql,
  accountId: string,
  gone: readonly { readonly number: number; readonly events: number }[],
): Promise<number> {
  if (gone.length === 0) return 0
  const last = Math.max(...gone.map(({ number }) => number))
  const endpoints = await allRows<{ id: number; readTo: number }>(tx)`
    select id, read_to from webhook_endpoint
    where account_id = ${accountId} and kind = 'track' and read_to < ${last}
      and switched_off_at is null
    order by id`
  let dropped = 0
  for (const { id, readTo } of endpoints) {
    const unread = gone.map(({ number, events }) => Math.min(events, Math.max(0, number - readTo)))
    const count = unread.reduce((sum, one) => sum + one, 0)
    await sql`
      update webhook_endpoint set dropped = dropped + ${count},
        read_to = case when read_to < ${last} then ${last} else read_to end
      where account_id = ${accountId} and id = ${id}`.execute(tx)
    dropped += count
  }
  return dropped
}

/** For how many days events are kept; those of `track` are about visitors. */
export interface KeptDays {
  readonly track: number
  readonly events: number
}

/** Deletes what is too old, a little at a time so that nobody waits for it. */
export async function forgetOld(db: Sql, kept: KeptDays, now: number): Promise<void> {
  const trackBefore = now - kept.track * DAY_MS
  const eventsBefore = now - kept.events * DAY_MS
  await sql`
    delete from account_event where (account_id, number) in (
      select account_id, number from account_event
      where (kind = 'track' and created_at < ${trackBefore})
        or (kind in (${sql.join(OTHER_KINDS)}) and created_at < ${eventsBefore})
      limit ${ROWS_AT_ONCE_MAX})`.execute(db)
  // What was sent, or is still to be sent, of a visitor goes with the visit.
  await forgetDeliveries(
    db,
    sql`created_at < ${trackBefore} and (account_id, endpoint_id) in (
      select account_id, id from webhook_endpoint where kind = 'track')`,
  )
  await forgetDeliveries(db, sql`created_at < ${eventsBefore} and state <> 'pending'`)
}

async function forgetDeliveries(db: Sql, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from webhook_delivery where (account_id, endpoint_id, event_id) in (
      select account_id, endpoint_id, event_id from webhook_delivery
      where ${which} limit ${ROWS_AT_ONCE_MAX})`.execute(db)
}
