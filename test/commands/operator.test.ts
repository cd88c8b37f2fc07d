// `operator …` on the command line: keys of operators are made, shown once, replaced and taken back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
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
