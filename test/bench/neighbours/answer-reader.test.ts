// Promises about reading answers: each is seen whole and once, wherever the bytes are cut.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerReader } from '../../../bench/neighbours/answer-reader.ts'

const WIRE = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n10\r\nsixteen letters.\r\n0\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
].join('')

for (const length of [1, 2, 7, 1000]) {
  test(`four answers on one connection are told apart in pieces of ${length} bytes`, () => {
    const reader = new AnswerReader(true)
    const seen = Array.from({ length: Math.ceil(WIRE.length / length) }, (_, at) =>
      Buffer.from(WIRE.slice(at * length, (at + 1) * length)),
    ).flatMap((piece) => [...reader.read(piece)])
    assert.deepEqual(
      seen.map(({ status, retryAfterSeconds }) => [status, retryAfterSeconds]),
      [
        [200, 0],
        [429, 7],
        [200, 0],
        [204, 0],
      ],
    )
    assert.deepEqual(
      seen.map(({ body }) => body.replaceAll('\r\n', '')),
      ['hello', '', 'onesixteen letters.', ''],
    )
  })
}

test('bodies are passed over where nobody wants them', () => {
  const [first] = new AnswerReader(false).read(Buffer.from(WIRE))
  assert.deepEqual(first, { status: 200, retryAfterSeconds: 0, body: '' })
})
