// The webhook paths as a client sees them, and deliveries as a receiver sees them.
// Covers: src/endpoints/webhook/**, src/webhooks/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { assertAsDefined } from '../../support/answers.ts'
import { posting, type TestAccount, testService } from '../../support/running.ts'
import { startReceiver } from '../../support/servers/receiver.ts'
import { until } from '../../support/webhooks.ts'

const PLAN = {
  name: 'stages',
  product: 'uk',
  daily_lookup_limit_1: 1,
  daily_lookup_limit_2: 2,
  time_penalty_ms: 1,
}
const DELETE = { method: 'DELETE' }
const running = await testService({ plans: [PLAN], settings: { WEBHOOK_ALLOW: '127.0.0.1' } })

test('a limit that is reached is delivered, signed for the package standardwebhooks', async (t) => {
  const { own, receiver, secrets, kinds } = await registered(t)
  const headers = { referer: 'https://u:p@shop.example.com/basket?token=1' }
  const id = await anyAddress(own)
  const first = await running.ask(`/get/${id}`, own.apiKey, { headers })
  assert.equal(first.status, 200)
  await receiver.until(2)
  const [one, two] = [...receiver.received].sort((a, b) => a.path.localeCompare(b.path))
  const { body, headers: sent } = one ?? assert.fail()
  const verified = new Webhook(secrets[0] ?? '').verify(body, sent as Record<string, string>)
  assert.deepEqual(verified, {
    version: '1.0.0.0',
    action: 'first_limit_reached',
    created_at: JSON.parse(body).created_at,
    details: {
      limit: 1,
      time_penaly: 1,
      next_limit: 2,
      upgrade_link: `${running.baseUrl}/console#plan`,
    },
    type: 'usage',
  })
  assert.throws(() => new Webhook(secrets[1] ?? '').verify(body, sent as Record<string, string>))
  assert.deepEqual(JSON.parse(two?.body ?? '').details, {
    ip_address: '127.0.0.1',
    postcode: first.json.postcode,
    referer: 'https://shop.example.com/basket',
  })
  const list = await running.ask('/events', own.adminKey)
  assertAsDefined('GET', '/events', list)
  assert.deepEqual(
    list.json.map(({ number, kind }: { number: number; kind: string }) => [number, kind]),
    [
      [1, 'track'],
      [2, 'first-limit-reached'],
    ],
  )
  assert.equal(list.json[1].event, sent['webhook-id'])
  assert.deepEqual(list.json[1].body, JSON.parse(body))
  assert.deepEqual((await running.ask('/events?after=1', own.adminKey)).json, list.json.slice(1))
  assert.deepEqual((await running.ask('/events?after=2', own.adminKey)).json, [])
  const path = `/webhook/${kinds[0]}/1/deliveries`
  await until(async () => (await running.ask(path, own.adminKey)).json[0]?.state === 'delivered')
  const shown = await running.ask(path, own.adminKey)
  assertAsDefined('GET', '/webhook/{kind}/{id}/deliveries', shown)
  const deliveries = shown.json
  assert.equal(deliveries.length, 1)
  assert.equal(deliveries[0].event, sent['webhook-id'])
  assert.equal(deliveries[0].attempts[0].status, 200)
  assert.match(deliveries[0].created_at, /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d [AP]M$/)
  const again = `${path}/${deliveries[0].event}/replay`
  assert.equal((await running.ask(again, own.adminKey, posting(''))).status, 200)
  await receiver.until(3)
  assert.equal(receiver.received.at(-1)?.id, sent['webhook-id'])
})

test('after a rotation the old and the new secret both verify', async (t) => {
  const { own, receiver, secrets, kinds } = await registered(t)
  const path = `/webhook/${kinds[0]}/1/secret/rotate`
  const { json } = await running.ask(path, own.adminKey, posting(''))
  assert.notEqual(json.secret, secrets[0])
  const test = await running.ask(`/webhook/${kinds[0]}/test`, own.adminKey, posting(''))
  assert.equal(test.json.message, 'A sample event was queued for 1 endpoint.')
  await receiver.until(1)
  const [{ body, headers, id }] = receiver.received
  assert.match(id, /^msg_test_/)
  for (const secret of [json.secret, secrets[0]]) {
    new Webhook(secret).verify(body, headers as Record<string, string>)
  }
  assert.equal(String(headers['webhook-signature']).split(' ').length, 2)
  // A sample is no event of the account.
  assert.deepEqual((await running.ask('/events', own.adminKey)).json, [])
})

test('endpoints are registered, listed, seen and removed in every form', async () => {
  const own = await running.account('uk')
  const ask = (path: string, init?: RequestInit) => running.ask(path, own.adminKey, init)
  const add = (url: string) => ask('/webhook/expired', posting({ url }))
  assert.deepEqual((await ask('/webhook/expired')).json, [])
  assert.equal((await ask('/webhook/expired', DELETE)).status, 400)
  const made = await add('https://example.com/a')
  assert.deepEqual(Object.keys(made.json), ['message', 'id', 'secret'])
  assert.equal(made.json.id, '1')
  assert.match(made.json.secret, /^whsec_[A-Za-z0-9+/]{32}$/)
  const one = { id: '1', url: 'https://example.com/a' }
  assert.deepEqual((await ask('/webhook/expired')).json, [one])
  assert.deepEqual((await ask('/Webhook/Expired/1/')).json, one)
  assert.equal((await ask('/webhook/expired', DELETE)).status, 200)
  for (const name of ['a', 'b', 'c']) await add(`https://example.com/${name}`)
  assert.equal((await ask('/webhook/expired', DELETE)).json.title, 'id')
  assert.equal((await ask('/webhook/expired/2', DELETE)).status, 200)
  assert.equal((await ask('/webhook/expired?id=3', DELETE)).status, 200)
  const url = encodeURIComponent('https://EXAMPLE.com/c')
  assert.equal((await ask(`/webhook/expired?url=${url}`, DELETE)).status, 200)
  assert.equal((await ask('/webhook/expired?id=4', DELETE)).status, 404)
  assert.deepEqual((await ask('/webhook/expired')).json, [])
})

test('what cannot be registered is refused by name', async () => {
  const own = await running.account('uk')
  const add = (body: unknown) => running.ask('/webhook/track', own.adminKey, posting(body))
  for (const url of [
    undefined,
    '',
    'example.com',
    'http://example.com/',
    'https://user@example.com/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://0x0a.1/',
    'https://example.com:22/',
    `https://example.com/${'x'.repeat(2048)}`,
    `http://127.0.0.1:${new URL(running.baseUrl).port}/get/1`,
    { href: 'https://example.com/' },
  ]) {
    const { status, json } = await add({ url })
    assert.equal(status, 400, String(url))
    assert.equal(json.title, 'url', String(url))
  }
  for (let count = 0; count < 20; count += 1) {
    assert.equal((await add({ url: `https://example.com/${count}` })).status, 200)
  }
  assert.match((await add({ url: 'https://example.com/3' })).json.detail, /already registered/)
  assert.match((await add({ url: 'https://example.com/20' })).json.detail, /at most 20/)
})

test('kinds, ids and events that do not exist, and those of others, are 404', async () => {
  const [own, other] = [await running.account('uk'), await running.account('uk')]
  const init = posting({ url: 'https://example.com/' })
  await running.ask('/webhook/track', other.adminKey, init)
  for (const [method, path] of [
    ['GET', '/webhook/payment-failed'],
    ['POST', '/webhook/suggest-limit-reached'],
    ['GET', '/webhook/track/1'],
    ['GET', '/webhook/track/x'],
    ['DELETE', '/webhook/track/1'],
    ['DELETE', '/webhook/track?id=1'],
    ['GET', '/webhook/track/1/deliveries'],
    ['POST', '/webhook/track/1/secret/rotate'],
    ['POST', '/webhook/track/1/deliveries/msg_1/replay'],
  ]) {
    const body = method === 'POST' ? JSON.stringify({ url: 'https://example.com/' }) : null
    const { status, json } = await running.ask(path, own.adminKey, { method, body })
    assert.equal(status, 404, `${method} ${path}`)
    assert.equal(json.code, 'not-found')
  }
  for (const event of ['msg_1', 'msg_0000000000000000_1', 'msg_test_1', "' or 1=1 --"]) {
    const path = `/webhook/track/1/deliveries/${encodeURIComponent(event)}/replay`
    assert.equal((await running.ask(path, other.adminKey, posting(''))).status, 404, event)
  }
  // Another kind of the same account.
  assert.equal((await running.ask('/webhook/expired/1', other.adminKey)).status, 404)
  for (const after of ['-1', 'x', '1.5']) {
    const { status, json } = await running.ask(`/events?after=${after}`, own.adminKey)
    assert.equal(status, 400)
    assert.equal(json.title, 'after')
  }
})

test('tests that come too often are refused with a time to wait', async () => {
  const own = await running.account('uk')
  const statuses: number[] = []
  for (let count = 0; count < 65 && !statuses.includes(429); count += 1) {
    const answer = await running.ask('/webhook/track/test', own.adminKey, posting(''))
    statuses.push(answer.status)
    if (answer.status === 429) assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
  }
  assert(statuses.includes(429))
})

test('a delivery that is sent back to the service is refused, whatever the path', async () => {
  const own = await running.account('uk')
  for (const path of ['/autocomplete/s', '/get/1', '/v2/subscription']) {
    const headers = { 'webhook-id': 'msg_1' }
    const { status, json } = await running.ask(path, own.apiKey, { headers })
    assert.equal(status, 400)
    assert.equal(json.title, 'webhook-id')
  }
})

test('no secret of an endpoint is in the log', () => {
  assert(!running.logged.some((line) => /whsec_[A-Za-z0-9]/.test(line)))
})

interface Registered {
  readonly own: TestAccount
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>
  readonly secrets: readonly string[]
  readonly kinds: readonly string[]
}

/** A receiver that is registered for a limit and for track. */
async function registered(t: TestContext): Promise<Registered> {
  const own = await running.account('uk', 'stages')
  const receiver = await startReceiver(t)
  const kinds = ['first-limit-reached', 'track']
  const secrets: string[] = []
  for (const kind of kinds) {
    const init = posting({ url: `${receiver.url}/${kind}` })
    const added = await running.ask(`/webhook/${kind}`, own.adminKey, init)
    assertAsDefined('POST', '/webhook/{kind}', added)
    secrets.push(added.json.secret)
  }
  return { own, receiver, secrets, kinds }
}

async function anyAddress({ apiKey }: TestAccount): Promise<string> {
  const { json } = await running.ask('/autocomplete/s', apiKey)
  return json.suggestions[0].id
}
