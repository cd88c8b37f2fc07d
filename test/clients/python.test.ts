// The Python package against a real service and the real command.
// Covers: clients/python/**

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { buildOneStreet } from '../lists/matching/one-street.ts'
import { inherited } from '../support/process.ts'
import { testService } from '../support/running.ts'

/** That of Debian, which has pandas where its package is installed. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

const running = await testService()
const { apiKey } = await running.account('au')

async function python(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(PYTHON, ['-B', ...args], {
    cwd: resolve('clients/python'),
    env: {
      ...inherited(),
      DOORPLATE_COMMAND: `${process.execPath} ${resolve('src/main.ts')}`,
      PYTHONPATH: resolve('clients/python'),
      ...env,
    },
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const code = await new Promise((done) => child.on('exit', done))
  const said = (await output).join('')
  assert.equal(code, 0, said)
  return said
}

test('the Python package looks up and matches, and says what goes wrong', async () => {
  const said = await python(['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'], {
    DATA_DIR: running.dataDir,
    DOORPLATE_URL: running.baseUrl,
    DOORPLATE_KEY: apiKey,
  })
  assert.match(said, /Ran 10 tests/)
})

test('a list on a Dask cluster whose workers are killed is that of one process', {
  // Takes minutes, and Debian's python3-distributed; the nightly run has both.
  skip: process.env.DASK_KILLS === undefined,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-dask-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { path } = await buildOneStreet(folder)
  const rows = Array.from({ length: 20_000 }, (_, row) => `${row},${row % 60} Watle St Exampleton`)
  const list = join(folder, 'list.csv')
  writeFileSync(list, `id,address\n${rows.join('\n')}\n`)
  const kills = process.env.DASK_KILLS ?? ''
  const said = await python(['tests/cluster.py', path, list, '20', kills])
  assert.match(said, new RegExp(`20000 rows, 20 partitions, ${kills} kills, .* the same bytes`))
})
