// `bill`, `invoice`, `doctor` and `account address` as an operator types them.
// Covers: src/commands/account/*.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/settings/config.ts'
import { openStore } from '../../src/store/open-store.ts'
import { runCli } from '../support/cli.ts'
import { newDataDir } from '../support/stores.ts'

test('an operator bills, gives an address, and has the books checked', async (t) => {
  const dataDir = newDataDir(t)
  const env = { DATA_DIR: dataDir, INVOICE_TAX_AU: '10', TEST_CLOCK: '1' }
  const run = (...args: string[]) => runCli(args, env)
  const json = async (...args: string[]) => {
    const { code, out, err } = await run(...args, '--json')
    assert.equal(code, 0, err)
    return JSON.parse(out)
  }
  const made = await json(
    ...['account', 'create', '--email', 'jo@example.com', '--product', 'au', '--plan', 'starter'],
  )
  assert.deepEqual(await json('account', 'address', 'jo@example.com'), { address: [] })
  const address = ['Jo Pty Ltd', '1 Swan St', 'Richmond VIC 3121']
  assert.deepEqual(await json('account', 'address', 'jo@example.com', ...address), { address })

  assert.deepEqual((await json('bill')).invoices, [])
  const soon = new Date(Date.now() + 65 * 86_400_000).toISOString().slice(0, 10)
  const preview = await json('bill', '--until', soon, '--dry-run')
  assert.deepEqual(
    preview.would_issue.map(({ email, total }: Record<string, unknown>) => [email, total]),
    [
      ['jo@example.com', 20.9],
      ['jo@example.com', 20.9],
    ],
  )
  const billed = await json('bill', '--until', soon)
  assert.deepEqual(billed, {
    until: `${soon}T23:59:59.999Z`,
    ...{ invoices: ['1', '2'], endings: 0, faults: [] },
  })
  const again = await run('bill', '--until', soon)
  assert.equal(again.out, '0 invoices issued, 0 expiry notices sent.\n')
  const open = await json('invoice', 'list')
  assert.deepEqual(
    open.invoices.map(({ number, state }: Record<string, unknown>) => [number, state]),
    [
      ['2', 'open'],
      ['1', 'open'],
    ],
  )
  assert.equal((await json('invoice', 'paid', '1')).state, 'paid')
  assert.equal((await run('invoice', 'paid', '1')).out, 'Invoice 1 is paid already.\n')
  assert.equal((await run('invoice', 'void', '2')).out, 'Invoice 2 is void.\n')
  assert.match((await run('invoice', 'paid', '3')).err, /no invoice "3"/)
  const sound = await json('doctor')
  assert.equal(sound.ok, true)
  assert.ok(sound.checks.length > 9)

  const store = await openStore({ databaseUrl: '', dataDir })
  const kept = await sql<{ addressee: string; total_minor: number }>`
    select addressee, total_minor from invoice where number = 1`.execute(store.db)
  assert.deepEqual(JSON.parse(kept.rows[0].addressee).lines, address)
  assert.equal(kept.rows[0].total_minor, 2090)
  await sql`update invoice set total_minor = 1 where number = 2`.execute(store.db)
  await store.close()
  const sick = await run('doctor')
  assert.equal(sick.code, 1)
  assert.equal(sick.out, `Invoice 2 of the account ${made.account_id} does not add up.\n`)

  const late = await openStore({ databaseUrl: '', dataDir })
  await sql`update invoice set state = 'open', due_at = case when number = 2 then 1 end`.execute(
    late.db,
  )
  await late.close()
  const listed = (await run('invoice', 'list')).out
  assert.match(listed, /^2 .* {2}1970-01-01 {2}jo@example\.com .* overdue$/m)
  assert.match(listed, /^1 +\d{4}-\d\d-\d\d +jo@example\.com .* open$/m)
  const undated = (await json('invoice', 'list')).invoices.at(-1)
  assert.deepEqual([undated.number, undated.due_date], ['1', null])
  assert.doesNotMatch(sick.out + sick.err, /(api|admin)_\w{20}/)
})

test('what cannot be meant is refused in one sentence', async (t) => {
  const env = { DATA_DIR: newDataDir(t) }
  for (const [args, sentence] of [
    [['bill', '--until', '2026-02-30'], /--until must be a day or a time/],
    [['bill', '--until', '2999-01-01'], /--until is in the future.*--dry-run/],
    [['invoice', 'list', '--state', 'lost'], /--state must be open, overdue, paid or void/],
    [['account', 'address', 'nobody@example.com', 'x'], /no account for nobody@example.com/],
    [
      ['account', 'address', 'jo@example.com', ...'1234567'],
      /An address can have at most 6 lines\./,
    ],
    [['account', 'address', 'jo@example.com', 'x'.repeat(101)], /at most 100 characters/],
  ] as const) {
    const { code, out, err } = await runCli(args, env)
    assert.deepEqual([code, out], [2, ''], err)
    assert.match(err, sentence)
    assert.equal(err.trim().split('\n').length, 1)
  }
  for (const [setting, value] of [
    ['INVOICE_TAX_UK', '120'],
    ['INVOICE_TAX_AU', '10%'],
    ['INVOICE_CURRENCY_UK', 'JPY'],
    ['INVOICE_CURRENCY_AU', 'dollars'],
    ['INVOICE_SELLER_ADDRESS', '1|2|3|4|5|6|7'],
    ['INVOICE_DUE_DAYS', '366'],
    ['SIGNING_SECRET', 'short'],
  ]) {
    assert.throws(
      () => readConfig({ [setting]: value }),
      (error: Error) => error.message.startsWith(`${setting} must`) && !/short/.test(error.message),
    )
  }
})

test('what would be issued by a day to come is shown without a test clock', async (t) => {
  const args = ['bill', '--until', '2999-01-01', '--dry-run', '--json']
  const { code, out, err } = await runCli(args, { DATA_DIR: newDataDir(t) })
  assert.equal(code, 0, err)
  assert.equal(JSON.parse(out).until, '2999-01-01T23:59:59.999Z')
})

test('the current day is billed up to now', async (t) => {
  const env = { DATA_DIR: newDataDir(t) }
  const before = Date.now()
  const today = new Date(before).toISOString().slice(0, 10)
  const { out, code } = await runCli(['bill', '--until', today, '--json'], env)
  assert.equal(code, 0)
  const until = Date.parse(JSON.parse(out).until)
  // Around midnight the day that was given may be over by then, and is billed to its end.
  assert.ok(until >= before - 1 && until <= Date.now(), out)
})

test('a time without a zone is UTC and a day ends at midnight UTC, wherever bill is run', async (t) => {
  const env = { DATA_DIR: newDataDir(t) }
  const home = process.env.TZ
  t.after(() => {
    if (home === undefined) delete process.env.TZ
    else process.env.TZ = home
  })
  for (const [zone, given, meant] of [
    ['Pacific/Auckland', '2026-01-31T20:00', '2026-01-31T20:00:00.000Z'],
    ['Pacific/Auckland', '2026-01-31', '2026-01-31T23:59:59.999Z'],
    ['America/Los_Angeles', '2026-01-31T20:00:01.5', '2026-01-31T20:00:01.500Z'],
    ['America/Los_Angeles', '2026-01-31T20:00+11:00', '2026-01-31T09:00:00.000Z'],
  ] as const) {
    process.env.TZ = zone
    assert.notEqual(new Date(0).getTimezoneOffset(), 0)
    const { out, err } = await runCli(['bill', '--until', given, '--json'], env)
    assert.equal(JSON.parse(out || '{}').until, meant, `${given} in ${zone}: ${err}`)
  }
})
