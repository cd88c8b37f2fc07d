// `account keys` as an operator types it, for a holder who has lost a key.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../../support/cli.ts'
import { newDataDir } from '../../support/stores.ts'

test('an operator sees the keys masked, replaces one, and the new one is shown once', async (t) => {
  const env = { DATA_DIR: newDataDir(t) }
  const email = 'jo@example.com'
  const json = async (...args: string[]) => {
    const { code, out, err } = await runCli([...args, '--json'], env)
    assert.equal(code, 0, err)
    return JSON.parse(out)
  }
  const made = await json('account', 'create', '--email', email, '--product', 'uk')
  const kinds = async () =>
    (await json('account', 'keys', email)).keys.map(({ kind }: { kind: string }) => kind)
  assert.deepEqual((await kinds()).sort(), ['admin', 'api'])
  const replaced = await json('account', 'keys', email, '--rotate', 'admin', '--grace', '0')
  assert.match(replaced.admin_key, /^admin_\w+$/)
  assert.notEqual(replaced.admin_key, made.admin_key)
  const shown = await runCli(['account', 'keys', email], env)
  assert.ok(!shown.out.includes(replaced.admin_key))
  for (const [args, sentence] of [
    [['--rotate', 'token'], /--rotate must be api or admin/],
    [['--rotate', 'api', '--grace', '86401'], /--grace must be a whole number from 0 to 86400/],
    [['--grace', '0'], /Give --rotate/],
  ] as const) {
    const { code, err } = await runCli(['account', 'keys', email, ...args], env)
    assert.equal(code, 2)
    assert.match(err, sentence)
  }
})
