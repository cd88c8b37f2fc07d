// The mails that wait, and the removal of those that ended long ago.

import { sql } from 'kysely'
import type { Store } from '../store/store.ts'

/** Sent or given up, a mail is kept so long: it shows who got what, and that no mail is sent twice. */
export const ENDED_KEPT_MS = 90 * 86_400_000
const REMOVED_AT_ONCE_MAX = 1000

type Db = Pick<Store, 'db'>

interface Backlog {
  readonly queued: number
  /** When the oldest of them was queued. */
  readonly oldestAt: number | undefined
}

export async function backlog({ db }: Db): Promise<Backlog> {
  const { rows } = await sql<{ queued: number; oldest: number | null }>`
    select count(*) as queued, min(created_at) as oldest from mail
    where sent_at is null and given_up_at is null`.execute(db)
  const [row] = rows
  const oldest = row?.oldest ?? undefined
  return {
    queued: Number(row?.queued ?? 0),
    oldestAt: oldest === undefined ? undefined : Number(oldest),
  }
}

/** True when there is more to remove. */
export async function forgetEnded({ db }: Db, now: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from mail where id in (
      select id from mail where coalesce(sent_at, given_up_at) < ${now - ENDED_KEPT_MS}
      order by coalesce(sent_at, given_up_at) limit ${REMOVED_AT_ONCE_MAX})
    returning id`.execute(db)
  return rows.length === REMOVED_AT_ONCE_MAX
}
