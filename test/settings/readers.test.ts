// Readers of single settings: every value at the edge of what is allowed, and the sentence that refuses the next.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrustedProxies } from '../../src/access/visitor.ts'
import {
  ConfigError,
  flag,
  oneOf,
  optional,
  ranges,
  webUrl,
  wholeNumber,
} from '../../src/settings/readers.ts'

const refused = (read: () => unknown, message: string) =>
  assert.throws(read, (error) => error instanceof ConfigError && error.message === message)

test('a number is taken from its least to its largest value, and nothing beside them', () => {
  const read = (text: string) => wholeNumber(5, 20)(text, 'N')
  assert.deepEqual(['5', '20', '006'].map(read), [5, 20, 6])
  for (const text of ['4', '21', '', ' 6', '6.0', '-6', '1e1', '0x6', '0000000006', 'six']) {
    refused(() => read(text), `N must be a whole number from 5 to 20, not "${text}".`)
  }
  assert.equal(wholeNumber(0, 1e9)('999999999', 'N'), 999_999_999)
})

test('a switch is on or off in two spellings each', () => {
  const read = (text: string) => flag(text, 'F')
  assert.deepEqual(['1', 'true', 'TRUE'].map(read), [true, true, true])
  assert.deepEqual(['0', 'false', 'False'].map(read), [false, false, false])
  for (const text of ['', 'yes', '2', ' 1'])
    refused(() => read(text), `F must be 1 or 0, not "${text}".`)
})

test('an optional setting is undefined where it is empty, and otherwise as strict as any', () => {
  assert.equal(optional(flag)('', 'F'), undefined)
  assert.equal(optional(flag)('0', 'F'), false)
  refused(() => optional(flag)(' ', 'F'), 'F must be 1 or 0, not " ".')
})

test('a word of a few is taken in any case, and another is refused with those that are', () => {
  const read = (text: string) => oneOf(['off', 'open'])(text, 'W')
  assert.deepEqual([read('off'), read('OPEN')], ['off', 'open'])
  for (const text of ['', 'on', 'off '])
    refused(() => read(text), `W must be one of off, open, not "${text}".`)
})

test('ranges are a list with or without spaces, and none where it is empty', () => {
  const trusts = (text: string, address: string) =>
    new TrustedProxies(ranges(text, 'R')).includes(address)
  assert.equal(trusts('', '127.0.0.1'), false)
  assert.equal(trusts('10.0.0.0/8, ::1,', '10.255.0.1'), true)
  assert.equal(trusts('10.0.0.0/8, ::1,', '::1'), true)
  assert.equal(trusts('10.0.0.0/8, ::1,', '127.0.0.1'), false)
  const message = 'R has "10.0.0.0/33", which is not an address or CIDR range.'
  refused(() => ranges('::1, 10.0.0.0/33', 'R'), message)
})

test('a URL loses the slashes at its end, and only http and https are taken', () => {
  const read = (text: string) => webUrl(text, 'U')
  assert.equal(read('https://a.example/b//'), 'https://a.example/b')
  assert.equal(read('HTTP://a.example'), 'HTTP://a.example')
  for (const text of ['', 'a.example', 'ftp://a.example', 'https://', ' http://a']) {
    refused(() => read(text), 'U must be a URL that begins with http://… or https://….')
  }
})
