// Deliveries from the log to the receiver, round by round: retried by the schedule, and ended where nobody listens.
// Covers: src/webhooks/*.ts, src/webhooks/delivery/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addCcRecipient } from '../../../src/mail/cc-recipients.ts'
import type { Store } from '../../../src/store/store.ts'
import { queueSamples, replay } from '../../../src/webhooks/deliveries.ts'
import { queueLength } from '../../../src/webhooks/delivery/pending-deliveries.ts'
import { appendToLog, trackRow } from '../../../src/webhooks/event-log.ts'
import {
  register,
  registrationsOf,
  rotateSecret,
  unregister,
} from '../../../src/webhooks/registrations.ts'
import { newCaller } from '../../support/accounts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { startReceiver } from '../../support/servers/receiver.ts'
import { eachSharedStore } from '../../support/stores.ts'
import { makeEvent, UPGRADE_LINK } from '../../support/webhooks.ts'
import { heldAnswers, openWorld, PLANS } from './webhook-world.ts'

const SECOND = 1000
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

eachSharedStore((makeStore) => {
  test('a delivery that fails is tried ten times by the schedule, then has failed, and can be replayed', async (t) => {
    let status = 500
    const world = await openWorld(makeStore, t, () => status)
    const { store, clock, receiver, accountId } = world
    await world.event()
    assert.equal(await world.sent(), 1)
    for (const waitMs of WAITS) {
      clock.advance(waitMs - 1)
      assert.equal(await world.sent(), 0, 'not a moment too early')
      clock.advance(1)
      assert.equal(await world.sent(), 1, 'not a moment too late')
    }
    const [failed] = await world.deliveries()
    assert.equal(failed?.state, 'failed')
    assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
    clock.advance(MINUTE)
    const eventId = failed?.eventId ?? ''
    const asked = await replay(store, accountId, world.endpoint, eventId, clock.now())
    assert.equal(asked.kind, 'queued')
    await world.round()
    assert.equal((await world.deliveries())[0]?.state, 'pending', 'its schedule begins anew')
    status = 200
    clock.advance(MINUTE)
    await world.round()
    assert.equal((await world.deliveries())[0]?.state, 'delivered')
    assert.deepEqual(await world.attempts(), [12])
    assert.equal(receiver.received.at(-1)?.id, eventId)
  })

  test('410 removes the endpoint and the account is told', async (t) => {
    const world = await openWorld(makeStore, t, () => 410)
    const { store, accountId } = world
    await world.event()
    assert.equal(await world.sent(), 1)
    assert.deepEqual(await registrationsOf(store.db, accountId, 'expired'), [])
    const [mail] = await mailsOf(store, accountId)
    assert.match(mail?.body_text ?? '', /410 Gone/)
  })

  test('an endpoint that fails for 5 days is switched off then, with one mail, and can be registered anew', async (t) => {
    const world = await openWorld(makeStore, t, () => 500)
    const { store, clock, accountId, receiver } = world
    for (const list of ['expired', 'invoices'] as const) {
      await addCcRecipient(store, accountId, list, `${list}@example.com`)
    }
    await world.event()
    await world.round()
    clock.advance(5 * DAY - 6 * MINUTE)
    assert.equal(await world.sent(), 1)
    clock.advance(6 * MINUTE - 1)
    assert.equal(await world.sent(), 1)
    assert.equal(await world.isOff(), false, 'three attempts, a moment before 5 days')
    clock.advance(30 * MINUTE)
    assert.equal(await world.sent(), 1)
    assert.equal(await world.isOff(), true)
    const states = (await world.deliveries()).map(({ state }) => state)
    assert.deepEqual(states, ['failed'], 'nothing waits for it any more')
    await world.event()
    clock.advance(DAY)
    assert.equal(await world.sent(), 0, 'nothing is sent to it any more')
    const mails = await mailsOf(store, accountId)
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.body_text ?? '', /failed for 5 days/)
    assert.equal(mails[0]?.cc, '["expired@example.com"]')
    const asked = await replay(store, accountId, world.endpoint, 'msg_x', clock.now())
    assert.equal(asked.kind, 'switched-off')
    const again = await register(store, accountId, 'expired', receiver.url, clock.now())
    assert(again.kind === 'registered')
    assert.equal((await registrationsOf(store.db, accountId, 'expired')).length, 1)
    await unregister(store, accountId, again.id)
  })

  test('an endpoint with an event now and then is not switched off before the third attempt at one', async (t) => {
    const world = await openWorld(makeStore, t, () => 500)
    await world.event()
    await world.round()
    const { store, clock, accountId, endpoint } = world
    await sql`
      delete from webhook_delivery
      where account_id = ${accountId} and endpoint_id = ${endpoint.id}`.execute(store.db)
    clock.advance(6 * DAY)
    await world.event()
    await world.round()
    clock.advance(5 * SECOND)
    assert.equal(await world.sent(), 1)
    assert.equal(await world.isOff(), false)
    clock.advance(5 * MINUTE)
    assert.equal(await world.sent(), 1)
    assert.equal(await world.isOff(), true)
  })

  test('an endpoint that has recovered begins anew: it is not switched off days later', async (t) => {
    let status = 500
    const world = await openWorld(makeStore, t, () => status)
    const { clock } = world
    await world.event()
    await world.round()
    status = 200
    clock.advance(5 * SECOND)
    assert.equal(await world.sent(), 1)
    status = 500
    clock.advance(6 * DAY)
    await world.event()
    for (const waitMs of [0, 5 * SECOND, 5 * MINUTE]) {
      clock.advance(waitMs)
      assert.equal(await world.sent(), 1)
    }
    assert.equal(await world.isOff(), false)
  })

  test('Retry-After holds back every delivery to the endpoint', async (t) => {
    let isBusy = true
    const world = await openWorld(makeStore, t, (_request, response) => {
      if (!isBusy) return 200
      response.writeHead(503, { 'retry-after': '100' }).end()
      return undefined
    })
    const { clock } = world
    for (let count = 0; count < 8; count += 1) await world.event()
    assert.equal(await world.sent(), 4, 'those under way; after the first answer none begins')
    isBusy = false
    await world.event()
    clock.advance(99_999)
    assert.equal(await world.sent(), 0)
    clock.advance(1)
    assert.equal(await world.sent(), 1)
  })

  test('a failing endpoint gets one delivery at a time until one is received', async (t) => {
    let status = 500
    const world = await openWorld(makeStore, t, () => status)
    await world.event()
    await world.round()
    for (let count = 0; count < 9; count += 1) await world.event()
    assert.equal(await world.sent(), 1)
    status = 200
    assert.equal(await world.sent(), 1)
    assert.equal(await world.sent(), 7)
  })

  test('retries come in the order in which they are due, each only when it is', async (t) => {
    let status = 500
    const world = await openWorld(makeStore, t, () => status)
    const { clock, receiver } = world
    const failTwo = async () => {
      status = 500
      await world.event()
      await world.round()
      clock.advance(500)
      await world.event()
      await world.round()
      status = 200
      return receiver.received.slice(-2).map(({ id }) => id)
    }
    const [first] = await failTwo()
    clock.advance(4500)
    assert.equal(await world.sent(), 1)
    assert.equal(receiver.received.at(-1)?.id, first)
    await world.event()
    assert.equal(await world.sent(), 1, 'the new event, and not the second, which is due later')
    clock.advance(500)
    assert.equal(await world.sent(), 1)
    const [third] = await failTwo()
    clock.advance(60_000)
    assert.equal(await world.sent(), 1)
    assert.equal(receiver.received.at(-1)?.id, third, 'of two that are due, the older')
  })

  test('an answer other than a 2xx is a failure, a redirect too', async (t) => {
    for (const [status, state] of [
      [299, 'delivered'],
      [300, 'pending'],
      [301, 'pending'],
      [404, 'pending'],
    ] as const) {
      const world = await openWorld(makeStore, t, () => status)
      await world.event()
      await world.round()
      assert.equal((await world.deliveries())[0]?.state, state, String(status))
    }
  })

  test('a dead receiver with a long queue delays nobody, and is probed once a minute', async (t) => {
    const world = await openWorld(makeStore, t, () => 500, { kind: 'track' })
    const { store, clock, accountId } = world
    await tracks(store, accountId, 500, clock.now())
    const healthy = await startReceiver(t)
    const other = await newCaller(store, PLANS, 'large', clock.now())
    await register(store, other.accountId, 'expired', healthy.url, clock.now())
    await makeEvent(store, other.accountId, clock.now())
    const first = await world.sent()
    assert(first >= 5 && first <= 8, `${first}: five in a row, and what was under way`)
    assert.equal(healthy.received.length, 1)
    clock.advance(MINUTE - 1)
    assert.equal(await world.sent(), 0)
    clock.advance(1)
    assert.equal(await world.sent(), 1)
    const { waiting } = await queueLength(store.db, clock.now())
    assert(waiting >= 500, 'nothing was lost')
  })

  test('an endpoint gets the events from its registration on', async (t) => {
    const world = await openWorld(makeStore, t, () => 200, { kind: 'track' })
    const { store, clock, accountId, receiver } = world
    await tracks(store, accountId, 3, clock.now())
    await world.round()
    await register(store, accountId, 'track', `${receiver.url}/later`, clock.now())
    await tracks(store, accountId, 2, clock.now())
    await world.round()
    const later = receiver.received.filter(({ path }) => path === '/hook/later')
    assert.deepEqual([receiver.received.length, later.length], [7, 2])
  })

  test('nothing is sent to an endpoint after its removal was answered', async (t) => {
    const { manner, answerAll } = heldAnswers()
    const world = await openWorld(makeStore, t, manner)
    const { store, clock, accountId, receiver, endpoint, dispatcher } = world
    for (let count = 0; count < 30; count += 1) await world.event()
    const round = world.round()
    await receiver.until(4)
    assert.equal(await unregister(store, accountId, endpoint.id), true)
    dispatcher.forget(accountId, endpoint.id)
    answerAll(200)
    await round
    clock.advance(DAY)
    await world.round()
    assert.equal(receiver.received.length, 4, 'what was on its way')
    assert.deepEqual(await world.deliveries(), [])
  })

  test('after a rotation both secrets sign for 24 hours, and then the new one alone', async (t) => {
    const world = await openWorld(makeStore, t, () => 200)
    const { store, clock, accountId, endpoint, receiver } = world
    const signatures = async () => {
      await world.event()
      await world.round()
      const seconds = String(Math.floor(clock.now() / 1000))
      assert.equal(receiver.received.at(-1)?.headers['webhook-timestamp'], seconds)
      return String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length
    }
    assert.equal(await signatures(), 1)
    await rotateSecret(store, accountId, endpoint.kind, endpoint.id, clock.now())
    assert.equal(await signatures(), 2)
    clock.advance(DAY - 1)
    assert.equal(await signatures(), 2)
    clock.advance(1)
    assert.equal(await signatures(), 1)
  })

  test('tests and replays are limited to 30 a minute', async (t) => {
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

async function mailsOf(store: Store, accountId: string) {
  const { rows } = await sql<{ body_text: string; cc: string }>`
    select body_text, cc from mail where account_id = ${accountId}`.execute(store.db)
  return rows
}

async function tracks(store: Store, accountId: string, count: number, now: number): Promise<void> {
  const traces = Array.from({ length: count }, () => ['192.0.2.1', '', ''] as const)
  await store.transaction((tx) => appendToLog(tx, [trackRow(accountId, traces)], now))
}
