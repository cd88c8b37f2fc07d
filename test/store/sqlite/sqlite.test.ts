// The SQLite file: durable, private, and when it cannot be used one sentence says why.
// Covers: src/store/sqlite/**

import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../../src/store/open-store.ts'
import { checkVersion } from '../../../src/store/sqlite/sqlite-file.ts'
import { discardNewFile, prepareFile } from '../../../src/store/sqlite/sqlite-path.ts'
import type { Store } from '../../../src/store/store.ts'
import { StoreError } from '../../../src/store/store-error.ts'
import { newDataDir } from '../../support/stores.ts'
import { outputOf } from '../child.ts'

const CHILD = new URL('../open-store-child.ts', import.meta.url)

test('a commit is on disk before it is answered, in a file for its owner only', async (t) => {
  const dataDir = newDataDir(t)
  const store = await openStore({ databaseUrl: '', dataDir })
  const expected = {
    journal_mode: 'wal',
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: 5000,
    journal_size_limit: 67_108_864,
    trusted_schema: 0,
  }
  for (const [name, value] of Object.entries(expected)) {
    assert.deepEqual(await pragma(store, name), value, name)
  }
  for (const file of readdirSync(dataDir)) {
    assert.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file)
  }
  await store.close()
})

test('a file that others could read is closed to them', async (t) => {
  const dataDir = newDataDir(t)
  await (await openStore({ databaseUrl: '', dataDir })).close()
  const path = join(dataDir, 'doorplate.sqlite')
  for (const mode of [0o644, 0o640, 0o620, 0o604, 0o601]) {
    chmodSync(path, mode)
    await (await openStore({ databaseUrl: '', dataDir })).close()
    assert.equal(statSync(path).mode & 0o777, 0o600, mode.toString(8))
  }
})

test('a SQLite that may lose commits is refused', () => {
  for (const old of ['3.51.2', '3.50.9', '2.99.99', '3.9.0']) {
    assert.throws(() => checkVersion(old), StoreError, old)
  }
  for (const good of ['3.51.3', '3.51.10', '3.52.0', '4.0.0']) checkVersion(good)
})

test('a file of other content is named, and stays as it was', async (t) => {
  const dataDir = newDataDir(t)
  const path = join(dataDir, 'doorplate.sqlite')
  const content = 'this is not a database, it is a letter to a friend. '.repeat(100)
  writeFileSync(path, content)
  assert.match(await faultOf(dataDir), /doorplate\.sqlite is not a database, or is damaged\.$/)
  assert.equal(readFileSync(path, 'utf8'), content)
  assert.deepEqual(readdirSync(dataDir), ['doorplate.sqlite'])
})

test('a file with a damaged page is refused at the start, not at some later request', async (t) => {
  const dataDir = newDataDir(t)
  const path = join(dataDir, 'doorplate.sqlite')
  await (await openStore({ databaseUrl: '', dataDir })).close()
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 8192, 8192 + 4096)
  writeFileSync(path, bytes)
  assert.match(await faultOf(dataDir), /doorplate\.sqlite is damaged\.$/)
})

test('a file that was cut short is refused at the start', async (t) => {
  const dataDir = newDataDir(t)
  const path = join(dataDir, 'doorplate.sqlite')
  await (await openStore({ databaseUrl: '', dataDir })).close()
  truncateSync(path, statSync(path).size - 6000)
  assert.match(await faultOf(dataDir), /doorplate\.sqlite is damaged\.$/)
})

test('the database of another program is named, and stays as it was', async (t) => {
  const dataDir = newDataDir(t)
  const path = join(dataDir, 'doorplate.sqlite')
  const other = new DatabaseSync(path)
  other.exec('create table recipe (name text)')
  other.close()
  const before = readFileSync(path)
  assert.match(await faultOf(dataDir), /doorplate\.sqlite is a database of another program\.$/)
  assert.deepEqual(readFileSync(path), before)
})

test('a folder where the file should be is named', async (t) => {
  const dataDir = newDataDir(t)
  mkdirSync(join(dataDir, 'doorplate.sqlite'))
  assert.match(await faultOf(dataDir), /doorplate\.sqlite is a folder and should be a file\.$/)
})

test('a data folder below a file is named', async (t) => {
  const file = join(newDataDir(t), 'file')
  writeFileSync(file, '')
  assert.match(
    await faultOf(join(file, 'data')),
    /The data folder .* cannot be made \(a part of the path is not a folder\)\.$/,
  )
})

test('a folder without permission to write is named, and nothing is left in it', async (t) => {
  const folder = newDataDir(t)
  chmodSync(folder, 0o500)
  const open = (dataDir: string) => outputOf(CHILD, ['', dataDir], { isUnprivileged: true })
  assert.match(
    await open(folder),
    /^StoreError: The store .*doorplate\.sqlite cannot be written \(permission denied\)\.$/,
  )
  assert.match(
    await open(join(folder, 'new')),
    /^StoreError: The data folder .* cannot be made \(permission denied\)\.$/,
  )
  assert.deepEqual(readdirSync(folder), [])
})

test('a new data folder is made, for its owner only', async (t) => {
  const dataDir = join(newDataDir(t), 'a', 'b')
  await (await openStore({ databaseUrl: '', dataDir })).close()
  assert(existsSync(join(dataDir, 'doorplate.sqlite')))
  assert.equal(statSync(dataDir).mode & 0o777, 0o700)
})

test('a new file that cannot be opened is removed again, and the earlier one stays', async (t) => {
  const dataDir = newDataDir(t)
  mkdirSync(join(dataDir, 'doorplate.sqlite-journal'))
  assert.match(await faultOf(dataDir), /doorplate\.sqlite cannot be opened\.$/)
  assert.deepEqual(readdirSync(dataDir), ['doorplate.sqlite-journal'])
  writeFileSync(join(dataDir, 'doorplate.sqlite'), '')
  await faultOf(dataDir)
  assert.deepEqual(readdirSync(dataDir), ['doorplate.sqlite', 'doorplate.sqlite-journal'])
})

test('folders that were made for a file that cannot be opened are taken away too, while they are empty', async (t) => {
  const above = newDataDir(t)
  const discarded = (dataDir: string, content: string) => {
    const path = join(dataDir, 'doorplate.sqlite')
    const prepared = prepareFile(dataDir, path)
    writeFileSync(path, content)
    discardNewFile(prepared, path)
    return readdirSync(above, { recursive: true })
  }
  assert.deepEqual(discarded(join(above, 'a', 'b'), ''), [])
  mkdirSync(join(above, 'own'))
  assert.deepEqual(discarded(join(above, 'own'), ''), ['own'])
  assert.deepEqual(discarded(join(above, 'own'), 'of another process'), [
    'own',
    'own/doorplate.sqlite',
  ])
})

async function faultOf(dataDir: string): Promise<string> {
  try {
    await (await openStore({ databaseUrl: '', dataDir })).close()
  } catch (error) {
    assert(error instanceof StoreError, String(error))
    assert.match(error.message, /^The .*\.$/)
    return error.message
  }
  return assert.fail('The store was opened.')
}

async function pragma(store: Store, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(store.db)
  return Object.values(rows[0] ?? {})[0]
}
