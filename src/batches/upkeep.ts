// Deletes what is too old, and what is left of batches that were removed: a little at a time, so that nobody waits.

import { sql } from 'kysely'
import type { Sql } from '../store/store.ts'
import { BATCH_KEPT_MS } from './batch.ts'

const CHUNKS_AT_ONCE = 50
const BATCHES_AT_ONCE = 20
/** An upload that takes longer to be read was broken off by the end of its node. */
const READING_MS_MAX = 60 * 60_000

/** Finished batches are kept for a week. */
export async function removeOld(db: Sql, now: number): Promise<void> {
  await sql`
    update batch set state = 'removed'
    where (state = 'finished' and finished_at <= ${now - BATCH_KEPT_MS})
      or (state = 'reading' and created_at <= ${now - READING_MS_MAX})`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from batch where state = 'removed' limit ${BATCHES_AT_ONCE}`.execute(db)
  for (const { id } of rows) await forgetRemoved(db, id)
}

export async function forgetRemoved(db: Sql, id: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ number: number }>`
      delete from batch_chunk where batch_id = ${id} and number in (
        select number from batch_chunk where batch_id = ${id} limit ${CHUNKS_AT_ONCE})
      returning number`.execute(db)
    if (rows.length < CHUNKS_AT_ONCE) break
  }
  await sql`delete from batch where id = ${id} and state = 'removed'`.execute(db)
}
