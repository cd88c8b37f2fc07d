// A secret in the store can be read with its key only, and only for the row that it was stored in.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEALED_PREFIX_LENGTH, SealedSecrets } from '../../src/store/sealed-secrets.ts'

const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

test('a secret is decrypted for its owner only, and every changed byte is noticed', () => {
  const secrets = new SealedSecrets([first])
  const stored = secrets.seal('whsec_é', 'a')
  assert.match(stored, /^sealed:[0-9a-f]{8}:[\w-]{48}$/)
  assert.notEqual(secrets.seal('whsec_é', 'a'), stored, 'two of the same look different')
  assert.equal(secrets.open(stored, 'a'), 'whsec_é')
  assert.throws(() => secrets.open(stored, 'b'), /^StoreError: The secret of b was changed/)
  for (let at = SEALED_PREFIX_LENGTH + 1; at < stored.length; at += 1) {
    const changed = stored[at] === 'A' ? 'B' : 'A'
    const other = stored.slice(0, at) + changed + stored.slice(at + 1)
    assert.throws(() => secrets.open(other, 'a'), `at ${at}`)
  }
})

test('the first of several keys encrypts, and all decrypt', () => {
  const stored = new SealedSecrets([first]).seal('x', 'a')
  const both = new SealedSecrets([second, first])
  assert.equal(both.open(stored, 'a'), 'x')
  assert.equal(both.isCurrent(stored), false)
  const anew = both.seal('x', 'a')
  assert.equal(both.isCurrent(anew), true)
  const message = /^StoreError: Secrets in the store are encrypted with key [0-9a-f]{8}, which SECR/
  assert.throws(() => new SealedSecrets([first]).open(anew, 'a'), message)
  assert.throws(
    () => new SealedSecrets([first]).check(anew.slice(0, SEALED_PREFIX_LENGTH)),
    message,
  )
  both.check(anew.slice(0, SEALED_PREFIX_LENGTH))
})

test('without a key secrets are stored as they are, and older ones are read with a key too', () => {
  const none = new SealedSecrets([])
  assert.deepEqual([none.hasKey, none.seal('x', 'a'), none.open('x', 'a')], [false, 'x', 'x'])
  assert.equal(none.isCurrent('x'), false)
  const secrets = new SealedSecrets([first])
  assert.deepEqual([secrets.open('x', 'a'), secrets.isCurrent('x')], ['x', false])
})
