// The log of what operators did: whatever is cut out of it, at its beginning, middle or end, is noticed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { actsBefore, faultsOfActs, recordAct } from '../../../src/account/operators/acts.ts'
import type { Store } from '../../../src/store/store.ts'
import { eachSharedStore } from '../../support/stores.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')

eachSharedStore((makeStore) => {
  test('an act that was cut out of the log is missed, the last one too', async (t) => {
    const store = await makeStore(t)
    for (const details of ['one', 'two', 'three', 'x'.repeat(2001)]) {
      const act = { operator: 'Ann', act: 'Noted', accountId: 'acc_1', details }
      await recordAct(store, act, NOW)
    }
    assert.deepEqual(await faultsOfActs(store.db), [])
    const [last, third] = await actsBefore(store.db, 5, 'acc_1', 2)
    assert.deepEqual([last?.details.length, third?.details], [2000, 'three'])
    assert.deepEqual(await actsBefore(store.db, 5, 'acc_2', 2), [])
    const first = { number: 1, at: NOW, operator: 'Ann', act: 'Noted', accountId: 'acc_1' }
    assert.deepEqual(await actsBefore(store.db, 2, undefined, 9), [{ ...first, details: 'one' }])
    for (const [number, fault] of [
      [1, 'The audit log lacks number 1.'],
      [2, 'The audit log lacks number 2.'],
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
    ]) {
      const changed = sql`update operator_act set ${change} where number = 2`
      const fault = 'The audit log was changed at number 2.'
      await assert.rejects(tampered(store, changed, fault), /taken back/)
    }
  })
})

async function tampered(store: Store, change: RawBuilder<unknown>, fault: string): Promise<void> {
  await store.transaction(async (tx) => {
    if (store.kind === 'postgres') {
      await sql`alter table operator_act disable trigger act_is_kept`.execute(tx)
    } else {
      for (const trigger of ['act_is_kept_from_deletes', 'act_is_kept_from_updates']) {
        await sql`drop trigger ${sql.ref(trigger)}`.execute(tx)
      }
    }
    await change.execute(tx)
    assert.equal((await faultsOfActs(tx))[0], fault)
    throw new Error('taken back')
  })
}
