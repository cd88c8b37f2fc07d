// A copy of an account's data and its erasure, over real HTTP and on the command line.
// Covers: src/endpoints/account/account-data.ts, src/commands/account/account-data.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditEntriesBefore } from '../../../src/account/operators/audit-entries.ts'
import { addOperator, type Role } from '../../../src/account/operators/operators.ts'
import { runCli } from '../../support/cli.ts'
import { testService } from '../../support/running.ts'

const running = await testService()

async function operator(role: Role): Promise<string> {
  const { store, clock } = running.service
  const key = await addOperator(store, `The ${role}`, clock.now(), role)
  assert.ok(key)
  return key
}

const erasing = (account: string, body: object) =>
  [`/operator/accounts/${account}/erase`, { method: 'POST', body: JSON.stringify(body) }] as const

async function auditText(): Promise<string> {
  const { db } = running.service.store
  return JSON.stringify(await auditEntriesBefore(db, Number.MAX_SAFE_INTEGER, undefined, 50))
}

test('a holder gets a file of everything, and an operator the same with an entry in the audit log', async () => {
  const { accountId, adminKey, apiKey } = await running.account('uk')
  const file = await running.ask('/account/export', adminKey)
  assert.equal(file.status, 200)
  assert.match(file.headers.get('content-type') ?? '', /^application\/x-ndjson/)
  const rows = file.text.trimEnd().split('\n')
  assert.ok(rows.map((row) => JSON.parse(row).table).includes('subscription'))
  for (const secret of [adminKey, apiKey, 'sha256']) assert.ok(!file.text.includes(secret))
  assert.equal((await running.ask('/account/export', apiKey)).status, 403)
  const path = `/operator/accounts/${accountId}/api/account/export`
  assert.equal((await running.ask(path, await operator('viewer'))).status, 403)
  assert.equal((await running.ask(path, await operator('support'))).status, 200)
  assert.match(await auditText(), /Export all data of the account/)
  // What was done with the account is its holder's to know; who did it, from where and why is about operators.
  const again = await running.ask('/account/export', adminKey)
  const acts = again.text.split('\n').filter((row) => row.includes('"operator_act"'))
  assert.ok(acts.some((row) => row.includes('Export all data of the account')))
  assert.ok(
    acts.every((row) => !/The support|127\.0\.0\.1|details/.test(row)),
    acts.join(),
  )
})

test('an administrator erases an account: its keys end at once, and its address is free again', async () => {
  const { accountId, adminKey } = await running.account('uk')
  const email = (await running.ask('/email-address', adminKey)).json['email-address']
  const [path, right] = erasing(accountId, { account_id: accountId })
  const refused = await running.ask(path, await operator('billing'), right)
  assert.equal(refused.status, 403)
  const key = await operator('administrator')
  const [, wrong] = erasing(accountId, { account_id: 'acc_other' })
  assert.equal((await running.ask(path, key, wrong)).json.title, 'account_id')
  const [unknown, body] = erasing('acc_none', { account_id: 'acc_none' })
  assert.equal((await running.ask(unknown, key, body)).status, 404)
  assert.equal((await running.ask(path, key, right)).status, 200)
  assert.equal((await running.ask('/email-address', adminKey)).status, 401)
  const found = await running.ask(`/operator/accounts?search=${email}`, key)
  assert.deepEqual(found.json.accounts, [])
  assert.ok(!(await auditText()).includes(email))
})

test('the commands export and erase, and say why an account that pays is not erased', async () => {
  const env = { DATA_DIR: running.dataDir }
  const { accountId } = await running.account('au')
  const paying = await running.account('au', 'standard')
  const copy = await runCli(['account', 'export', accountId], env)
  assert.equal(copy.code, 0, copy.err)
  assert.ok(copy.out.includes('"table":"account"'))
  const erased = await runCli(['account', 'erase', accountId], env)
  assert.equal(erased.code, 0, erased.err)
  assert.match(erased.out, /was erased\. Its e-mail address is now acc_\w+@erased\.invalid\./i)
  const active = await runCli(['account', 'erase', paying.accountId], env)
  assert.match(active.err, /is active\. End it first/)
  const byEmail = await runCli(['account', 'erase', 'a@b.example'], env)
  assert.match(byEmail.err, /Use the ID of the account/)
})
