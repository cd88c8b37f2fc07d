// The commands that the program prints work as they are printed, however it was installed.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CALL } from '../../src/lib/program.ts'

const SOURCE = readFileSync(join(import.meta.dirname, '../../src/lib/program.ts'), 'utf8')

test('commands are printed as npx, a project, a global installation and a clone call them', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'program-'))
  t.after(() => rmSync(home, { recursive: true }))
  const file = 'dist/lib/program.mjs'
  const callIn = async (name: string, project?: object) => {
    const folder = join(home, name, 'node_modules/doorplate')
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3", "type": "module" }')
    writeFileSync(join(folder, file), stripTypeScriptTypes(SOURCE))
    if (project !== undefined) {
      writeFileSync(join(home, name, 'package.json'), JSON.stringify(project))
    }
    return (await import(join(folder, file))).CALL
  }
  const npx = { _npx: { packages: ['./doorplate-0.2.0.tgz'] } }
  assert.equal(await callIn('npx', npx), 'npx ./doorplate-0.2.0.tgz')
  assert.equal(await callIn('project', { dependencies: {} }), 'npx doorplate')
  assert.equal(await callIn('global'), 'doorplate')
  assert.equal(CALL, 'npm run -s doorplate --')
})
