// Who a visitor is, by a proxy that is trusted and of IPv6 by the /64; and what an event tells of a look-up.
// Covers: src/access/visitor.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  FORWARDING,
  networkOf,
  OperatorPlaces,
  plainReferer,
  proxyRange,
  TrustedProxies,
  traceOf,
  visitorKey,
} from '../../src/access/visitor.ts'
import type { Request } from '../../src/http/message.ts'

function proxies(...texts: readonly string[]): TrustedProxies {
  return new TrustedProxies(texts.flatMap((text) => proxyRange(text) ?? []))
}

function requestFrom(remoteAddress: string, headers: Record<string, string>): Request {
  const readBody = async () => assert.fail('nobody asks for it')
  const query = new Map()
  return { id: 'r', method: 'GET', path: '/operator', query, headers, remoteAddress, readBody }
}

test('a visitor of IPv6 counts by its /64, however it is written', () => {
  const key = visitorKey('2001:db8:1:2:3:4:5:6')
  for (const same of ['2001:db8:1:2::', '2001:0DB8:0001:0002::9', '2001:db8:1:2:ffff::1']) {
    assert.equal(visitorKey(same), key, same)
  }
  for (const other of ['2001:db8:1:3::', '2001:db8:1::2', '2001:db8::', '::1']) {
    assert.notEqual(visitorKey(other), key, other)
  }
  // Two colons may stand for a single zero.
  assert.equal(visitorKey('2001:db8::1:2:3:4:5'), visitorKey('2001:db8:0:1:9:9:9:9'))
  assert.notEqual(visitorKey('192.0.2.1'), visitorKey('192.0.2.2'))
})

test('an anonymous caller of IPv6 counts by its /56, and one of IPv4 by its address', () => {
  const network = networkOf('2001:db8:1:12ab::1')
  for (const same of ['2001:db8:1:1200::', '2001:db8:1:12ff::1']) {
    assert.equal(networkOf(same), network, same)
  }
  for (const other of ['2001:db8:1:1300::', '2001:db8:1:11ff::', '2001:db8:2:12ab::1']) {
    assert.notEqual(networkOf(other), network, other)
  }
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
})

test('the nearest hop that is no trusted proxy is the visitor; what stands before it may be a lie', () => {
  const trusted = proxies('10.0.0.0/8', '192.0.2.7')
  const from = (remote: string, forwarded?: string) =>
    requestFrom(remote, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
  const visitor = (remote: string, forwarded?: string) => trusted.visitorOf(from(remote, forwarded))
  assert.equal(visitor('10.1.2.3', '6.6.6.6, 203.0.113.9'), '203.0.113.9')
  assert.equal(visitor('10.1.2.3', '203.0.113.9, 10.9.9.9'), '203.0.113.9')
  assert.equal(visitor('192.0.2.7', '203.0.113.9'), '203.0.113.9')
  assert.equal(visitor('192.0.2.8', '203.0.113.9'), '192.0.2.8', 'nobody vouches for it')
  assert.equal(visitor('10.1.2.3'), '10.1.2.3')
  assert.equal(visitor('10.1.2.3', 'unknown'), '10.1.2.3')
  assert.equal(visitor('::ffff:10.1.2.3', '203.0.113.9:4711'), '203.0.113.9')
  assert.equal(visitor('10.1.2.3', '[2001:db8::1]:443'), '2001:db8::1')
  assert.equal(visitor('fe80::1%eth0', '203.0.113.9'), 'fe80::1', 'a zone is the machine’s own')
  assert.equal(proxies('fe80::/10').visitorOf(from('fe80::1%eth0', '203.0.113.9')), '203.0.113.9')
  assert.equal(proxies().visitorOf(from('10.1.2.3', '203.0.113.9')), '10.1.2.3')
})

test('an operator comes from a place that is named; what an unknown proxy hands on is refused', () => {
  const office = [proxyRange('192.0.2.0/24') ?? assert.fail()]
  const places = new OperatorPlaces(office, proxies('192.0.2.7'))
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    places.include(requestFrom(remoteAddress, headers))
  assert.equal(from('192.0.2.9'), true)
  assert.equal(from('203.0.113.9'), false)
  for (const name of FORWARDING) {
    assert.equal(from('192.0.2.9', { [name]: '192.0.2.8' }), false, name)
  }
  assert.equal(from('192.0.2.7', { 'x-forwarded-for': '192.0.2.8', via: '1.1 here' }), true)
  assert.equal(from('192.0.2.7', { 'x-forwarded-for': '203.0.113.9' }), false)
  const anywhere = new OperatorPlaces(undefined, proxies())
  assert.equal(anywhere.include(requestFrom('203.0.113.9', { via: '1.1 there' })), true)
})

test('a range is an address with as many bits as it may have', () => {
  for (const text of ['0.0.0.0/0', '10.0.0.0/32', '::/0', '2001:db8::/128', ' 10.0.0.1 ']) {
    assert(proxyRange(text), text)
  }
  for (const text of ['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', 'a', '1/2/3', '']) {
    assert.equal(proxyRange(text), undefined, text)
  }
})

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
