// The published npm package getaddress-api 2.3.1, unmodified, with every one of its methods against a running service.
// Covers: src/endpoints/look-ups/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'getaddress-api'
import { readUsage } from '../../src/account/usage.ts'
import { utcDay } from '../../src/lib/clock.ts'
import { testService } from '../support/running.ts'

const PUBLISHED_HOST = 'https://api.getaddress.io'
const running = await testService()
const account = await running.account('uk')
const client = clientWith(account.apiKey)

function clientWith(key: string): Client {
  const base = running.baseUrl
  return new Client(
    key,
    `${base}/autocomplete/{query}`,
    `${base}/get/{id}`,
    `${base}/location/{query}`,
    `${base}/get-location/{id}`,
    `${base}/typeahead/{term}`,
  )
}

async function used(): Promise<number> {
  const { store, clock } = running.service
  return (await readUsage(store, account.accountId, utcDay(clock.now()))).lookups
}

/** `find` knows only the published host, so its calls are sent on to the service. */
async function withHostReplaced<T>(ask: () => Promise<T>): Promise<T> {
  const plain = globalThis.fetch
  globalThis.fetch = (input, init) =>
    plain(String(input).replace(PUBLISHED_HOST, running.baseUrl), init)
  try {
    return await ask()
  } finally {
    globalThis.fetch = plain
  }
}

test('autocomplete without options lists a whole postcode, as the client asks for all of it', async () => {
  const before = await used()
  const { suggestions } = (await client.autocomplete('AB15 9HL')).toSuccess()
  assert.ok(suggestions.length > 6)
  assert.equal(suggestions[0].address, '1 Netherby Road, Cults, Aberdeen, Aberdeenshire')
  assert.equal(suggestions[0].url, `/get/${suggestions[0].id}`)
  assert.equal(await used(), before + 1)
})

test('autocomplete takes all of its options', async () => {
  const { suggestions } = (
    await client.autocomplete('homestead road', {
      all: false,
      top: 3,
      template: '{line_1}\t{town_or_city}',
      show_postcode: true,
      remember: false,
      location: { latitude: 53.38, longitude: -1.47 },
      filter: { residential: true, radius: { km: 50, latitude: 53.38, longitude: -1.47 } },
    })
  ).toSuccess()
  assert.equal(suggestions.length, 3)
  for (const { address } of suggestions) {
    assert.match(address, /Homestead Road\tSheffield, S\d+ \d[A-Z]{2}$/)
  }
})

test('near Sheffield, Homestead Road is the one in Sheffield first', async () => {
  const near = { latitude: 53.38, longitude: -1.47 }
  const { suggestions } = (
    await client.autocomplete('Homestead Road', { all: false, location: near })
  ).toSuccess()
  assert.match(suggestions[0].address, /Sheffield/)
})

test('a term is found as it was typed, with slashes, percent and plus signs', async () => {
  for (const term of ['sl6 6lx++', 'AB15\t9HL 7 Netherby Road', 'netherby road 50%']) {
    const result = await client.autocomplete(term, { all: false })
    assert.equal(result.isSuccess, true, term)
  }
  const { suggestions } = (await client.autocomplete('flat 1/2 netherby road')).toSuccess()
  assert.match(suggestions[0].address, /^Flat 1\/2, 3 Netherby Road/)
})

test('a term without a match is a success without suggestions', async () => {
  assert.deepEqual((await client.autocomplete('xyzzyplugh')).toSuccess().suggestions, [])
})

test('get resolves a suggestion, also when the client asks not to be remembered', async () => {
  const { suggestions } = (await client.autocomplete('7 netherby road')).toSuccess()
  const before = await used()
  const { address } = (await client.get(suggestions[0].id)).toSuccess()
  const again = (await client.get(suggestions[0].id, { remember: false })).toSuccess()
  assert.deepEqual(again.address, address)
  assert.equal(await used(), before + 2)
  assert.equal(address.postcode, 'AB15 9HL')
  assert.equal(address.building_number, '7')
  assert.deepEqual(address.formatted_address, [
    '7 Netherby Road',
    '',
    '',
    'Cults, Aberdeen',
    'Aberdeenshire',
  ])
  assert.equal(typeof address.latitude, 'number')
  assert.equal(typeof address.longitude, 'number')
  assert.equal(address.residential, true)
})

test('the number of an apartment is told apart from a name', async () => {
  const { suggestions } = (await client.autocomplete('apartment 32 mckenzie')).toSuccess()
  const { address } = (await client.get(suggestions[0].id)).toSuccess()
  assert.equal(address.sub_building_number, '32')
  assert.equal(address.sub_building_name, '')
})

test('location finds places, and getLocation resolves them', async () => {
  const { suggestions } = (await client.location('sheff', { top: 2 })).toSuccess()
  assert.equal(suggestions[0].location, 'Sheffield, South Yorkshire')
  const { location } = (await client.getLocation(suggestions[0].id)).toSuccess()
  assert.equal(location.town_or_city, 'Sheffield')
  assert.equal(location.country, 'England')
  assert.equal(location.postcode, '')
  assert.equal(typeof location.latitude, 'number')
})

test('location writes outcodes and postcodes by templates of their own', async () => {
  const { suggestions } = (
    await client.location('AB15', {
      template_outcode: 'outcode {outcode}',
      template_postcode: 'postcode {postcode}',
    })
  ).toSuccess()
  assert.equal(suggestions[0].location, 'outcode AB15')
  assert.match(suggestions[1].location, /^postcode AB15 \d[A-Z]{2}$/)
})

test('typeahead completes a value, of any field or of the ones asked for', async () => {
  assert.ok((await client.typeahead('sheff')).toSuccess().results.includes('Sheffield'))
  const counties = (await client.typeahead('s', { search: ['county'], top: 3 })).toSuccess()
  assert.equal(counties.results.length, 3)
  assert.ok(counties.results.includes('South Yorkshire'))
})

test('find lists a postcode as objects', async () => {
  const { addresses } = (await withHostReplaced(() => client.find('ab159hl'))).toSuccess()
  assert.equal(addresses.postcode, 'AB15 9HL')
  assert.equal(typeof addresses.latitude, 'number')
  assert.ok(addresses.addresses.length > 6)
  assert.equal(addresses.addresses[0].line_1, '1 Netherby Road')
  assert.equal(addresses.addresses[0].formatted_address.length, 5)
})

test('a wrong key fails every method with 401 and its phrase', async () => {
  const wrong = clientWith('api_nonsense')
  for (const result of [
    await wrong.autocomplete('AB15 9HL'),
    await wrong.get('x'),
    await wrong.location('sheffield'),
    await wrong.getLocation('s1'),
    await wrong.typeahead('s'),
    await withHostReplaced(() => wrong.find('AB15 9HL')),
  ]) {
    assert.equal(result.isSuccess, false)
    const { status, message } = result.toFailed()
    assert.equal(status, 401)
    assert.equal(message, 'Unauthorized')
  }
})

test('an unknown id fails with 404 and a message', async () => {
  const address = (await client.get('SWQ1==')).toFailed()
  assert.deepEqual([address.status, address.message], [404, 'Not Found'])
  const place = (await client.getLocation('nowhere')).toFailed()
  assert.deepEqual([place.status, place.message], [404, 'Not Found'])
  const none = (await withHostReplaced(() => client.find('AB15 0ZZ'))).toFailed()
  assert.deepEqual([none.status, none.message], [404, 'Not Found'])
})

test('bad options fail with 400 and its phrase', async () => {
  const template = (await client.autocomplete('netherby', { template: '{nope}' })).toFailed()
  assert.equal(template.status, 400)
  assert.equal(template.message, 'Bad Request')
  const search = (await client.typeahead('s', { search: ['nope'] })).toFailed()
  assert.equal(search.status, 400)
  const postcode = (await withHostReplaced(() => client.find('nonsense'))).toFailed()
  assert.equal(postcode.status, 400)
  const empty = (await client.autocomplete('')).toFailed()
  assert.equal(empty.status, 400)
})

test('the test postcodes of find fail as their names say', async () => {
  for (const [postcode, status] of [
    ['XX4 00X', 400],
    ['XX4 01X', 401],
    ['XX4 03X', 403],
    ['XX4 04X', 404],
    ['XX4 29X', 429],
    ['XX5 00X', 500],
  ] as const) {
    const failed = (await withHostReplaced(() => client.find(postcode))).toFailed()
    assert.equal(failed.status, status, postcode)
    assert.ok(failed.message.length > 0)
  }
})
