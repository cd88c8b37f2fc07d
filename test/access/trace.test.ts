// What an event tells of a look-up: who asked, the postcode of the one address that was answered, and the bare page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainReferer, traceOf } from '../../src/access/trace.ts'

test('the postcode is that of the one address, and none where there are several', () => {
  const postcode = (answer: unknown) => traceOf('192.0.2.1', undefined, answer)
  assert.deepEqual(postcode({ postcode: '3121' }), ['192.0.2.1', '3121', ''])
  assert.equal(postcode({ address: { postcode: 'SK1 1AA' } })[1], 'SK1 1AA')
  assert.equal(postcode({ postcode: 'A', address: { postcode: 'B' } })[1], 'A')
  for (const none of [undefined, null, 'x', [], {}, { postcode: 3121 }, { address: [] }]) {
    assert.equal(postcode(none)[1], '', JSON.stringify(none))
  }
})

test('the page has neither user nor query nor fragment, and only pages of the web are told', () => {
  const page = 'https://shop.example:8443/a/b'
  assert.equal(plainReferer('https://me:secret@shop.example:8443/a/b?key=1#x'), page)
  assert.equal(traceOf('::1', `${page}?x`, {})[2], page)
  for (const text of ['', 'shop.example', 'javascript:alert(1)', 'file:///etc/passwd']) {
    assert.equal(plainReferer(text), '', text)
  }
  const long = `https://shop.example/${'x'.repeat(979)}`
  assert.deepEqual([long.length, plainReferer(long)], [1000, long])
  assert.equal(plainReferer(`${long}x`), 'https://shop.example')
})
