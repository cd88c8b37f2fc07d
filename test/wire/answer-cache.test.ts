// Promises about answers that are kept: nobody can tell, and nothing that costs is ever given away.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUsage } from '../../src/account/usage.ts'
import { utcDay } from '../../src/lib/clock.ts'
import { startTestService } from '../support/running.ts'

test('the same question gives the same bytes again, to each product its own', async () => {
  await using running = await startTestService()
  const au = await running.account('au')
  const uk = await running.account('uk')
  for (const path of [
    '/autocomplete/12 ki',
    '/typeahead/ric',
    '/location/ric',
    '/autocomplete/s?top=2',
  ]) {
    const first = await running.ask(path, au.apiKey)
    const other = await running.ask(path, uk.apiKey)
    assert.equal((await running.ask(path, au.apiKey)).text, first.text)
    assert.equal((await running.ask(path, uk.apiKey)).text, other.text)
    assert.notEqual(first.text, other.text, path)
    assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8')
  }
  const two = await running.ask('/autocomplete/s?top=2', au.apiKey)
  const three = await running.ask('/autocomplete/s?top=3', au.apiKey)
  assert.equal(two.json.suggestions.length, 2)
  assert.equal(three.json.suggestions.length, 3)
})

test('a kept answer still needs a key, and counts for the rate limits', async () => {
  await using running = await startTestService({ settings: { KEY_REQUESTS_PER_MINUTE: '3' } })
  const { apiKey } = await running.account('au')
  for (let at = 0; at < 3; at += 1) await running.ask('/autocomplete/s', apiKey)
  assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 429)
  assert.equal((await running.ask('/autocomplete/s')).status, 401)
})

test('a used-up day refuses what could cost a look-up, also where nobody finds anything', async () => {
  const plans = [{ name: 'one', product: 'uk', daily_lookup_limit_1: 1 }]
  await using running = await startTestService({ plans })
  const nothing = '/autocomplete/xyzzyplugh?show-postcode=true'
  assert.equal((await running.ask(nothing, (await running.account('uk')).apiKey)).status, 200)
  const { apiKey } = await running.account('uk', 'one')
  await running.ask('/autocomplete/sheffield?show-postcode=true', apiKey)
  assert.equal((await running.ask(nothing, apiKey)).status, 429)
})

test('an answer that costs a look-up is charged each time', async () => {
  await using running = await startTestService()
  const { apiKey, accountId } = await running.account('uk')
  for (let at = 0; at < 3; at += 1) {
    await running.ask('/autocomplete/sheffield?show-postcode=true', apiKey)
    await running.ask('/autocomplete/sheffield', apiKey)
  }
  const { store, clock } = running.service
  assert.equal((await readUsage(store, accountId, utcDay(clock.now()))).lookups, 3)
})
