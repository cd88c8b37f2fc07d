// What is wrong with a body is said in words, with its limit where it has one.
// Covers: src/endpoints/read-input.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBodyText } from '../../src/endpoints/read-input.ts'
import type { Body, Request } from '../../src/http/message.ts'
import { Problem } from '../../src/http/problem.ts'

function request(method: string, body: Body): Request {
  const facts = { id: '', path: '/', query: new Map(), headers: {}, remoteAddress: '' }
  return { ...facts, method, readBody: async () => body }
}

test('each kind of unreadable body has its code, its field and its sentence', async () => {
  for (const [body, bytesMax, code, title, detail] of [
    [
      { kind: 'too-large' },
      undefined,
      'payload-too-large',
      undefined,
      'The body must be at most 64 KiB.',
    ],
    [
      { kind: 'too-large' },
      262_144,
      'payload-too-large',
      undefined,
      'The body must be at most 256 KiB.',
    ],
    [
      { kind: 'too-large' },
      8_388_608,
      'payload-too-large',
      undefined,
      'The body must be at most 8 MiB.',
    ],
    [{ kind: 'not-utf8' }, undefined, 'bad-request', 'body', 'The body is not UTF-8 text.'],
    [
      { kind: 'cut-off' },
      undefined,
      'request-timeout',
      undefined,
      'The request did not arrive in full.',
    ],
    [
      { kind: 'encoded', encoding: 'br' },
      undefined,
      'bad-request',
      'Content-Encoding',
      'The body must not be compressed.',
    ],
  ] as const) {
    const refusal = await readBodyText(request('POST', body), bytesMax).catch((error) => error)
    assert(refusal instanceof Problem)
    assert.deepEqual([refusal.code, refusal.extra.title, refusal.detail], [code, title, detail])
  }
})

test('only POST and PUT have a body', async () => {
  for (const [method, text] of [
    ['GET', undefined],
    ['DELETE', undefined],
    ['POST', 'x'],
    ['PUT', 'x'],
  ] as const) {
    assert.equal(await readBodyText(request(method, { kind: 'text', text: 'x' })), text, method)
  }
})
