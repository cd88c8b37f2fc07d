// Three nodes on one PostgreSQL and one Redis do together what one would do: once, and for all of them.
// Covers: src/nodes/**, src/private-addresses/**, src/lib/clock.ts

import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { runBilling } from '../../src/billing/billing-run.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { posting, startTestService, type TestService, untilServed } from '../support/running.ts'
import { stopOwnPostgres } from '../support/servers/postgres.ts'
import { startReceiver } from '../support/servers/receiver.ts'
import { sharedRedis, stopOwnRedis } from '../support/servers/redis.ts'
import { startSmtp } from '../support/servers/smtp.ts'
import { newDatabase, untilStored } from '../support/stores.ts'

const FOUR = { name: 'four', product: 'uk', amount: 10, term: 'monthly', daily_lookup_limit_1: 4 }

after(async () => {
  await stopOwnPostgres()
  await stopOwnRedis()
})

async function startThree(t: TestContext, settings: Record<string, string>, clock?: ManualClock) {
  const { databaseUrl } = await newDatabase(t)
  const nodes: TestService[] = []
  t.after(() => Promise.all(nodes.map((node) => node[Symbol.asyncDispose]())))
  const shared = { REDIS_URL: await sharedRedis(), REDIS_TIMEOUT_MS: '5000', ...settings }
  for (let at = 0; at < 3; at += 1) {
    const wanted = { databaseUrl, plans: [FOUR], settings: shared }
    nodes.push(await startTestService({ ...wanted, ...(clock !== undefined && { clock }) }))
  }
  return nodes
}

test('a private address that was added on one node is found on the others a second later, and gone again', async (t) => {
  const clock = new ManualClock()
  const nodes = await startThree(t, {}, clock)
  const [one, ...others] = nodes
  const { apiKey, adminKey } = await one.account('uk')
  const found = async ({ ask }: TestService) =>
    (await ask('/autocomplete/9 lighthouse quay', apiKey)).json.suggestions.length
  for (const node of nodes) assert.equal(await found(node), 0)
  const wanted = posting({ postcode: 'SK1 1AA', line_1: '9 Lighthouse Quay', residential: true })
  const { id } = (await one.ask('/v2/private-address', adminKey, wanted)).json
  assert.equal(await found(one), 1)
  clock.advance(1001)
  for (const node of others) assert.equal(await found(node), 1)
  await others[0].ask(`/v2/private-address/${id}`, adminKey, { method: 'DELETE' })
  clock.advance(1001)
  for (const node of nodes) assert.equal(await found(node), 0)
})

test('a day used up over three nodes causes one mail, one webhook and one charge', async (t) => {
  const smtp = await startSmtp(t)
  const receiver = await startReceiver(t)
  const nodes = await startThree(t, {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'desk@example.net',
    WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}`,
  })
  const [{ account, ask, service }] = nodes
  const { accountId, apiKey, adminKey } = await account('uk', 'four')
  const hook = posting({ url: receiver.url })
  assert.equal((await ask('/webhook/first-limit-reached', adminKey, hook)).status, 200)
  const { json } = await ask('/autocomplete/7 netherby road', apiKey)
  const { url } = json.suggestions[0]
  // One after the other up to the first notice, then a race for the last one.
  const lookUp = (node: TestService) => untilServed(() => node.ask(url, apiKey))
  for (const node of nodes) assert.equal((await lookUp(node)).status, 200)
  const asked = Array.from({ length: 24 }, (_, at) => lookUp(nodes[at % 3]))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1)
  assert.equal(statuses.filter((status) => status === 429).length, 23)
  for (const node of nodes) {
    assert.equal((await node.ask('/v3/usage', adminKey)).json.usage_today, 4)
  }

  const until = service.clock.now() + 32 * 86_400_000
  const runs = nodes.map(({ service: { store, plans, clock, config } }) =>
    untilStored(() => runBilling({ store, plans, clock, settings: config.billing }, until)),
  )
  const numbers = (await Promise.all(runs)).flatMap(({ invoices }) => invoices)
  assert.equal(numbers.length, 1, accountId)
  for (const node of nodes) {
    assert.deepEqual(
      (await node.ask('/invoices', adminKey)).json.map((each: { number: string }) => each.number),
      numbers,
    )
  }
  await receiver.until(1)
  while (smtp.received.length < 3) await delay(20)
  // Whoever else has something to send does so in its next round.
  for (const { service: node } of nodes) {
    await node.jobs.mailSender.round()
    await node.jobs.webhooks.dispatcher.round()
  }
  const subjects = smtp.received.map(({ mail }) => mail.subject ?? '')
  assert.equal(new Set(subjects).size, 3, subjects.join())
  assert.equal(smtp.received.length, 3)
  assert.equal(receiver.received.length, 1)
})

test('a clock that is stepped back over midnight gives no look-up twice', async () => {
  const clock = new ManualClock('2026-03-14T12:00:00Z')
  await using running = await startTestService({ plans: [FOUR], clock })
  const { apiKey } = await running.account('uk', 'four')
  const { json } = await running.ask('/autocomplete/7 netherby road', apiKey)
  const take = async (count: number) => {
    const statuses: number[] = []
    for (let at = 0; at < count; at += 1) {
      statuses.push((await running.ask(json.suggestions[0].url, apiKey)).status)
    }
    return statuses
  }
  clock.set('2026-03-14T23:59:50Z')
  assert.deepEqual(await take(3), [200, 200, 200])
  clock.set('2026-03-15T00:00:05Z')
  assert.deepEqual(await take(4), [200, 200, 200, 200])
  clock.set('2026-03-14T23:00:00Z')
  assert.deepEqual(await take(2), [200, 429])
  clock.set('2026-03-15T00:00:10Z')
  const last = await running.ask(json.suggestions[0].url, apiKey)
  assert.equal(last.status, 429)
  const seconds = Number(last.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 86_400, String(seconds))
})
