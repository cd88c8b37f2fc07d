// Rate limits over real HTTP: which window refuses, what the caller is told, and that waiting helps.
// Covers: src/rate-limits/**, src/access/visitor.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFor } from '../../support/credential-kinds.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { startTestService } from '../../support/running.ts'

const TIGHT = { name: 'tight', product: 'uk', daily_lookup_limit_1: 100, requests_per_5_minutes: 4 }

test("the plan's five minutes are shared by all keys and free look-ups count too", async () => {
  const clock = new ManualClock()
  await using running = await startTestService({ clock, plans: [TIGHT] })
  const { apiKey, adminKey } = await running.account('uk', 'tight')
  for (let at = 0; at < 4; at += 1) {
    const { status, headers } = await running.ask('/autocomplete/s', apiKey)
    assert.equal(status, 200)
    assert.match(
      headers.get('ratelimit-policy') ?? '',
      /^"plan";q=4;w=300, "key";q=1200;w=60, "work";q=2000;w=8$/,
    )
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"plan";r=${3 - at};t=\\d+, "key"`))
  }
  const refused = await running.ask('/autocomplete/s', apiKey)
  assert.equal(refused.status, 429)
  assert.equal(refused.json.code, 'rate-limit')
  const wait = Number(refused.headers.get('retry-after'))
  assert.equal(wait, 300)
  assert.equal((await running.ask('/v2/subscription', adminKey)).status, 200)
  clock.advance(wait * 1000)
  assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 200)
})

test('one key has its minute, and refused requests do not count', async () => {
  const clock = new ManualClock()
  const settings = { KEY_REQUESTS_PER_MINUTE: '3' }
  await using running = await startTestService({ clock, settings })
  const { apiKey, adminKey } = await running.account('uk')
  for (let at = 0; at < 5; at += 1) await running.ask('/v2/subscription', apiKey)
  for (let at = 0; at < 3; at += 1) {
    assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 200)
  }
  for (let at = 0; at < 5; at += 1) {
    assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 429)
  }
  assert.equal((await running.ask('/v2/subscription', adminKey)).status, 200)
  clock.advance(60_000)
  assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 200)
})

test('one window after a burst of look-ups the whole burst is answered again, in any phase', async () => {
  const clock = new ManualClock()
  const settings = { KEY_REQUESTS_PER_MINUTE: '20' }
  await using running = await startTestService({ clock, settings })
  const { apiKey } = await running.account('uk')
  for (const phaseMs of [0, 1999, 1234]) {
    clock.advance(phaseMs)
    const statuses: number[] = []
    for (let at = 0; at < 20; at += 1) {
      statuses.push((await running.ask('/autocomplete/s', apiKey)).status)
    }
    const { status, headers } = await running.ask('/autocomplete/s', apiKey)
    assert.deepEqual(statuses, Array(20).fill(200))
    assert.deepEqual([status, headers.get('retry-after')], [429, '60'])
    clock.advance(60_000)
  }
})

test('every answer to a look-up says where the caller stands, whatever comes out', async () => {
  const clock = new ManualClock()
  const plan = { name: 'one', product: 'uk', daily_lookup_limit_1: 1, requests_per_5_minutes: 7 }
  await using running = await startTestService({ clock, plans: [plan] })
  const { apiKey } = await running.account('uk', 'one')
  const { json } = await running.ask('/autocomplete/7 netherby road', apiKey)
  const asked = [
    ['/autocomplete/s', 200],
    ['/get/nothing-like-this', 404],
    ['/autocomplete/s?top=-1', 400],
    [json.suggestions[0].url, 200],
    [json.suggestions[0].url, 429],
    ['/nearest/91/0', 400],
    ['/autocomplete/s', 429],
  ] as const
  for (const [at, [path, expected]] of asked.entries()) {
    const { status, headers, json } = await running.ask(path, apiKey)
    assert.equal(status, expected, path)
    const [policy, limits] = [headers.get('ratelimit-policy'), headers.get('ratelimit')]
    assert.match(policy ?? '', /^"plan";q=7;w=300, "key";q=1200;w=60(, "work";q=2000;w=8)?$/, path)
    assert.equal(policy?.includes('"work"'), status !== 429 || !/rate-limit/.test(json?.code), path)
    const remaining = Math.max(0, 5 - at)
    const counted = Math.min(7, 2 + at)
    const [plan, key] = limits?.split(', ') ?? []
    assert.deepEqual([plan, key], [`"plan";r=${remaining};t=300`, `"key";r=${1200 - counted};t=60`])
  }
})

test('a refusal by two limits is told the longer wait, and that wait is enough', async () => {
  const clock = new ManualClock()
  const settings = { KEY_REQUESTS_PER_MINUTE: '4' }
  await using running = await startTestService({ clock, plans: [TIGHT], settings })
  const { apiKey } = await running.account('uk', 'tight')
  for (let at = 0; at < 4; at += 1) await running.ask('/autocomplete/s', apiKey)
  clock.advance(12_345)
  const { headers } = await running.ask('/autocomplete/s', apiKey)
  assert.equal(headers.get('retry-after'), '288')
  assert.equal(headers.get('ratelimit'), '"plan";r=0;t=288, "key";r=0;t=48')
  clock.advance(288_000)
  assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 200)
})

test('a domain token limits each visitor, by what a trusted proxy says and by nothing else', async () => {
  const settings = { TRUST_PROXY: '127.0.0.0/8', TOKEN_VISITOR_PER_MINUTE: '2' }
  await using running = await startTestService({ clock: new ManualClock(), settings })
  const token = await tokenFor(running, await running.account('uk'))
  const visit = async (forwarded: string) => {
    const headers = { origin: 'https://shop.example.com', 'x-forwarded-for': forwarded }
    const { status, json } = await running.ask('/autocomplete/s', token, { headers })
    return status === 429 ? json.code : status
  }
  assert.equal(await visit('198.51.100.1'), 200)
  assert.equal(await visit('203.0.113.9, 198.51.100.1'), 200)
  assert.equal(await visit('198.51.100.1'), 'domain-token-rate-limit')
  assert.equal(await visit('198.51.100.2'), 200)
  assert.equal(await visit('2001:db8:1:2::1'), 200)
  assert.equal(await visit('2001:db8:1:2:ffff::9'), 200)
  assert.equal(await visit('2001:0db8:0001:0002::3'), 'domain-token-rate-limit')
  assert.equal(await visit('2001:db8:1:3::1'), 200)
})

test('a caller cannot choose its own address where no proxy is trusted', async () => {
  const settings = { TOKEN_VISITOR_PER_MINUTE: '2' }
  await using running = await startTestService({ clock: new ManualClock(), settings })
  const token = await tokenFor(running, await running.account('uk'))
  const statuses: number[] = []
  for (let at = 0; at < 4; at += 1) {
    const headers = { origin: 'https://shop.example.com', 'x-forwarded-for': `198.51.100.${at}` }
    statuses.push((await running.ask('/autocomplete/s', token, { headers })).status)
  }
  assert.deepEqual(statuses, [200, 200, 429, 429])
})

test('a token has a limit for all visitors together', async () => {
  const settings = { TRUST_PROXY: '127.0.0.1', TOKEN_REQUESTS_PER_MINUTE: '3' }
  await using running = await startTestService({ clock: new ManualClock(), settings })
  const token = await tokenFor(running, await running.account('uk'))
  const statuses: number[] = []
  for (let at = 0; at < 5; at += 1) {
    const headers = { origin: 'https://shop.example.com', 'x-forwarded-for': `198.51.100.${at}` }
    statuses.push((await running.ask('/autocomplete/s', token, { headers })).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429])
})
