// Whatever works on a list is killed, and whenever, or works beside others: no row is lost, and none charged twice.
// Covers: src/batches/**

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createAccount } from '../../src/account/accounts.ts'
import { readUsage } from '../../src/account/usage.ts'
import { AccountTurns } from '../../src/batches/account-turns.ts'
import { unpackedMatches } from '../../src/batches/batch.ts'
import { takeIn } from '../../src/batches/uploads/intake.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import type { StoreSettings } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { csvOf } from '../batches/lists.ts'
import { copySample } from '../support/sample.ts'
import { eachStore } from '../support/stores.ts'
import { KILLS, LOOKUPS_A_DAY, PLANS, ROWS } from './batch-plans.ts'

const CHILD = fileURLToPath(new URL('./batch-child.ts', import.meta.url))
const CHUNK_ROWS = 5
const DAY_MS = 86_400_000
const DAY = '2026-03-14'
const START = Date.parse(`${DAY}T00:00:01Z`)
/** After a kill the next node comes when the lease of the one before has ended. */
const LATER_MS = 3 * 60_000
const LIMIT = { timeout: 120_000 + KILLS * 6000 }

eachStore((makeStore, newPlace) => {
  test(
    `${KILLS} kills and two nodes at once: each row is matched, and charged once, within the allowance`,
    LIMIT,
    async (t) => {
      const place = await newPlace(t)
      await copySample(place.dataDir)
      const release = (await releasesIn(place.dataDir).inUse('au')) ?? ''
      const store = await makeStore(t, place)
      const { accountId, id } = await makeBatch(store, place, release)
      let now = START
      for (let kill = 0; kill < KILLS; kill += 1) {
        await workUntilKilled(place, release, now, 1 + ((kill * 7) % 5), kill)
        await assertBooks(store, accountId, id)
        now += LATER_MS
      }
      // All that the day allows, then the rest on the next.
      await Promise.all([1, 2].map(() => work(place, release, now)))
      const first = await assertBooks(store, accountId, id)
      assert.equal(first.found, LOOKUPS_A_DAY)
      await work(place, release, START + DAY_MS)
      const { done, found } = await assertBooks(store, accountId, id)
      assert.equal(done, ROWS)
      assert.ok(found > LOOKUPS_A_DAY)
      const { rows } = await sql<{ kind: string }>`
        select kind from account_event where account_id = ${accountId}
        and kind = 'batch-finished'`.execute(store.db)
      assert.equal(rows.length, 1)
    },
  )
})

async function makeBatch(store: Store, { dataDir }: StoreSettings, release: string) {
  const wanted = { email: 'lists@example.com', product: 'au', planName: 'kills' } as const
  const made = await createAccount(store, PLANS, wanted, START)
  assert.ok(made.kind === 'created')
  const { accountId } = made
  const { search } = await releasesIn(dataDir).load(release)
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const { item } = search.at(at)
    return at % 10 === 0 || !('address_label' in item) ? `${at} qqxx street` : item.address_label
  })
  const path = join(dataDir, 'list')
  writeFileSync(path, csvOf(lines))
  const facts = { id: 'bat_kills', accountId, product: 'au', keyName: 'main', name: '' } as const
  const flags = { isTest: false, isCharged: true, waits: true, mails: false, columns: undefined }
  const upload = { ...facts, ...flags, path, bytes: 1 }
  assert.deepEqual(
    await takeIn(store, upload, START, {
      chunkRows: CHUNK_ROWS,
      takeTurn: new AccountTurns().take,
    }),
    { kind: 'taken' },
  )
  return { accountId, id: facts.id }
}

/** What is charged is what is written, at every moment. */
async function assertBooks(store: Store, accountId: string, id: string) {
  const { rows } = await sql<{ done_rows: number; result: Uint8Array | null }>`
    select done_rows, result from batch_chunk where batch_id = ${id}`.execute(store.db)
  const matches = rows.flatMap(({ done_rows, result }) => {
    const some = unpackedMatches(result ?? undefined)
    assert.equal(some.length, done_rows)
    return some
  })
  const found = matches.filter(({ verdict }) => verdict === 'exact' || verdict === 'corrected')
  const days = await Promise.all(
    [START, START + DAY_MS].map((at) => readUsage(store, accountId, dayOf(at))),
  )
  const [today = 0, tomorrow = 0] = days.map(({ lookups }) => lookups)
  assert.equal(today + tomorrow, found.length)
  assert.ok(today <= LOOKUPS_A_DAY && tomorrow <= LOOKUPS_A_DAY)
  const batch = await sql<{ done_rows: number; found: number }>`
    select done_rows, exact_rows + corrected_rows as found from batch
    where id = ${id}`.execute(store.db)
  assert.deepEqual({ ...batch.rows[0] }, { done_rows: matches.length, found: found.length })
  return { done: matches.length, found: found.length }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function start({ databaseUrl, dataDir }: StoreSettings, release: string, now: number) {
  const args = [CHILD, databaseUrl, dataDir, release, String(now)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended }
}

async function work(place: StoreSettings, release: string, now: number): Promise<void> {
  const { child, ended } = start(place, release, now)
  child.stdout.resume()
  assert.equal(await ended, 0)
}

/** At the given word of the node, or some time after it. */
async function workUntilKilled(
  place: StoreSettings,
  release: string,
  now: number,
  words: number,
  kill: number,
): Promise<void> {
  const { child, ended } = start(place, release, now)
  let seen = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text.split('\n').length - 1
    if (seen < words) return
    // Every second one at once, which is before a commit or just after one; the others up to 20 ms later.
    if (kill % 2 === 0) child.kill('SIGKILL')
    else setTimeout(() => child.kill('SIGKILL'), (kill * 13) % 20)
  })
  assert.equal(await ended, null, 'It ended before it was killed.')
}
