// Promises about shares of work: what is spent comes back with time, and nobody spends the share of another.
// Covers: src/rate-limits/share-table.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Caller } from '../../src/access/caller.ts'
import { Problem } from '../../src/http/problem.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { newShareMemory, ShareTable } from '../../src/rate-limits/share-table.ts'
import { type Share, WorkShares } from '../../src/rate-limits/work-shares.ts'
import { paced } from '../../src/request/bill.ts'
import { makePlans, NO_TOKEN } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'

const STEPS_PER_MS = 100_000
const PLANS = makePlans({
  name: 'small',
  daily_lookup_limit_1: 10,
  work_ms_per_second: 200,
  work_burst_ms: 1000,
})

function open(table = new ShareTable()) {
  const clock = new ManualClock()
  const monotonicMs = () => clock.monotonicMs()
  const shares = new WorkShares({ table, plans: PLANS, networkMsPerSecond: 100, monotonicMs })
  return { clock, shares }
}

function caller(accountId: string, planName = 'small'): Caller {
  const facts = { label: '', paymentMethod: '', autoUpgrade: false, startedAt: 0 }
  const none = { trialStartedAt: undefined, trialEndsAt: undefined, nextBillingAt: undefined }
  const plan = { accountId, product: 'au', planName, endedAt: undefined } as const
  const subscription = { ...plan, ...facts, ...none }
  return { ...NO_TOKEN, credentialId: 'cred', kind: 'api', accountId, subscription }
}

/** What is left, by spending nothing. */
function standing(shares: WorkShares, share: Share): string {
  return shares.spend(share, 0).slice(2)
}

async function refusalOf(shares: WorkShares, share: Share): Promise<Problem> {
  try {
    await shares.admit(share)
  } catch (error) {
    assert(error instanceof Problem)
    return error
  }
  return assert.fail('it was admitted')
}

test('an account has the share of its plan, an operator and a network each have one of their own', () => {
  const { shares } = open()
  const facts = ({ key, msPerSecond, burstMs, policy }: Share) => [
    key,
    msPerSecond,
    burstMs,
    policy,
  ]
  assert.deepEqual(facts(shares.of(caller('acc_1'))), [
    'account acc_1',
    200,
    1000,
    ', "work";q=1000;w=5',
  ])
  assert.deepEqual(facts(shares.of(caller('acc_1', 'gone'))).slice(0, 3), [
    'account acc_1',
    100,
    2000,
  ])
  assert.deepEqual(facts(shares.ofNetwork('192.0.2.1')), [
    'network 192.0.2.1',
    100,
    2000,
    ', "work";q=2000;w=20',
  ])
  const holder = shares.of({ ...caller('acc_1'), kind: 'admin' })
  assert.deepEqual(facts(holder).slice(0, 3), ['holder acc_1', 200, 2000])
  const operator = { ...caller(''), operator: { id: 'op_1', name: 'Ann' } } as Caller
  assert.deepEqual(facts(shares.of(operator)).slice(0, 3), ['operator op_1', 1000, 2000])
})

test('the burst may be spent at once; then a request is refused, and Retry-After is true', async () => {
  const { clock, shares } = open()
  const share = shares.of(caller('acc_1'))
  assert.equal(standing(shares, share), '"work";r=1000;t=0')
  shares.spend(share, 400 * STEPS_PER_MS)
  assert.equal(standing(shares, share), '"work";r=600;t=2')
  assert.equal(shares.admit(share), undefined)
  // What is begun may cost more than is left, and is owed.
  shares.spend(share, 1000 * STEPS_PER_MS)
  const { code, status, extra } = await refusalOf(shares, share)
  assert.deepEqual([code, status, extra.retryAfterSeconds], ['rate-limit', 429, 2])
  assert.deepEqual(extra.headers, {
    'ratelimit-policy': '"work";q=1000;w=5',
    ratelimit: '"work";r=0;t=7',
  })
  clock.advance(1999)
  assert.notEqual(shares.admit(share), undefined)
  clock.advance(2)
  assert.equal(shares.admit(share), undefined)
  clock.advance(60_000)
  assert.equal(standing(shares, share), '"work";r=1000;t=0')
})

test('who owes little waits a moment for it, 16 at once at most, and longer debts are refused at once', async () => {
  const { clock, shares } = open()
  const share = shares.of(caller('acc_1'))
  shares.spend(share, 1004 * STEPS_PER_MS)
  const waiting = Array.from({ length: 16 }, () => shares.admit(share))
  assert.ok(waiting.every((wait) => wait instanceof Promise))
  assert.equal((await refusalOf(shares, share)).extra.retryAfterSeconds, 1)
  clock.advance(21)
  await Promise.all(waiting)
  assert.equal(shares.admit(share), undefined)
  shares.spend(share, 204 * STEPS_PER_MS)
  assert.equal((await refusalOf(shares, share)).extra.retryAfterSeconds, 2)
})

test('a refusal is kept for a quarter of a second, so that who asks again at once cannot ask often', async () => {
  const { shares } = open()
  const share = shares.of(caller('acc_1'))
  shares.spend(share, 2000 * STEPS_PER_MS)
  assert.equal((await refusalOf(shares, share)).extra.holdMs, 250)
})

test('nobody owes more than a minute, however much is sent while refused', async () => {
  const { clock, shares } = open()
  const share = shares.of(caller('acc_1'))
  for (let nth = 0; nth < 1000; nth += 1) shares.spend(share, 1000 * STEPS_PER_MS)
  assert.equal((await refusalOf(shares, share)).extra.retryAfterSeconds, 60)
  clock.advance(60_001)
  assert.equal(shares.admit(share), undefined)
})

test('a long answer is sent as the share refills, and leaves nearly half of it to the next request', async () => {
  const table = new ShareTable()
  const { monotonicMs } = systemClock
  const shares = new WorkShares({ table, plans: PLANS, networkMsPerSecond: 20_000, monotonicMs })
  const share = shares.ofNetwork('192.0.2.1')
  async function* parts() {
    for (let nth = 0; nth < 40; nth += 1) yield PART
  }
  let received = 0
  for await (const part of paced(parts(), share, shares)) {
    received += part.length
    assert.equal(shares.admit(share), undefined, `after ${received}`)
    assert.ok(left(shares, share) >= (share.burstMs / 2) * 0.89, standing(shares, share))
  }
  assert.equal(received, 40 * PART.length)
})

/** A tenth of the half of a share. */
const PART = 'x'.repeat((100 * STEPS_PER_MS) / 3)

const left = (shares: WorkShares, share: Share) =>
  Number(/r=(\d+)/.exec(standing(shares, share))?.[1])

test('while one owes, another has its full share', () => {
  const { shares } = open()
  shares.spend(shares.of(caller('acc_1')), 1e12)
  assert.equal(standing(shares, shares.of(caller('acc_2'))), '"work";r=1000;t=0')
  assert.equal(shares.admit(shares.of(caller('acc_2'))), undefined)
})

test('threads that share the memory spend from one share', () => {
  const memory = newShareMemory()
  const [one, two] = [open(new ShareTable(memory)), open(new ShareTable(memory))]
  one.shares.spend(one.shares.of(caller('acc_1')), 300 * STEPS_PER_MS)
  two.shares.spend(two.shares.of(caller('acc_1')), 300 * STEPS_PER_MS)
  assert.equal(standing(one.shares, one.shares.of(caller('acc_1'))), '"work";r=400;t=3')
})

test('whatever is spent and however time passes, what is left is what a plain count says', () => {
  const spending = fc.record({
    who: fc.integer({ min: 0, max: 5 }),
    ms: fc.integer({ min: 1, max: 700 }),
    afterMs: fc.integer({ min: 0, max: 3000 }),
  })
  fc.assert(
    fc.property(fc.array(spending, { maxLength: 60 }), (events) => {
      const { clock, shares } = open()
      const left = new Map<number, { ms: number; atMs: number }>()
      for (const { who, ms, afterMs } of events) {
        clock.advance(afterMs)
        const nowMs = clock.monotonicMs()
        const before = left.get(who) ?? { ms: 1000, atMs: nowMs }
        const refilled = Math.min(1000, before.ms + ((nowMs - before.atMs) * 200) / 1000)
        left.set(who, { ms: refilled - ms, atMs: nowMs })
        const share = shares.of(caller(`acc_${who}`))
        shares.spend(share, ms * STEPS_PER_MS)
        const shown = Number(/r=(\d+)/.exec(standing(shares, share))?.[1])
        assert.ok(Math.abs(shown - Math.max(0, refilled - ms)) <= 1, `${shown}, ${refilled - ms}`)
      }
    }),
  )
})

test('a crowd of networks makes the table forget those that owe least, never one that owes much', () => {
  const { shares } = open()
  const debtor = shares.of(caller('acc_debtor'))
  shares.spend(debtor, 5000 * STEPS_PER_MS)
  for (let nth = 0; nth < 400_000; nth += 1) {
    shares.spend(shares.ofNetwork(`2001:db8:${nth.toString(16)}`), 100)
  }
  assert.equal(standing(shares, debtor), '"work";r=0;t=25')
})
