// `operator …` and `audit export` on the command line.
// Covers: src/commands/operator.ts, src/commands/audit.ts, src/account/operators/audit-entries.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAuditEntry, auditEntriesAfter } from '../../src/account/operators/audit-entries.ts'
import { runCli } from '../support/cli.ts'
import { testService } from '../support/running.ts'

const running = await testService()
const run = (...args: string[]) => runCli(['operator', ...args], { DATA_DIR: running.dataDir })

test('an operator is made, listed without the key, replaced, logged and removed', async () => {
  const made = await run('create', 'Ada', '--json')
  const { operator_key: key } = JSON.parse(made.out)
  assert.equal((await running.ask('/operator/accounts', key)).status, 200)
  assert.match((await run('create', 'Ada')).err, /An operator named Ada already exists/)
  assert.match((await run('create', '<b>')).err, /A name must be/)
  const listed = await run('list')
  assert.match(listed.out, /Ada/)
  assert.ok(!listed.out.includes(key))
  const { accountId } = await running.account('uk')
  await running.ask(`/operator/accounts/${accountId}/suspend`, key, { method: 'PUT' })
  assert.match((await run('log')).out, /Ada +Suspend an account/)
  const next = JSON.parse((await run('replace', 'Ada', '--json')).out).operator_key
  assert.equal((await running.ask('/operator/accounts', key)).status, 401)
  assert.equal((await running.ask('/operator/accounts', next)).status, 200)
  assert.equal((await run('remove', 'Ada')).code, 0)
  assert.equal((await running.ask('/operator/accounts', next)).status, 401)
  assert.match((await run('remove', 'Ada')).err, /There is no operator named Ada/)
})

test('the audit log is exported as JSON lines, and the next export continues where the last ended', async () => {
  const { store } = running.service
  const dataDir = { DATA_DIR: running.dataDir }
  const whole = await runCli(['audit', 'export'], dataDir)
  const lines = whole.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const numbers = lines.map(({ number }) => number)
  assert.deepEqual(
    numbers,
    [...numbers.keys()].map((at) => at + 1),
  )
  const suspended = lines.find(({ act }) => act === 'Suspend an account')
  assert.equal(suspended.operator, 'Ada')
  assert.deepEqual(JSON.parse(suspended.details).from, '127.0.0.1')
  const outcome = lines.find(({ of_number }) => of_number === suspended.number)
  assert.deepEqual([outcome.outcome, outcome.account_id], ['done', suspended.account_id])
  const last = lines.length
  assert.match(whole.err, new RegExp(`Continue with --after ${last}\\.`))
  assert.equal((await runCli(['audit', 'export', '--after', String(last)], dataDir)).out, '')
  const entry = { operator: 'A "b" \\ ]', act: 'x', accountId: '', details: '' }
  await addAuditEntry(store, { ...entry, outcome: 'refused: é' }, Date.UTC(2026, 10, 18))
  const { out } = await runCli(
    ['audit', 'export', '--format', 'syslog', '--after', String(last)],
    dataDir,
  )
  const refused = out.split('\n').find((line) => line.includes('refused'))
  const { value } = await auditEntriesAfter(store.db, last).next()
  assert.equal(
    refused?.replace(/ \S+ doorplate/, ' host doorplate'),
    '<108>1 2026-11-18T00:00:00.000Z host doorplate - audit [audit@32473 ' +
      `number="${last + 1}" operator="A \\"b\\" \\\\ \\]" act="x" outcome="refused: é" ` +
      `sha256="${value?.sha256}"] \ufeffx`,
  )
  const wrong = await runCli(['audit', 'export', '--format', 'xml'], dataDir)
  assert.match(wrong.err, /--format must be jsonl or syslog/)
})
