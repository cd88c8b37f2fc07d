// Who may call what: every route with every kind of credential, and domain tokens from every kind of page.
// Covers: src/access/**, src/endpoints/security/**, src/endpoints/account/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/access/authorize.ts'
import { ENDPOINTS } from '../../../src/routes.ts'
import { tokenFor } from '../../support/credential-kinds.ts'
import { posting, testService } from '../../support/running.ts'

const PAGE = { origin: 'https://www.shop.example.com' }
const settings = { KEY_REQUESTS_PER_MINUTE: '100000', TOKEN_REQUESTS_PER_MINUTE: '100000' }
const running = await testService({ settings: { ...settings, TOKEN_VISITOR_PER_MINUTE: '9999' } })
const account = await running.account('uk')
const token = await tokenFor(running, account)

for (const endpoint of ENDPOINTS.filter(({ product }) => product !== 'au')) {
  for (const method of endpoint.methods) {
    test(`${method} ${endpoint.path} takes the credentials of its scope and no others`, async () => {
      const path = endpoint.path.replace(/\{(\w+)\+?\}/g, '1')
      const { allows } = SCOPES[endpoint.scope] as { allows: readonly string[] }
      const own = await running.account('uk')
      const ownToken = await tokenFor(running, own)
      const keys = { api: own.apiKey, admin: own.adminKey, token: ownToken }
      for (const [kind, key] of Object.entries(keys)) {
        const init = { method, headers: kind === 'token' ? PAGE : {} }
        const { status, json } = await running.ask(path, key, init)
        if (allows.includes(kind)) assert.ok(status !== 401 && status !== 403, `${kind} ${status}`)
        else {
          assert.equal(status, 403, kind)
          assert.equal(json.code, kind === 'token' ? 'domain-token-scope' : 'forbidden')
        }
      }
      assert.equal((await running.ask(path, undefined, { method })).status, 401)
      assert.equal((await running.ask(path, 'api_made-up', { method })).status, 401)
    })
  }
}

test('a domain token works on the pages of its domain and below, however they are written', async () => {
  for (const origin of [
    'https://shop.example.com',
    'http://shop.example.com:8080',
    'https://a.b.shop.example.com',
    'https://SHOP.Example.COM',
    'https://shop.example.com.',
  ]) {
    const answer = await running.ask('/autocomplete/s', token, { headers: { origin } })
    assert.equal(answer.status, 200, origin)
  }
  const headers = { referer: 'https://shop.example.com/checkout?x=1' }
  assert.equal((await running.ask('/autocomplete/s', token, { headers })).status, 200)
})

test('a domain token is refused everywhere else', async () => {
  for (const origin of [
    'https://evil-shop.example.com',
    'https://shop.example.com.evil.net',
    'https://shop.example.comx',
    'https://example.com',
    'https://com',
    'null',
    'https://192.0.2.1',
    'https://shop.example.com@evil.net',
    'file:///shop.example.com',
  ]) {
    const answer = await running.ask('/autocomplete/s', token, { headers: { origin } })
    assert.equal(answer.status, 401, origin)
    assert.equal(answer.json.code, 'unauthorized')
  }
  assert.equal((await running.ask('/autocomplete/s', token)).status, 401)
  // A foreign Origin is not mended by a Referer that fits.
  const headers = { origin: 'https://evil.net', referer: 'https://shop.example.com/' }
  assert.equal((await running.ask('/autocomplete/s', token, { headers })).status, 401)
})

test('a token is made, read again, changed and taken back at once', async () => {
  const { adminKey } = account
  const made = await running.ask(
    '/security/domain-token',
    adminKey,
    posting({ url: 'https://my.example.org/x' }),
  )
  assert.equal(made.status, 200)
  assert.equal(made.json.id, 'my.example.org')
  assert.match(made.json.token, /^dtoken_/)
  const again = await running.ask(
    '/security/domain-token',
    adminKey,
    posting({ url: 'my.example.org', limit: 5, limit_minutes: 2 }),
  )
  const usual = posting({ url: 'usual.example.org', limit_minutes: 3 })
  assert.equal((await running.ask('/security/domain-token', adminKey, usual)).status, 200)
  const { json: unlimited } = await running.ask(
    '/security/domain-token/usual.example.org',
    adminKey,
  )
  assert.deepEqual([unlimited.limit, unlimited.limit_minutes], [29_997, 3], '9999 a minute')
  assert.equal(again.json.token, made.json.token)
  const shown = await running.ask('/security/domain-token/my.example.org/', adminKey)
  assert.deepEqual(shown.json, {
    value: made.json.token,
    host: 'my.example.org',
    limit: 5,
    limit_minutes: 2,
  })
  const list = await running.ask('/security/domain-token', adminKey)
  assert.ok(list.json.some(({ host }: { host: string }) => host === 'my.example.org'))
  const headers = { origin: 'https://my.example.org' }
  const look = () => running.ask('/autocomplete/s', made.json.token, { headers })
  assert.equal((await look()).status, 200)
  const gone = await running.ask('/security/domain-token/my.example.org', adminKey, {
    method: 'DELETE',
  })
  assert.equal(gone.status, 200)
  assert.equal((await look()).status, 401)
  const missing = await running.ask('/security/domain-token/my.example.org', adminKey)
  assert.equal(missing.status, 404)
})

test('no token is created for a public suffix, an IP address or a bare name', async () => {
  for (const url of [
    'co.uk',
    'github.io',
    'com',
    '127.0.0.1',
    '[::1]',
    'intranet',
    '',
    'ftp://a.example.com',
  ]) {
    const answer = await running.ask('/security/domain-token', account.adminKey, posting({ url }))
    assert.equal(answer.status, 400, url)
    assert.equal(answer.json.title, 'url', url)
  }
  const local = posting({ url: 'http://localhost:3000' })
  assert.equal((await running.ask('/security/domain-token', account.adminKey, local)).status, 200)
})

test('a rotated API key works at once, and the old one until its grace is over', async () => {
  const own = await running.account('uk')
  const works = async (key: string) => (await running.ask('/autocomplete/s', key)).status === 200
  const masked = await running.ask('/security/api-key', own.adminKey)
  assert.match(masked.json['api-key'], /^api_….{4}$/)
  const first = await running.ask('/security/api-key', own.adminKey, { method: 'PUT' })
  const second = first.json['api-key']
  assert.ok((await works(own.apiKey)) && (await works(second)))
  const last = await running.ask('/security/api-key?grace=0', own.adminKey, { method: 'PUT' })
  assert.equal(await works(own.apiKey), false)
  assert.equal(await works(second), false)
  assert.ok(await works(last.json['api-key']))
})

test('a new admin key works at once, the old one until its grace period ends, and an API key cannot replace it', async () => {
  const own = await running.account('uk')
  const works = async (key: string) => (await running.ask('/v3/usage', key)).status === 200
  assert.match(
    (await running.ask('/security/admin-key', own.adminKey)).json['admin-key'],
    /^admin_….{4}$/,
  )
  const put = (key: string, grace: string) =>
    running.ask(`/security/admin-key${grace}`, key, { method: 'PUT' })
  assert.equal((await put(own.apiKey, '')).status, 403)
  const second = (await put(own.adminKey, '')).json['admin-key']
  assert.ok((await works(own.adminKey)) && (await works(second)))
  const third = (await put(second, '?grace=0')).json['admin-key']
  assert.deepEqual(await Promise.all([own.adminKey, second, third].map(works)), [
    false,
    false,
    true,
  ])
  assert.equal((await running.ask('/autocomplete/s', own.apiKey)).status, 200)
})

test('choosing a plan switches the same keys on, and unsubscribing switches them off', async () => {
  const own = await running.account('uk')
  const status = async () => (await running.ask('/autocomplete/s', own.apiKey)).status
  const put = (path: string, body?: unknown) =>
    running.ask(path, own.adminKey, { ...posting(body ?? {}), method: 'PUT' })
  const ended = await put('/subscription/unsubscribe')
  assert.equal(ended.json.status, 'ended')
  assert.equal(await status(), 403)
  const unknown = await put('/subscription/change-plan', { plan_name: 'gold' })
  assert.equal(unknown.status, 400)
  assert.equal(unknown.json.title, 'plan_name')
  const chosen = await put('/subscription/change-plan', { plan_name: 'standard' })
  assert.equal(chosen.json.status, 'active')
  assert.equal(await status(), 200)
  const shown = await running.ask('/v2/subscription', own.adminKey)
  assert.deepEqual(shown.json, chosen.json)
  assert.match(shown.json.next_billing_date, /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d [AP]M$/)
})

test('the API key names the subscription and switches auto-upgrade', async () => {
  const put = (path: string, body: unknown) =>
    running.ask(path, account.apiKey, { ...posting(body), method: 'PUT' })
  assert.equal((await put('/subscription/label', { label: 'Shop' })).json.name, 'Shop')
  const on = await put('/subscription/auto-upgrade', { 'auto-upgrade': true })
  assert.equal(on.json.auto_upgrade, true)
  assert.equal(on.json.name, 'Shop')
  assert.equal((await put('/subscription/label', {})).json.title, 'label')
  assert.equal((await put('/subscription/label', { label: 'x'.repeat(101) })).status, 400)
})

test('the plans of the product are listed', async () => {
  const { json } = await running.ask('/plans/', account.adminKey)
  assert.ok(json.plans.length > 1)
  assert.deepEqual(Object.keys(json.plans[0]), [
    'name',
    'amount',
    'description',
    'period',
    'daily_limit',
  ])
})
