// What never became a request is refused in words of its own: every kind of it, in full.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAULTS } from '../../src/http/faults.ts'
import { problemReply } from '../../src/http/reply.ts'

const METHODS = 'GET, POST, PUT, DELETE, OPTIONS'

test('every break of the protocol has its status, its title, its sentence and its headers', () => {
  for (const [fault, status, title, detail, more = {}] of [
    ['bad-request-line', 400, 'request', 'The request is not well-formed HTTP.'],
    ['bad-version', 400, 'HTTP version', 'Send the request as HTTP/1.1.'],
    ['bad-host', 400, 'Host', 'Send exactly one Host header.'],
    [
      'header-too-large',
      431,
      'request header too large',
      'Send at most 64 headers and 8 KiB in total.',
    ],
    ['request-timeout', 408, 'request timeout', 'The request did not arrive in time.'],
    ['uri-too-long', 414, 'uri too long', 'The request target must be at most 4,096 bytes.'],
    [
      'expectation-failed',
      417,
      'expectation failed',
      'The only supported Expect header is 100-continue.',
    ],
    ['starting', 503, 'service unavailable', 'The service is starting.', { 'retry-after': '1' }],
    ['connect', 405, 'method not allowed', 'This service is not a proxy.', { allow: METHODS }],
  ] as const) {
    const reply = problemReply(FAULTS[fault], 'https://x.example/docs')
    const body = JSON.parse(String(reply.body))
    assert.deepEqual([reply.status, body.title, body.detail], [status, title, detail])
    const headers = { 'content-type': 'application/problem+json', ...more }
    assert.deepEqual(reply.headers, headers, fault)
  }
})
