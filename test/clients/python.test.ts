// The Python package against a real service and the real command.
// Covers: clients/python/**

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { inherited } from '../support/process.ts'
import { testService } from '../support/running.ts'

/** That of Debian, which has pandas where its package is installed. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

const running = await testService()
const { apiKey } = await running.account('au')

test('the Python package looks up and matches, and says what goes wrong', async () => {
  const child = spawn(PYTHON, ['-B', '-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'], {
    cwd: resolve('clients/python'),
    env: {
      ...inherited(),
      DATA_DIR: running.dataDir,
      DOORPLATE_URL: running.baseUrl,
      DOORPLATE_KEY: apiKey,
      DOORPLATE_COMMAND: `${process.execPath} ${resolve('src/main.ts')}`,
      PYTHONPATH: resolve('clients/python'),
    },
  })
  const said = text(child.stderr)
  const code = await new Promise((done) => child.on('exit', done))
  assert.equal(code, 0, await said)
  assert.match(await said, /Ran 8 tests/)
})
