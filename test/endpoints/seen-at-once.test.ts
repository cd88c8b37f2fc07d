// What an account or an operator changes holds for the very next request, by a clock that stands still.
// Covers: src/endpoints/security/**, src/endpoints/account/**, src/endpoints/private-address/**
// Covers: src/endpoints/operator/**, src/access/credentials.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addOperator } from '../../src/account/operators/operators.ts'
import { buildIndex, sourceOfRows } from '../../src/engine/engine.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import { openInProcess } from '../support/servers/in-process.ts'

const PLAN = { product: 'au', daily_lookup_limit_1: 9 }
const { service, ask, account, clock, dataDir } = await openInProcess({ after }, {}, [
  { ...PLAN, name: 'few', requests_per_5_minutes: 100 },
  { ...PLAN, name: 'many', requests_per_5_minutes: 200 },
])
const operatorKey = (await addOperator(service.store, 'Ada', clock.now())) ?? ''
const holder = await account('au', 'few')
const byAdmin = (method: string, path: string, body?: object) =>
  ask(`${path}?api-key=${holder.adminKey}`, { method, body })
const byOperator = (path: string) =>
  ask(`/operator/accounts/${holder.accountId}/${path}?api-key=${operatorKey}`, { method: 'PUT' })
const asked = (key: string, headers: Record<string, string> = {}) =>
  ask(`/autocomplete/7%20own?api-key=${key}`, { headers })
const statusOf = async (key: string) => (await asked(key)).status
const shown = async (key = holder.apiKey) =>
  (await asked(key)).json.suggestions.map((each: { address: string }) => each.address)

test('a plan, an end, a suspension and what takes them back', async () => {
  const planOf = async () => /"plan";q=(\d+)/.exec((await asked(holder.apiKey)).policy ?? '')?.[1]
  assert.equal(await planOf(), '100')
  const change = (plan: string) => byAdmin('PUT', '/subscription/change-plan', { plan_name: plan })
  assert.equal((await change('many')).status, 200)
  assert.equal(await planOf(), '200')
  assert.equal((await byAdmin('PUT', '/subscription/unsubscribe')).status, 200)
  assert.equal(await statusOf(holder.apiKey), 403)
  assert.equal((await change('few')).status, 200)
  assert.equal(await planOf(), '100')
  assert.equal((await byOperator('suspend')).status, 200)
  assert.equal(await statusOf(holder.apiKey), 403)
  assert.equal((await byOperator('resume')).status, 200)
  assert.equal(await statusOf(holder.apiKey), 200)
})

test('a private address that is added, imported or removed', async () => {
  assert.deepEqual(await shown(), [])
  const own = { line_1: '7 Own Street', town_or_city: 'Newtown', postcode: '2042' }
  const made = await byAdmin('POST', '/v2/private-address', { ...own, residential: true })
  assert.equal(made.status, 200)
  assert.deepEqual(await shown(), ['7 OWN STREET, NEWTOWN 2042'])
  assert.equal((await byAdmin('DELETE', `/v2/private-address/${made.json.id}`)).status, 200)
  assert.deepEqual(await shown(), [])
  const csv = '\uFEFFpostcode,line_1,town_or_city,residential\n2042,7 Own Lane,Newtown,true\n'
  assert.equal((await byAdmin('POST', '/v2/private-address/import', { csv })).status, 200)
  assert.deepEqual(await shown(), ['7 OWN LANE, NEWTOWN 2042'])
  const old = await byAdmin('POST', '/private-address/2042', {
    line1: '7 Own Road',
    townOrCity: 'Newtown',
  })
  assert.equal(old.status, 200, JSON.stringify(old.json))
  assert.deepEqual((await shown()).sort(), ['7 OWN LANE, NEWTOWN 2042', '7 OWN ROAD, NEWTOWN 2042'])
})

test('a key that is replaced, removed or taken back', async () => {
  const named = await byAdmin('POST', '/security/api-keys', { name: 'shop' })
  const next = await byAdmin('PUT', '/security/api-keys/shop', { grace: 0 })
  for (const [key, end] of [
    [named.json.key, undefined],
    [next.json.key, () => byAdmin('DELETE', '/security/api-keys/shop')],
  ] as const) {
    if (end !== undefined) {
      assert.equal(await statusOf(key), 200)
      assert.equal((await end()).status, 200)
    }
    assert.equal(await statusOf(key), 401)
  }
  const third = await byAdmin('POST', '/security/api-keys', { name: 'third' })
  assert.equal(await statusOf(third.json.key), 200)
  await byAdmin('PUT', '/security/api-keys/third', { grace: 0 })
  assert.equal(await statusOf(third.json.key), 401, 'one that was in use')

  const token = await byAdmin('POST', '/security/domain-token', { url: 'shop.example' })
  const page = { origin: 'https://shop.example' }
  const tokenStatus = async () => (await asked(token.json.token, page)).status
  assert.equal(await tokenStatus(), 200, JSON.stringify(token.json))
  const { json } = await ask(`/autocomplete/12%20king%20st?api-key=${token.json.token}`, {
    headers: page,
  })
  const { id } = json.suggestions[0]
  const spent = await ask(`/get/${id}?api-key=${token.json.token}`, { headers: page })
  assert.equal(spent.status, 200)
  const main = await ask(`/get/${id}?api-key=${holder.apiKey}`)
  assert.equal(main.status, 200)
  const { json: usage } = await byAdmin('GET', '/v4/usage')
  const byKey = usage.usage_by_key.map((each: object) => Object.values(each).join(' '))
  assert.deepEqual(byKey.sort(), ['api-key main 1', 'domain-token shop.example 1'])
  assert.equal((await byAdmin('DELETE', '/security/domain-token/shop.example')).status, 200)
  assert.equal(await tokenStatus(), 401)

  const newer = await byAdmin('PUT', '/security/api-key', { grace: 0 })
  assert.equal(await statusOf(holder.apiKey), 401)
  assert.equal(await statusOf(newer.json['api-key']), 200)
  const admin = await byAdmin('PUT', '/security/admin-key', { grace: 0 })
  assert.equal((await byAdmin('GET', '/subscription')).status, 401)
  const seen = await ask(`/subscription?api-key=${admin.json['admin-key']}`)
  assert.equal(seen.status, 200)
})

test('a release that is chosen but not served yet is shown next to the one in use', async () => {
  const releases = releasesIn(dataDir)
  const rows = [{ thoroughfare: 'Low Street', townOrCity: 'Ely', postcode: 'CB7 4AA' }]
  const { directory } = releases
  const { release } = await buildIndex(sourceOfRows('uk', rows), { directory, now: clock.now() })
  const before = (await releases.inUse('uk')) ?? assert.fail()
  await releases.use(release)
  const shown = async () => {
    const { json } = await ask(`/operator/releases?api-key=${operatorKey}`)
    const ofUk = json.filter(({ product }: { product: string }) => product === 'uk')
    return Object.fromEntries(
      ofUk.map((each: { release: string; in_use: boolean; served: boolean }) => [
        each.release,
        [each.in_use, each.served],
      ]),
    )
  }
  assert.deepEqual(await shown(), { [release]: [true, false], [before]: [false, true] })
  await service.data.refresh()
  assert.deepEqual(await shown(), { [release]: [true, true], [before]: [false, false] })
})
