// Whatever bills is killed, and whenever, or bills beside others: each term has one invoice, and no number is missing.
// Covers: src/billing/**

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { examine } from '../../src/billing/doctor/doctor.ts'
import type { StoreSettings } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { books } from '../billing/books.ts'
import { eachStore } from '../support/stores.ts'

const CHILD = fileURLToPath(new URL('./billing-child.ts', import.meta.url))
const ACCOUNTS = 200
const START = Date.parse('2026-01-31T10:00:00Z')
const TRIAL_END = Date.parse('2026-02-20T10:00:00Z')
const FIRST_END = '2026-02-28T10:00:00Z'
const SECOND_END = '2026-03-31T10:00:00Z'
/** After so many commits of a run it is killed. */
const KILLS_AFTER = [1, 70, 40]
const LIMIT = { timeout: 120_000 }

eachStore((makeStore, newPlace) => {
  test(
    `${KILLS_AFTER.length} kills and three processes at once: one invoice a term, one mail each, no gaps`,
    LIMIT,
    async (t) => {
      const place = await newPlace(t)
      const store = await makeStore(t, place)
      await makeAccounts(store)
      for (const commits of KILLS_AFTER) await billUntilKilled(place, FIRST_END, commits)
      await Promise.all([1, 2, 3].map(() => bill(place, SECOND_END)))

      const { rows } = await sql<{ account_id: string; n: number }>`
        select account_id, cast(count(*) as bigint) as n from invoice
        group by account_id`.execute(store.db)
      assert.equal(rows.length, ACCOUNTS)
      assert.deepEqual(new Set(rows.map(({ n }) => n)), new Set([2]))
      const numbers = await sql<{ least: number; most: number }>`
        select min(number) as least, max(number) as most from invoice`.execute(store.db)
      assert.deepEqual({ ...numbers.rows[0] }, { least: 1, most: 2 * ACCOUNTS })
      const mails = await sql<{ kind: string; n: number }>`
        select kind, cast(count(*) as bigint) as n from mail group by kind order by kind
        `.execute(store.db)
      assert.deepEqual(
        mails.rows.map(({ kind, n }) => [kind, n]),
        [
          ['expired', ACCOUNTS / 10],
          ['invoice', 2 * ACCOUNTS],
        ],
      )
      const results = await examine(books(store, SECOND_END))
      assert.deepEqual(
        results.flatMap(({ faults }) => faults),
        [],
      )
    },
  )
})

/** In one go: so many one by one would take longer than the test. Every tenth has a trial beside. */
async function makeAccounts(store: Store): Promise<void> {
  const ids = Array.from({ length: ACCOUNTS }, (_, at) => `acc_${String(at).padStart(4, '0')}`)
  const trials = ids.filter((_, at) => at % 10 === 0).map((id) => `${id}_trial`)
  await store.transaction(async (tx) => {
    const accounts = [...ids, ...trials].map((id) => {
      const email = `${id}@example.com`
      return sql`(${id}, ${email}, ${email}, ${START})`
    })
    await sql`insert into account (id, email, email_of_product, created_at)
      values ${sql.join(accounts)}`.execute(tx)
    const next = Date.parse(FIRST_END)
    const started = ids.map((id) => sql`(${id}, 'uk', 'small', ${START}, ${next})`)
    await sql`insert into subscription (account_id, product, plan_name, started_at, next_billing_at)
      values ${sql.join(started)}`.execute(tx)
    const tried = trials.map((id) => sql`(${id}, 'uk', 'trial', ${START}, ${TRIAL_END})`)
    await sql`insert into subscription
        (account_id, product, plan_name, trial_started_at, trial_ends_at)
      values ${sql.join(tried)}`.execute(tx)
  })
}

function start({ databaseUrl, dataDir }: StoreSettings, until: string) {
  const args = [CHILD, databaseUrl, dataDir, until]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended }
}

async function bill(place: StoreSettings, until: string): Promise<void> {
  const { child, ended } = start(place, until)
  child.stdout.resume()
  assert.equal(await ended, 0)
}

async function billUntilKilled(place: StoreSettings, until: string, commits: number) {
  const { child, ended } = start(place, until)
  let seen = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text.split('\n').length - 1
    if (seen >= commits) child.kill('SIGKILL')
  })
  assert.equal(await ended, null, 'It ended before it was killed.')
}
