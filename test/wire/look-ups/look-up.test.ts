// Autocomplete and Get of both variants over real HTTP, from the typed term to the full address.
// Covers: src/endpoints/*.ts, src/endpoints/look-ups/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUsage } from '../../../src/account/usage.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { posting, type TestAccount, testService } from '../../support/running.ts'
import { NATIONAL_FIELDS, POSTAL_FIELDS } from './address-fields.ts'

const running = await testService()
const au = await running.account('au')
const uk = await running.account('uk')

async function suggestions(account: TestAccount, path: string, body?: unknown) {
  const init = body === undefined ? undefined : posting(body)
  const answer = await running.ask(path, account.apiKey, init)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.suggestions as { address: string; url: string; id: string }[]
}

async function used(account: TestAccount): Promise<number> {
  const { store, clock } = running.service
  return (await readUsage(store, account.accountId, utcDay(clock.now()))).lookups
}

async function assertRefused(
  account: TestAccount,
  path: string,
  title: string,
  body?: unknown,
): Promise<void> {
  const init = body === undefined ? undefined : posting(body)
  const answer = await running.ask(path, account.apiKey, init)
  assert.equal(answer.status, 400, path)
  assert.equal(answer.json.code, 'bad-request')
  assert.equal(answer.json.title, title)
}

test('the same path answers as the variant of the key', async () => {
  const [national] = await suggestions(au, '/autocomplete/richmond')
  const [postal] = await suggestions(uk, '/autocomplete/london')
  assert.match(national.address, / VIC 3121$/)
  assert.equal(national.address, national.address.toUpperCase())
  assert.match(postal.address, /London/)
})

test('a suggestion is resolved by its url to the full address', async () => {
  const [first] = await suggestions(au, '/autocomplete/richmond vic')
  assert.equal(first.url, `/get/${first.id}`)
  const answer = await running.ask(first.url, au.apiKey)
  assert.equal(answer.status, 200)
  assert.equal(answer.json.address_detail_pid, first.id)
  assert.equal(answer.json.address_label, first.address)
  assert.equal(answer.json.state, 'VIC')
  assert.equal(typeof answer.json.coordinates.latitude, 'number')
  assert.deepEqual(Object.keys(answer.json), NATIONAL_FIELDS)
})

test('a postal suggestion is resolved to lines, five formatted entries and a point', async () => {
  const [first] = await suggestions(uk, '/autocomplete/sheffield')
  const { json } = await running.ask(first.url, uk.apiKey)
  assert.equal(json.town_or_city, 'Sheffield')
  assert.equal(json.formatted_address.length, 5)
  assert.equal(json.formatted_address[0], json.line_1)
  assert.equal(typeof json.residential, 'boolean')
  assert.match(json.postcode, /^S\d+ \d[A-Z]{2}$/)
  assert.deepEqual(Object.keys(json).sort(), POSTAL_FIELDS)
})

test('no match is an empty list, and JSON ends without a newline', async () => {
  const answer = await running.ask('/autocomplete/xyzzyplugh', au.apiKey)
  assert.equal(answer.text, '{"suggestions":[]}')
})

test('an unknown id is not found and costs nothing', async () => {
  const before = await used(au)
  for (const id of ['GAVIC000000000', '__proto__', 'x'.repeat(150), 'pa_x']) {
    const answer = await running.ask(`/get/${id}`, au.apiKey)
    assert.equal(answer.status, 404, id)
    assert.equal(answer.json.code, 'not-found')
  }
  const { json } = await running.ask('/get/%00', au.apiKey)
  assert.deepEqual([json.status, json.title], [400, 'id'])
  assert.equal(await used(au), before)
})

test('a Get costs one look-up, on disk before it is answered; an autocomplete costs nothing', async () => {
  const before = await used(au)
  const [first] = await suggestions(au, '/autocomplete/12 ')
  assert.equal(await used(au), before)
  const answer = await running.ask(first.url, au.apiKey)
  assert.equal(answer.headers.get('lookup-cost'), '1')
  assert.equal(await used(au), before + 1)
})

test('top is at most 6 for Australia and 20 for the UK', async () => {
  assert.equal((await suggestions(au, '/autocomplete/s')).length, 6)
  assert.equal((await suggestions(au, '/autocomplete/s?top=50')).length, 6)
  assert.equal((await suggestions(au, '/autocomplete/s?top=2')).length, 2)
  assert.equal((await suggestions(uk, '/autocomplete/s')).length, 6)
  assert.equal((await suggestions(uk, '/autocomplete/s?top=50')).length, 20)
  assert.equal((await suggestions(uk, '/autocomplete/s', { top: 9 })).length, 9)
})

test('bad options are refused by the name of the field', async () => {
  await assertRefused(au, '/autocomplete/s?top=-1', 'top')
  await assertRefused(uk, '/autocomplete/s?top=x', 'top')
  await assertRefused(au, '/autocomplete/s?template={nope}', 'template')
  await assertRefused(uk, `/autocomplete/s?template=${'x'.repeat(1001)}`, 'template')
  await assertRefused(uk, '/autocomplete/s', 'location.latitude', {
    location: { latitude: 91, longitude: 0 },
  })
  await assertRefused(au, '/autocomplete/s', 'filter', { filter: 'vic' })
  await assertRefused(au, '/autocomplete/', 'term')
  await assertRefused(au, '/autocomplete/%20%2F-', 'term')
  await assertRefused(au, `/autocomplete/${'x'.repeat(501)}`, 'term')
})

test('templates write suggestions as each variant defines them', async () => {
  const template = encodeURIComponent('{suburb}|{state,(,)}\t<b>{postcode}</b>')
  const [national] = await suggestions(au, `/autocomplete/richmond vic?template=${template}`)
  assert.equal(national.address, 'RICHMOND|(VIC)\t<b>3121</b>')
  const lines = '{town_or_city}{county,, }{county}|{formatted_address_4,X}'
  const [postal] = await suggestions(uk, '/autocomplete/sheffield', { template: lines })
  assert.match(postal.address, /^Sheffield(, [A-Z][A-Za-z ]+\|X|\|)$/)
})

test('a filter keeps only what fits it, in any letter case', async () => {
  const path = '/autocomplete/st?template={state}'
  for (const state of ['nsw', ['NSW'], ['nsw', 'xx']]) {
    const found = await suggestions(au, path, { filter: { state } })
    assert.equal(found.length, 6)
    assert.ok(found.every(({ address }) => address === 'NSW'))
  }
  const towns = await suggestions(uk, '/autocomplete/road?template={town_or_city}', {
    filter: { town_or_city: 'SHEFFIELD' },
  })
  assert.ok(towns.length > 0 && towns.every(({ address }) => address === 'Sheffield'))
  assert.deepEqual(await suggestions(au, path, { filter: { state: 'nowhere' } }), [])
})

test('a radius removes, a location only re-orders', async () => {
  const perth = { latitude: -31.95, longitude: 115.86 }
  const path = '/autocomplete/st?template={state}'
  const within = await suggestions(au, path, { filter: { radius: { ...perth, km: 50 } } })
  assert.ok(within.length > 0 && within.every(({ address }) => address === 'WA'))
  const near = await suggestions(au, path, { location: perth })
  assert.equal(near[0].address, 'WA')
  const known = await suggestions(au, '/autocomplete/richmond vic 3121?template={state}', {
    location: perth,
  })
  assert.equal(known[0].address, 'VIC')
  const none = await suggestions(au, path, { filter: { radius: { ...perth, km: 0 } } })
  assert.equal(none.length, 6)
})

test('only homes or only companies can be asked for', async () => {
  for (const residential of [true, false]) {
    const found = await suggestions(uk, '/autocomplete/manchester', { filter: { residential } })
    assert.ok(found.length > 0)
    for (const { url } of found.slice(0, 3)) {
      assert.equal((await running.ask(url, uk.apiKey)).json.residential, residential)
    }
  }
})

test('show-postcode adds the postcode and costs one look-up', async () => {
  const before = await used(uk)
  const [plain] = await suggestions(uk, '/autocomplete/sheffield')
  const [shown] = await suggestions(uk, '/autocomplete/sheffield?show-postcode=true')
  assert.match(shown.address, /, S\d+ \d[A-Z]{2}$/)
  assert.ok(shown.address.startsWith(plain.address))
  const [own] = await suggestions(uk, '/autocomplete/sheffield', {
    show_postcode: true,
    template: '{line_1}',
  })
  assert.match(own.address, /, S\d+ \d[A-Z]{2}$/)
  assert.deepEqual(await suggestions(uk, '/autocomplete/xyzzyplugh?show-postcode=true'), [])
  assert.equal(await used(uk), before + 2)
})

test('all=true lists a whole postcode for one look-up, whatever else the term says', async () => {
  const [first] = await suggestions(uk, '/autocomplete/sheffield')
  const { postcode } = (await running.ask(first.url, uk.apiKey)).json
  const before = await used(uk)
  const all = await suggestions(uk, `/autocomplete/${postcode}?all=true&top=1`)
  assert.ok(all.length > 1)
  const spelt = postcode.toLowerCase().replace(' ', '')
  assert.deepEqual(await suggestions(uk, `/autocomplete/${spelt}++?all=true`), all)
  assert.equal(await used(uk), before + 2)
  const beside = [
    `${postcode} sheffield`,
    `${spelt} sheffield`,
    `sheffield, ${spelt}`,
    `1 ${spelt}`,
  ]
  let cost = before + 2
  for (const term of beside) {
    const found = await suggestions(uk, `/autocomplete/${encodeURIComponent(term)}?all=true`)
    cost += found.length > 0 ? 1 : 0
    assert.equal(await used(uk), cost, term)
    if (!term.startsWith('1 ')) assert.ok(found.length > 1, term)
  }
  assert.equal((await suggestions(uk, `/autocomplete/${postcode}?top=1`)).length, 1)
  assert.equal((await suggestions(uk, '/autocomplete/sheffield?all=true')).length, 6)
  assert.equal(await used(uk), cost)
})

test('terms come as clients send them', async () => {
  const [first] = await suggestions(au, '/autocomplete/1/')
  assert.ok(first.address.length > 0)
  for (const path of [
    '/AutoComplete/richmond/',
    '/autocomplete/richmond%',
    '/autocomplete/%ffrichmond',
  ]) {
    assert.ok((await suggestions(au, path)).length > 0, path)
  }
})

test('a missing, mistyped or doubled key is 401', async () => {
  const typo = `${au.apiKey.slice(0, -1)}${au.apiKey.endsWith('x') ? 'y' : 'x'}`
  for (const key of [undefined, '', 'nonsense', typo, `${au.apiKey}&api-key=${au.apiKey}`]) {
    const answer = await running.ask('/get/x', key)
    assert.equal(answer.status, 401, String(key))
    assert.equal(answer.json.code, 'unauthorized')
  }
  const headers = { authorization: `api-key ${au.apiKey}`, cookie: `api-key=${au.apiKey}` }
  assert.equal((await running.ask('/get/x', undefined, { headers })).status, 401)
})

test('an API key from a web page is 401', async () => {
  for (const [name, value] of [
    ['origin', 'https://shop.example'],
    ['sec-fetch-site', 'cross-site'],
  ]) {
    const headers = { [name]: value }
    const answer = await running.ask('/autocomplete/s', au.apiKey, { headers })
    assert.equal(answer.status, 401)
    assert.equal(answer.json.code, 'unauthorized')
  }
})

test('the admin key may not look up addresses', async () => {
  const answer = await running.ask('/autocomplete/s', au.adminKey)
  assert.equal(answer.status, 403)
  assert.equal(answer.json.code, 'forbidden')
})
