// Deliveries from the log to the receiver: retried by the schedule, shared by nodes, and ended where nobody listens.
// Covers: src/webhooks/*.ts, src/webhooks/delivery/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../../../src/store/store.ts'
import { deliveriesOf } from '../../../src/webhooks/deliveries.ts'
import { queueLength } from '../../../src/webhooks/delivery/queue-length.ts'
import { RETRY_MS } from '../../../src/webhooks/delivery/schedule.ts'
import { dropOldTracks, forgetOld } from '../../../src/webhooks/delivery/upkeep.ts'
import { appendToLog, trackRow } from '../../../src/webhooks/event-log.ts'
import type { WebhookKind } from '../../../src/webhooks/kinds.ts'
import { queueSamples, replay } from '../../../src/webhooks/manual-sends.ts'
import { register, registrationsOf, unregister } from '../../../src/webhooks/registrations.ts'
import { makePlans, newCaller } from '../../support/accounts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type Manner, startReceiver } from '../../support/servers/receiver.ts'
import { eachStore, type MakeStore } from '../../support/stores.ts'
import { makeEvent, startDispatcher, UPGRADE_LINK, until } from '../../support/webhooks.ts'

const PLANS = makePlans({ name: 'large', daily_lookup_limit_1: 1000 })
const DAY = 86_400_000

eachStore((makeStore) => {
  test('a delivery that fails is tried ten times by the schedule, then has failed, and can be replayed', async (t) => {
    let status = 500
    const world = await open(makeStore, t, () => status)
    const { store, clock, receiver, accountId, dispatcher } = world
    await makeEvent(store, accountId, clock.now())
    for (const [at, waitMs] of RETRY_MS.entries()) {
      await receiver.until(at + 1)
      await until(async () => (await world.attempts())[0] === at + 1)
      clock.advance(waitMs - 1)
      dispatcher.wake()
      await until(() => dispatcher.figures.sending === 0)
      assert.equal(receiver.received.length, at + 1, 'not a moment too early')
      clock.advance(1)
      // What the breaker holds back is held back a minute at most.
      if (at >= 4) clock.advance(60_000)
      dispatcher.wake()
    }
    await until(async () => (await world.deliveries())[0]?.state === 'failed')
    assert.equal(receiver.received.length, 10)
    assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
    const [{ eventId }] = await world.deliveries()
    status = 200
    clock.advance(60_000)
    const asked = await replay(store, accountId, world.endpoint, eventId, clock.now())
    assert.equal(asked.kind, 'queued')
    await until(async () => (await world.deliveries())[0]?.state === 'delivered')
    assert.equal((await world.attempts())[0], 11)
    assert.equal(receiver.received.at(-1)?.id, eventId)
  })

  test('410 removes the endpoint and the account is told', async (t) => {
    const world = await open(makeStore, t, () => 410)
    const { store, clock, accountId } = world
    await makeEvent(store, accountId, clock.now())
    await until(async () => (await registrationsOf(store.db, accountId, 'expired')).length === 0)
    const [mail] = await mailsOf(store, accountId)
    assert.match(mail?.body_text ?? '', /410 Gone/)
    assert.equal(world.receiver.received.length, 1)
  })

  test('an endpoint that fails for 5 days is switched off, with one mail, and can be registered anew', async (t) => {
    const world = await open(makeStore, t, () => 500)
    const { store, clock, accountId, receiver, dispatcher } = world
    for (let half = 0; half < 14 && !(await isOff(world)); half += 1) {
      const before = dispatcher.figures.failedAttempts
      await makeEvent(store, accountId, clock.now())
      dispatcher.wake()
      const hasFailed = () => dispatcher.figures.failedAttempts > before
      await until(async () => hasFailed() || (await isOff(world)))
      clock.advance(DAY / 2)
    }
    await until(() => isOff(world))
    const [off] = await registrationsOf(store.db, accountId, 'expired')
    const since = (off?.switchedOffAt ?? 0) - Date.parse('2026-03-14T12:00:00Z')
    assert(since >= 5 * DAY, `${since / DAY} days`)
    const mails = await mailsOf(store, accountId)
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.body_text ?? '', /failed for 5 days/)
    const asked = await replay(store, accountId, world.endpoint, 'msg_x', clock.now())
    assert.equal(asked.kind, 'switched-off')
    const again = await register(store, accountId, 'expired', receiver.url, clock.now())
    assert.equal(again.kind, 'registered')
    assert.equal((await registrationsOf(store.db, accountId, 'expired')).length, 1)
  })

  test('Retry-After holds back every delivery to the endpoint', async (t) => {
    const world = await open(makeStore, t, (request, response) => {
      if (world.receiver.received.length > 1) return 200
      response.writeHead(503, { 'retry-after': '100' }).end(request.id)
      return undefined
    })
    const { store, clock, accountId, receiver, dispatcher } = world
    await makeEvent(store, accountId, clock.now())
    await until(async () => (await world.attempts())[0] === 1)
    await makeEvent(store, accountId, clock.now())
    clock.advance(99_000)
    dispatcher.wake()
    await until(() => dispatcher.figures.sending === 0)
    assert.equal(receiver.received.length, 1)
    clock.advance(1000)
    dispatcher.wake()
    await until(async () => (await queueLength(store.db, clock.now())).waiting === 0)
    assert.equal(receiver.received.length, 3)
  })

  test('a dead receiver with a long queue delays nobody and is only probed', async (t) => {
    const world = await open(makeStore, t, () => 500)
    const { store, clock, accountId, receiver } = world
    await tracks(store, accountId, 500, clock.now())
    const dead = await register(store, accountId, 'track', receiver.url, clock.now())
    assert.equal(dead.kind, 'registered')
    await tracks(store, accountId, 500, clock.now())
    await until(() => receiver.received.length >= 5)
    const healthy = await startReceiver(t)
    const other = await newCaller(store, PLANS, 'large', clock.now())
    await register(store, other.accountId, 'expired', healthy.url, clock.now())
    await makeEvent(store, other.accountId, clock.now())
    await healthy.until(1)
    await until(() => world.dispatcher.figures.sending === 0)
    const soFar = receiver.received.length
    assert(soFar < 12, `${soFar} requests`)
    clock.advance(60_000)
    world.dispatcher.wake()
    await until(() => receiver.received.length > soFar)
    const { waiting } = await queueLength(store.db, clock.now())
    assert(waiting >= 500, 'nothing was lost, and events before the registration are not its own')
  })

  test('two nodes deliver each event once, and one that lost its lease can write nothing', async (t) => {
    const world = await open(makeStore, t, () => 200)
    const { store, clock, accountId, receiver } = world
    startDispatcher(t, store, clock)
    startDispatcher(t, store, clock)
    for (let count = 0; count < 60; count += 1) await makeEvent(store, accountId, clock.now())
    await receiver.until(60)
    await until(async () => (await queueLength(store.db, clock.now())).waiting === 0)
    assert.equal(receiver.received.length, 60)
    assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 60)
  })

  test('a lease that its node cannot end is taken over, and its late word is not heard', async (t) => {
    let isStuck = true
    const world = await open(
      makeStore,
      t,
      (_request, response) => {
        if (!isStuck) return 200
        // Answered long after the lease has ended.
        setTimeout(() => response.writeHead(500).end(), 600)
        return undefined
      },
      { attemptMs: 5000 },
    )
    const { store, clock, accountId, receiver } = world
    await makeEvent(store, accountId, clock.now())
    await receiver.until(1)
    isStuck = false
    clock.advance(61_000)
    startDispatcher(t, store, clock)
    await receiver.until(2)
    await until(async () => (await world.deliveries())[0]?.state === 'delivered')
    await until(() => world.dispatcher.figures.sending === 0)
    world.dispatcher.wake()
    await until(async () => (await queueLength(store.db, clock.now())).waiting === 0)
    assert.deepEqual(await world.attempts(), [1])
  })

  test('nothing is sent to an endpoint after its removal was answered', async (t) => {
    const world = await open(makeStore, t, () => 200, { perSecond: 20 })
    const { store, clock, accountId, receiver, endpoint, dispatcher } = world
    for (let count = 0; count < 30; count += 1) await makeEvent(store, accountId, clock.now())
    await receiver.until(1)
    assert.equal(await unregister(store, accountId, endpoint.id), true)
    dispatcher.forget(accountId, endpoint.id)
    // What was on its way may still arrive.
    await until(() => dispatcher.figures.sending === 0)
    await delay(100)
    const soFar = receiver.received.length
    assert(soFar < 30)
    clock.advance(DAY)
    dispatcher.wake()
    await delay(300)
    assert.equal(receiver.received.length, soFar)
    assert.equal((await queueLength(store.db, clock.now())).waiting, 0)
  })

  test('the oldest track events beyond the maximum are dropped and counted', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const { accountId } = await newCaller(store, PLANS, 'large', clock.now())
    await register(store, accountId, 'track', 'https://example.com/', clock.now())
    for (let batch = 0; batch < 5; batch += 1) await tracks(store, accountId, 10, clock.now())
    await makeEvent(store, accountId, clock.now())
    assert.equal(await dropOldTracks(store, accountId, 25), 20)
    assert.equal(await dropOldTracks(store, accountId, 25), 0)
    const { rows } = await sql<{ dropped: number; read_to: number }>`
      select dropped, read_to from webhook_endpoint`.execute(store.db)
    assert.deepEqual(rows, [{ dropped: 20, read_to: 20 }])
    assert.equal((await queueLength(store.db, clock.now())).waiting, 30)
    await forgetOld(store.db, clock.now() + 9 * DAY)
    assert.equal((await queueLength(store.db, clock.now())).waiting, 0)
    const left = await sql<{ kind: string }>`select kind from account_event`.execute(store.db)
    assert.deepEqual(left.rows, [{ kind: 'expired' }])
  })

  test('tests and replays are limited by the minute', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const { accountId } = await newCaller(store, PLANS, 'large', clock.now())
    const ask = () => queueSamples(store, accountId, 'track', UPGRADE_LINK, clock.now())
    for (let count = 0; count < 30; count += 1) assert.equal((await ask()).kind, 'queued')
    clock.advance(20_000)
    assert.deepEqual(await ask(), { kind: 'too-often', retryAfterSeconds: 40 })
    clock.advance(40_000)
    assert.equal((await ask()).kind, 'queued')
  })
})

interface World {
  readonly store: Store
  readonly accountId: string
  readonly endpoint: { readonly id: number; readonly kind: WebhookKind }
}

async function open(
  makeStore: MakeStore,
  t: TestContext,
  manner: Manner,
  changes: { readonly attemptMs?: number; readonly perSecond?: number } = {},
) {
  const store = await makeStore(t)
  const clock = new ManualClock()
  const receiver = await startReceiver(t, manner)
  const { accountId } = await newCaller(store, PLANS, 'large', clock.now())
  const registered = await register(store, accountId, 'expired', receiver.url, clock.now())
  assert(registered.kind === 'registered')
  const endpoint = { id: registered.id, kind: 'expired' } as const
  const dispatcher = startDispatcher(t, store, clock, changes)
  const deliveries = () => deliveriesOf(store.db, accountId, endpoint.id)
  const attempts = async () => (await deliveries()).map((one) => one.attempts.length)
  return { store, clock, receiver, accountId, endpoint, dispatcher, deliveries, attempts }
}

async function isOff({ store, accountId }: World): Promise<boolean> {
  const [one] = await registrationsOf(store.db, accountId, 'expired')
  return one?.switchedOffAt !== undefined
}

async function mailsOf(store: Store, accountId: string) {
  const { rows } = await sql<{ body_text: string }>`
    select body_text from mail where account_id = ${accountId}`.execute(store.db)
  return rows
}

async function tracks(store: Store, accountId: string, count: number, now: number): Promise<void> {
  const traces = Array.from({ length: count }, () => ['192.0.2.1', '', ''] as const)
  await store.transaction((tx) => appendToLog(tx, [trackRow(accountId, traces)], now))
}
