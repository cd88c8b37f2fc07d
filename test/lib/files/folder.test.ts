// Promises about making folders.

import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../../src/lib/files/folder.ts'
import { newDataDir } from '../../support/stores.ts'

test('a folder is created with its parents, and an existing one is left alone', async (t) => {
  const path = join(newDataDir(t), 'a', 'b', 'c')
  await makeFolder(path)
  await makeFolder(path)
  assert.ok(statSync(path).isDirectory())
  // What is in it is nobody else's business.
  for (const made of [path, join(path, '..'), join(path, '../..')]) {
    assert.equal(statSync(made).mode & 0o777, 0o700)
  }
})

test('a folder that cannot be made is refused at once', { timeout: 5000 }, async (t) => {
  const file = join(newDataDir(t), 'file')
  writeFileSync(file, '')
  await assert.rejects(makeFolder(file))
  await assert.rejects(makeFolder(join(file, 'below')))
  await assert.rejects(makeFolder('/proc/nowhere/at/all'))
})
