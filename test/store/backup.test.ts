// A backup of a store that has grown: every row of every page, at one moment, into the other kind of store.
// Covers: src/store/backup.ts, src/store/restore.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { backupLines } from '../../src/store/backup.ts'
import { restoreLines } from '../../src/store/restore.ts'
import type { Store } from '../../src/store/store.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { eachSharedStore, newDatabase, newDataDir } from '../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 10 })
const ROWS = 12_000
/** Whole pages and a little more; with eleven columns they are many times what one statement takes. */
const WIDE_ROWS = 4100

/** One account with a history: days of use, and deliveries of events. */
async function grow(store: Store): Promise<string> {
  const { accountId } = await newCaller(store, PLANS, 'small', 0)
  const numbers = sql`
    with recursive n(at) as (select 1 union all select at + 1 from n where at < ${ROWS})`
  await sql`
    insert into usage_day (account_id, day, lookups)
    ${numbers} select ${accountId}, 'day-' || at, at from n`.execute(store.db)
  await sql`
    insert into webhook_endpoint (account_id, id, kind, url, secret, created_at, read_to)
    values (${accountId}, 1, 'track', 'https://example.com/', 'x', 0, 0)`.execute(store.db)
  await sql`
    insert into webhook_delivery (account_id, endpoint_id, event_id, created_at, body, state,
      attempts, failed_attempts)
    ${numbers} select ${accountId}, 1, 'event-' || at, at, '{}', 'delivered', '[]', 0 from n
    where at <= ${WIDE_ROWS}`.execute(store.db)
  return accountId
}

interface Contents {
  readonly days: number
  readonly lookups: number
  readonly deliveries: number
}

async function contentsOf({ db }: Store, accountId: string): Promise<Contents | undefined> {
  const { rows } = await sql<Contents>`
    select
      (select cast(count(*) as bigint) from usage_day where account_id = ${accountId}) as days,
      (select cast(sum(lookups) as bigint) from usage_day
        where account_id = ${accountId}) as lookups,
      (select cast(count(*) as bigint) from webhook_delivery
        where account_id = ${accountId}) as deliveries`.execute(db)
  return rows[0]
}

eachSharedStore((makeStore) => {
  test('12,000 rows come back in the other kind of store, each once, with nothing that was written meanwhile', async (t) => {
    const store = await makeStore(t)
    const accountId = await grow(store)
    const lines: string[] = []
    for await (const line of backupLines(store, 0)) {
      if (lines.length === 3) await writeMeanwhile(store, accountId)
      lines.push(line)
    }
    const whole = { days: ROWS, lookups: (ROWS * (ROWS + 1)) / 2, deliveries: WIDE_ROWS }
    assert.equal(new Set(lines).size, lines.length, 'no row twice')
    const place =
      store.kind === 'postgres' ? { databaseUrl: '', dataDir: newDataDir(t) } : await newDatabase(t)
    const restored = await makeStore(t, place)
    assert.equal(await restoreLines(restored, asyncLines(lines)), rowsIn(lines))
    assert.deepEqual(await contentsOf(restored, accountId), whole)
    assert.deepEqual(await backupOf(restored), lines.toSorted(), 'to the last table')
  })
})

/** The places of rows on disk differ from store to store, and with them the order. */
async function backupOf(store: Store): Promise<string[]> {
  const lines: string[] = []
  for await (const line of backupLines(store, 0)) lines.push(line)
  return lines.sort()
}

/** On SQLite the backup has the one connection of this process; there another process would write. */
async function writeMeanwhile(store: Store, accountId: string): Promise<void> {
  if (store.kind === 'sqlite') return
  await sql`
    insert into usage_day (account_id, day, lookups)
    values (${accountId}, 'meanwhile', 1000000)`.execute(store.db)
}

function rowsIn(lines: readonly string[]): number {
  return lines.filter((line) => line.startsWith('[')).length
}

async function* asyncLines(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
