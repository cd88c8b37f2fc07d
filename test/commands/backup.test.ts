// A backup holds one moment of a store that serves on, and brings it back in either kind of store.
// Covers: src/store/backup.ts, src/releases/data-backup.ts

import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { readUsage } from '../../src/account/usage.ts'
import { readAreaFiles } from '../../src/areas/area-files.ts'
import { buildIndex, sourceOfRows } from '../../src/engine/engine.ts'
import { utcDay } from '../../src/lib/clock.ts'
import { stepPath } from '../../src/releases/ledger/change-log.ts'
import { type Releases, releasesIn } from '../../src/releases/release-folder.ts'
import { sampleLayer } from '../../src/releases/sample-layer.ts'
import { backupLines, keptTables } from '../../src/store/backup.ts'
import { openStore, type StoreSettings } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { runCli } from '../support/cli.ts'
import { startTestService, type TestService } from '../support/running.ts'
import { stopOwnPostgres } from '../support/servers/postgres.ts'
import { newDatabase, newDataDir } from '../support/stores.ts'

after(stopOwnPostgres)

const KINDS = ['SQLite', 'PostgreSQL'] as const

async function newPlace(t: TestContext, kind: (typeof KINDS)[number]): Promise<StoreSettings> {
  return kind === 'SQLite' ? { databaseUrl: '', dataDir: newDataDir(t) } : newDatabase(t)
}

async function start(t: TestContext, place: StoreSettings): Promise<TestService> {
  const running = await startTestService({ databaseUrl: place.databaseUrl })
  t.after(() => running[Symbol.asyncDispose]())
  return running
}

function environment({ databaseUrl, dataDir }: StoreSettings): Record<string, string> {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
}

/** All rows but those of the audit log, to which each of the two commands adds its own. */
async function contents(store: Store): Promise<string[]> {
  const lines: string[] = []
  let table = ''
  for await (const line of backupLines(store, 0)) {
    table = /^{"table":"(\w+)"/.exec(line)?.[1] ?? table
    if (!table.startsWith('operator_act') && !line.startsWith('{"rows"')) lines.push(line)
  }
  // The places of rows on disk differ from store to store, and with them the order.
  return lines.slice(1).sort()
}

for (const from of KINDS) {
  for (const to of KINDS) {
    test(`${from} is backed up while it serves and restored into ${to}`, async (t) => {
      const running = await start(t, await newPlace(t, from))
      const { accountId, apiKey, adminKey } = await running.account('au')
      const { json } = await running.ask('/autocomplete/1', apiKey)
      const look = () => running.ask(`/get/${json.suggestions[0].id}`, apiKey)
      for (let at = 0; at < 5; at += 1) assert.equal((await look()).status, 200)

      const file = join(running.dataDir, 'backup.gz')
      const own = { databaseUrl: running.service.config.databaseUrl, dataDir: running.dataDir }
      const saved = await runCli(['backup', file, '--json'], environment(own))
      assert.deepEqual([saved.code, saved.err], [0, ''])
      assert.equal((await stat(file)).mode & 0o777, 0o600)
      const before = await contents(running.service.store)
      await look()

      const place = await newPlace(t, to)
      const restored = await runCli(['restore', file, '--json'], environment(place))
      assert.deepEqual([restored.code, restored.err], [0, ''])
      const store = await openStore(place)
      t.after(() => store.close())
      assert.deepEqual(await contents(store), before)
      const day = utcDay(running.service.clock.now())
      assert.equal((await readUsage(store, accountId, day)).lookups, 5)
      const text = gunzipSync(await readFile(file)).toString()
      for (const key of [apiKey, adminKey]) assert.ok(!text.includes(key))
    })
  }
}

test('a table is in the backup, or it is true of running processes, of browsers and of lists that are deleted soon', async (t) => {
  const store = await openStore(await newPlace(t, 'SQLite'))
  t.after(() => store.close())
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table'`.execute(store.db)
  const there = rows.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
  const browsers = ['console_session', 'sign_in_link', 'sign_in_mailbox']
  const lists = ['batch', 'batch_chunk']
  const own = ['schema_version', 'migration_checksum', 'node', 'test_clock']
  assert.deepEqual(there.sort(), [...keptTables(), ...own, ...browsers, ...lists].sort())
})

test('a file that is cut short, damaged or foreign is refused, and nothing is restored', async (t) => {
  const running = await start(t, await newPlace(t, 'SQLite'))
  await running.account('uk')
  const file = join(running.dataDir, 'backup.gz')
  await runCli(['backup', file], environment({ databaseUrl: '', dataDir: running.dataDir }))
  const again = await runCli(
    ['backup', file],
    environment({ databaseUrl: '', dataDir: running.dataDir }),
  )
  assert.deepEqual([again.code, /already exists; move it away/.test(again.err)], [1, true])
  const whole = await readFile(file)
  const lines = gunzipSync(whole).toString().trimEnd().split('\n')
  const head = JSON.parse(lines[0])
  const packed = (some: readonly string[]) => gzipSync(`${some.join('\n')}\n`)
  const wrong: readonly (readonly [bytes: Uint8Array, sentence: RegExp])[] = [
    [whole.subarray(0, -20), /not a backup of Doorplate, or is damaged/],
    [packed(lines.slice(0, -1)), /cut short/],
    [packed(lines.toSpliced(2, 1)), /cut short|damaged/],
    [Buffer.from('hello'), /not a backup/],
    [packed(['{"some":"json"}']), /not a backup/],
    [packed([JSON.stringify({ ...head, tables_version: 999 }), ...lines.slice(1)]), /version/],
    [packed([lines[0], '{"table":"sqlite_master","columns":["a"]}', '{"rows":0}']), /not a backup/],
  ]
  const place = await newPlace(t, 'SQLite')
  const store = await openStore(place)
  t.after(() => store.close())
  for (const [bytes, sentence] of wrong) {
    await writeFile(file, bytes)
    const { code, err } = await runCli(['restore', file], environment(place))
    assert.equal(code, 1, err)
    assert.match(err, sentence)
    assert.equal(err.trimEnd().split('\n').length, 1)
  }
  const { rows } = await sql`select id from account`.execute(store.db)
  assert.equal(rows.length, 0)
})

test('the ids that releases have had come back with the accounts, but never in place of others', async (t) => {
  const from = await newPlace(t, 'SQLite')
  const releases = releasesIn(from.dataDir)
  const { directory } = releases
  for (const ids of [
    [1, 2, 3],
    [1, 2],
  ]) {
    const rows = ids.map((id) => ({ addressDetailPid: `GAVIC${id}`, localityName: 'TOWN' }))
    const { release } = await buildIndex(sourceOfRows('au', rows), { directory, now: ids.length })
    await releases.use(release)
  }
  const path = releases.ledgerPathOf('au')
  const ledger = await readFile(path)
  const file = join(from.dataDir, 'backup.gz')
  assert.equal((await runCli(['backup', file], environment(from))).code, 0)

  const to = await newPlace(t, 'PostgreSQL')
  const restored = releasesIn(to.dataDir).ledgerPathOf('au')
  assert.equal((await runCli(['restore', file], environment(to))).code, 0)
  assert.deepEqual(await readFile(restored), ledger)
  assert.equal((await stat(restored)).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(releasesIn(to.dataDir).directory), ['au.1.changes', 'au.ledger'])
  const [step, restoredStep] = [releases, releasesIn(to.dataDir)].map((each) =>
    stepPath(each.directory, 'au', 1),
  )
  assert.deepEqual(await readFile(restoredStep ?? ''), await readFile(step ?? ''))

  const other = await newPlace(t, 'SQLite')
  const kept = releasesIn(other.dataDir).ledgerPathOf('au')
  await mkdir(releasesIn(other.dataDir).directory, { recursive: true })
  await writeFile(kept, 'another ledger')
  const beside = await runCli(['restore', file], environment(other))
  assert.equal(beside.code, 0)
  assert.match(beside.err, /au\.ledger is there already and is kept/)
  assert.equal(await readFile(kept, 'utf8'), 'another ledger')
  assert.deepEqual(await readdir(releasesIn(other.dataDir).directory), ['au.ledger'])

  const text = gunzipSync(await readFile(file)).toString()
  await writeFile(file, gzipSync(text.replace('"base64":"RE9P', '"base64":"RE9Q')))
  const last = await newPlace(t, 'SQLite')
  const damaged = await runCli(['restore', file], environment(last))
  assert.equal(damaged.code, 1)
  assert.match(damaged.err, /The id ledger of au in the backup is damaged\./)
  assert.deepEqual(await readdir(releasesIn(last.dataDir).directory), [])
})

test('layers of areas are restored and joined with the next release, except the layer of the sample', async (t) => {
  const from = await newPlace(t, 'SQLite')
  const releases = releasesIn(from.dataDir)
  const use = async (folder: Releases, now: number) => {
    const row = { uprn: '1', buildingNumber: '1', thoroughfare: 'Mill Lane', postcode: 'SK1 1AA' }
    const rows = [{ ...row, townOrCity: 'Stockport' }]
    const { directory } = folder
    const { release } = await buildIndex(sourceOfRows('uk', rows), { directory, now })
    await folder.use(release)
    return release
  }
  const path = releases.pathOf(await use(releases, 0))
  const table = join(from.dataDir, 'table.csv')
  await writeFile(table, 'postcode,code,name\nSK1 1AA,E1,Stockport\n')
  const about = { product: 'uk', layer: 'council', from: '2025-05-01' } as const
  const unsaid = { by: undefined, code: undefined, name: undefined, names: undefined }
  const { notes: _, ...read } = await readAreaFiles([table], { ...about, ...unsaid })
  const said = { source: 'table.csv', attribution: '', addedAt: '2026-01-01T00:00:00.000Z' }
  await releases.layers.add({ ...about, ...said, ...read }, path)
  await releases.layers.add(await sampleLayer('uk', said.addedAt), path)
  const file = join(from.dataDir, 'backup.gz')
  assert.equal((await runCli(['backup', file], environment(from))).code, 0)

  const to = await newPlace(t, 'SQLite')
  const restored = releasesIn(to.dataDir)
  const { directory } = restored.layers
  const name = 'uk.council@2025-05-01.areas'
  assert.equal((await runCli(['restore', file], environment(to))).code, 0)
  assert.deepEqual(await readdir(directory), [name])
  assert.deepEqual(
    await readFile(join(directory, name)),
    await readFile(join(releases.layers.directory, name)),
  )
  assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600)
  const [joined] = await restored.joinLayers(await use(restored, 86_400_000))
  assert.deepEqual([joined?.layer, joined?.joined, joined?.addresses], ['council', 1, 1])

  const other = await newPlace(t, 'SQLite')
  const kept = join(releasesIn(other.dataDir).layers.directory, name)
  await mkdir(dirname(kept))
  await writeFile(kept, 'another layer')
  const beside = await runCli(['restore', file], environment(other))
  assert.match(beside.err, /uk\.council@2025-05-01\.areas is there already and is kept/)
  assert.equal(await readFile(kept, 'utf8'), 'another layer')

  const text = gunzipSync(await readFile(file)).toString()
  for (const [wrong, sentence] of [
    [text.replace(`"${name}"`, '"../../uk.council.areas"'), /not a backup of Doorplate/],
    [
      text.replace(/(council[^"]*","base64":")RE9P/, '$1RE9Q'),
      /The layer uk\.council.* is damaged\./,
    ],
  ] as const) {
    await writeFile(file, gzipSync(wrong))
    const last = await newPlace(t, 'SQLite')
    const { code, err } = await runCli(['restore', file], environment(last))
    assert.equal(code, 1)
    assert.match(err, sentence)
    const left = await readdir(last.dataDir, { recursive: true })
    assert.deepEqual(
      left.filter((each) => each.includes('areas/')),
      [],
    )
  }
})

test('a backup is not restored into a store with accounts, and a missing file is named', async (t) => {
  const running = await start(t, await newPlace(t, 'SQLite'))
  await running.account('uk')
  const env = environment({ databaseUrl: '', dataDir: running.dataDir })
  const file = join(running.dataDir, 'backup.gz')
  const none = await runCli(['restore', file], env)
  assert.match(none.err, /cannot be read: there is no such file or folder\./)
  await runCli(['backup', file], env)
  const again = await runCli(['restore', file], env)
  assert.equal(again.code, 1)
  assert.match(again.err, /has accounts already/)
})

test('a drill restores a backup, checks its books and its audit log, and leaves nothing behind', async (t) => {
  const place = await newPlace(t, 'SQLite')
  const running = await startTestService()
  t.after(() => running[Symbol.asyncDispose]())
  const { apiKey } = await running.account('au', 'starter')
  const found = await running.ask('/autocomplete/8%20taylor', apiKey)
  await running.ask(`/get/${found.json.suggestions[0].id}`, apiKey)
  const own = { DATA_DIR: running.dataDir }
  const file = join(place.dataDir, 'all.backup')
  await runCli(['operator', 'create', 'Ada'], own)
  assert.equal((await runCli(['backup', file], own)).code, 0)
  await runCli(['operator', 'remove', 'Ada'], own)
  const [before, audited] = [await readdir(tmpdir()), await runCli(['operator', 'log'], own)]
  const drilled = await runCli(['drill', file, '--json'], own)
  const { ok, rows, audit_entries, faults } = JSON.parse(drilled.out)
  assert.deepEqual([drilled.code, ok, faults, audit_entries], [0, true, [], 3], drilled.err)
  assert.ok(rows > 10)
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith('doorplate-drill-'))
  assert.deepEqual(
    left,
    before.filter((name) => name.startsWith('doorplate-drill-')),
  )
  assert.deepEqual(await runCli(['operator', 'log'], own), audited)

  const lines = gunzipSync(await readFile(file)).toString('utf8')
  const changed = lines.replace('"operator create"', '"operator delete"')
  assert.notEqual(changed, lines)
  await writeFile(file, gzipSync(changed))
  const noticed = await runCli(['drill', file], own)
  assert.equal(noticed.code, 1)
  assert.match(noticed.out, /Entry 1 of the audit log was changed\./)
})
