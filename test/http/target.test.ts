// Promises about how a request target is read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeLeniently, parseTarget } from '../../src/http/target.ts'

test('a malformed percent escape is taken literally and spoils nothing around it', () => {
  assert.equal(decodeLeniently('50%%20x'), '50% x')
  assert.equal(decodeLeniently('%zz%20a%'), '%zz a%')
  assert.equal(decodeLeniently('%C3%A9%FF%20'), 'é%FF ')
  assert.equal(decodeLeniently('%E2%82'), '%E2%82')
  // Each length of a character, behind and before a byte that is none.
  for (const text of ['a', 'é', '€', '😀', '\u{10FFFF}']) {
    const escaped = encodeURIComponent(text).replace('a', '%61')
    assert.equal(decodeLeniently(`%FF${escaped}%80${escaped}`), `%FF${text}%80${text}`)
  }
  for (const bad of ['%C0%AF', '%ED%A0%80', '%F5%80%80%80', '%F4%90%80%80']) {
    assert.equal(decodeLeniently(bad), bad)
  }
})

test('a plus sign is a plus in a path and a space in a query', () => {
  const target = parseTarget('/autocomplete/a+b?template=x+y')
  assert.equal(target?.path, '/autocomplete/a+b')
  assert.deepEqual(target?.query.get('template'), ['x y'])
})

test('every value of a repeated parameter is kept, and names are decoded', () => {
  const target = parseTarget('/x?api-key=1&api%2Dkey=2&=3&flag')
  assert.deepEqual(target?.query.get('api-key'), ['1', '2'])
  assert.deepEqual(target?.query.get(''), ['3'])
  assert.deepEqual(target?.query.get('flag'), [''])
})

test('dots and double slashes stay as they came', () => {
  assert.equal(parseTarget('/validate/../get/x')?.path, '/validate/../get/x')
  assert.equal(parseTarget('//host/x')?.path, '//host/x')
})

test('only a path is a target', () => {
  for (const text of ['*', 'http://host/get/1', 'host:443', '', '?api-key=1']) {
    assert.equal(parseTarget(text), undefined)
  }
})

test('percent-encoded text is decoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(decodeLeniently(encodeURIComponent(text)), text)
    }),
  )
})

test('no text makes the decoder throw, and text without escapes is left alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const decoded = decodeLeniently(text)
      if (!text.includes('%')) assert.equal(decoded, text)
    }),
  )
})
