// Tricks with keys over real HTTP: none gets in, and those who guess cost the store nothing.
// Covers: src/access/**

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newCredential } from '../../../src/account/keys/credential.ts'
import { posting, startTestService, testService } from '../../support/running.ts'

const running = await testService()
const account = await running.account('uk')

/** Answers as `fetch` gives them, for targets that no key is added to. */
function ask(path: string, init?: RequestInit) {
  return running.ask(path, undefined, init)
}

test('a flood of made-up keys never asks the store', async () => {
  const keys = Array.from({ length: 400 }, (_, at) => madeUpKey(at))
  // While this transaction holds the only connection, whoever asked the store would wait for it.
  const statuses = await running.service.store.transaction(async () => {
    const answers = await Promise.all(keys.map((key) => running.ask('/autocomplete/s', key)))
    return answers.map(({ status }) => status)
  })
  assert.deepEqual(new Set(statuses), new Set([401]))
})

test('guessing near a real key gets in nowhere, and every guess hears the same', async () => {
  const { apiKey } = account
  const bodies = new Set<string>()
  for (let at = 4; at < apiKey.length; at += 1) {
    const digit = apiKey[at] === '0' ? '1' : '0'
    const guess = apiKey.slice(0, at) + digit + apiKey.slice(at + 1)
    const { status, text } = await running.ask('/autocomplete/s', guess)
    assert.equal(status, 401)
    bodies.add(text)
  }
  // One with a true checksum that nobody was ever given is answered no differently.
  bodies.add((await running.ask('/autocomplete/s', newCredential('api'))).text)
  assert.equal(bodies.size, 1)
  for (const twist of [apiKey.toUpperCase(), `${apiKey}0`, apiKey.slice(0, -1), `%20${apiKey}`]) {
    assert.equal((await running.ask('/autocomplete/s', twist)).status, 401)
  }
})

test('a key must be there exactly once, however its name is written', async () => {
  const { apiKey } = account
  const other = newCredential('api')
  for (const query of [
    `api-key=${apiKey}&api-key=${apiKey}`,
    `api-key=${apiKey}&api-key=${other}`,
    `api-key=${other}&api-key=${apiKey}`,
    `api-key=${apiKey}&api%2Dkey=${apiKey}`,
    `%61pi-key=${other}&api-key=${apiKey}`,
    `api-key=&api-key=${apiKey}`,
    `api-key=${apiKey},${apiKey}`,
    `API-KEY=${apiKey}`,
    `Api-Key=${apiKey}`,
    `api_key=${apiKey}`,
    `apikey=${apiKey}`,
    `api-key[]=${apiKey}`,
    `api-key%00=${apiKey}`,
    `x=1%26api-key=${apiKey}`,
    'api-key=',
    'api-key',
  ]) {
    const { status, json } = await ask(`/autocomplete/s?${query}`)
    assert.equal(status, 401, query)
    assert.equal(json.code, 'unauthorized')
  }
  // An encoded name is the same name.
  assert.equal((await ask(`/autocomplete/s?api%2Dkey=${apiKey}`)).status, 200)
})

test('a key in a header, a cookie, a body or the path is not read', async () => {
  const { apiKey } = account
  const basic = Buffer.from(`api-key:${apiKey}`).toString('base64')
  const everyHeader: Record<string, string>[] = [
    { 'api-key': apiKey },
    { 'x-api-key': apiKey },
    { authorization: `api-key ${apiKey}` },
    { authorization: `Bearer ${apiKey}` },
    { authorization: `Basic ${basic}` },
    { cookie: `api-key=${apiKey}` },
  ]
  for (const headers of everyHeader) {
    assert.equal((await ask('/autocomplete/s', { headers })).status, 401, JSON.stringify(headers))
  }
  const bodies = [posting({ 'api-key': apiKey }), posting(`api-key=${apiKey}`)]
  for (const init of bodies) assert.equal((await ask('/autocomplete/s', init)).status, 401)
  assert.equal((await ask(`/autocomplete/s;api-key=${apiKey}`)).status, 401)
})

test('with LEGACY_AUTH a key is read from headers too, and one in the query wins', async () => {
  await using legacy = await startTestService({ settings: { LEGACY_AUTH: '1' } })
  const { apiKey, adminKey } = await legacy.account('uk')
  const status = async (headers: Record<string, string>, key?: string) =>
    (await legacy.ask('/autocomplete/s', key, { headers })).status
  const basic = Buffer.from(`api-key:${apiKey}`).toString('base64')
  assert.equal(await status({ authorization: `api-key ${apiKey}` }), 200)
  assert.equal(await status({ authorization: `Basic ${basic}` }), 200)
  assert.equal(await status({ authorization: `Bearer ${apiKey}` }), 401)
  assert.equal(await status({ 'api-key': apiKey }), 200)
  assert.equal(await status({ authorization: `api-key ${newCredential('api')}` }, apiKey), 200)
  assert.equal(await status({ authorization: `api-key ${apiKey}` }, adminKey), 403)
})

// Of every kind of make: the right form with a wrong checksum, the wrong length, the wrong letters, other services'.
function madeUpKey(at: number): string {
  const tail = randomBytes(30).toString('hex').slice(0, 33)
  const forms = [
    `api_${tail}`,
    `admin_${tail}`,
    `dtoken_${tail}`,
    `api_${tail.slice(1)}`,
    `sk_live_${tail}`,
    tail,
    `api_${encodeURIComponent("' or 1=1 --")}`,
    `api_${'é'.repeat(33)}`,
  ]
  return forms[at % forms.length]
}
