// Promises about how paths find their route.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Router } from '../../src/http/router.ts'

const router = new Router([
  { path: '/', name: 'start' },
  { path: '/get/{id}', name: 'get' },
  { path: '/autocomplete/{term+}', name: 'autocomplete' },
  { path: '/v3/usage', name: 'today' },
  { path: '/v3/usage/{day}/{month}/{year}', name: 'day' },
  { path: '/v3/usage/from/{a}/{b}', name: 'range' },
])

test('static segments match in any letter case, parameters keep theirs', () => {
  const { target, params } = router.find('/GeT/AbC') ?? {}
  assert.deepEqual({ name: target?.name, params }, { name: 'get', params: { id: 'AbC' } })
  assert.equal(router.find('/V3/Usage')?.target.name, 'today')
})

test('static segments match also where letters of them are percent-encoded', () => {
  assert.deepEqual(router.find('/%67et/%41b')?.params, { id: 'Ab' })
  assert.equal(router.find('/v3/%55SA%67e')?.target.name, 'today')
  assert.equal(router.find('/v3%2Fusage'), undefined, 'an encoded slash divides nothing')
})

test('one trailing slash is accepted, two are not', () => {
  assert.equal(router.find('/get/1/')?.target.name, 'get')
  assert.equal(router.find('/v3/usage/')?.target.name, 'today')
  assert.equal(router.find('/v3/usage//'), undefined)
})

test('a term takes raw slashes, escaped slashes and broken escapes', () => {
  const term = (path: string) => router.find(path)?.params.term
  assert.equal(term('/autocomplete/flat%201/2%20a'), 'flat 1/2 a')
  assert.equal(term('/autocomplete/3%2F12 x'), '3/12 x')
  assert.equal(term('/autocomplete/50%%20x'), '50% x')
  assert.equal(term('/autocomplete/../get/x'), '../get/x')
})

test('an empty term still finds its route, so that the answer can name the term', () => {
  for (const path of ['/autocomplete/', '/autocomplete']) {
    const { target, params } = router.find(path) ?? {}
    assert.deepEqual({ name: target?.name, params }, { name: 'autocomplete', params: { term: '' } })
  }
})

test('a static segment is preferred to a parameter', () => {
  assert.equal(router.find('/v3/usage/from/1/2')?.target.name, 'range')
  assert.equal(router.find('/v3/usage/1/2/2026')?.target.name, 'day')
})

test('anything but a path finds nothing', () => {
  for (const path of ['/nothing', '/get', '/get/1/2', '//get/1', '/__proto__', '/constructor/x']) {
    assert.equal(router.find(path), undefined, path)
  }
  assert.equal(router.find('/')?.target.name, 'start')
})
