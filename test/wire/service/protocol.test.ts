// What the service answers to requests that are broken, odd or hostile below the level of endpoints.
// Covers: src/http/**, src/lib/log.ts

import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { test } from 'node:test'
import { posting, testService } from '../../support/running.ts'
import { type RawAnswer, sendRaw } from '../../support/servers/raw-http.ts'

const running = await testService()
const account = await running.account('au')

function raw(...lines: string[]): Promise<RawAnswer> {
  return sendRaw(running.baseUrl, [...lines, 'Connection: close', '', ''].join('\r\n'))
}

const STATUSES = {
  'bad-request': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  'payload-too-large': 413,
  'uri-too-long': 414,
  'expectation-failed': 417,
  'header-too-large': 431,
} as const

function assertProblem(answer: RawAnswer, code: keyof typeof STATUSES): void {
  assert.equal(answer.status, STATUSES[code])
  assert.equal(answer.body.code, code)
  assert.equal(answer.body.status, answer.status)
  // Which of the two, test/legacy/older-paths.test.ts says.
  assert.ok([answer.body.detail, STATUS_CODES[answer.status]].includes(answer.body.Message))
  assert.match(answer.body.type, new RegExp(`/docs/errors#${code}$`))
  assert.match(answer.head, /content-type: application\/problem\+json/i)
  assert.match(answer.head, /access-control-allow-origin: \*/i)
}

test('an unknown path is a Problem with and without a key', async () => {
  for (const key of [undefined, account.apiKey]) {
    const answer = await running.ask('/nothing/here', key)
    assert.equal(answer.status, 404)
    assert.equal(answer.json.code, 'not-found')
    assert.equal(answer.headers.get('content-type'), 'application/problem+json')
  }
})

test('a known path with another method is refused with the methods that it takes', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD']) {
    const answer = await running.ask('/get/x', account.apiKey, { method })
    assert.equal(answer.status, 405, method)
    assert.equal(answer.headers.get('allow'), 'GET, OPTIONS')
  }
  const autocomplete = await running.ask('/autocomplete/x', undefined, { method: 'DELETE' })
  assert.equal(autocomplete.headers.get('allow'), 'GET, POST, OPTIONS')
  assertProblem(await raw('TRACE /get/x HTTP/1.1', 'Host: a'), 'method-not-allowed')
})

test('a preflight is answered for any origin without a look at the key', async () => {
  const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' }
  const answer = await running.ask('/autocomplete/x', 'wrong', { method: 'OPTIONS', headers })
  assert.equal(answer.status, 204)
  assert.equal(answer.text, '')
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.equal(answer.headers.get('access-control-max-age'), '86400')
  assert.equal(answer.headers.get('access-control-allow-methods'), 'GET, POST, OPTIONS')
  const taken = answer.headers.get('access-control-allow-headers')
  assert.equal(taken, 'Content-Type, Accept, Authorization')
})

test('every answer forbids caching, sniffing and referrers, and may be read by any page', async () => {
  for (const path of ['/autocomplete/x', '/nothing', '/docs', '/health/live', '/openapi.json']) {
    const { headers } = await running.ask(path, account.apiKey)
    assert.equal(headers.get('cache-control'), 'no-store', path)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('access-control-allow-origin'), '*', path)
    assert.equal(
      headers.get('access-control-expose-headers'),
      'Retry-After, RateLimit, RateLimit-Policy, Lookup-Cost, Test-Key, Allow, X-Request-Id',
    )
    assert.ok(headers.get('x-request-id'), path)
  }
})

test('what is not HTTP is a Problem', async () => {
  assertProblem(await raw('HELLO'), 'bad-request')
  assertProblem(await raw('GET /x HTTP/1.1', 'Host: a', 'Bad Header: x'), 'bad-request')
  assertProblem(
    await raw('POST /autocomplete/x HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'),
    'bad-request',
  )
  assertProblem(
    await raw(
      'POST /autocomplete/x HTTP/1.1',
      'Host: a',
      'Content-Length: 1',
      'Transfer-Encoding: chunked',
    ),
    'bad-request',
  )
})

test('only HTTP/1.0 and HTTP/1.1 are spoken', async () => {
  const target = `/autocomplete/x?api-key=${account.apiKey}`
  for (const line of [`GET ${target}`, `GET ${target} HTTP/2.0`, `GET ${target} HTTP/0.9`]) {
    assertProblem(await raw(line, 'Host: a'), 'bad-request')
  }
  for (const version of ['HTTP/1.0', 'HTTP/1.1']) {
    assert.equal((await raw(`GET ${target} ${version}`, 'Host: a')).status, 200, version)
  }
})

test('exactly one Host is needed', async () => {
  assertProblem(await raw('GET /get/x HTTP/1.1', 'Host: a', 'Host: b'), 'bad-request')
  assertProblem(await raw('GET /get/x HTTP/1.1'), 'bad-request')
})

test('only a path is a target', async () => {
  assertProblem(await raw('GET http://elsewhere/get/x HTTP/1.1', 'Host: a'), 'bad-request')
  assertProblem(await raw('OPTIONS * HTTP/1.1', 'Host: a'), 'bad-request')
  assertProblem(await raw('GET //get/x HTTP/1.1', 'Host: a'), 'not-found')
  assertProblem(await raw('CONNECT a:443 HTTP/1.1', 'Host: a'), 'method-not-allowed')
})

test('too long a target and too large headers are told apart', async () => {
  const term = 'x'.repeat(5000)
  assertProblem(await raw(`GET /autocomplete/${term} HTTP/1.1`, 'Host: a'), 'uri-too-long')
  assertProblem(
    await raw('GET /x HTTP/1.1', 'Host: a', `A: ${'x'.repeat(9000)}`),
    'header-too-large',
  )
  const many = Array.from({ length: 70 }, (_, at) => `H${at}: x`)
  assertProblem(await raw('GET /x HTTP/1.1', 'Host: a', ...many), 'header-too-large')
})

test('a target of 4,096 bytes is taken, and one of 4,097 is not', async () => {
  const target = (bytes: number) => `/nothing/${'x'.repeat(bytes - 9)}`
  assertProblem(await raw(`GET ${target(4096)} HTTP/1.1`, 'Host: a'), 'not-found')
  assertProblem(await raw(`GET ${target(4097)} HTTP/1.1`, 'Host: a'), 'uri-too-long')
})

test('64 headers are taken, and 65 are not', async () => {
  // Host and Connection are two of them.
  const others = (count: number) => Array.from({ length: count - 2 }, (_, at) => `H${at}: x`)
  assertProblem(await raw('GET /x HTTP/1.1', 'Host: a', ...others(64)), 'not-found')
  assertProblem(await raw('GET /x HTTP/1.1', 'Host: a', ...others(65)), 'header-too-large')
})

test('headers of nearly 8 KiB are taken, and of more are not', async () => {
  const filled = (bytes: number) => raw('GET /x HTTP/1.1', 'Host: a', `A: ${'x'.repeat(bytes)}`)
  assertProblem(await filled(8000), 'not-found')
  assertProblem(await filled(8200), 'header-too-large')
})

test('a body of 64 KiB is taken, and one byte more is not', async () => {
  const body = (bytes: number) => {
    const text = `{"x":"${'x'.repeat(bytes - 8)}"}`
    assert.equal(text.length, bytes)
    return { method: 'POST', body: text }
  }
  const status = async (init: RequestInit) =>
    (await running.ask('/autocomplete/x', account.apiKey, init)).status
  assert.equal(await status(body(65_536)), 200)
  assert.equal(await status(body(65_537)), 413)
  const streamed = (bytes: number) => {
    const stream = new Blob([String(body(bytes).body)]).stream()
    return { method: 'POST', body: stream, duplex: 'half' } as RequestInit
  }
  assert.equal(await status(streamed(65_536)), 200)
  assert.equal(await status(streamed(65_537)), 413)
})

test('an expectation that nobody can meet is a Problem', async () => {
  assertProblem(await raw('GET /x HTTP/1.1', 'Host: a', 'Expect: tea'), 'expectation-failed')
})

test('a body over 64 KiB is refused, after the key has been judged', async () => {
  const large = posting({ template: 'x'.repeat(70_000) })
  assert.equal((await running.ask('/autocomplete/x', 'wrong', large)).status, 401)
  const answer = await running.ask('/autocomplete/x', account.apiKey, large)
  assert.equal(answer.status, 413)
  assert.equal(answer.json.code, 'payload-too-large')
  const stream = new Blob([new Uint8Array(200_000).fill(32)]).stream()
  const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
  assert.equal((await running.ask('/autocomplete/x', account.apiKey, init)).status, 413)
})

test('a body that is not JSON, not UTF-8 or compressed is refused with the reason', async () => {
  const ask = (init: RequestInit) => running.ask('/autocomplete/x', account.apiKey, init)
  const title = async (init: RequestInit) => {
    const answer = await ask(init)
    assert.equal(answer.status, 400)
    return answer.json.title
  }
  assert.equal(await title(posting('{')), 'body')
  assert.equal(await title({ method: 'POST', body: new Uint8Array([0x22, 0xff, 0x22]) }), 'body')
  const headers = { 'content-encoding': 'gzip' }
  assert.equal(await title({ ...posting('{}'), headers }), 'Content-Encoding')
})

test('deeply nested JSON does no harm', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const answer = await running.ask('/autocomplete/x', account.apiKey, posting(`{"filter":${deep}}`))
  assert.equal(answer.status, 400)
})

test('a GET with a body, as published clients send it, is answered', async () => {
  const answer = await sendRaw(
    running.baseUrl,
    [
      `GET /autocomplete/x?api-key=${account.apiKey} HTTP/1.1`,
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close',
      '',
      '{}',
    ].join('\r\n'),
  )
  assert.equal(answer.status, 200)
})

test('a POST that announces no body has none', async () => {
  const answer = await raw(`POST /autocomplete/x?api-key=${account.apiKey} HTTP/1.1`, 'Host: a')
  assert.equal(answer.status, 200)
})

test('no key is ever handed to the log, and one that were would be masked', () => {
  const logged = running.logged.join('\n')
  assert.ok(logged.includes('"path"') || logged.length > 0)
  assert.ok(!logged.includes(account.apiKey))
  assert.ok(!logged.includes('api_…'), 'nothing had to be masked')
})
