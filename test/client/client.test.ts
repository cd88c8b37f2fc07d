// doorplate/client against a running service: both products, refusals, and waiting as long as the service says.
// Covers: src/client/operations.js

import assert from 'node:assert/strict'
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
