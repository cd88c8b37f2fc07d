// Nodes know each other by their beats: those that come are counted at once, those that die within ten seconds.
// Covers: src/nodes/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Nodes } from '../../src/nodes/nodes.ts'
import type { Store } from '../../src/store/store.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachStore } from '../support/stores.ts'

eachStore((makeStore) => {
  test('a node counts those that beat, and forgets those that stopped', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const [one, two, three] = [1, 2, 3].map(() => newNode(store, clock))
    await one.beat()
    assert.equal(one.count, 1)
    await two.beat()
    await three.beat()
    assert.equal(three.count, 3)
    assert.equal(one.count, 1)
    await one.beat()
    assert.equal(one.count, 3)
    await two.close()
    await one.beat()
    assert.equal(one.count, 2)
    clock.advance(10_001)
    await one.beat()
    assert.equal(one.count, 1)
    clock.advance(60_000)
    await one.beat()
    const { rows } = await sql<{ id: string }>`select id from node`.execute(store.db)
    assert.deepEqual(
      rows.map(({ id }) => id),
      [one.id],
    )
    await three.beat()
    await one.beat()
    assert.equal(one.count, 2)
  })
})

function newNode(store: Store, clock: ManualClock): Nodes {
  const onFault = (error: unknown) => assert.fail(String(error))
  return new Nodes({ store, monotonicMs: () => clock.monotonicMs(), onFault })
}
