// Answers as bytes: what a Problem says, and when its reader may come again.
// Covers: src/http/head.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headText } from '../../src/http/head.ts'
import { Problem } from '../../src/http/problem.ts'
import { answerReply, preflightReply, problemReply } from '../../src/http/reply.ts'

const STANDING = { policy: '', limits: '' }

test('Retry-After is whole seconds, rounded up, and at least one', () => {
  for (const [seconds, header] of [
    [0, '1'],
    [0.2, '1'],
    [1, '1'],
    [1.001, '2'],
    [59.4, '60'],
    [43_200, '43200'],
  ] as const) {
    const { headers } = problemReply(
      new Problem('rate-limit', 'Wait.', { retryAfterSeconds: seconds }),
      'https://docs.example',
    )
    assert.equal(headers['retry-after'], header, String(seconds))
  }
  const { headers } = problemReply(new Problem('not-found', 'No.'), 'https://docs.example')
  assert.equal(headers['retry-after'], undefined)
})

test('a Problem has its type, title, status, detail and code, and the detail again for published clients', () => {
  const problem = new Problem('bad-request', 'The day must be from 1 to 31.', { title: 'day' })
  const { status, headers, body } = problemReply(problem, 'https://docs.example')
  assert.equal(status, 400)
  assert.equal(headers['content-type'], 'application/problem+json')
  assert.deepEqual(JSON.parse(String(body)), {
    type: 'https://docs.example/errors#bad-request',
    title: 'day',
    status: 400,
    detail: 'The day must be from 1 to 31.',
    code: 'bad-request',
    Message: 'The day must be from 1 to 31.',
  })
  const more = new Problem('not-found', 'No.', { members: { nearest: [] }, isRehearsal: true })
  const reply = problemReply(more, '')
  assert.deepEqual([JSON.parse(String(reply.body)).nearest, reply.isRehearsal], [[], true])
  const phrase = problemReply(problem, 'https://docs.example', 'phrase')
  assert.equal(JSON.parse(String(phrase.body)).Message, 'Bad Request')
})

test('a charged answer says so, and a 204 has neither body nor type', () => {
  assert.equal(answerReply(200, '{}', STANDING, 1).headers['lookup-cost'], '1')
  assert.equal(answerReply(200, '{}', STANDING, 3).headers['lookup-cost'], '3')
  assert.equal(answerReply(200, '{}', STANDING).headers['lookup-cost'], undefined)
  assert.deepEqual(answerReply(204, 'x', STANDING).headers, {})
  assert.equal(answerReply(204, 'x', STANDING).body, '')
})

test('a preflight names the methods, and is kept for a day', () => {
  const { status, headers } = preflightReply(['GET', 'POST'])
  assert.equal(status, 204)
  assert.deepEqual(headers, {
    allow: 'GET, POST, OPTIONS',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'Content-Type, Accept, Authorization',
    'access-control-max-age': '86400',
  })
})

test('no value of a header ends its line, and what no header may hold is left out', () => {
  const value = 'a\r\nSet-Cookie: x=1\n\0\u2028\u007f\té~'
  const reply = { status: 200, headers: { 'x-name': value, location: value }, body: '' }
  const lines = headText(reply, 0, 'id-1', 'close').split(/\r\n|\n|\r/)
  const seen = lines.filter((line) => /cookie/i.test(line))
  assert.deepEqual(seen, ['x-name: aSet-Cookie: x=1\té~', 'location: aSet-Cookie: x=1\té~'])
})

test('a response head states the length of the body, unless there is none or it is unknown', () => {
  async function* parts() {
    yield ''
  }
  const named = (status: number, changes: object = {}) => {
    const reply = { status, headers: {}, body: '', ...changes }
    const head = headText(reply, 12, 'id-1', 'keep-alive')
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
    assert.ok(head.endsWith('Connection: keep-alive\r\n\r\n'))
    assert.match(head, /\r\nx-request-id: id-1\r\n/)
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    return [length, /Transfer-Encoding: chunked/.test(head), /no-store/.test(head)]
  }
  assert.deepEqual(named(200), ['12', false, true])
  assert.deepEqual(named(404), ['12', false, true])
  assert.deepEqual(named(204), [undefined, false, true])
  assert.deepEqual(named(304), [undefined, false, true])
  assert.deepEqual(named(200, { stream: parts() }), [undefined, true, true])
  assert.deepEqual(named(200, { headers: { 'cache-control': 'max-age=1' } }), ['12', false, false])
  const standing = { policy: '"key";q=1', limits: '"key";r=0' }
  const head = headText({ status: 200, headers: {}, body: '', standing }, 0, undefined, 'close')
  assert.match(head, /\r\nratelimit-policy: "key";q=1\r\nratelimit: "key";r=0\r\n/)
  assert.doesNotMatch(head, /x-request-id/)
})
