// Who a visitor is: an address that a trusted proxy vouches for, and of IPv6 the whole /64.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  FORWARDING,
  OperatorPlaces,
  proxyRange,
  TrustedProxies,
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
  assert.notEqual(visitorKey('192.0.2.1'), visitorKey('192.0.2.2'))
})

test('the nearest hop that is no trusted proxy is the visitor; what stands before it may be a lie', () => {
  const trusted = proxies('10.0.0.0/8', '192.0.2.7')
  const visitor = (remote: string, forwarded?: string) => trusted.visitorOf(remote, forwarded)
  assert.equal(visitor('10.1.2.3', '6.6.6.6, 203.0.113.9'), '203.0.113.9')
  assert.equal(visitor('10.1.2.3', '203.0.113.9, 10.9.9.9'), '203.0.113.9')
  assert.equal(visitor('192.0.2.7', '203.0.113.9'), '203.0.113.9')
  assert.equal(visitor('192.0.2.8', '203.0.113.9'), '192.0.2.8', 'nobody vouches for it')
  assert.equal(visitor('10.1.2.3'), '10.1.2.3')
  assert.equal(visitor('10.1.2.3', 'unknown'), '10.1.2.3')
  assert.equal(visitor('::ffff:10.1.2.3', '203.0.113.9:4711'), '203.0.113.9')
  assert.equal(visitor('10.1.2.3', '[2001:db8::1]:443'), '2001:db8::1')
  assert.equal(proxies().visitorOf('10.1.2.3', '203.0.113.9'), '10.1.2.3')
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
