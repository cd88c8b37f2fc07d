// doorplate/client against a running service: both products, refusals, and waiting as long as the service says.
// Covers: src/client/operations.js

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createClient, DoorplateError } from 'doorplate/client'
import { testService } from '../support/running.ts'

const running = await testService({ settings: { KEY_REQUESTS_PER_MINUTE: '20' } })

test('a UK address is found and got, with the types of its product', async () => {
  const { apiKey } = await running.account('uk')
  const client = createClient({ baseUrl: running.baseUrl, key: apiKey, product: 'uk' })
  const { suggestions } = await client.autocomplete({ term: '7 netherby road', top: 1 })
  const address = await client.get({ id: suggestions[0].id })
  assert.equal(address.postcode, 'AB15 9HL')
  const filter = { town_or_city: 'London' }
  const none = await client.autocomplete({ term: '7 netherby road', filter })
  assert.deepEqual(none.suggestions, [])
})

test('an Australian address is found, got and validated', async () => {
  const { apiKey } = await running.account('au')
  const client = createClient({ baseUrl: `${running.baseUrl}/`, key: apiKey, product: 'au' })
  const { suggestions } = await client.autocomplete({ term: '8-10 taylor st/melbourne' })
  const address = await client.get({ id: suggestions[0].id })
  assert.equal(address.locality_name, 'MELBOURNE')
  const valid = await client.validate({ address: address.address_label })
  assert.ok('address_detail_pid' in valid)
  const several = await client.validate({ address: 'taylor st' })
  assert.ok('candidates' in several)
})

test('the account is managed with the admin key', async () => {
  const { adminKey } = await running.account('uk')
  const client = createClient({ baseUrl: running.baseUrl, key: adminKey, product: 'uk' })
  const made = await client.createDomainToken({ url: 'https://shop.example.com/x', limit: 30 })
  assert.equal(made.id, 'shop.example.com')
  const [token] = await client.listDomainTokens()
  assert.deepEqual([token.host, token.limit], ['shop.example.com', 30])
  assert.equal((await client.changePlan({ plan_name: 'starter' })).status, 'active')
  await client.deleteDomainToken({ host: 'shop.example.com' })
  assert.deepEqual(await client.listDomainTokens(), [])
})

test('a refusal is an error with its code, its field and the request id, and without the key', async () => {
  const { apiKey } = await running.account('uk')
  const client = createClient({ baseUrl: running.baseUrl, key: apiKey, product: 'uk' })
  const error = await client.autocomplete({ term: 'x', top: -1 }).catch((each: unknown) => each)
  assert.ok(error instanceof DoorplateError)
  assert.deepEqual([error.status, error.code, error.title], [400, 'bad-request', 'top'])
  assert.match(error.type, /\/docs\/errors#bad-request$/)
  assert.notEqual(error.requestId, '')
  const away = createClient({ baseUrl: 'http://127.0.0.1:1', key: apiKey, retries: 0 })
  const lost = await away.get({ id: 'x' }).catch((each: unknown) => each)
  assert.ok(lost instanceof DoorplateError)
  assert.equal(lost.code, 'no-answer')
  assert.ok(!`${lost.stack}${JSON.stringify(lost)}${lost.cause}`.includes(apiKey))
})

test('a wait that is longer than the caller wants is not waited', async () => {
  const { apiKey } = await running.account('uk')
  const client = createClient({ baseUrl: running.baseUrl, key: apiKey, product: 'uk' })
  const ask = () => client.autocomplete({ term: 'queens' })
  for (let count = 0; count < 20; count += 1) await ask()
  const error = await ask().catch((each: unknown) => each)
  assert.ok(error instanceof DoorplateError)
  assert.equal(error.code, 'rate-limit')
  assert.ok(error.retryAfterSeconds > 10)
})

/** A stand-in for a service that refuses for a moment: it answers these statuses in turn. */
async function refusing(statuses: number[]) {
  const asked: { at: number; method: string }[] = []
  const server = createServer((request, response) => {
    asked.push({ at: performance.now(), method: request.method ?? '' })
    const status = statuses[asked.length - 1] ?? 200
    const code = status === 429 ? 'rate-limit' : 'service-unavailable'
    response.writeHead(status, status === 200 ? {} : { 'retry-after': '1' })
    response.end(JSON.stringify(status === 200 ? { suggestions: [] } : { code, detail: 'wait' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, baseUrl, [Symbol.dispose]: () => void server.close() }
}

test('what passes by itself is asked again, not before Retry-After', async () => {
  using service = await refusing([429])
  const client = createClient({ baseUrl: service.baseUrl, key: 'k', product: 'uk' })
  assert.deepEqual(await client.autocomplete({ term: 'x' }), { suggestions: [] })
  const [first, second] = service.asked
  assert.ok(second.at - first.at >= 990, 'it waited the second that it was told')
})

test('it gives up after so many times, and never sends twice what would be made twice', async () => {
  using busy = await refusing([503, 503, 503])
  const once = createClient({ baseUrl: busy.baseUrl, key: 'k', retries: 1, product: 'uk' })
  await assert.rejects(once.get({ id: 'x' }), { code: 'service-unavailable' })
  assert.equal(busy.asked.length, 2)
  using fragile = await refusing([503])
  const client = createClient({ baseUrl: fragile.baseUrl, key: 'k', product: 'uk' })
  await assert.rejects(client.createDomainToken({ url: 'x.example' }), { status: 503 })
  assert.equal(fragile.asked.length, 1)
})

test('a call that is cancelled ends at once', async () => {
  using service = await refusing([429])
  const client = createClient({ baseUrl: service.baseUrl, key: 'k', product: 'uk' })
  const stop = new AbortController()
  const call = client.autocomplete({ term: 'x' }, { signal: stop.signal })
  setTimeout(() => stop.abort(), 100)
  await assert.rejects(call, { name: 'AbortError' })
})
