// Named API keys with their own usage, and test keys, which look up the sample data and count nowhere.
// Covers: src/account/keys/account-keys.ts, src/account/usage.ts, src/endpoints/security/**
// Covers: src/releases/sample-searches.ts, src/releases/release-worker.ts

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { API_KEYS_MAX } from '../../../src/account/keys/account-keys.ts'
import type { Product } from '../../../src/address/product.ts'
import { SampleSearches } from '../../../src/releases/sample-searches.ts'
import { tokenFor } from '../../support/credential-kinds.ts'
import { eachService } from '../../support/each-service.ts'
import {
  posting,
  startTestService,
  type TestAccount,
  type TestService,
} from '../../support/running.ts'

async function makeKey(
  running: TestService,
  { adminKey }: TestAccount,
  name: string,
  test = false,
) {
  const made = await running.ask('/security/api-keys', adminKey, posting({ name, test }))
  assert.equal(made.status, 200, made.text)
  return made.json.key as string
}

async function idOf(running: TestService, apiKey: string, term = 'queens'): Promise<string> {
  return (await running.ask(`/autocomplete/${term}`, apiKey)).json.suggestions[0].id
}

async function usedBy(running: TestService, { adminKey }: TestAccount) {
  const usage = (await running.ask('/v4/usage', adminKey)).json
  const byKey = usage.usage_by_key as { kind: string; name: string; count: number }[]
  return {
    all: usage.usage_today,
    byKey: Object.fromEntries(byKey.map(({ kind, name, count }) => [`${kind} ${name}`, count])),
  }
}

eachService(promises)

function promises(service: () => Promise<TestService>): void {
  test('the look-ups of a list are counted under the key that sent it', async () => {
    const running = await service()
    const account = await running.account('uk')
    const lists = await makeKey(running, account, 'Lists')
    const id = await idOf(running, lists)
    const line = (await running.ask(`/get/${id}`, lists)).json.formatted_address.join(' ')
    const postcode = (await running.ask(`/get/${id}`, account.apiKey)).json.postcode
    const body = `Address\n"${line} ${postcode}"\n`
    const sent = await running.ask('/batch', lists, { method: 'POST', body })
    assert.equal(sent.status, 200, sent.text)
    await running.service.jobs.batches.round()
    const { json: batch } = await running.ask(`/batch/${sent.json.id}`, lists)
    assert.deepEqual([batch.state, batch.lookups], ['finished', 1])
    const { byKey } = await usedBy(running, account)
    assert.deepEqual(byKey, { 'api-key Lists': 2, 'api-key main': 1 })
  })

  test('look-ups are counted by key and by domain, and add up to those of the account', async () => {
    const running = await service()
    const account = await running.account('uk')
    const shop = await makeKey(running, account, 'Shop server')
    const token = await tokenFor(running, account)
    const id = await idOf(running, account.apiKey)
    const origin = { headers: { origin: 'https://shop.example.com' } }
    const asked = await Promise.all([
      ...Array.from({ length: 3 }, () => running.ask(`/get/${id}`, shop)),
      running.ask(`/get/${id}`, account.apiKey),
      running.ask(`/get/${id}`, token, origin),
      running.ask(`/get/${id}`, token, origin),
    ])
    assert.deepEqual(new Set(asked.map(({ status }) => status)), new Set([200]))
    const byKey = {
      'api-key Shop server': 3,
      'api-key main': 1,
      'domain-token shop.example.com': 2,
    }
    assert.deepEqual(await usedBy(running, account), { all: 6, byKey })
    // Replaced or removed, a key keeps its name and its figures.
    const path = '/security/api-keys/Shop%20server'
    const replaced = await running.ask(`${path}?grace=0`, account.adminKey, { method: 'PUT' })
    assert.equal((await running.ask(`/get/${id}`, shop)).status, 401)
    await running.ask(`/get/${id}`, replaced.json.key)
    assert.equal((await running.ask('/autocomplete/queens', account.apiKey)).status, 200)
    const listed = (await running.ask('/security/api-keys', account.adminKey)).json
    assert.deepEqual(
      listed.map((one: { name: string; usage_today: number }) => [one.name, one.usage_today]),
      [
        ['main', 1],
        ['Shop server', 4],
      ],
    )
    assert.ok(!JSON.stringify(listed).includes(replaced.json.key))
    await running.ask(path, account.adminKey, { method: 'DELETE' })
    assert.equal((await running.ask(`/get/${id}`, replaced.json.key)).status, 401)
    assert.equal((await usedBy(running, account)).byKey['api-key Shop server'], 4)
  })

  test('replacing the main key leaves the named ones alone', async () => {
    const running = await service()
    const account = await running.account('au')
    const other = await makeKey(running, account, 'other')
    await running.ask('/security/api-key?grace=0', account.adminKey, { method: 'PUT' })
    assert.equal((await running.ask('/autocomplete/king', other)).status, 200)
    assert.equal((await running.ask('/autocomplete/king', account.apiKey)).status, 401)
  })

  test('a name is needed, is given once, and there is an end to keys', async () => {
    const running = await service()
    const account = await running.account('uk')
    const ask = (body: object) => running.ask('/security/api-keys', account.adminKey, posting(body))
    for (const name of ['', ' ', '<b>', 'a\nb', 'x'.repeat(51), 'main', 'MAIN', '-a']) {
      const refused = await ask({ name })
      assert.deepEqual([refused.status, refused.json.title], [400, 'name'], JSON.stringify(name))
    }
    const many = Array.from({ length: API_KEYS_MAX }, (_, at) => ask({ name: `key ${at}` }))
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, API_KEYS_MAX - 1)
    const gone = { method: 'DELETE' }
    assert.equal((await running.ask('/security/api-keys/main', account.adminKey, gone)).status, 400)
    assert.equal((await running.ask('/security/api-keys/none', account.adminKey, gone)).status, 404)
    const other = await running.account('uk')
    const foreign = await running.ask('/security/api-keys/key%201', other.adminKey, gone)
    assert.equal(foreign.status, 404)
  })

  for (const product of ['uk', 'au'] satisfies Product[]) {
    test(`a test key of ${product} looks up, costs nothing, counts nowhere and says what it is`, async () => {
      const running = await service()
      const account = await running.account(product)
      const key = await makeKey(running, account, 'try', true)
      assert.match(key, /^test_/)
      const id = await idOf(running, key, product === 'uk' ? 'queens' : 'king')
      const got = await running.ask(`/get/${id}`, key)
      assert.deepEqual([got.status, got.headers.get('test-key')], [200, '1'])
      assert.equal(got.headers.get('lookup-cost'), null)
      // In a web page too: nobody loses anything by it.
      const origin = { headers: { origin: 'https://any.example' } }
      assert.equal((await running.ask(`/get/${id}`, key, origin)).status, 200)
      assert.deepEqual(await usedBy(running, account), { all: 0, byKey: {} })
      const missing = await running.ask('/get/nope', key)
      assert.deepEqual([missing.status, missing.headers.get('test-key')], [404, '1'])
      // It manages nothing.
      for (const path of ['/v4/usage', '/usage', '/plans', '/security/api-keys']) {
        assert.equal((await running.ask(path, key)).status, 403, path)
      }
      const label = await running.ask('/subscription/label?label=x', key, { method: 'PUT' })
      assert.equal(label.status, 403)
    })
  }

  test('a test key works on when the day is used up and when the subscription has ended', async () => {
    const running = await service()
    const account = await running.account('uk')
    const key = await makeKey(running, account, 'try', true)
    const id = await idOf(running, key)
    await running.ask('/subscription/unsubscribe', account.adminKey, { method: 'PUT' })
    assert.equal((await running.ask(`/get/${id}`, account.apiKey)).status, 403)
    assert.equal((await running.ask(`/get/${id}`, key)).status, 200)
  })

  test('a test key never finds private addresses', async () => {
    const running = await service()
    const account = await running.account('uk')
    const key = await makeKey(running, account, 'try', true)
    const address = { line1: 'Zyzzyva House', locality: '', city: 'London', postcode: 'SW1A 1AA' }
    await running.ask('/private-address/SW1A1AA', account.adminKey, posting(address))
    const found = await running.ask('/autocomplete/zyzzyva', key)
    assert.deepEqual(found.json.suggestions, [])
  })
}

test('where real data is in use, the sample is made for test keys when it is first asked for', async (t) => {
  const running = await startTestService()
  t.after(() => running[Symbol.asyncDispose]())
  const folder = join(running.dataDir, 'elsewhere')
  const data = { au: undefined, uk: undefined }
  const first = new SampleSearches(folder, data)
  const [one, same] = await Promise.all([first.of('uk'), first.of('uk')])
  assert.equal(one, same)
  assert.equal(one.uk?.release.addresses, running.service.data.searches.uk?.release.addresses)
  // The next start finds it there.
  const again = await new SampleSearches(folder, data).of('uk')
  assert.equal(again.uk?.release.release, one.uk?.release.release)
})
