// In which windows a request is counted, by the kind of its key and by what it asks for.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES, type Scope } from '../../src/access/authorize.ts'
import type { Caller } from '../../src/access/caller.ts'
import type { Subscription } from '../../src/account/subscription.ts'
import { Problem } from '../../src/http/problem.ts'
import { MemoryCounters, newCountersMemory } from '../../src/rate-limits/memory-counters.ts'
import { RateLimits } from '../../src/rate-limits/rate-limits.ts'
import { makePlans, NO_TOKEN } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 10 })
const SETTINGS = {
  keyRequestsPerMinute: 1200,
  tokenVisitorPerMinute: 60,
  tokenRequestsPerMinute: 3000,
}
const SIZE = { rows: 2 ** 8, slots: 2 ** 12 }
const SUBSCRIPTION: Subscription = {
  accountId: 'acc_1',
  product: 'au',
  planName: 'small',
  label: '',
  paymentMethod: '',
  autoUpgrade: false,
  trialStartedAt: undefined,
  trialEndsAt: undefined,
  startedAt: 0,
  endedAt: undefined,
  nextBillingAt: undefined,
}

function limits(clock = new ManualClock(), settings = SETTINGS): RateLimits {
  const memory = newCountersMemory({ keys: SIZE, visitors: SIZE })
  return new RateLimits(new MemoryCounters(() => clock.monotonicMs(), memory), PLANS, settings)
}

function caller(changes: Partial<Caller> = {}): Caller {
  const subscription = SUBSCRIPTION
  const id = { credentialId: 'cred_1', accountId: 'acc_1' }
  return { ...NO_TOKEN, ...id, kind: 'api', subscription, ...changes }
}

async function policyOf(who: Caller, scope: Scope): Promise<string> {
  return (await limits().admit(who, scope, '192.0.2.1')).policy
}

test('look-ups of pages, of servers and of lists count in the plan, and everything in the minute of its key', async () => {
  for (const scope of Object.keys(SCOPES) as Scope[]) {
    const isLookUp = ['address', 'lookup', 'review'].includes(scope)
    const plan = isLookUp ? '"plan";q=3000;w=300, ' : ''
    assert.equal(await policyOf(caller(), scope), `${plan}"key";q=1200;w=60`, scope)
  }
})

test('whose plan is gone, or who has none, still has the minute of the key', async () => {
  for (const subscription of [undefined, { ...SUBSCRIPTION, planName: 'gone' }]) {
    assert.equal(await policyOf(caller({ subscription }), 'address'), '"key";q=1200;w=60')
  }
})

test('a test key does not use up the plan', async () => {
  assert.equal(await policyOf(caller({ isTest: true }), 'address'), '"key";q=1200;w=60')
})

test('a visitor has 60 a minute for each minute of the window, or what the token says', async () => {
  const token = (changes: Partial<Caller>) =>
    policyOf(caller({ kind: 'token', domain: 'example.com', ...changes }), 'address')
  const all = '"token";q=3000;w=60'
  const plan = '"plan";q=3000;w=300'
  assert.equal(await token({}), `${plan}, "visitor";q=60;w=60, ${all}`)
  assert.equal(await token({ visitorMinutes: 10 }), `${plan}, "visitor";q=600;w=600, ${all}`)
  const own = { visitorLimit: 5, visitorMinutes: 10 }
  assert.equal(await token(own), `${plan}, "visitor";q=5;w=600, ${all}`)
})

test('a refusal names the limit, says when to come back, and carries where the caller stands', async () => {
  const clock = new ManualClock()
  const refusal = async (who: Caller, changes: Partial<typeof SETTINGS>, plans = PLANS) => {
    const memory = newCountersMemory({ keys: SIZE, visitors: SIZE })
    const counters = new MemoryCounters(() => clock.monotonicMs(), memory)
    const tight = new RateLimits(counters, plans, { ...SETTINGS, ...changes })
    await tight.admit(who, 'address', '192.0.2.1')
    clock.advance(20_000)
    try {
      await tight.admit(who, 'address', '192.0.2.1')
    } catch (error) {
      assert(error instanceof Problem)
      return [error.code, error.detail, error.extra]
    }
    return assert.fail('it was admitted')
  }
  const facts = (policy: string, ratelimit: string, retryAfterSeconds = 40) => ({
    retryAfterSeconds,
    headers: { 'ratelimit-policy': policy, ratelimit },
  })
  assert.deepEqual(await refusal(caller(), { keyRequestsPerMinute: 1 }), [
    'rate-limit',
    'The keys of an account can send 1 requests per minute together.',
    facts('"plan";q=3000;w=300, "key";q=1;w=60', '"plan";r=2999;t=280, "key";r=0;t=40'),
  ])
  const one = PLANS.map((plan) => ({ ...plan, requestsPer5Minutes: 1 }))
  assert.deepEqual(await refusal(caller(), {}, one), [
    'rate-limit',
    "The plan's 1 requests per 5 minutes are used up.",
    facts('"plan";q=1;w=300, "key";q=1200;w=60', '"plan";r=0;t=280, "key";r=1199;t=40', 280),
  ])
  const token = caller({ kind: 'token', domain: 'example.com', subscription: undefined })
  const both = '"visitor";q=60;w=60, "token";q=1;w=60'
  assert.deepEqual(await refusal(token, { tokenRequestsPerMinute: 1 }), [
    'domain-token-rate-limit',
    'All visitors together can send 1 requests per minute.',
    facts(both, '"visitor";r=59;t=40, "token";r=0;t=40'),
  ])
  const slow = await refusal({ ...token, visitorLimit: 1, visitorMinutes: 2 }, {})
  assert.deepEqual(slow.slice(0, 2), [
    'domain-token-rate-limit',
    'One visitor can send 1 requests per 2 minutes.',
  ])
  const quick = await refusal({ ...token, visitorLimit: 1 }, {})
  assert.equal(quick[1], 'One visitor can send 1 requests per minute.')
})

test('a token whose window was made longer begins to count anew', async () => {
  const tight = limits()
  const token = (visitorMinutes: number) =>
    caller({ kind: 'token', domain: 'example.com', visitorLimit: 1, visitorMinutes })
  await tight.admit(token(1), 'address', '192.0.2.1')
  assert.throws(() => tight.admit(token(1), 'address', '192.0.2.1'), Problem)
  const { limits: standing } = await tight.admit(token(5), 'address', '192.0.2.1')
  assert.match(standing, /"visitor";r=0;t=300/)
})

test('visitors are counted apart, keys of an account together, and a refused request nowhere', async () => {
  const clock = new ManualClock()
  const tight = limits(clock, { ...SETTINGS, keyRequestsPerMinute: 2, tokenVisitorPerMinute: 2 })
  const token = caller({ kind: 'token', domain: 'example.com' })
  const admits = async (who: Caller, visitor: string) => {
    try {
      await tight.admit(who, 'address', visitor)
      return true
    } catch (error) {
      assert(error instanceof Problem)
      assert.equal(error.status, 429)
      assert.equal(error.extra.retryAfterSeconds, 60)
      return false
    }
  }
  for (const visitor of ['192.0.2.1', '192.0.2.2']) {
    assert.deepEqual(
      [await admits(token, visitor), await admits(token, visitor), await admits(token, visitor)],
      [true, true, false],
    )
  }
  // A household with a network of IPv6 is one visitor.
  const network = caller({ kind: 'token', domain: 'example.com', subscription: undefined })
  const admitted = []
  for (const end of ['2::1', '2:ffff::9', '2:ffff::9', '3::1']) {
    admitted.push(await admits(network, `2001:db8:1:${end}`))
  }
  assert.deepEqual(admitted, [true, true, false, true])
  const keys = ['cred_a', 'cred_b', 'cred_c'].map((credentialId) => caller({ credentialId }))
  assert.deepEqual(await Promise.all(keys.map((key) => admits(key, ''))), [true, true, false])
  clock.advance(60_000)
  const { limits: standing } = await tight.admit(caller({ credentialId: 'cred_d' }), 'address', '')
  // Four of the token, two of the keys and this one; what was refused is not counted.
  assert.match(standing, /^"plan";r=2993;/)
})

test('callers share a window where they are of one account, key, token or visitor, and no other', async () => {
  const token = { kind: 'token', domain: 'example.com' } as const
  const other = { credentialId: 'cred_2' }
  const stranger = { ...other, accountId: 'acc_2' }
  const cases: [string, Partial<Caller>, Partial<Caller>, visitor: string, shared: string[]][] = [
    ['the same key', {}, {}, '192.0.2.1', ['plan', 'key']],
    ['two keys of an account', {}, other, '192.0.2.1', ['plan', 'key']],
    ['the holder and an API key', {}, { ...other, kind: 'admin' }, '192.0.2.1', ['plan']],
    ['keys of two accounts', {}, stranger, '192.0.2.1', []],
    ['a visitor twice', token, token, '192.0.2.1', ['plan', 'visitor', 'token']],
    ['two visitors of a token', token, token, '192.0.2.2', ['plan', 'token']],
    ['two tokens of an account', token, { ...token, ...other }, '192.0.2.1', ['plan']],
    ['tokens of two accounts', token, { ...token, ...stranger }, '192.0.2.1', []],
    ['another length', token, { ...token, visitorMinutes: 2 }, '192.0.2.1', ['plan', 'token']],
  ]
  for (const [name, first, second, visitor, shared] of cases) {
    const both = limits()
    await both.admit(caller(first), 'address', '192.0.2.1')
    const { policy, limits: left } = await both.admit(caller(second), 'address', visitor)
    const most = new Map(
      [...policy.matchAll(/"(\w+)";q=(\d+)/g)].map(([, of, q]) => [of, Number(q)]),
    )
    const used = [...left.matchAll(/"(\w+)";r=(\d+)/g)].map(
      ([, of = '', r]) => [of, (most.get(of) ?? 0) - Number(r)] as const,
    )
    const wanted = used.map(([of]) => [of, shared.includes(of) ? 2 : 1])
    assert.deepEqual(used, wanted, name)
  }
})
