// A copy of all that is stored about an account, and its erasure: what goes, what stays, and what a crash leaves.
// Covers: src/account/data/**

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { type KyselyPlugin, sql } from 'kysely'
import { createAccount } from '../../../src/account/accounts.ts'
import { ACCOUNT_TABLES, accountData } from '../../../src/account/data/account-data.ts'
import { beginErasure, eraseAgain, finishErasures } from '../../../src/account/data/erasure.ts'
import { endSubscription } from '../../../src/account/subscriptions.ts'
import { backupLines } from '../../../src/store/backup.ts'
import { MIGRATIONS } from '../../../src/store/migrations.ts'
import type { Store } from '../../../src/store/store.ts'
import { makePlans } from '../../support/accounts.ts'
import { eachSharedStore } from '../../support/stores.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 10, amount: 5 })
/** In every row that is about people, and in every secret. */
const PERSONAL = 'Planted Person'
const SECRET = 'whsec_planted'
const dataDir = mkdtempSync(join(tmpdir(), 'doorplate-erasure-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))

let made = 0

async function newAccount(store: Store, planName?: string): Promise<string> {
  made += 1
  const email = `planted-${made}@person.example`
  const account = await createAccount(store, PLANS, { email, product: 'au', planName }, NOW)
  assert.equal(account.kind, 'created')
  return account.kind === 'created' ? account.accountId : ''
}

/** A row in every table that has something about people. */
async function plant({ db }: Store, id: string): Promise<void> {
  const packed = deflateRawSync(JSON.stringify([PERSONAL]))
  const unique = `${PERSONAL} ${id}`
  for (const insert of [
    sql`update account set note = ${PERSONAL} where id = ${id}`,
    sql`update subscription set label = ${PERSONAL} where account_id = ${id}`,
    sql`insert into mail (id, account_id, kind, once_key, recipient, cc, subject, body_text, body_html, created_at,
      due_at) values (${`a${made}`}, ${id}, 'invoice', ${unique}, ${PERSONAL}, '', '', '', '', 1, 1)`,
    sql`insert into cc_recipient (account_id, id, list, email, email_folded)
      values (${id}, 1, 'invoices', ${PERSONAL}, ${PERSONAL})`,
    sql`insert into private_address_list (account_id, version, addresses, last_number)
      values (${id}, 7, 1, 1)`,
    sql`insert into private_address (account_id, number, id, postcode, postcode_number, line_1, line_2, line_3, line_4,
      locality, town_or_city, county, residential)
      values (${id}, 1, ${unique}, '', 1, ${PERSONAL}, '', '', '', '', '', '', 0)`,
    sql`insert into billing_address (account_id, lines) values (${id}, ${PERSONAL})`,
    sql`insert into webhook_endpoint (account_id, id, kind, url, secret, created_at, read_to)
      values (${id}, 1, 'track', ${unique}, ${SECRET}, 1, 0)`,
    sql`insert into webhook_delivery (account_id, endpoint_id, event_id, created_at, body, state, attempts)
      values (${id}, 1, 'e', 1, ${PERSONAL}, 'pending', '[]')`,
    sql`insert into account_event (account_id, number, events, kind, created_at, salt, content)
      values (${id}, 1, 1, 'track', 1, '', ${PERSONAL})`,
    sql`insert into console_session (id, sha256, account_id, created_at, ends_at)
      values (${unique}, ${`hash ${id}`}, ${id}, 1, 2)`,
    sql`insert into request_log (account_id, position, requests) values (${id}, 1, ${PERSONAL})`,
    sql`insert into usage_by_key (account_id, day, kind, name, lookups)
      values (${id}, '2026-03-14', 'api', ${PERSONAL}, 3)`,
    sql`insert into usage_day (account_id, day, lookups) values (${id}, '2026-03-14', 3)`,
    sql`insert into batch (id, account_id, product, is_test, is_charged, key_name, name, layout, state, waits, mails,
      bytes, created_at, due_at, worked_at)
      values (${`batch ${id}`}, ${id}, 'au', 0, 0, '', ${PERSONAL}, '{}', 'finished', 0, 0, 1, 1, 1, 1)`,
    sql`insert into batch_chunk (batch_id, number, row_count, input) values (${`batch ${id}`}, 1, 1, ${packed})`,
  ]) {
    await insert.execute(db)
  }
}

async function copyOf(store: Store, id: string) {
  let text = ''
  for await (const lines of accountData(store, id)) text += lines
  const rows = text.trimEnd().split('\n')
  return rows.map((row): Record<string, unknown> => JSON.parse(row))
}

async function isNamedAnywhere(store: Store): Promise<boolean> {
  for await (const line of backupLines(store, NOW)) {
    if (/Planted Person|planted-\d+@/.test(line)) return true
  }
  return false
}

test('every table that names an account is in the table of its data', () => {
  const statements = MIGRATIONS.flatMap((one) => [...one.statements, ...(one.sqliteOnly ?? [])])
  const named = statements.flatMap((text) =>
    /\baccount_id\b/.test(text) ? (/^\s*create table (\w+)/.exec(text)?.[1] ?? []) : [],
  )
  const known = ACCOUNT_TABLES.map(({ table }) => table)
  // They are copies that a migration has renamed.
  const gone = ['mail_of_anybody', 'operator_act_with_outcome']
  assert.deepEqual(
    named.filter((table) => !known.includes(table) && !gone.includes(table)),
    [],
  )
})

eachSharedStore((makeStore) => {
  test('a copy has every row of the account and of no other, without keys and secrets', async (t) => {
    const store = await makeStore(t)
    const [id, other] = [await newAccount(store), await newAccount(store)]
    await plant(store, id)
    const copy = await copyOf(store, id)
    const tables = new Set(copy.map(({ table }) => table))
    for (const table of ['account', 'mail', 'private_address', 'credential', 'batch_chunk', 'usage_day']) {
      assert.ok(tables.has(table), table)
    }
    const text = JSON.stringify(copy)
    assert.ok(!text.includes(other) && !text.includes(SECRET) && !text.includes('sha256'))
    assert.deepEqual(copy.find(({ table }) => table === 'batch_chunk')?.input, [PERSONAL])
    const mail = copy.find(({ table }) => table === 'mail')
    assert.equal(mail?.created_at, '1970-01-01T00:00:00.001Z')
    for (const each of [id, other]) await beginErasure(store, each, NOW)
    await finishErasures(store, dataDir)
  })

  test('after an erasure nothing names anybody, the sums stay, and a second one changes nothing', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await plant(store, id)
    mkdirSync(join(dataDir, 'outbox'), { recursive: true })
    const file = join(dataDir, 'outbox', `a${made}.eml`)
    writeFileSync(file, PERSONAL)
    assert.deepEqual(await beginErasure(store, id, NOW), { kind: 'begun', isRepeated: false })
    await finishErasures(store, dataDir)
    const left = await copyOf(store, id)
    assert.ok(!/Planted|planted-/.test(JSON.stringify(left)), JSON.stringify(left))
    assert.ok(!existsSync(file))
    assert.equal(left.find(({ table }) => table === 'usage_day')?.lookups, 3)
    assert.equal(left.find(({ table }) => table === 'private_address_list')?.version, 8)
    assert.deepEqual(await beginErasure(store, id, NOW + 1), { kind: 'begun', isRepeated: true })
    await finishErasures(store, dataDir)
    assert.deepEqual(await copyOf(store, id), left)
    assert.equal((await beginErasure(store, 'acc_none', NOW)).kind, 'no-such-account')
  })

  test('an erasure that is cut off anywhere is finished by whoever comes next', async (t) => {
    const store = await makeStore(t)
    for (let steps = 0; steps < 12; steps += 1) {
      const id = await newAccount(store)
      await plant(store, id)
      await beginErasure(store, id, NOW)
      let left = steps
      await finishErasures(store, dataDir, () => {
        left -= 1
        return left < 0
      })
      await finishErasures(store, dataDir)
      assert.ok(!JSON.stringify(await copyOf(store, id)).includes('Planted'), `after ${steps} steps`)
    }
  })

  test('an account that pays is not erased before its last invoice', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store, 'small')
    assert.equal((await beginErasure(store, id, NOW)).kind, 'active')
    await endSubscription(store, id, NOW)
    const waiting = await beginErasure(store, id, NOW)
    assert.equal(waiting.kind, 'not-invoiced')
    await sql`delete from ended_term where account_id = ${id}`.execute(store.db)
    assert.equal((await beginErasure(store, id, NOW)).kind, 'begun')
    await finishErasures(store, dataDir)
  })

  test('an account that an older backup brings back is erased again', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await beginErasure(store, id, NOW)
    await finishErasures(store, dataDir)
    const email = 'planted-back@person.example'
    await sql`
      update account set erased_at = null, email = ${email}, email_folded = ${email} where id = ${id}`.execute(
      store.db,
    )
    await plant(store, id)
    assert.equal(await eraseAgain(store, dataDir, NOW), 1)
    assert.equal(await eraseAgain(store, dataDir, NOW), 0)
    assert.ok(!(await isNamedAnywhere(store)))
  })

  test('a copy has each row of a long table once, read a hundred at a time by an index', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await plant(store, id)
    for (let at = 0; at < 230; at += 1) {
      const day = new Date(NOW + at * 86_400_000).toISOString().slice(0, 10)
      await sql`insert into usage_day (account_id, day, lookups) values (${id}, ${day}, ${at})
        on conflict do nothing`.execute(store.db)
      await sql`insert into usage_by_key (account_id, day, kind, name, lookups)
        values (${id}, '2026-03-14', 'api', ${`key ${at}`}, 1)`.execute(store.db)
    }
    const asked = new Set<string>()
    const transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => {
      asked.add(store.db.getExecutor().compileQuery(node, queryId).sql)
      return node
    }
    const transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
    const db = store.db.withPlugin({ transformQuery, transformResult })
    const text = (await Array.fromAsync(accountData({ ...store, db }, id))).join('')
    for (const [table, count] of [
      ['usage_day', 230],
      ['usage_by_key', 231],
    ] as const) {
      const lines = text.split('\n').filter((line) => line.startsWith(`{"table":"${table}"`))
      assert.deepEqual([lines.length, new Set(lines).size], [count, count])
    }
    if (store.kind === 'postgres') return
    const keyed = ACCOUNT_TABLES.filter(({ key }) => key !== undefined).map(({ table }) => table)
    const pages = [...asked].filter((query) => keyed.some((name) => query.includes(`"${name}".*`)))
    assert.equal(pages.length, keyed.length + 2)
    for (const query of pages) {
      const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${query}`).execute(db)
      const plan = rows.map(({ detail }) => detail).join('; ')
      assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/, query)
    }
  })
})
