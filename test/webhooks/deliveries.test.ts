// What the holder of an account sees of events and deliveries, and what is sent because they ask for it.
// Covers: src/webhooks/*.ts, src/webhooks/delivery/{claims,queue-length}.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '../../src/store/store.ts'
import type { WebhookKind } from '../../src/webhooks/bodies.ts'
import { deliveriesOf, queueSamples, replay } from '../../src/webhooks/deliveries.ts'
import { claimEndpoints, flagEndpointsWithNewEvents } from '../../src/webhooks/delivery/claims.ts'
import { queueLength } from '../../src/webhooks/delivery/pending-deliveries.ts'
import { appendToLog, eventsAfter, eventWithId, trackRow } from '../../src/webhooks/event-log.ts'
import { register, registrationsOf, unregister } from '../../src/webhooks/registrations.ts'
import { newCaller } from '../support/accounts.ts'
import { eachSharedStore, type MakeStore } from '../support/stores.ts'
import { makeEvent, UPGRADE_LINK } from '../support/webhooks.ts'
import { PLANS } from './delivery/webhook-world.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const HOUR_MS = 3_600_000
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

async function openAccount(makeStore: MakeStore, t: TestContext) {
  const store = await makeStore(t)
  const { accountId } = await newCaller(store, PLANS, 'large', NOW)
  const add = async (kind: WebhookKind, path = '') => {
    const made = await register(store, accountId, kind, `https://a.example/${path}`, NOW)
    assert(made.kind === 'registered', made.kind)
    t.after(() => unregister(store, accountId, made.id).catch(() => {}))
    return { id: made.id, kind }
  }
  const visits = async (count: number) => {
    const traces = upTo(count).map((at) => [`192.0.2.${at}`, '', ''] as const)
    await store.transaction((tx) => appendToLog(tx, [trackRow(accountId, traces)], NOW))
  }
  const event = (now: number) => makeEvent(store, accountId, now)
  const shown = (id: number) => deliveriesOf(store.db, accountId, id)
  return { store, accountId, add, visits, event, shown }
}

/** As after five days of failures. */
async function switchOff(store: Store, accountId: string, id: number): Promise<void> {
  await sql`
    update webhook_endpoint set switched_off_at = ${NOW}
    where account_id = ${accountId} and id = ${id}`.execute(store.db)
}

eachSharedStore((makeStore) => {
  test('the log is read in pages of at most 100 events, also from the middle of a row of visits', async (t) => {
    const { store, accountId, add, visits } = await openAccount(makeStore, t)
    await add('track')
    for (const _ of upTo(3)) await visits(60)
    const numbersAfter = async (after: number) =>
      (await eventsAfter(store.db, accountId, after)).map(({ number }) => number)
    const all = upTo(180)
    assert.deepEqual(await numbersAfter(0), all.slice(0, 100))
    assert.deepEqual(await numbersAfter(59), all.slice(59, 159))
    assert.deepEqual(await numbersAfter(100), all.slice(100))
    assert.deepEqual(await numbersAfter(180), [])
    const bodies = (await eventsAfter(store.db, accountId, 90)).map(({ body }) => body)
    assert.match(bodies[0] ?? '', /192\.0\.2\.31\b/, 'the visit of that number')
  })

  test('an event is found by its own id, and by no other', async (t) => {
    const { store, accountId, add, visits, event } = await openAccount(makeStore, t)
    await add('track')
    await visits(3)
    await event(NOW)
    const events = await eventsAfter(store.db, accountId, 0)
    assert.equal(events.length, 4)
    for (const one of events) {
      assert.deepEqual(await eventWithId(store.db, accountId, one.id), one)
      const [, salt = '', number] = one.id.split('_')
      for (const id of [`msg_${salt}_5`, `msg_${'0'.repeat(16)}_${number}`, `x${one.id}`]) {
        assert.equal(await eventWithId(store.db, accountId, id), undefined, id)
      }
    }
  })

  test('an endpoint shows the events of its kind, each once, the newest first', async (t) => {
    const { store, accountId, add, visits, event, shown } = await openAccount(makeStore, t)
    const endpoint = await add('expired')
    await add('track')
    for (const now of [NOW, NOW + 1, NOW + 2]) await event(now)
    await visits(2)
    const waiting = await shown(endpoint.id)
    const times = waiting.map(({ createdAt, state }) => [createdAt - NOW, state])
    assert.deepEqual(
      times,
      [2, 1, 0].map((at) => [at, 'pending']),
    )
    // Asked for once more while it still waits in the log.
    const asked = await replay(store, accountId, endpoint, waiting[1]?.eventId ?? '', NOW + 3)
    assert.equal(asked.kind, 'queued')
    const again = await shown(endpoint.id)
    assert.deepEqual(
      again.map(({ eventId }) => eventId),
      waiting.map(({ eventId }) => eventId),
    )
    assert.deepEqual(
      again.map(({ dueAt = 0 }) => dueAt - NOW),
      [2, 3, 0],
      'what is asked for is tried at once',
    )
    const later = await add('expired', 'later')
    assert.deepEqual(await shown(later.id), [], 'nothing of before its registration')
  })

  test('of many deliveries the newest hundred are shown', async (t) => {
    const { add, visits, shown } = await openAccount(makeStore, t)
    const endpoint = await add('track')
    await visits(101)
    await visits(50)
    const numbers = (await shown(endpoint.id)).map(({ eventId }) => Number(eventId.split('_')[2]))
    assert.deepEqual(numbers, upTo(151).toReversed().slice(0, 100))
  })

  test('of many deliveries that were tried the newest hundred are shown', async (t) => {
    const { store, accountId, add, visits, shown } = await openAccount(makeStore, t)
    const endpoint = await add('track')
    await visits(102)
    const first = await eventsAfter(store.db, accountId, 0)
    const events = [...first, ...(await eventsAfter(store.db, accountId, first.length))]
    for (const [at, { id }] of events.entries()) {
      const asked = await replay(store, accountId, endpoint, id, NOW + at * HOUR_MS)
      assert.equal(asked.kind, 'queued')
    }
    await sql`
      update webhook_endpoint set read_to = ${events.length}
      where account_id = ${accountId} and id = ${endpoint.id}`.execute(store.db)
    const ids = (await shown(endpoint.id)).map(({ eventId }) => eventId)
    const wanted = events.toReversed().slice(0, 100)
    assert.deepEqual(
      ids,
      wanted.map(({ id }) => id),
    )
  })

  test('an event is sent again only to endpoints of its kind that are on', async (t) => {
    const { store, accountId, add, visits, event } = await openAccount(makeStore, t)
    const endpoint = await add('expired')
    const other = await add('track')
    await event(NOW)
    await visits(1)
    const [expired, visit] = await eventsAfter(store.db, accountId, 0)
    assert(expired !== undefined && visit !== undefined)
    const asked = async (to: typeof endpoint, id: string) =>
      (await replay(store, accountId, to, id, NOW)).kind
    assert.equal(await asked(endpoint, visit.id), 'not-found')
    assert.equal(await asked(other, expired.id), 'not-found')
    assert.equal(await asked({ ...other, kind: 'expired' }, expired.id), 'not-found')
    assert.equal(await asked(other, visit.id), 'queued')
    await switchOff(store, accountId, endpoint.id)
    assert.equal(await asked(endpoint, expired.id), 'switched-off')
    const third = await add('expired', 'third')
    const sampled = await queueSamples(store, accountId, 'expired', UPGRADE_LINK, NOW)
    assert.deepEqual(sampled, { kind: 'queued', endpoints: 1 }, 'no sample where it is off')
    assert.equal(await asked(third, expired.id), 'queued', 'an event of before its registration')
  })

  test('a URL that was switched off takes its place again though no other is free', async (t) => {
    const { store, accountId, add } = await openAccount(makeStore, t)
    const made = []
    for (const at of upTo(20)) made.push(await add('track', String(at)))
    const again = (path: string) =>
      register(store, accountId, 'track', `https://a.example/${path}`, NOW)
    assert.equal((await again('21')).kind, 'too-many')
    assert.equal((await again('7')).kind, 'known')
    await switchOff(store, accountId, made[6]?.id ?? 0)
    assert.equal((await again('21')).kind, 'too-many', 'one that is off keeps its place')
    const anew = await again('7')
    assert(anew.kind === 'registered')
    t.after(() => unregister(store, accountId, anew.id).catch(() => {}))
    const listed = await registrationsOf(store.db, accountId, 'track')
    assert.equal(listed.length, 20)
    assert.deepEqual(listed.at(-1), {
      id: 21,
      url: 'https://a.example/7',
      switchedOffAt: undefined,
    })
  })

  test('endpoints that are on and off are counted apart, with what those that are on have not got', async (t) => {
    const { store, accountId, add, visits } = await openAccount(makeStore, t)
    const before = await queueLength(store.db, NOW)
    const off = await add('track', 'off')
    await add('track', 'one')
    await switchOff(store, accountId, off.id)
    await visits(5)
    // One that has got two of the five.
    const { id } = await add('track', 'two')
    await sql`
      update webhook_endpoint set read_to = 2
      where account_id = ${accountId} and id = ${id}`.execute(store.db)
    const after = await queueLength(store.db, NOW)
    assert.equal(after.endpointsOn - before.endpointsOn, 2)
    assert.equal(after.endpointsOff - before.endpointsOff, 1)
    assert.equal(after.waiting - before.waiting, 5 + 3)
  })

  test('who has waited longest is served first: the account by its oldest event, the endpoint by its last turn', async (t) => {
    const { store, accountId, add, event } = await openAccount(makeStore, t)
    const other = await openAccount(async () => store, t)
    await add('expired', 'late')
    const early = await add('expired', 'early')
    await other.add('expired')
    // The one whose id comes last has the older event.
    const ours = [accountId, other.accountId].sort().reverse()
    await event(ours[0] === accountId ? NOW : NOW + 1)
    await other.event(ours[0] === accountId ? NOW + 1 : NOW)
    const flagged = await flagEndpointsWithNewEvents(store)
    assert.deepEqual(
      flagged.filter((id) => ours.includes(id)),
      ours,
    )
    await sql`
      update webhook_endpoint set leased_until = case when id = ${early.id} then 1 else 2 end
      where account_id = ${accountId}`.execute(store.db)
    await unregister(store, other.accountId, 1)
    const claimed = await claimEndpoints(store.db, NOW + 2, { most: 1, failingToo: true })
    assert.deepEqual(
      claimed.map((one) => [one.accountId, one.id]),
      [[accountId, early.id]],
    )
  })

  test('visits are recorded while a track endpoint is on, and not for one that is off', async (t) => {
    const { store, accountId, add } = await openAccount(makeStore, t)
    const tracking = async () => {
      const { rows } = await sql<{ track_endpoints: number }>`
        select track_endpoints from webhook_account where account_id = ${accountId}`.execute(
        store.db,
      )
      return rows[0]?.track_endpoints
    }
    const off = await add('track', 'off')
    const on = await add('track', 'on')
    await add('expired')
    assert.equal(await tracking(), 2)
    await switchOff(store, accountId, off.id)
    await unregister(store, accountId, on.id)
    assert.equal(await tracking(), 0)
  })
})
