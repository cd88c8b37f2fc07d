// Readers of single settings: every value at the edge of what is allowed, and the sentence that refuses the next.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrustedProxies } from '../src/access/visitor.ts'
import { ConfigError, flag, oneOf, ranges, url, wholeNumber } from '../src/setting-values.ts'

const refused = (read: () => unknown, message: string) =>
  assert.throws(read, (error) => error instanceof ConfigError && error.message === message)

test('a number is taken from its least to its largest value, and nothing beside them', () => {
  const read = (text?: string) => wholeNumber(text === undefined ? {} : { N: text }, 'N', 7, 20, 5)
  assert.deepEqual([read(), read('5'), read('20'), read('006')], [7, 5, 20, 6])
  for (const text of ['4', '21', '', ' 6', '6.0', '-6', '1e1', '0x6', '0000000006', 'six']) {
    refused(() => read(text), `N must be a whole number from 5 to 20, not "${text}".`)
  }
  assert.equal(wholeNumber({ N: '0' }, 'N', 7, 20), 0, '0 is the least where nothing is said')
  assert.equal(wholeNumber({ N: '999999999' }, 'N', 7, 1e9), 999_999_999)
})

test('a switch is on or off in two spellings each, and unset where nothing is said', () => {
  const read = (text: string) => flag({ F: text }, 'F')
  assert.deepEqual(['1', 'true', 'TRUE'].map(read), [true, true, true])
  assert.deepEqual(['0', 'false', 'False'].map(read), [false, false, false])
  assert.equal(flag({}, 'F'), undefined)
  for (const text of ['', 'yes', '2', ' 1'])
    refused(() => read(text), `F must be 1 or 0, not "${text}".`)
})

test('a word of a few is taken in any case, and another is refused with those that are', () => {
  const read = (text?: string) => oneOf(text === undefined ? {} : { W: text }, 'W', ['off', 'open'])
  assert.deepEqual([read('off'), read('OPEN'), read()], ['off', 'open', undefined])
  for (const text of ['', 'on', 'off '])
    refused(() => read(text), `W must be one of off, open, not "${text}".`)
})

test('ranges are a list with or without spaces, where the fallback counts only if nothing is set', () => {
  const trusts = (value: string | undefined, address: string) => {
    const read = ranges(value === undefined ? {} : { R: value }, 'R', '127.0.0.1')
    return new TrustedProxies(read).includes(address)
  }
  assert.equal(trusts(undefined, '127.0.0.1'), true)
  assert.equal(trusts('', '127.0.0.1'), false)
  assert.equal(trusts('10.0.0.0/8, ::1,', '10.255.0.1'), true)
  assert.equal(trusts('10.0.0.0/8, ::1,', '::1'), true)
  assert.equal(trusts('10.0.0.0/8, ::1,', '127.0.0.1'), false)
  const message = 'R has "10.0.0.0/33", which is no address or CIDR range.'
  refused(() => ranges({ R: '::1, 10.0.0.0/33' }, 'R', ''), message)
})

test('a URL loses the slashes at its end, and only the named protocols are taken', () => {
  const read = (text?: string) =>
    url(text === undefined ? {} : { U: text }, 'U', ['https:', 'http:'])
  assert.equal(read(), undefined)
  assert.equal(read('https://a.example/b//'), 'https://a.example/b')
  assert.equal(read('http://a.example'), 'http://a.example')
  for (const text of ['', 'a.example', 'ftp://a.example', 'https://']) {
    refused(() => read(text), 'U must be a URL that begins with https://… or http://….')
  }
})
