// The head of the audit log is in a file, in the log of the service and in its figures, whoever has added the entry.
// Covers: src/account/operators/audit-log.ts, src/account/operators/audit-log.ts

import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { addAuditEntry } from '../../../src/account/operators/audit-entries.ts'
import { AuditAnchors, AuditLog, readAuditHead } from '../../../src/account/operators/audit-log.ts'
import { openStore } from '../../../src/store/open-store.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const ACT = { operator: 'Ann', act: 'Noted', accountId: '', details: '' }
const HASH = 'a'.repeat(64)

async function world(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-audit-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const store = await openStore({ databaseUrl: '', dataDir })
  t.after(() => store.close())
  const logged: [string, unknown][] = []
  const say = (event: string, facts?: unknown) => logged.push([event, facts])
  const log = { info: say, warn: say, error: say }
  const anchors = new AuditAnchors(dataDir)
  const open = () => new AuditLog({ store, clock: { now: () => NOW }, log, anchors })
  return { dataDir, store, logged, anchors, open }
}

test('each entry is anchored in the log and in a file that only its owner may read', async (t) => {
  const { dataDir, logged, anchors, open } = await world(t)
  const audit = open()
  assert.equal(await audit.record(ACT), 1)
  assert.equal(await audit.record(ACT), 2)
  const path = join(dataDir, 'audit-log.anchors')
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  assert.equal(lines.length, 2)
  assert.equal(lines[1], `2:${audit.head.sha256} 2026-03-14T12:00:00.000Z`)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.deepEqual(logged.at(-1), ['audit log', { head: `2:${audit.head.sha256}` }])
  const heads = await Array.fromAsync(anchors.read())
  assert.deepEqual(heads.at(-1), audit.head)
})

test('an entry of another process is anchored and told once, when it is seen', async (t) => {
  const { store, logged, anchors, open } = await world(t)
  const audit = open()
  await audit.look()
  assert.deepEqual([audit.head.number, logged], [0, []], 'an empty log has nothing to tell')
  const head = await addAuditEntry(store, ACT, NOW)
  await audit.look()
  await audit.look()
  assert.deepEqual(audit.head, head)
  assert.equal(logged.length, 1)
  assert.deepEqual(await Array.fromAsync(anchors.read()), [head])
})

test('a running service tells its log when entries are gone', async (t) => {
  const { store, logged, open } = await world(t)
  const audit = open()
  await audit.record(ACT)
  const { head } = audit
  await sql`update operator_act_counter set last_number = 0, last_sha256 = ''`.execute(store.db)
  await audit.look()
  await audit.look()
  assert.deepEqual(logged.slice(1), [
    ['audit log was cut or rewritten', { expected: `1:${head.sha256}`, found: '0:' }],
  ])
})

test('a file that is not there, or has a line that was cut short, hides no other anchor', async (t) => {
  const { dataDir, anchors } = await world(t)
  assert.deepEqual(await Array.fromAsync(anchors.read()), [])
  await appendFile(join(dataDir, 'audit-log.anchors'), `3:abc\n4:${HASH}\n`)
  assert.deepEqual(await Array.fromAsync(anchors.read()), [{ number: 4, sha256: HASH }])
})

test('an action goes ahead even if its anchor cannot be written, and the log says so', async (t) => {
  const { logged, store } = await world(t)
  const anchors = new AuditAnchors('/nowhere/at/all')
  const log = { info: () => {}, warn: (event: string) => logged.push([event, 0]), error: () => {} }
  const audit = new AuditLog({ store, clock: { now: () => NOW }, log, anchors })
  assert.equal(await audit.record(ACT), 1)
  assert.deepEqual(logged, [['audit log is not anchored', 0]])
})

test('a head is a number, a colon and 64 hex digits', () => {
  assert.deepEqual(readAuditHead(`17:${HASH}`), { number: 17, sha256: HASH })
  for (const text of ['', '17', `17:${HASH.slice(1)}`, `x:${HASH}`, `17:${HASH}a`, `-1:${HASH}`]) {
    assert.equal(readAuditHead(text), undefined, text)
  }
})
