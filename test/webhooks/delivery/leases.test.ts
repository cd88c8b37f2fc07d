// Nodes share the deliveries by leases: each goes out once, and a node that is gone or late holds nobody up.
// Covers: src/webhooks/delivery/{claims,settle,active-runs,dispatcher}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../../../src/store/store.ts'
import { StoreError } from '../../../src/store/store-error.ts'
import {
  claimEndpoints,
  flagEndpointsWithNewEvents,
} from '../../../src/webhooks/delivery/claims.ts'
import { holdTimers } from '../../support/held-timers.ts'
import { eachSharedStore } from '../../support/stores.ts'
import { makeDispatcher, startDispatcher } from '../../support/webhooks.ts'
import { heldAnswers, openWorld } from './webhook-world.ts'

const DAY = 86_400_000

eachSharedStore((makeStore) => {
  test('two nodes deliver each event once', async (t) => {
    const world = await openWorld(makeStore, t, () => 200)
    const { store, clock, receiver } = world
    const other = makeDispatcher(store, clock)
    for (let count = 0; count < 60; count += 1) await world.event()
    for (let round = 0; round < 4; round += 1) await Promise.all([world.round(), other.round()])
    assert.equal(receiver.received.length, 60)
    assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 60)
  })

  test('a lease is taken over after a minute, and the late word of its node is not heard', async (t) => {
    const { manner, answerAll } = heldAnswers()
    const world = await openWorld(makeStore, t, manner)
    const { store, clock, receiver } = world
    const other = makeDispatcher(store, clock)
    await world.event()
    const late = world.round()
    await receiver.until(1)
    clock.advance(59_999)
    await other.round()
    assert.equal(receiver.received.length, 1, 'the lease holds')
    clock.advance(1)
    const taken = other.round()
    await receiver.until(2)
    answerAll(200)
    await Promise.all([late, taken])
    assert.equal((await world.deliveries())[0]?.state, 'delivered')
    assert.deepEqual(await world.attempts(), [1])
    assert.deepEqual([world.dispatcher.figures.delivered, other.figures.delivered], [0, 1])
  })

  test('a delivery that is under way at a stop has three seconds, and is then left to another node', async (t) => {
    const { manner, answerAll } = heldAnswers()
    const world = await openWorld(makeStore, t, manner)
    const { receiver, clock, store, dispatcher } = world
    await world.event()
    const late = dispatcher.round()
    await receiver.until(1)
    const timers = holdTimers(t, (ms) => ms === 3000)
    let isClosed = false
    const closed = dispatcher.close().then(() => {
      isClosed = true
    })
    await Promise.race([timers.begun, closed])
    for (let turns = 0; turns < 20; turns += 1) await setImmediate()
    assert.equal(isClosed, false, 'three seconds, no more and no less')
    timers.end()
    await Promise.all([closed, late])
    assert.deepEqual(await world.attempts(), [0], 'it does not count as an attempt')
    clock.advance(60_000)
    const other = makeDispatcher(store, clock)
    const taken = other.round()
    await receiver.until(2)
    answerAll(200)
    await taken
    assert.deepEqual(await world.attempts(), [1])
  })

  test('a lease from before the clock was set back holds nobody up', async (t) => {
    const { manner, answerAll } = heldAnswers()
    const world = await openWorld(makeStore, t, manner, { isAlone: true })
    const { store, clock, receiver } = world
    await world.event()
    const late = world.round()
    await receiver.until(1)
    clock.advance(-DAY)
    await sql`update webhook_endpoint set due_at = ${clock.now()} where account_id =
      ${world.accountId}`.execute(store.db)
    const taken = makeDispatcher(store, clock).round()
    await Promise.race([receiver.until(2), taken])
    assert.equal(receiver.received.length, 2)
    answerAll(200)
    await Promise.all([late, taken])
    assert.deepEqual(await world.attempts(), [1])
  })

  test('a node whose clock is a little behind takes no lease from another', async (t) => {
    const { manner, answerAll } = heldAnswers()
    const world = await openWorld(makeStore, t, manner, { isAlone: true })
    const { store, clock, receiver } = world
    await world.event()
    const first = world.round()
    await receiver.until(1)
    clock.advance(-5)
    await sql`update webhook_endpoint set due_at = ${clock.now()} where account_id =
      ${world.accountId}`.execute(store.db)
    await makeDispatcher(store, clock).round()
    assert.equal(receiver.received.length, 1)
    answerAll(200)
    await first
    assert.deepEqual(await world.attempts(), [1])
  })

  test('an endpoint that fails is left out where too much is under way', async (t) => {
    const world = await openWorld(makeStore, t, () => 500)
    const { store, clock, accountId } = world
    await world.event()
    await world.round()
    clock.advance(5000)
    const claim = async (failingToo: boolean) => {
      const claimed = await claimEndpoints(store.db, clock.now(), { most: 1000, failingToo })
      return claimed.some((one) => one.accountId === accountId)
    }
    assert.equal(await claim(false), false)
    assert.equal(await claim(true), true)
  })

  test('an event that is recorded while a node looks for events is found by the next look', async (t) => {
    const world = await openWorld(makeStore, t, () => 200)
    const { store, accountId } = world
    await world.event()
    let recorded: Promise<void> | undefined
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // On SQLite the look itself has the one connection still, and the event is the next to get it.
        recorded ??= world.event()
        if (store.kind === 'postgres') await recorded
        return result
      },
    })
    assert((await flagEndpointsWithNewEvents({ db })).includes(accountId))
    await recorded
    assert((await flagEndpointsWithNewEvents(store)).includes(accountId))
    assert(!(await flagEndpointsWithNewEvents(store)).includes(accountId))
  })

  test('what was sent while the store was away is written down when it is back, and not sent again', async (t) => {
    const world = await openWorld(makeStore, t, () => 200)
    const { store, clock, receiver } = world
    let isAway = true
    const faulty: Store = {
      ...store,
      transaction: (work) =>
        isAway ? Promise.reject(new StoreError('The store is away.')) : store.transaction(work),
    }
    const dispatcher = makeDispatcher(faulty, clock)
    await world.event()
    await assert.rejects(dispatcher.round(), StoreError)
    isAway = false
    clock.advance(61_000)
    await dispatcher.round()
    assert.equal((await world.deliveries())[0]?.state, 'delivered')
    assert.equal(receiver.received.length, 1)
  })

  test('a delivery that is under way when the service stops is finished and written down', async (t) => {
    const { manner, answerAll } = heldAnswers()
    const world = await openWorld(makeStore, t, manner)
    const { store, clock, receiver } = world
    await world.event()
    const dispatcher = startDispatcher(t, store, clock)
    await receiver.until(1)
    const closed = dispatcher.close()
    answerAll(200)
    await closed
    assert.equal((await world.deliveries())[0]?.state, 'delivered')
  })
})
