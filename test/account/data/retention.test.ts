// What is kept of people for some days only is gone after them, also of accounts that nobody uses any more.

import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../../src/account/accounts.ts'
import { Retention } from '../../../src/account/data/retention.ts'
import {
  addAuditEntry,
  auditEntriesAfter,
  auditLogFaults,
} from '../../../src/account/operators/audit-entries.ts'
import { AuditAnchors, AuditLog } from '../../../src/account/operators/audit-log.ts'
import { RequestLog } from '../../../src/account/request-log.ts'
import { startSession } from '../../../src/account/sessions/sessions.ts'
import { mailSignUpLink } from '../../../src/account/sessions/sign-in-links.ts'
import { endSubscription } from '../../../src/account/subscriptions.ts'
import { backupLines } from '../../../src/store/backup.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { restoreLines } from '../../../src/store/restore.ts'
import type { Store } from '../../../src/store/store.ts'
import { makePlans } from '../../support/accounts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { eachSharedStore, eachStore } from '../../support/stores.ts'

const DAY = 86_400_000
const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 10, amount: 5 })
const fail = (error: unknown) => assert.fail(String(error))

interface Days {
  readonly requests?: number
  readonly auditLog?: number
  readonly endedAccounts?: number
}

async function retentionOf(store: Store, clock: ManualClock, days: Days = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-retention-'))
  const anchors = new AuditAnchors(dataDir)
  const log = { info: () => {}, warn: fail, error: fail }
  const auditLog = new AuditLog({ store, clock, log, anchors })
  const keptDays = { requests: 90, auditLog: undefined, endedAccounts: undefined, ...days }
  const seen = { erasures: 0 }
  const onErasure = () => {
    seen.erasures += 1
  }
  const retention = new Retention({ store, clock, auditLog, keptDays, onErasure, onFault: fail })
  const end = () => rm(dataDir, { recursive: true, force: true })
  return { retention, auditLog, anchors, dataDir, seen, end }
}

let made = 0

async function newAccount(store: Store, now: number, planName?: string): Promise<string> {
  made += 1
  const email = `kept-${process.pid}-${made}@person.example`
  const account = await createAccount(store, PLANS, { email, product: 'au', planName }, now)
  return account.kind === 'created' ? account.accountId : assert.fail(account.kind)
}

async function namesIn(store: Store): Promise<string[]> {
  const entries = await Array.fromAsync(auditEntriesAfter(store.db, 0))
  return entries.map(({ act }) => act)
}

eachSharedStore((makeStore) => {
  test('requests and their sums are gone after their days, though the account is never used again', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const accountId = await newAccount(store, clock.now())
    const log = new RequestLog(store, fail)
    const request = { id: 'r', key: 'main', call: 'GET /get/{id}', status: 200, ms: 1, error: '' }
    log.add(accountId, { ...request, at: clock.now() })
    await log.close()
    const { retention, end } = await retentionOf(store, clock, { requests: 10 })
    const left = async () => {
      await retention.round()
      const [last, sums] = [
        await sql`select 1 from request_log where account_id = ${accountId}`.execute(store.db),
        await sql`select 1 from request_day where account_id = ${accountId}`.execute(store.db),
      ]
      return [last.rows.length, sums.rows.length]
    }
    clock.advance(10 * DAY)
    assert.deepEqual(await left(), [1, 1])
    clock.advance(DAY)
    assert.deepEqual(await left(), [0, 0])
    await end()
  })

  test('a session, a link and an address that asked for one are deleted, though nobody signs in again', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const accountId = await newAccount(store, clock.now())
    const quarter = 15 * 60_000
    const email = `asks-${process.pid}@person.example`
    await store.transaction((tx) => startSession(tx, { accountId }, quarter, clock.now()))
    const asked = { email, linkUrl: 'https://x.example', product: 'au' } as const
    await mailSignUpLink(store, asked, clock.now())
    const { retention, end } = await retentionOf(store, clock)
    const count = async () => {
      await retention.round()
      const { rows } = await sql`
        select 1 from console_session where account_id = ${accountId}
        union all select 1 from sign_in_link where email = ${email}
        union all select 1 from sign_in_mailbox where email_folded = ${email}`.execute(store.db)
      return rows.length
    }
    assert.equal(await count(), 3)
    clock.advance(quarter)
    assert.equal(await count(), 0)
    await end()
  })

  test('an account is erased some days after its end or its trial, and not while an invoice is due', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const trial = await newAccount(store, clock.now())
    const paid = await newAccount(store, clock.now(), 'small')
    const due = await newAccount(store, clock.now(), 'small')
    const active = await newAccount(store, clock.now(), 'small')
    for (const id of [paid, due]) await endSubscription(store, id, clock.now())
    await sql`delete from ended_term where account_id = ${paid}`.execute(store.db)
    const never = await retentionOf(store, clock)
    const { retention, seen, end } = await retentionOf(store, clock, { endedAccounts: 100 })
    const erased = async () => {
      await retention.round()
      await never.retention.round()
      const { rows } = await sql<{ id: string }>`
        select id from account where erased_at is not null
          and id in (${sql.join([trial, paid, due, active])})`.execute(store.db)
      return rows.map(({ id }) => id).sort()
    }
    clock.advance(100 * DAY - 1)
    assert.deepEqual(await erased(), [])
    clock.advance(1)
    assert.deepEqual(await erased(), [paid])
    clock.advance(30 * DAY)
    assert.deepEqual(await erased(), [paid, trial].sort())
    assert.ok(seen.erasures > 0)
    const { rows } = await sql<{ operator: string; act: string }>`
      select operator, act from operator_act where account_id in (${sql.join([trial, paid])})
    `.execute(store.db)
    const entry = { operator: 'service', act: 'Erase account' }
    assert.deepEqual(rows, [entry, entry])
    await Promise.all([end(), never.end()])
  })
})

eachStore((makeStore) => {
  test('old entries of the audit log go by the rule alone, and the rest proves itself and them', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const { retention, auditLog, anchors, dataDir, end } = await retentionOf(store, clock, {
      auditLog: 90,
    })
    const entry = { operator: 'Ann', act: 'Noted', accountId: '', details: '' }
    for (let nth = 0; nth < 3; nth += 1) await auditLog.record(entry)
    const faults = () => auditLogFaults(store.db, anchors.read())
    clock.advance(90 * DAY)
    await auditLog.record({ ...entry, act: 'Later' })
    await retention.round()
    assert.deepEqual(await namesIn(store), ['Noted', 'Noted', 'Noted', 'Later'])
    const deleting = (number: number) =>
      sql`delete from operator_act where number = ${number}`.execute(store.db)
    await assert.rejects(deleting(1), /cannot be edited/)
    clock.advance(DAY)
    await retention.round()
    await retention.round()
    assert.deepEqual(await namesIn(store), ['Later', 'Delete old entries'])
    assert.deepEqual(await faults(), [])
    await assert.rejects(deleting(4), /cannot be edited/)

    // A backup has what is left, in the order in which it can be added again.
    const lines = await Array.fromAsync(backupLines(store, clock.now()))
    const restored = await openStore({ databaseUrl: '', dataDir })
    await restoreLines(restored, (async function* () {
      yield* lines
    })())
    assert.deepEqual(await auditLogFaults(restored.db, anchors.read()), [])
    await restored.close()

    await appendFile(join(dataDir, 'audit-log.anchors'), `3:${'a'.repeat(64)}\n`)
    assert.match(String(await faults()), /^Entry 3 of the audit log is not the one that was rec/)
    const { number } = await addAuditEntry(store, entry, clock.now())
    await sql`update operator_act_counter set cut_number = ${number - 1}`.execute(store.db)
    await deleting(4)
    assert.match(String(await auditLogFaults(store.db)), /says why it begins after 5\./)
    await end()
  })
})
