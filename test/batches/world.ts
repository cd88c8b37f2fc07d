// A few addresses, an account with a plan, and lists that are matched when a test says so, by a clock that it moves.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { readUsage } from '../../src/account/usage.ts'
import { AccountTurns } from '../../src/batches/account-turns.ts'
import { type BatchFacts, findBatch } from '../../src/batches/batch.ts'
import { type WorkParts, workOnce } from '../../src/batches/chunk-work.ts'
import { takeIn } from '../../src/batches/uploads/intake.ts'
import { utcDay } from '../../src/lib/clock.ts'
import { builtNational } from '../search/built.ts'
import { national, nationalSource } from '../search/small-world.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { type MakeStore, newDataDir } from '../support/stores.ts'

export const search = await builtNational(
  nationalSource([
    national('44 KING ST, NEWTOWN NSW 2042'),
    national('46 KING ST, NEWTOWN NSW 2042'),
    national('48 KING ST, NEWTOWN NSW 2042'),
    national('1/60 KING ST, NEWTOWN NSW 2042'),
    national('2/60 KING ST, NEWTOWN NSW 2042'),
  ]),
)
export const EXACT = '44 KING ST, NEWTOWN NSW 2042'
export const CORRECTED = '46 KINGG ST, NEWTOWN NSW 2042'
export const AMBIGUOUS = '60 KING ST, NEWTOWN NSW 2042'
export const NOT_FOUND = '99 KING ST, NEWTOWN NSW 2042'

export const PLANS = makePlans(
  { name: 'three', daily_lookup_limit_1: 3 },
  { name: 'many', daily_lookup_limit_1: 1000 },
  { name: 'buffered', daily_lookup_limit_1: 2, monthly_buffer: 1 },
)
export const takeTurn = new AccountTurns().take
let made = 0

export async function openBatches(makeStore: MakeStore, t: TestContext, planName = 'many') {
  const store = await makeStore(t)
  await sql`delete from batch_chunk`.execute(store.db)
  await sql`delete from batch`.execute(store.db)
  const clock = new ManualClock()
  const { accountId } = await newCaller(store, PLANS, planName, clock.now())
  const folder = newDataDir(t)
  const parts: WorkParts = {
    store,
    plans: PLANS,
    upgradeLink: '',
    keptDays: 7,
    now: () => clock.now(),
    searchFor: async () => search,
    takeTurn,
  }
  const count = async (table: 'mail' | 'account_event') => {
    const { rows } = await sql<{ count: number }>`
      select cast(count(*) as bigint) as count from ${sql.table(table)}
      where account_id = ${accountId}`.execute(store.db)
    return rows[0]?.count
  }
  return {
    store,
    clock,
    parts,
    accountId,
    count,
    async upload(
      lines: readonly string[],
      changes: Partial<BatchFacts> = {},
      chunkRows = 2,
    ): Promise<string> {
      made += 1
      const id = `bat_${made}_${process.pid}`
      const path = join(folder, id)
      const text = `Address\n${lines.map((line) => `"${line}"`).join('\n')}\n`
      writeFileSync(path, text)
      const facts = { id, accountId, product: 'au', isTest: false, isCharged: true } as const
      const said = { keyName: 'main', name: 'list.csv', waits: true, mails: true }
      const file = { path, bytes: text.length, columns: undefined }
      const wanted = { ...facts, ...said, ...file, ...changes }
      assert.deepEqual(await takeIn(store, wanted, clock.now(), { chunkRows, takeTurn }), {
        kind: 'taken',
      })
      return id
    },
    batch: async (id: string) =>
      (await findBatch(store.db, { accountId }, id)) ?? assert.fail('it is gone'),
    async work(): Promise<void> {
      for (let left = 50; left > 0 && (await workOnce(parts)); left -= 1);
    },
    used: async () => (await readUsage(store, accountId, utcDay(clock.now()))).lookups,
  }
}
