// Events are numbered without gaps in the transaction that causes them, once each, and only for what was charged.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainReferer, traceOf } from '../../src/access/visitor.ts'
import { eventsAfter, recordEvent } from '../../src/webhooks/event-log.ts'
import { register, unregister } from '../../src/webhooks/registrations.ts'
import { makePlans, newCaller, patientMeter } from '../support/accounts.ts'
import { connectionLost, faultyStore } from '../support/faulty-store.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachSharedStore, untilStored } from '../support/stores.ts'
import { makeEvent, UPGRADE_LINK } from '../support/webhooks.ts'

const STAGES = { daily_lookup_limit_1: 2, daily_lookup_limit_2: 4, time_penalty_ms: 500 }
const PLANS = makePlans({ name: 'stages', ...STAGES })
const TRACE = ['192.0.2.7', 'SW1A 1AA', 'https://shop.example.com/'] as const
const allowance = { learn: () => {} }

eachSharedStore((makeStore) => {
  test('the bodies are as the contract has them, byte for byte', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock('2026-03-04T00:05:09Z')
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    await register(store, caller.accountId, 'track', 'https://example.com/', clock.now())
    const upgradeLink = UPGRADE_LINK
    const meter = patientMeter({ store, plans: PLANS, clock, allowance, upgradeLink })
    for (let count = 0; count < 4; count += 1) await meter.charge(caller, TRACE)
    await assert.rejects(meter.charge(caller, TRACE))
    await makeEvent(store, caller.accountId, clock.now())
    await meter.close()
    const events = await eventsAfter(store.db, caller.accountId, 0)
    const at = '"created_at":"3/4/2026 12:05:09 AM"'
    const link = '"upgrade_link":"https://doorplate.example/console"'
    const track = `{"version":"1.0.0.0","action":"track",${at},"details":{"ip_address":"192.0.2.7","postcode":"SW1A 1AA","referer":"https://shop.example.com/"},"type":"usage"}`
    assert.deepEqual(
      events.map(({ body }) => body),
      [
        track,
        track,
        `{"version":"1.0.0.0","action":"first_limit_reached",${at},"details":{"limit":2,"time_penaly":500,"next_limit":4,${link}},"type":"usage"}`,
        track,
        track,
        `{"version":"1.0.0.0","action":"second_limit_reached",${at},"details":{"limit":4,${link}},"type":"usage"}`,
        `{"version":"1.0.0.0","action":"expired",${at},"details":{"status":"ended",${link}},"type":"billing"}`,
      ],
    )
    assert.deepEqual(
      events.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7],
    )
    assert.equal(new Set(events.map(({ id }) => id)).size, 7)
    assert.match(events[0]?.id ?? '', /^msg_[0-9a-z_]+$/)
  })

  test('look-ups are told of while a track endpoint is registered, and only those that were charged', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    const { accountId } = caller
    const meter = patientMeter({ store, plans: PLANS, clock, allowance })
    await meter.charge(caller, TRACE)
    const made = await register(store, accountId, 'track', 'https://example.com/', clock.now())
    assert(made.kind === 'registered')
    // Five at once, of which three are within the allowance.
    const at = (count: number) => [`192.0.2.${count}`, '', ''] as const
    const all = [1, 2, 3, 4, 5].map((count) => meter.charge(caller, at(count)))
    const settled = await Promise.allSettled(all)
    const tracked = async () =>
      (await eventsAfter(store.db, accountId, 0))
        .filter(({ kind }) => kind === 'track')
        .map(({ body }) => JSON.parse(body).details.ip_address)
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
    )
    assert.deepEqual(await tracked(), ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    await unregister(store, accountId, made.id)
    clock.advance(86_400_000)
    await meter.charge(caller, TRACE)
    assert.equal((await tracked()).length, 3)
    await meter.close()
  })

  test('a batch whose answer is lost is charged once and makes its events once', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    await register(store, caller.accountId, 'track', 'https://example.com/', clock.now())
    let lost = 0
    const lossy = faultyStore(store, async (_module, args, real) => {
      const answer = await real(args)
      lost += 1
      if (lost <= 2) throw connectionLost()
      return answer
    })
    const meter = patientMeter({ store: lossy, plans: PLANS, clock, allowance })
    await meter.charge(caller, TRACE)
    await meter.charge(caller, TRACE)
    await meter.close()
    const kinds = (await eventsAfter(store.db, caller.accountId, 0)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['track', 'track', 'first-limit-reached'])
  })

  test('what is undone takes its number back, and racing transactions leave no gap', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const { accountId } = await newCaller(store, PLANS, 'stages', clock.now())
    const event = { accountId, kind: 'expired', content: '{}' } as const
    const undone = new Error('undone')
    const record = (count: number) =>
      store.transaction(async (tx) => {
        await recordEvent(tx, event, clock.now())
        if (count % 4 === 0) throw undone
      })
    const recorded = Array.from({ length: 40 }, (_, count) => untilStored(() => record(count)))
    const settled = await Promise.allSettled(recorded)
    assert.ok(settled.every((each) => each.status === 'fulfilled' || each.reason === undone))
    const events = await eventsAfter(store.db, accountId, 0)
    assert.deepEqual(
      events.map(({ number }) => number),
      Array.from({ length: 30 }, (_, at) => at + 1),
    )
    assert.equal((await eventsAfter(store.db, accountId, 28)).length, 2)
  })
})

test('a referer is told without user name, query and fragment', () => {
  for (const [text, expected] of [
    ['https://user:secret@shop.example.com/a/b?api-key=x#y', 'https://shop.example.com/a/b'],
    ['http://shop.example.com:8080', 'http://shop.example.com:8080/'],
    ['android-app://com.example', ''],
    ['data:text/html,x', ''],
    ['no url', ''],
    ['', ''],
    [`https://shop.example.com/${'x'.repeat(2000)}`, 'https://shop.example.com'],
  ] as const) {
    assert.equal(plainReferer(text), expected)
  }
})

test('a visit has the address of the visitor, the postcode and the page, in this order', () => {
  const answer = { postcode: '3000' }
  const page = 'https://shop.example.com/a'
  assert.deepEqual(traceOf('192.0.2.7', `${page}?b`, answer), ['192.0.2.7', '3000', page])
  assert.deepEqual(traceOf('192.0.2.7', undefined, answer), ['192.0.2.7', '3000', ''])
})

test('the postcode is that of the answer, where it has exactly one', () => {
  const postcode = (answer: unknown) => traceOf('', undefined, answer)[1]
  assert.equal(postcode({ postcode: '3000' }), '3000')
  assert.equal(postcode({ status: 200, address: { postcode: 'SW1A 1AA' } }), 'SW1A 1AA')
  assert.equal(postcode({ suggestions: [{ address: '1 High Street' }] }), '')
  assert.equal(postcode({ postcode: ['a', 'b'] }), '')
  assert.equal(postcode(undefined), '')
})
