// Requests as published clients were seen to send them, byte for byte, replayed against a service with LEGACY_AUTH.
// Covers: src/endpoints/**, src/access/authenticate.ts

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { test } from 'node:test'
import { posting, startTestService, testService } from '../support/running.ts'
import { type RawAnswer, sendRaw } from '../support/servers/raw-http.ts'

interface Case {
  readonly client: string
  readonly promise: string
  /** Method and target. `{key}`, `{admin}`, `{basic}`, `{address}`, `{place}` and the like are filled in. */
  readonly request: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  /** Path into the answer's body to what is there; text that begins with `~` is a regular expression. */
  readonly facts: Readonly<Record<string, unknown>>
}

const CASES: readonly Case[] = JSON.parse(
  readFileSync(new URL('../cases/captured.json', import.meta.url), 'utf8'),
)
const running = await testService({ settings: { LEGACY_AUTH: '1' } })
const account = await running.account('uk')
const { apiKey, adminKey } = account
const [address] = (await running.ask('/autocomplete/7 netherby road', apiKey)).json.suggestions
const [place] = (await running.ask('/location/sheffield', apiKey)).json.suggestions
const basic = Buffer.from(`api-key:${apiKey}`).toString('base64')
const apikey = Buffer.from(`apikey:${apiKey}`).toString('base64')
const names: Readonly<Record<string, string>> = {
  key: apiKey,
  admin: adminKey,
  basic,
  apikey,
  address: address.id,
  place: place.id,
  private: await newPrivateAddress(adminKey),
  removed: await newPrivateAddress(adminKey),
}

async function newPrivateAddress(adminKey: string): Promise<string> {
  const body = { postcode: 'NN1 3ER', line_1: 'Flat 9', residential: false }
  return (await running.ask('/v2/private-address', adminKey, posting(body))).json.id
}

for (const each of CASES) {
  test(`${each.client}: ${each.promise}`, async () => {
    const answer = await replay(each)
    assert.equal(answer.status, each.status, JSON.stringify(answer.body))
    assert.match(answer.head, /^access-control-allow-origin: \*\r?$/im)
    const body = readBody(answer)
    if (answer.status >= 400) {
      assert.equal(body.Message, isLookUp(each) ? STATUS_CODES[answer.status] : body.detail)
    }
    for (const [path, expected] of Object.entries(each.facts)) assertFact(body, path, expected)
  })
}

test('without LEGACY_AUTH the same clients are told that they sent no key', async () => {
  await using plain = await startTestService()
  const { apiKey } = await plain.account('uk')
  for (const authorization of [`api-key ${apiKey}`, `Basic ${btoa(`api-key:${apiKey}`)}`]) {
    const answer = await plain.ask('/find/AB15 9HL', undefined, { headers: { authorization } })
    assert.equal(answer.status, 401)
    assert.match(answer.json.detail, /api-key/)
    assert.equal(answer.json.Message, 'Unauthorized')
  }
})

const LOOK_UP = /^\w+ \/(autocomplete|get|find|location|typeahead|nearest|validate)/i

function isLookUp({ request }: Case): boolean {
  return LOOK_UP.test(request)
}

function replay({ request, headers, body }: Case): Promise<RawAnswer> {
  const lines = [
    `${fill(request)} HTTP/1.1`,
    `Host: ${new URL(running.baseUrl).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${fill(value)}`),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    'Connection: close',
  ]
  return sendRaw(running.baseUrl, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

function fill(text: string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole)
}

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body by reading it.
function readBody({ body }: RawAnswer): any {
  return typeof body === 'string' && body.startsWith('[') ? JSON.parse(body) : body
}

function assertFact(body: unknown, path: string, expected: unknown): void {
  const actual = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body)
  if (typeof expected !== 'string') assert.equal(actual, expected, path)
  else if (expected.startsWith('~')) assert.match(String(actual), new RegExp(expected.slice(1)))
  else assert.equal(actual, fill(expected), path)
}
