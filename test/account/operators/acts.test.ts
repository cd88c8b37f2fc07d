// The log of what operators did: whatever is cut out of it, at its beginning, middle or end, is noticed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { actsBefore, faultsOfActs, recordAct } from '../../../src/account/operators/acts.ts'
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
      await assert.rejects(
        store.transaction(async (tx) => {
          if (store.kind === 'sqlite') await sql`drop trigger act_is_kept_from_deletes`.execute(tx)
          else await sql`alter table operator_act disable trigger act_is_kept`.execute(tx)
          await sql`delete from operator_act where number = ${number}`.execute(tx)
          assert.equal((await faultsOfActs(tx))[0], fault)
          throw new Error('taken back')
        }),
        /taken back/,
      )
    }
  })
})
