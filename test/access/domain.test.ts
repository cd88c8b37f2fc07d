// A domain token's pages: its domain and what is below it, label by label.
// Covers: src/access/authenticate.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOfUrl, isWithinDomain } from '../../src/access/authenticate.ts'

const WITHIN = [
  'https://example.com',
  'https://www.example.com',
  'https://a.b.example.com/path?x=1',
  'http://EXAMPLE.com:8443',
  'https://example.com.',
  'https://user:secret@shop.example.com',
]

const OUTSIDE = [
  'https://evil-example.com',
  'https://example.com.evil.net',
  'https://example.comx',
  'https://example.co',
  'https://com',
  'https://exаmple.com',
  'https://example.com%00.evil.net',
  'https://example.com\u0000.evil.net',
  'https://example.com@evil.net',
  'https://evil.net/example.com',
  'https://evil.net#example.com',
  'https://127.0.0.1',
  'https://0x7f.1',
  'https://[::1]',
  'https://example.com..',
  'file://example.com',
  'chrome-extension://example.com',
  'null',
  '',
  'example.com',
  '//example.com',
]

test('the domain and its sub-domains are within it', () => {
  for (const url of WITHIN) assert.equal(isWithin(url), true, url)
})

test('look-alikes, addresses, other schemes and nonsense are not', () => {
  for (const url of OUTSIDE) assert.equal(isWithin(url), false, url)
})

test('a token without a domain fits no page', () => {
  assert.equal(isWithinDomain('example.com', ''), false)
})

test('a domain in another script is compared in its ASCII form', () => {
  assert.equal(hostOfUrl('https://bücher.example'), 'xn--bcher-kva.example')
})

function isWithin(url: string): boolean {
  const host = hostOfUrl(url)
  return host !== undefined && isWithinDomain(host, 'example.com')
}
