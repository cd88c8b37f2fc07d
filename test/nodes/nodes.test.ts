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
    assert.equal(countOf(one), 1)
    await two.beat()
    await three.beat()
    assert.equal(countOf(three), 3)
    assert.equal(countOf(one), 1)
    await one.beat()
    assert.equal(countOf(one), 3)
    clock.advance(9000)
    await two.close()
    await three.beat()
    await one.beat()
    clock.advance(1001)
    await one.beat()
    assert.equal(countOf(one), 2)
    clock.advance(10_001)
    await one.beat()
    assert.equal(countOf(one), 1)
    clock.advance(60_000)
    await one.beat()
    const { rows } = await sql<{ id: string }>`select id from node`.execute(store.db)
    assert.deepEqual(
      rows.map(({ id }) => id),
      [one.id],
    )
    await three.beat()
    await one.beat()
    assert.equal(countOf(one), 2)
  })

  test('a node that stops is gone from the list at once', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const [one, two] = [newNode(store, clock), newNode(store, clock)]
    await one.beat()
    await two.beat()
    await two.close()
    const { rows } = await sql<{ id: string }>`select id from node`.execute(store.db)
    assert.deepEqual(rows, [{ id: one.id }])
  })

  test('nodes agree on their order, and one that died counts for a window longer', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const nodes = [1, 2, 3].map(() => newNode(store, clock))
    for (const node of [...nodes, ...nodes]) await node.beat()
    const places = nodes.map((node) => node.placeWithin(60_000))
    assert.deepEqual(
      places.map(({ count }) => count),
      [3, 3, 3],
    )
    const ids = nodes.map(({ id }) => id).toSorted()
    assert.deepEqual(
      places.map(({ order }) => ids[order]),
      nodes.map(({ id }) => id),
    )
    const [one, two] = nodes
    // Its row is gone after a minute, and what it admitted may still count.
    for (let at = 0; at < 70; at += 1) {
      clock.advance(1000)
      await two.beat()
      await one.beat()
    }
    assert.equal(one.placeWithin(60_000).count, 3)
    assert.equal(countOf(one), 2)
    clock.advance(2000)
    await one.beat()
    assert.equal(one.placeWithin(60_000).count, 2)
    // A day is the longest window.
    const DAY_MS = 86_400_000
    clock.advance(DAY_MS + 11_000 - 72_000)
    for (const node of [two, one]) await node.beat()
    assert.equal(one.placeWithin(DAY_MS).count, 3)
    clock.advance(1)
    await one.beat()
    assert.equal(one.placeWithin(DAY_MS).count, 2)
  })

  test('what a node saw last of the others stands while the store is away', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const [one, two] = [1, 2].map(() => newNode(store, clock))
    await two.beat()
    await one.beat()
    clock.advance(3_600_000)
    assert.equal(countOf(one), 2)
  })
})

function countOf(node: Nodes): number {
  return node.placeWithin(0).count
}

function newNode(store: Store, clock: ManualClock): Nodes {
  const onFault = (error: unknown) => assert.fail(String(error))
  return new Nodes({ store, monotonicMs: () => clock.monotonicMs(), onFault })
}
