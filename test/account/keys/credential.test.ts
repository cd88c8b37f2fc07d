// Keys: never two alike, and a mistyped one is found out without asking the store.
// Covers: src/lib/ids.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  CREDENTIAL_KINDS,
  maskCredential,
  newCredential,
  parseCredential,
  sha256,
} from '../../../src/account/keys/credential.ts'
import { runs } from '../../support/runs.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'
const kinds = fc.constantFrom(...CREDENTIAL_KINDS)

test('a key says its kind by its first characters and holds 160 random bits', () => {
  for (const kind of CREDENTIAL_KINDS) {
    const key = newCredential(kind)
    const prefix = { api: 'api', admin: 'admin', token: 'dtoken', operator: 'operator' }[kind]
    assert.match(key, new RegExp(`^${prefix}_[0-9A-Za-z]{33}$`))
    assert.deepEqual(parseCredential(key), { kind, isTest: false, sha256: sha256(key) })
  }
})

test('no two of 20,000 keys are equal, nor the random parts of any two kinds', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) =>
    newCredential(at % 2 === 0 ? 'api' : 'admin'),
  )
  assert.equal(new Set(keys.map((key) => key.split('_')[1])).size, keys.length)
})

test('a key with any one character changed is refused', () => {
  const change = fc.record({ kind: kinds, at: fc.nat(), to: fc.constantFrom(...ALPHABET) })
  fc.assert(
    fc.property(change, ({ kind, at, to }) => {
      const key = newCredential(kind)
      const place = at % key.length
      fc.pre(key[place] !== to)
      assert.equal(parseCredential(key.slice(0, place) + to + key.slice(place + 1)), undefined)
    }),
    { numRuns: runs(2000) },
  )
})

test('a key with two neighbours swapped, a character lost or one added is refused', () => {
  fc.assert(
    fc.property(kinds, fc.nat(), (kind, at) => {
      const key = newCredential(kind)
      const place = at % (key.length - 1)
      const [first = '', second = ''] = [key[place], key[place + 1]]
      const [before, behind] = [key.slice(0, place), key.slice(place + 2)]
      if (first !== second)
        assert.equal(parseCredential(before + second + first + behind), undefined)
      assert.equal(parseCredential(before + second + behind), undefined)
      assert.equal(parseCredential(before + first + first + second + behind), undefined)
    }),
    { numRuns: runs(1000) },
  )
})

test('a key of another kind, with space around it, or no key at all is refused', () => {
  const key = newCredential('api')
  const wrong = [
    key.replace('api_', 'admin_'),
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    key.toUpperCase(),
    '',
    'api_',
    '__proto__',
    `api_${'0'.repeat(33)}`,
    `api_${'é'.repeat(33)}`,
  ]
  for (const text of wrong) assert.equal(parseCredential(text), undefined, text)
})

test('any text whatever is refused without an exception', () => {
  fc.assert(fc.property(fc.string(), (text) => parseCredential(text) === undefined))
  fc.assert(fc.property(fc.string(), (text) => parseCredential(`dtoken_${text}`) === undefined))
})

test('a masked key shows its kind and its last four characters', () => {
  const key = newCredential('admin')
  assert.equal(maskCredential(key), `admin_…${key.slice(-4)}`)
})
