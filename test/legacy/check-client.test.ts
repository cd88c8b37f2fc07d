// `check-client`: green where older clients will work, and a sentence that helps where they will not.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Given } from '../../src/commands/shared/command.ts'
import { checkClientCommand } from '../../src/legacy/check-client.ts'
import { tokenFor } from '../support/credential-kinds.ts'
import { LookUps } from '../support/look-ups.ts'
import { testService } from '../support/running.ts'

const running = await testService()
const account = await running.account('uk', 'standard')
const token = await tokenFor(running, account)

interface Checked {
  readonly state: string
  readonly what: string
  readonly answer: string
  readonly advice: string
}

async function check(url: string, options: Given['options']) {
  const { config, clock } = running.service
  const given = { config, clock, word: url, options } as unknown as Given
  const { json, text, isFault } = await checkClientCommand.run(given)
  return { results: json as Checked[], text, isFault }
}

test('a service that is ready for older clients is green, costs nothing and shows no key', async () => {
  const uk = new LookUps(running, account)
  const used = await uk.used()
  const page = 'https://www.shop.example.com/checkout'
  const { results, text, isFault } = await check(`${running.baseUrl}/`, {
    key: account.apiKey,
    token,
    page,
  })
  assert.equal(isFault, false, text)
  assert.equal(results.length, 12)
  const notes = results.filter(({ state }) => state !== 'ok')
  assert.deepEqual(
    notes.map(({ state }) => state),
    ['note'],
  )
  assert.match(notes[0]?.advice ?? '', /LEGACY_AUTH=1/)
  assert.equal(await uk.used(), used)
  assert.doesNotMatch(text, /api_|dtoken_/)
})

test('a wrong key and a page of another domain are reported with what to do', async () => {
  const page = 'https://other.example.org'
  const { results, text, isFault } = await check(running.baseUrl, { key: 'api_wrong', token, page })
  assert.equal(isFault, true)
  const of = (what: string) => results.find((each) => each.what === what) ?? assert.fail(what)
  const found = of('a server finds a postcode')
  assert.deepEqual([found.state, found.answer], ['failed', '401 This key is not valid.'])
  assert.match(found.advice, /API key \(api_…\)/)
  // What else fails with that key says nothing of a proxy.
  assert.equal(
    results.find(({ advice }) => /must not replace answers/.test(advice)),
    undefined,
  )
  const completed = of('a page completes an address')
  assert.match(completed.answer, /^401 .*another domain/)
  assert.match(completed.advice, /Create a token for the host of this page/)
  assert.doesNotMatch(text, /api_wrong|dtoken_/)
})

test('a proxy with its own error pages is told apart from a host that nobody serves', async () => {
  const proxy = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => proxy.close())
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { results } = await check(url, { key: account.apiKey })
  assert.ok(results.every(({ state }) => state !== 'ok'))
  const problem = results.find(({ what }) => what.startsWith('no address is a Problem'))
  assert.match(problem?.advice ?? '', /must not replace answers/)
  assert.equal(problem?.answer, '404')
  const nobody = await check('http://127.0.0.1:1', { key: account.apiKey })
  assert.equal(nobody.results.length, 1)
  assert.match(nobody.results[0]?.answer ?? '', /^not reached/)
})

test('a call without a key, a token without a page and a wrong address are refused', async () => {
  await assert.rejects(check(running.baseUrl, {}), /Give --key, or --token with --page/)
  await assert.rejects(check(running.baseUrl, { token }), /Give --page with --token/)
  await assert.rejects(check('addresses.example.com', { key: 'x' }), /must begin with https/)
})
