// The log of what operators did: whatever is cut out of it, at its beginning, middle or end, is noticed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import {
  type AuditHead,
  addAuditEntry,
  auditEntriesBefore,
  auditHead,
  auditLogFaults,
} from '../../../src/account/operators/audit-entries.ts'
import type { Store } from '../../../src/store/store.ts'
import { eachSharedStore } from '../../support/stores.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')

eachSharedStore((makeStore, _newPlace, kind) => {
  test('an act that was cut out of the log is missed, the last one too', async (t) => {
    const store = await makeStore(t)
    for (const details of ['one', 'two', 'three', 'x'.repeat(2001)]) {
      const act = { operator: 'Ann', act: 'Noted', accountId: 'acc_1', details }
      await addAuditEntry(store, act, NOW)
    }
    assert.deepEqual(await auditLogFaults(store.db), [])
    const [last, third] = await auditEntriesBefore(store.db, 5, 'acc_1', 2)
    assert.deepEqual([last?.details.length, third?.details], [2000, 'three'])
    assert.deepEqual(await auditEntriesBefore(store.db, 5, 'acc_2', 2), [])
    const first = { number: 1, at: NOW, operator: 'Ann', act: 'Noted', accountId: 'acc_1' }
    assert.deepEqual(await auditEntriesBefore(store.db, 2, undefined, 9), [
      { ...first, email: '', details: 'one', outcome: '' },
    ])
    for (const [number, fault] of [
      [1, 'Entry 1 of the audit log is missing.'],
      [2, 'Entry 2 of the audit log is missing.'],
      [4, 'The audit log was cut at its end.'],
    ] as const) {
      const cut = sql`delete from operator_act where number = ${number}`
      await assert.rejects(tampered(store, cut, fault), /taken back/)
    }
    // Nothing of what an act says can be another.
    for (const change of [
      sql`at = at + 1`,
      sql`operator = 'Bob'`,
      sql`act = 'Denied'`,
      sql`account_id = 'acc_2'`,
      sql`account_id = ''`,
      sql`details = 'other'`,
      sql`outcome = 'done'`,
      sql`of_number = 1`,
    ]) {
      const changed = sql`update operator_act set ${change} where number = 2`
      const fault = 'Entry 2 of the audit log was changed.'
      await assert.rejects(tampered(store, changed, fault), /taken back/)
    }
  })

  test('an act has its outcome in an entry of its own, and is found by the account that only the outcome names', async (t) => {
    const store = await makeStore(t)
    const act = { operator: 'Ann', act: 'Create an account', accountId: '', details: '{}' }
    const { number } = await addAuditEntry(store, act, NOW)
    const [begun] = await auditEntriesBefore(store.db, 1e9, undefined, 1)
    assert.deepEqual([begun?.number, begun?.outcome], [number, ''])
    const accountId = `acc_${store.kind}`
    const outcome = { ...act, accountId, details: '', outcome: 'done', ofNumber: number }
    const head = await addAuditEntry(store, outcome, NOW + 1)
    const refusal = { ...act, accountId, outcome: `refused: ${'x'.repeat(600)}` }
    await addAuditEntry(store, refusal, NOW + 2)
    const found = await auditEntriesBefore(store.db, 1e9, accountId, 9)
    assert.deepEqual(
      found.map((one) => [one.number, one.accountId, one.outcome.length, one.details]),
      [
        [head.number + 1, accountId, 500, '{}'],
        [number, accountId, 4, '{}'],
      ],
    )
    assert.deepEqual(await auditLogFaults(store.db), [])
    const settledAgain = { ...outcome, outcome: 'refused: never' }
    await assert.rejects(addAuditEntry(store, settledAgain, NOW + 3), /unique|cannot be edited/i)
    const refused = sql`update operator_act set outcome = 'done' where number = ${head.number + 1}`
    const fault = `Entry ${head.number + 1} of the audit log was changed.`
    await assert.rejects(tampered(store, refused, fault), /taken back/)
  })

  test('a log that was cut or rewritten, counter and all, is told by a head that was kept elsewhere', async (t) => {
    const store = await makeStore(t)
    const act = { operator: 'Ann', act: 'Noted', accountId: '', details: '' }
    const early = await addAuditEntry(store, act, NOW)
    const head = await addAuditEntry(store, act, NOW + 1)
    assert.deepEqual(await auditHead(store.db), head)
    assert.deepEqual(await auditLogFaults(store.db, [early, head]), [])
    const reset = sql`update operator_act_counter set last_number = ${early.number},
      last_sha256 = ${early.sha256}`
    await assert.rejects(
      tampered(store, sql`delete from operator_act where number > ${early.number}`, undefined, {
        next: reset,
        anchors: [early, head],
        fault: `Entry ${head.number} of the audit log is missing, according to the head kept outside the store.`,
      }),
      /taken back/,
    )
    const forged = { ...head, sha256: early.sha256 }
    assert.deepEqual(await auditLogFaults(store.db, [forged]), [
      `Entry ${head.number} of the audit log is not the one that was recorded, according to the head kept outside the store.`,
    ])
    // More than are compared at once.
    const many = Array.from({ length: 501 }, () => early)
    assert.equal((await auditLogFaults(store.db, [...many, forged])).length, 1)
  })

  // Only SQLite has INSERT OR REPLACE.
  if (kind === 'sqlite') {
    test('no form of INSERT replaces an entry', async (t) => {
      const store = await makeStore(t)
      const act = { operator: 'Ann', act: 'Noted', accountId: '', details: '' }
      const { number } = await addAuditEntry(store, act, NOW)
      const outcome = await addAuditEntry(store, { ...act, outcome: 'done', ofNumber: number }, NOW)
      const rowid = sql.ref('rowid')
      for (const [column, value, replaced] of [
        [sql.ref('number'), number, null],
        [rowid, number, null],
        [sql.ref('number'), outcome.number + 1, number],
      ] as const) {
        const forging = sql`
        insert or replace into operator_act
          (${column}, at, operator, act, account_id, details, sha256, of_number)
        values (${value}, 1, 'nobody', '', '', '', '', ${replaced})`
        await assert.rejects(forging.execute(store.db), /cannot be edited/)
      }
      assert.deepEqual(await auditLogFaults(store.db), [])
    })
  }
})

async function tampered(
  store: Store,
  change: RawBuilder<unknown>,
  fault: string | undefined,
  also?: { next: RawBuilder<unknown>; anchors: readonly AuditHead[]; fault: string },
): Promise<void> {
  await store.transaction(async (tx) => {
    if (store.kind === 'postgres') {
      await sql`alter table operator_act disable trigger user`.execute(tx)
    } else {
      for (const what of ['deletes', 'updates', 'replacement']) {
        await sql`drop trigger ${sql.ref(`act_is_kept_from_${what}`)}`.execute(tx)
      }
    }
    await change.execute(tx)
    await also?.next.execute(tx)
    assert.equal((await auditLogFaults(tx))[0], fault)
    if (also !== undefined) assert.deepEqual(await auditLogFaults(tx, also.anchors), [also.fault])
    throw new Error('taken back')
  })
}
