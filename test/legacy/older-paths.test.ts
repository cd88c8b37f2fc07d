// What published software sends to the oldest paths, and that it finds in the answers what it reads.
// Covers: src/legacy/**, src/endpoints/**, src/web/files.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usTimestamp } from '../../src/lib/us-timestamp.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { assertAsDefined } from '../support/answers.ts'
import { tokenFor } from '../support/credential-kinds.ts'
import { LookUps } from '../support/look-ups.ts'
import { posting, testService } from '../support/running.ts'

const running = await testService()
const account = await running.account('uk', 'standard')
const { apiKey, adminKey } = account
const uk = new LookUps(running, account)
const ask = running.ask

function basic(key: string): RequestInit {
  return { headers: { authorization: `Basic ${btoa(`api-key:${key}`)}` } }
}

test('a script that reads Addresses[0] gets the seven parts of a house', async () => {
  const answer = await uk.one('/v2/uk/AB159HL/7')
  assert.deepEqual(Object.keys(answer), ['Latitude', 'Longitude', 'Addresses'])
  assert.deepEqual(answer.Addresses, ['7 Netherby Road, , , , Cults, Aberdeen, Aberdeenshire'])
  const lines = answer.Addresses[0].split(', ').filter((line: string) => line !== '')
  assert.deepEqual(lines, ['7 Netherby Road', 'Cults', 'Aberdeen', 'Aberdeenshire'])
})

test('an app that counts the households of a postcode counts those of /find', async () => {
  const found = await uk.one('/find/AB15 9HL')
  for (const path of ['/v2/uk/ab15%209hl', '/uk/AB159HL', '/UK/ab15 9hl/']) {
    const answer = await uk.one(path)
    assert.deepEqual(answer.Addresses, found.addresses, path)
    assert.equal(answer.Latitude, found.latitude)
    assert.equal(answer.Longitude, found.longitude)
    assertAsDefined('GET', '/uk/{postcode}', { status: 200, json: answer })
  }
})

test('format=true gives each address as its five lines, also behind a slash', async () => {
  const [house] = (await uk.one('/v2/uk/ab159hl/?format=true')).Addresses.filter(
    (lines: string[]) => lines[0] === '7 Netherby Road',
  )
  assert.deepEqual(house, ['7 Netherby Road', '', '', 'Cults, Aberdeen', 'Aberdeenshire'])
  const [found] = (await uk.one('/find/ab159hl/7?format=true')).addresses
  assert.deepEqual(found, house)
  const one = await uk.one('/uk/ab159hl/Church Barn?format=true')
  assert.deepEqual(one.Addresses[0].slice(0, 2), ['Church Barn', '4 Netherby Road'])
})

test('a library that sends Basic with the user api-key is known without LEGACY_AUTH', async () => {
  for (const path of ['/v2/uk/AB159HL', '/uk/AB159HL/7', '/find//AB159HL']) {
    assert.equal((await ask(path, undefined, basic(apiKey))).status, 200, path)
  }
  assert.equal((await ask('/usage', undefined, basic(adminKey))).status, 200)
  const header = { headers: { authorization: `api-key ${adminKey}` } }
  assert.equal((await ask('/subscription', undefined, header)).status, 200)
  const { json, status } = await ask('/v2/uk/AB159HL', undefined, basic('made-up'))
  assert.equal(status, 401)
  assert.equal(json.Message, 'Unauthorized')
})

test('a script that sends the header api-key, or Basic with the user apikey, is known too', async () => {
  const asHeader = { headers: { 'api-key': apiKey } }
  const asUser = { headers: { authorization: `Basic ${btoa(`apikey:${apiKey}`)}` } }
  for (const init of [asHeader, asUser]) {
    assert.equal((await ask('/v2/uk/AB159HL', undefined, init)).status, 200)
    assert.equal((await ask('/find/AB159HL', undefined, init)).status, 401)
  }
})

test('a postcode that cannot exist but looks like one is found nowhere', async () => {
  for (const path of [
    '/find/ZZ1 1ZZ',
    '/find/zz11zz/7',
    '/v2/uk/ZZ1 1ZZ',
    '/distance/AB15 9HL/ZZ99 9ZZ',
  ]) {
    const { status, json } = await ask(path, apiKey)
    assert.equal(status, 404, path)
    assert.match(json.detail, /ZZ1 1ZZ|ZZ99 9ZZ/)
  }
  assert.equal((await ask('/find/ZZZ 1ZZ', apiKey)).status, 400)
})

test('the paths of the contract still read a key from the query only', async () => {
  for (const path of ['/find/AB159HL', '/v3/usage', '/v2/subscription', '/autocomplete/ab15']) {
    assert.equal((await ask(path, undefined, basic(adminKey))).status, 401, path)
  }
  const put = { method: 'PUT', body: '{"name":"x"}', ...basic(adminKey) }
  assert.equal((await ask('/subscription', undefined, put)).status, 401)
})

test('a page calls them with its domain token and never with an API key', async () => {
  const token = await tokenFor(running, account)
  const headers = { origin: 'https://shop.example.com' }
  assert.equal((await ask('/v2/uk/AB159HL', token, { headers })).status, 200)
  assert.equal((await ask('/v2/uk/AB159HL', apiKey, { headers })).status, 401)
  assert.equal((await ask('/usage', token, { headers })).json.code, 'domain-token-scope')
})

test('a geocoder that compares Message finds the phrases that it knows', async () => {
  const phrases = [
    ['/v2/uk/AB99 9ZZ', 404, 'Not Found'],
    ['/v2/uk/nowhere', 400, 'Bad Request'],
    ['/v2/uk/XX4 29X', 429, 'Too Many Requests'],
    ['/autocomplete/%20', 400, 'Bad Request'],
    ['/get/nothing', 404, 'Not Found'],
    ['/distance/AB99 9ZZ/AB15 9HL', 404, 'Not Found'],
  ] as const
  for (const [path, status, phrase] of phrases) {
    const answer = await ask(path, apiKey)
    assert.equal(answer.status, status, path)
    assert.equal(answer.json.Message, phrase, path)
    assert.notEqual(answer.json.detail, phrase, path)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  }
  assert.equal((await ask('/find/AB15 9HL', 'api_made-up')).json.Message, 'Unauthorized')
  assert.equal((await ask('/find/AB15 9HL', adminKey)).json.Message, 'Forbidden')
})

test('elsewhere Message says what detail says', async () => {
  const australian = await running.account('au')
  for (const [path, key] of [
    ['/get/nothing', australian.apiKey],
    ['/get/nothing', australian.adminKey],
    ['/v3/usage', apiKey],
    ['/nowhere', apiKey],
  ] as const) {
    const { json } = await ask(path, key)
    assert.equal(json.Message, json.detail, path)
  }
})

test('a health check gets 200 and the usage of the day from /usage with either key', async () => {
  const used = await uk.used()
  for (const key of [apiKey, adminKey]) {
    const { status, json } = await ask('/usage/', key)
    assert.equal(status, 200)
    assertAsDefined('GET', '/usage', { status, json })
    assert.equal(json.count, used)
    assert.equal(json.DailyRequestCount, used)
    assert.ok(json.DailyRequestLimit2 >= json.DailyRequestLimit1)
    assert.equal(json.limit1, json.DailyRequestLimit1)
  }
})

test('an SDK reads the usage of a day and of a range at the dated older paths', async () => {
  const now = new Date(running.service.clock.now())
  const day = `${now.getUTCDate()}/${now.getUTCMonth() + 1}/${now.getUTCFullYear()}`
  const used = await uk.used()
  for (const path of ['/usage', '/v2/usage']) {
    const one = await ask(`${path}/${day}`, adminKey)
    assert.deepEqual(Object.keys(one.json), ['count', 'limit1', 'limit2'])
    assert.equal(one.json.count, used)
    const range = await ask(`${path}/from/${day}/To/${day}`, adminKey)
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
    assert.equal(range.json.length, 1)
    assert.equal(range.json[0].date, usTimestamp(midnight))
    assert.equal(range.json[0].count, used)
    assert.equal((await ask(`${path}/${day}`, apiKey)).status, 403)
  }
})

test('GET /subscription answers as /v2/subscription does', async () => {
  const older = await ask('/subscription', adminKey)
  assert.deepEqual(older.json, (await ask('/v2/subscription', adminKey)).json)
  assert.equal((await ask('/subscription', apiKey)).status, 403)
})

test('a slash too many behind /find is passed over', async () => {
  assert.deepEqual(await uk.one('/find//AB159HL'), await uk.one('/find/AB159HL'))
  const house = await uk.one('/find//AB159HL/7?expand=true')
  assert.deepEqual(house, await uk.one('/find/AB159HL/7?expand=true'))
  assert.equal(house.addresses[0].line_1, '7 Netherby Road')
})

test('the test postcode XX2 00X answers an example address that costs nothing', async () => {
  const found = await uk.free('/find/XX2%2000X?expand=true')
  assert.equal(found.postcode, 'XX2 00X')
  assert.equal(found.addresses[0].line_1, '10 Example Street')
  assertAsDefined('GET', '/find/{postcode}', { status: 200, json: found })
  assert.equal((await uk.free('/v2/uk/xx200x')).Addresses.length, 1)
  const { suggestions } = await uk.free('/autocomplete/XX2 00X?all=true&show-postcode=true')
  assert.match(suggestions[0].address, /^10 Example Street, .*XX2 00X$/)
  const address = await uk.free(suggestions[0].url)
  assert.equal(address.town_or_city, 'Exampleton')
  assertAsDefined('GET', '/get/{id}', { status: 200, json: address }, 'uk')
})

test('each other test postcode answers its status wherever a postcode is looked up', async () => {
  for (const status of [400, 401, 403, 404, 429, 500]) {
    const postcode = `XX${Math.floor(status / 100)} ${String(status).slice(1)}X`
    for (const path of ['/find', '/find/', '/v2/uk', '/uk', '/autocomplete', '/suggest']) {
      const answer = await uk.answered(`${path}/${postcode}`, status, 0)
      assert.equal(answer.json.status, status)
    }
  }
  // An alert of the operator watches for these.
  assert.doesNotMatch((await ask('/metrics')).text, /status="500"/)
})

test('a path that is not offered says so and names the guide, whatever the key and method', async () => {
  for (const path of [
    '/security/token',
    '/security/domain-whitelist',
    '/Security/Ip-Address-Whitelist/1',
    '/permission/jo@example.com',
    '/email-notification/expired',
    '/v2/billing-address',
    '/payment-card',
    '/payment-methods',
    '/direct-debit/instructions',
  ]) {
    for (const init of [{}, posting({})]) {
      const { status, json } = await ask(path, adminKey, init)
      assert.equal(status, 404, path)
      assert.match(json.detail, /not offered here\. .*\/docs\/clients\.$/)
      assert.equal(json.Message, json.detail)
    }
  }
  for (const kind of ['suggest-limit-reached', 'payment-failed', 'login-requested']) {
    const { status, json } = await ask(
      `/webhook/${kind}`,
      adminKey,
      posting({ url: 'https://x.y' }),
    )
    assert.equal(status, 404, kind)
    assert.match(json.detail, /not offered here/)
  }
})

test('the guide that refusals name can be read', async () => {
  const guide = await ask('/docs/clients')
  assert.equal(guide.status, 200)
  assert.match(guide.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(guide.text, /<h1 id="published-clients">Published clients</)
})

test('a library that always sends the text "false" as residential finds what is nearest', async () => {
  const address = (await uk.one('/find/AB159HL/7')).latitude
  const { suggestions } = await uk.free('/autocomplete/7 netherby road')
  const { latitude, longitude } = await uk.one(suggestions[0].url)
  assert.ok(Math.abs(address - latitude) < 1)
  const near = (residential: unknown) =>
    uk.free(`/nearest/${latitude}/${longitude}?top=20`, { filter: { residential } })
  const all = (await uk.free(`/nearest/${latitude}/${longitude}?top=20`)).suggestions
  assert.deepEqual((await near('false')).suggestions, all)
  assert.notDeepEqual((await near(false)).suggestions, all)
  assert.deepEqual((await near('true')).suggestions, (await near(true)).suggestions)
})

test('every older path is deprecated in the OpenAPI document and names the newer one', async () => {
  const { json } = await ask('/openapi/uk.json')
  const older = ENDPOINTS.filter(({ isDeprecated }) => isDeprecated === true)
  assert.equal(older.length, 12)
  for (const { path } of older) {
    const operation = json.paths[path.replace('+}', '}')].get
    assert.equal(operation.deprecated, true, path)
    assert.match(operation.description, /use `\/(find|v3|v2\/subscription)/, path)
  }
  assert.equal(json.paths['/find/{postcode}'].get.deprecated, undefined)
})
