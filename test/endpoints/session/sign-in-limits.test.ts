// How often one network may try to sign in: each limit to its last try, and whom it leaves alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrustedProxies } from '../../../src/access/visitor.ts'
import { signInLimits } from '../../../src/endpoints/session/sign-in-limits.ts'
import type { Request } from '../../../src/http/message.ts'
import { MemoryCounters, newCountersMemory } from '../../../src/rate-limits/memory-counters.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const QUARTER_MS = 900_000
const NO_PROXIES = new TrustedProxies([])

function world() {
  const clock = new ManualClock('2026-03-14T12:00:00Z')
  const limits = signInLimits(new MemoryCounters(() => clock.monotonicMs()), NO_PROXIES)
  return { clock, limits }
}

function from(remoteAddress: string): Request {
  const readBody = async () => assert.fail('nobody asks for it')
  return {
    id: 'r',
    method: 'POST',
    path: '/',
    query: new Map(),
    headers: {},
    remoteAddress,
    readBody,
  }
}

/** How many of so many tries are let through, one after the other. */
async function admitted(tries: number, attempt: (at: number) => Promise<void>): Promise<number> {
  let count = 0
  for (let at = 0; at < tries; at += 1) {
    await attempt(at).then(
      () => {
        count += 1
      },
      (problem: { code: string }) => assert.equal(problem.code, 'rate-limit'),
    )
  }
  return count
}

test('one network may try thirty keys in a quarter of an hour, and another as many', async () => {
  const { clock, limits } = world()
  const keys = (visitor: string) => admitted(32, () => limits.check('key', from(visitor)))
  assert.equal(await keys('192.0.2.1'), 30)
  assert.equal(await keys('192.0.2.2'), 30)
  clock.advance(QUARTER_MS)
  assert.equal(await keys('192.0.2.1'), 30)
})

test('one network may ask for ten mails in a quarter of an hour', async () => {
  const { limits } = world()
  assert.equal(await admitted(12, () => limits.check('mail', from('192.0.2.1'))), 10)
  assert.equal(await admitted(1, () => limits.check('mail', from('192.0.2.2'))), 1)
})

test('one network may sign up five times in a quarter of an hour, and a thousand others do not matter', async () => {
  const { clock, limits } = world()
  assert.equal(await admitted(7, () => limits.check('sign-up', from('192.0.2.1'))), 5)
  const others = await admitted(1000, (at) =>
    limits.check('sign-up', from(`198.51.${at % 100}.${Math.floor(at / 100)}`)),
  )
  assert.equal(others, 1000)
  assert.equal(await admitted(1, () => limits.check('sign-up', from('203.0.113.9'))), 1)
  clock.advance(QUARTER_MS)
  assert.equal(await admitted(7, () => limits.check('sign-up', from('192.0.2.1'))), 5)
})

test('all addresses of an IPv6 /56 count together, and the next /56 by itself', async () => {
  const { limits } = world()
  const own = await admitted(40, (at) =>
    limits.check('key', from(`2001:db8:1:${at.toString(16)}::1`)),
  )
  assert.equal(own, 30)
  assert.equal(await admitted(1, () => limits.check('key', from('2001:db8:1:100::1'))), 1)
})

test('a network cannot make the service forget its tries, or those of others, by asking for more', async () => {
  // Room for eight counts, of which two networks have three each.
  const clock = new ManualClock('2026-03-14T12:00:00Z')
  const small = { rows: 8, slots: 64 }
  const memory = newCountersMemory({ keys: small, visitors: small })
  const counters = new MemoryCounters(() => clock.monotonicMs(), memory)
  const limits = signInLimits(counters, NO_PROXIES)
  const [attacker, other] = [from('192.0.2.1'), from('192.0.2.2')]
  assert.equal(await admitted(6, () => limits.check('sign-up', other)), 5)
  for (const tries of [() => limits.check('mail', attacker), () => limits.check('key', attacker)]) {
    await admitted(100, tries)
  }
  assert.equal(await admitted(6, () => limits.check('sign-up', attacker)), 5)
  assert.equal(await admitted(1, () => limits.check('sign-up', other)), 0)
})
