// One run of deliveries to an endpoint: which answers end it, what is left for the next, and what is written of each.
// Covers: src/webhooks/delivery/{pending-deliveries,settle,active-runs,claims}.ts, src/jobs.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { register, registrationsOf, unregister } from '../../../src/webhooks/registrations.ts'
import { openInProcess } from '../../support/servers/in-process.ts'
import { BAD_MANNERS, type Manner, startReceiver } from '../../support/servers/receiver.ts'
import { eachSharedStore } from '../../support/stores.ts'
import { makeEvent } from '../../support/webhooks.ts'
import { heldAnswers, openWorld } from './webhook-world.ts'

const EVENTS = 12

eachSharedStore((makeStore) => {
  for (const [what, manner] of [
    ['429', () => 429],
    ['503', () => 503],
    ['410', () => 410],
    ['a connection that is cut', BAD_MANNERS.closeAtOnce],
  ] as const satisfies readonly (readonly [string, Manner])[]) {
    test(`after ${what} nothing more of the run is begun`, async (t) => {
      const world = await openWorld(makeStore, t, manner)
      for (let count = 0; count < EVENTS; count += 1) await world.event()
      assert.equal(await world.sent(), 4, 'those that were under way')
    })
  }

  test('other failures end a run at the fifth in a row, and one that is received begins the count anew', async (t) => {
    let count = 0
    const world = await openWorld(makeStore, t, () => {
      count += 1
      return count % 5 === 0 ? 200 : 500
    })
    for (let at = 0; at < EVENTS; at += 1) await world.event()
    assert.equal(await world.sent(), EVENTS)
  })

  test('what a run did not come to is sent at once, without waiting for the retries of the others', async (t) => {
    let status = 429
    const world = await openWorld(makeStore, t, () => status)
    for (let at = 0; at < EVENTS; at += 1) await world.event()
    assert.equal(await world.sent(), 4)
    status = 200
    assert.equal(await world.sent(), 1, 'one, for it has failed before')
    assert.equal(await world.sent(), EVENTS - 5, 'all the rest but those that wait for their retry')
    assert.equal(await world.sent(), 0)
    world.clock.advance(5000)
    assert.equal(await world.sent(), 4)
  })

  test('a retry goes to the endpoint that failed, and to no other of the account', async (t) => {
    let status = 500
    const world = await openWorld(makeStore, t, () => status)
    const { store, accountId, clock } = world
    const healthy = await startReceiver(t)
    const other = await register(store, accountId, 'expired', healthy.url, clock.now())
    assert(other.kind === 'registered')
    t.after(() => unregister(store, accountId, other.id).catch(() => {}))
    await world.event()
    assert.equal(await world.sent(), 1)
    assert.equal(healthy.received.length, 1)
    clock.advance(5000)
    await world.event()
    status = 200
    assert.equal(await world.sent(), 1)
    assert.equal(await world.sent(), 1)
    assert.equal(healthy.received.length, 2)
    assert.equal(new Set(healthy.received.map(({ id }) => id)).size, 2)
  })

  test('an attempt is written with its moment, its status and how long the answer took', async (t) => {
    const world = await openWorld(makeStore, t, () => {
      world.clock.advance(250)
      return 404
    })
    const at = world.clock.now()
    await world.event()
    await world.round()
    const [delivery] = await world.deliveries()
    assert.deepEqual(delivery?.attempts, [{ at, status: 404, ms: 250 }])
  })

  test('an endpoint that has ended is told of once, by whose it is', async (t) => {
    const ended: unknown[] = []
    const world = await openWorld(makeStore, t, () => 410, {
      onEnded: ({ accountId, id }) => ended.push([accountId, id]),
    })
    await world.event()
    await world.round()
    await world.event()
    await world.round()
    assert.deepEqual(ended, [[world.accountId, world.endpoint.id]])
    assert.equal(world.dispatcher.figures.endpointsEnded, 1)
    assert.deepEqual(await registrationsOf(world.store.db, world.accountId, 'expired'), [])
  })

  test('a delivery that had to wait is signed with the time at which it goes out', async (t) => {
    const world = await openWorld(makeStore, t, () => 200, { perSecond: 10 })
    for (let at = 0; at < 11; at += 1) await world.event()
    const round = world.round()
    await world.receiver.until(10)
    world.clock.advance(5000)
    await round
    const last = world.receiver.received.at(-1)?.headers['webhook-timestamp']
    assert.equal(last, String(world.clock.now() / 1000))
  })

  test('no more than so many go out in a second, to one destination and for one account', async (t) => {
    const world = await openWorld(makeStore, t, () => 200, { perSecond: 3 })
    for (let at = 0; at < EVENTS; at += 1) await world.event()
    const round = world.round()
    await world.receiver.until(3)
    await world.dispatcher.close()
    await round
    assert.equal(world.receiver.received.length, 3)
  })

  test('what is removed breaks off its own deliveries alone, and an attempt that was broken off is none', async (t) => {
    for (const [isOwn, state, attempts] of [
      [false, 'delivered', 1],
      [true, 'pending', 0],
    ] as const) {
      const { manner, answerAll } = heldAnswers()
      const world = await openWorld(makeStore, t, manner)
      const { dispatcher, accountId, endpoint, receiver } = world
      await world.event()
      const round = world.round()
      await receiver.until(1)
      dispatcher.forget(isOwn ? accountId : 'acc_other', endpoint.id)
      dispatcher.forget(accountId, endpoint.id + 1)
      answerAll(200)
      await round
      const [delivery] = await world.deliveries()
      assert.deepEqual([delivery?.state, delivery?.attempts.length], [state, attempts])
    }
  })

  test('a run begins no more once another node has its endpoint, or after ten seconds', async (t) => {
    for (const [passedMs, isTaken, sent] of [
      [1001, false, EVENTS],
      [1000, true, EVENTS],
      [1001, true, 4],
      [10_000, false, EVENTS],
      [10_001, false, 4],
    ] as const) {
      const held = heldAnswers()
      let isHeld = true
      const world = await openWorld(makeStore, t, (request, response) =>
        isHeld ? held.manner(request, response) : 200,
      )
      const { store, accountId, endpoint, clock, receiver } = world
      for (let at = 0; at < EVENTS; at += 1) await world.event()
      const round = world.round()
      await receiver.until(4)
      if (isTaken) {
        await sql`
          update webhook_endpoint set fence = fence + 1
          where account_id = ${accountId} and id = ${endpoint.id}`.execute(store.db)
      }
      clock.advance(passedMs)
      isHeld = false
      held.answerAll(200)
      await round
      assert.equal(receiver.received.length, sent, `after ${passedMs} ms, ${isTaken}`)
    }
  })

  test('at the end what is under way is finished, and nothing more is begun', async (t) => {
    const { manner, answerAll } = heldAnswers()
    const world = await openWorld(makeStore, t, manner)
    for (let at = 0; at < EVENTS; at += 1) await world.event()
    const round = world.round()
    await world.receiver.until(4)
    const closed = world.dispatcher.close()
    answerAll(200)
    await Promise.all([closed, round])
    assert.equal(world.receiver.received.length, 4)
  })
})

test('WEBHOOK_PER_SECOND is how many go to one destination in a second', async (t) => {
  const receiver = await startReceiver(t)
  const settings = { WEBHOOK_PER_SECOND: '1', WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}` }
  const { service, account, clock } = await openInProcess(t, settings)
  const { accountId } = await account('au')
  await register(service.store, accountId, 'expired', receiver.url, clock.now())
  for (let at = 0; at < EVENTS; at += 1) await makeEvent(service.store, accountId, clock.now())
  const { dispatcher } = service.jobs.webhooks
  const round = dispatcher.round()
  await receiver.until(1)
  await dispatcher.close()
  await round
  assert.equal(receiver.received.length, 1)
})
