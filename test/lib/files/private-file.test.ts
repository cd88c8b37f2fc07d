// A private file is its owner's alone, and that owner is the one of the folder.
// Covers: src/lib/files/folder.ts

import assert from 'node:assert/strict'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPrivate } from '../../../src/lib/files/folder.ts'

const NOBODY = 65_534

test('what root writes for a service that runs as another user can be read by that user, and by nobody else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-private-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY)
  await using file = await openPrivate(join(folder, 'file'), 'wx')
  await file.writeFile('text')
  const { mode, uid } = statSync(join(folder, 'file'))
  assert.equal((mode & 0o777).toString(8), '600')
  assert.equal(uid, statSync(folder).uid)
})
