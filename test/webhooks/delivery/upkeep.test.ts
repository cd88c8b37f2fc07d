// The log of events and the list of deliveries stay within their bounds.
// Covers: src/webhooks/delivery/{upkeep,settle,delivery-rows,pending-deliveries}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '../../../src/store/store.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '../../../src/webhooks/bodies.ts'
import type { ClaimedEndpoint } from '../../../src/webhooks/delivery/claims.ts'
import type { Outcome } from '../../../src/webhooks/delivery/delivery-run.ts'
import {
  type PendingDelivery,
  queueLength,
  readDeliveryBatch,
} from '../../../src/webhooks/delivery/pending-deliveries.ts'
import { deliveryRows } from '../../../src/webhooks/delivery/settle.ts'
import { dropOldTracks, forgetOld } from '../../../src/webhooks/delivery/upkeep.ts'
import { appendToLog, trackRow } from '../../../src/webhooks/event-log.ts'
import { register } from '../../../src/webhooks/registrations.ts'
import { newCaller } from '../../support/accounts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { eachStore } from '../../support/stores.ts'
import { makeEvent } from '../../support/webhooks.ts'
import { heldAnswers, openWorld, PLANS } from './webhook-world.ts'

const DAY = 86_400_000

eachStore((makeStore) => {
  test('the oldest track events beyond the maximum are dropped, and those counted that nobody got', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const { accountId } = await newCaller(store, PLANS, 'large', clock.now())
    await register(store, accountId, 'track', 'https://example.com/', clock.now())
    for (let batch = 0; batch < 5; batch += 1) await tracks(store, accountId, 10, clock.now())
    await makeEvent(store, accountId, clock.now())
    await sql`update webhook_endpoint set read_to = 14`.execute(store.db)
    assert.equal(await dropOldTracks(store, accountId, 25), 6)
    assert.equal(await dropOldTracks(store, accountId, 25), 0)
    const { rows } = await sql<{ dropped: number; read_to: number }>`
      select dropped, read_to from webhook_endpoint`.execute(store.db)
    assert.deepEqual(rows, [{ dropped: 6, read_to: 20 }])
    assert.equal((await queueLength(store.db, clock.now())).waiting, 30)
  })

  test('visits and what became of them are kept for 8 days, other events for 30', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const { accountId } = await newCaller(store, PLANS, 'large', clock.now())
    await register(store, accountId, 'track', 'https://example.com/', clock.now())
    await tracks(store, accountId, 2, clock.now())
    const others = WEBHOOK_KINDS.filter((kind) => kind !== 'track')
    for (const kind of others) await oneEvent(store, accountId, kind, clock.now())
    others.sort()
    await addDeliveries(store, accountId, 'delivered', 1, clock.now())
    await addDeliveries(store, accountId, 'pending', 1, clock.now())
    const left = async (ms: number) => {
      await forgetOld(store.db, { track: 8, events: 30 }, clock.now() + ms)
      const events = await sql<{
        what: string
      }>`select kind as what from account_event order by kind`.execute(store.db)
      const deliveries = await sql<{ what: string }>`
        select state as what from webhook_delivery order by state`.execute(store.db)
      return [...events.rows, ...deliveries.rows].map(({ what }) => what)
    }
    assert.deepEqual(await left(8 * DAY), [...others, 'track', 'delivered', 'pending'])
    assert.deepEqual(await left(8 * DAY + 1), others, 'what was sent of a visit, and what waits')
    await sql`update webhook_endpoint set kind = 'expired'`.execute(store.db)
    await addDeliveries(store, accountId, 'delivered', 1, clock.now())
    await addDeliveries(store, accountId, 'pending', 1, clock.now())
    assert.deepEqual(await left(30 * DAY), [...others, 'delivered', 'pending'])
    assert.deepEqual(
      await left(30 * DAY + 1),
      ['pending'],
      'what waits of others is never forgotten',
    )
  })

  test('an endpoint that is off loses nothing, and one keeps its place where events go while it is sent to', async (t) => {
    const { manner, answerAll } = heldAnswers()
    const world = await openWorld(makeStore, t, manner, { isAlone: true })
    const { store, clock, accountId, receiver } = world
    await world.event()
    const sending = world.round()
    await receiver.until(1)
    await sql`update webhook_endpoint set read_to = 7`.execute(store.db)
    answerAll(200)
    await sending
    for (const path of ['on', 'off']) {
      await register(store, accountId, 'track', `https://example.com/${path}`, clock.now())
    }
    await sql`update webhook_endpoint set switched_off_at = 1 where id = 3`.execute(store.db)
    await tracks(store, accountId, 9, clock.now())
    assert.equal(await dropOldTracks(store, accountId, 0), 9)
    const { rows } = await sql<{ id: number; dropped: number; read_to: number }>`
      select id, dropped, read_to from webhook_endpoint order by id`.execute(store.db)
    assert.deepEqual(rows, [
      { id: 1, dropped: 0, read_to: 7 },
      { id: 2, dropped: 9, read_to: 10 },
      { id: 3, dropped: 0, read_to: 1 },
    ])
  })

  test('what has waited longest is the oldest of new events and of retries, whichever that is', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const { accountId } = await newCaller(store, PLANS, 'large', clock.now())
    await register(store, accountId, 'expired', 'https://example.com/', clock.now())
    const waited = async () => (await queueLength(store.db, clock.now())).oldestWaitingMs
    assert.equal(await waited(), 0)
    await makeEvent(store, accountId, clock.now() - 50)
    assert.equal(await waited(), 50)
    await addDeliveries(store, accountId, 'pending', 1, clock.now() - 20)
    assert.equal(await waited(), 50)
    await sql`update webhook_delivery set created_at = ${clock.now() - 90}`.execute(store.db)
    assert.equal(await waited(), 90)
    await sql`delete from account_event`.execute(store.db)
    assert.equal(await waited(), 90)
  })

  test('of an endpoint the last 100 delivered and the last 1,000 failed are kept', async (t) => {
    let status = 200
    const world = await openWorld(makeStore, t, () => status, { isAlone: true })
    const { store, clock, accountId } = world
    await addDeliveries(store, accountId, 'delivered', 120, clock.now() - 1000)
    await addDeliveries(store, accountId, 'failed', 1020, clock.now() - 2000)
    await world.event()
    await world.round()
    assert.deepEqual(await kept(store), { delivered: 100, failed: 1020 })
    status = 500
    clock.advance(1)
    await addDeliveries(store, accountId, 'pending', 1, clock.now())
    await sql`update webhook_delivery set failed_attempts = 9 where state = 'pending'`.execute(
      store.db,
    )
    await sql`update webhook_endpoint set due_at = 0`.execute(store.db)
    await world.round()
    assert.deepEqual(await kept(store), { delivered: 100, failed: 1000 })
    assert.equal((await world.deliveries())[0]?.state, 'failed', 'the newest stay')
  })

  test('of many retries those come first that have been due longest, and none before its time', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'large', 0)
    await register(store, accountId, 'expired', 'https://example.com/', 0)
    await addDeliveries(store, accountId, 'pending', 40, 1000)
    // Whichever was written first, this is the order in which they are due: 39, 38, … 1; and 0 is due later.
    const due = Array.from({ length: 40 }, (_, at) => (at === 0 ? 2001 : 1999 - at))
    for (const [at, dueAt] of due.entries()) {
      await sql`update webhook_delivery set due_at = ${dueAt}
        where event_id = ${`pending-${at}`}`.execute(store.db)
    }
    const tried = async (failures: number, now: number) => {
      const endpoint = { ...ENDPOINT, accountId, failures }
      const { deliveries, hasMore } = await readDeliveryBatch(store.db, endpoint, now)
      return [deliveries.map(({ eventId }) => Number(eventId.slice(8))), hasMore] as const
    }
    const first = Array.from({ length: 32 }, (_, at) => 39 - at)
    assert.deepEqual(await tried(0, 2000), [first, true])
    assert.deepEqual(await tried(1, 2000), [[39], true])
    assert.deepEqual(await tried(0, 1960), [[39], false])
    assert.deepEqual(await tried(0, 1959), [[], false])
  })

  test('nothing new is tried for a failing endpoint while 1,000 retries wait', async (t) => {
    const world = await openWorld(makeStore, t, () => 500, { isAlone: true })
    const { store, clock, accountId } = world
    await addDeliveries(store, accountId, 'pending', 1000, clock.now())
    await sql`update webhook_delivery set due_at = ${clock.now() + DAY}`.execute(store.db)
    await sql`update webhook_endpoint set failures = 1`.execute(store.db)
    await world.event()
    assert.equal(await world.sent(), 0)
    await sql`delete from webhook_delivery where event_id = 'pending-1'`.execute(store.db)
    await sql`update webhook_endpoint set due_at = 0`.execute(store.db)
    assert.equal(await world.sent(), 1)
  })
})

const ENDPOINT: ClaimedEndpoint = {
  accountId: 'acc_1',
  id: 1,
  kind: 'expired',
  url: 'https://example.com/',
  secret: '',
  oldSecret: '',
  oldSecretUntil: 0,
  fence: 1,
  readTo: 0,
  failures: 0,
  failingSince: undefined,
}

test('an event that was passed over while a later one was tried is still due', () => {
  const deliveries = [1, 2, 3].map((number) => fresh(number))
  const batch = { endpoint: ENDPOINT, deliveries, hasMore: false }
  const rows = deliveryRows({ batch, outcomes: [outcomeOf(deliveries[1] ?? fresh(2))] }, 9, half)
  assert.deepEqual(
    rows.map(({ number, state, dueAt }) => [number, state, dueAt]),
    [
      [2, 'delivered', null],
      [1, 'pending', 9],
    ],
  )
})

test('the last 20 attempts of a delivery are kept', () => {
  const attempts = Array.from({ length: 30 }, (_, at) => ({ at, status: 500, ms: 1 }))
  const delivery = { ...fresh(1), attempts }
  const batch = { endpoint: ENDPOINT, deliveries: [delivery], hasMore: false }
  const [row] = deliveryRows({ batch, outcomes: [outcomeOf(delivery)] }, 9, half)
  const kept: { at: number }[] = JSON.parse(row?.attempts ?? '[]')
  assert.deepEqual([kept.length, kept[0]?.at, kept.at(-1)?.at], [20, 11, 99])
})

const half = () => 0.5

function fresh(number: number): PendingDelivery {
  const untried = { attempts: [], failedAttempts: 0, isFresh: true }
  return { eventId: `msg_${number}`, number, createdAt: 0, body: '{}', ...untried }
}

function outcomeOf(delivery: PendingDelivery): Outcome {
  const attempt = { at: 99, status: 200, ms: 1 }
  return { delivery, attempt, retryAfter: undefined, isReceived: true, isGone: false }
}

async function tracks(store: Store, accountId: string, count: number, now: number): Promise<void> {
  const traces = Array.from({ length: count }, () => ['192.0.2.1', '', ''] as const)
  await store.transaction((tx) => appendToLog(tx, [trackRow(accountId, traces)], now))
}

async function oneEvent(store: Store, accountId: string, kind: WebhookKind, now: number) {
  const row = { accountId, kind, events: 1, content: '{}' }
  await store.transaction((tx) => appendToLog(tx, [row], now))
}

/** Each a moment older than the one before. */
async function addDeliveries(
  store: Store,
  accountId: string,
  state: string,
  count: number,
  now: number,
): Promise<void> {
  const values = Array.from({ length: count }, (_, at) => {
    const due = state === 'pending' ? now : null
    return sql`(${accountId}, 1, ${`${state}-${at}`}, ${now - at}, '{}', ${state}, '[]', 0, ${due})`
  })
  await sql`
    insert into webhook_delivery (account_id, endpoint_id, event_id, created_at, body, state,
      attempts, failed_attempts, due_at)
    values ${sql.join(values)}`.execute(store.db)
}

async function kept(store: Store) {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, cast(count(*) as bigint) as count from webhook_delivery
    where state <> 'pending' group by state order by state`.execute(store.db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
