// Promises about how options are read from the query and the body of a look-up.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import Type from 'typebox'
import { autocompleteEndpoints } from '../../src/endpoints/look-ups/autocomplete.ts'
import { readInput } from '../../src/endpoints/read-input.ts'
import { Problem } from '../../src/http/problem.ts'
import { parseTarget } from '../../src/http/target.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import { ENDPOINTS } from '../../src/routes.ts'

const NOTHING = Type.Object({})
const national = elementAt(autocompleteEndpoints, 0)
const postal = elementAt(autocompleteEndpoints, 2)

function options(query: string, body?: unknown, endpoint = postal) {
  const parsed = parseTarget(`/x?${query}`)?.query ?? new Map()
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return readInput(endpoint, { term: 'x' }, parsed, text).options
}

function refusal(query: string, body?: unknown): string {
  try {
    options(query, body)
  } catch (error) {
    assert.ok(error instanceof Problem)
    assert.equal(error.code, 'bad-request')
    return error.extra.title ?? ''
  }
  return assert.fail('it was taken')
}

const DEFAULTS = { top: 6, all: false, 'show-postcode': false, explain: false }

test('absent, null, zero, empty objects and empty bodies all mean the default', () => {
  for (const body of [undefined, '', '  ', '""', 'null', '{}']) {
    assert.deepEqual(options('', body), DEFAULTS)
  }
  const odd = { top: 0, filter: { radius: {} }, location: {}, all: null, template: null }
  assert.deepEqual(options('', odd), DEFAULTS)
  assert.deepEqual(options('top=&template='), DEFAULTS)
  assert.deepEqual(options('', { location: { latitude: null, longitude: null } }), DEFAULTS)
})

test('a text has so many characters as people count them, and a list at most a hundred entries', () => {
  assert.equal(options('', { template: '😀'.repeat(1000) }).template, '😀'.repeat(1000))
  assert.equal(refusal('', { template: '😀'.repeat(1001) }), 'template')
  const states = (count: number) => ({ filter: { state: Array(count).fill('VIC') } })
  assert.ok(options('', states(100), national).filter)
  assert.throws(() => options('', states(101), national), /at most 100 entries/)
})

test('the query wins over the body', () => {
  assert.equal(options('top=3', { top: 9 }).top, 3)
  assert.equal(options('', { top: 9 }).top, 9)
})

test('an option stands in the query once, also where one of two is empty', () => {
  for (const query of ['top=3&top=3', 'top=&top=3', 'top=3&top=', 'top=&top=', 'top&top=3']) {
    assert.equal(refusal(query), 'top', query)
  }
})

test('numbers and booleans sent as strings are taken for what they mean', () => {
  const body = { top: '12', all: 'True', location: { latitude: '53.4', longitude: '-2' } }
  assert.deepEqual(options('show-postcode=1', body), {
    ...DEFAULTS,
    top: 12,
    all: true,
    'show-postcode': true,
    location: { latitude: 53.4, longitude: -2 },
  })
  assert.equal(
    (options('', { filter: { postcode: 3121 } }).filter as { postcode: string }).postcode,
    '3121',
  )
})

test('show_postcode in a body is show-postcode', () => {
  assert.equal(options('', { show_postcode: true })['show-postcode'], true)
})

test('a number past its maximum is clamped to it', () => {
  assert.equal(options('top=1000').top, 20)
  assert.equal(options('top=7', undefined, national).top, 6)
})

test('every default and maximum that the reference names can be sent', () => {
  for (const endpoint of ENDPOINTS) {
    for (const [name, schema] of Object.entries<object>(endpoint.options.properties)) {
      const { default: given, maximum } = schema as { default?: unknown; maximum?: unknown }
      for (const value of [given, maximum]) {
        if (typeof value !== 'number') continue
        const wanted = { params: NOTHING, options: Type.Object({ [name]: schema }) }
        const { options: read } = readInput(
          wanted,
          {},
          new Map([[name, [String(value)]]]),
          undefined,
        )
        assert.deepEqual(read, { [name]: value === 0 ? given : value }, endpoint.path)
      }
    }
  }
  assert.throws(() => options('top=9007199254740993'), /top must be a number/)
})

test('a filter of Variant A takes one value or several', () => {
  const filter = (value: unknown) => options('', { filter: { state: value } }, national).filter
  assert.deepEqual(filter('vic'), { state: ['vic'] })
  assert.deepEqual(filter(['VIC', 'NSW']), { state: ['VIC', 'NSW'] })
  assert.equal(filter([]), undefined)
})

test('what is wrong is refused by the name of its field', () => {
  assert.equal(refusal('top=-1'), 'top')
  assert.equal(refusal('top=six'), 'top')
  assert.equal(refusal('top=1.5'), 'top')
  assert.equal(refusal('top=1e3'), 'top')
  assert.equal(refusal('top=1&top=2'), 'top')
  assert.equal(refusal('all=maybe'), 'all')
  assert.equal(refusal('', { location: { latitude: 91, longitude: 0 } }), 'location.latitude')
  assert.equal(refusal('', { location: { latitude: 1 } }), 'location.longitude')
  assert.equal(refusal('', { filter: [] }), 'filter')
  assert.equal(refusal('', { filter: { county: {} } }), 'filter.county')
  assert.equal(
    refusal('', { filter: { radius: { km: -1, latitude: 1, longitude: 1 } } }),
    'filter.radius.km',
  )
  assert.equal(refusal('', { template: 'x'.repeat(1001) }), 'template')
  assert.equal(refusal('', '{'), 'body')
  assert.equal(refusal('', '[1]'), 'body')
  assert.equal(refusal('', '7'), 'body')
})

test('members that nobody knows are ignored, the dangerous ones too', () => {
  const body =
    '{"__proto__":{"top":1},"constructor":{"top":1},"fuzzy":true,"client_ip_address":"x"}'
  assert.deepEqual(options('', body), DEFAULTS)
  assert.equal(Object.hasOwn(Object.prototype, 'top'), false)
})

test('any JSON body is either read or refused by name, never a fault', () => {
  fc.assert(
    fc.property(fc.json(), (body) => {
      try {
        options('', body)
      } catch (error) {
        assert.ok(error instanceof Problem && error.extra.title !== undefined)
      }
    }),
  )
})

test('any JSON value in any option is either read or refused by name', () => {
  const names = ['top', 'all', 'template', 'show-postcode', 'filter', 'location']
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
      try {
        options('', { [name]: value })
      } catch (error) {
        assert.ok(error instanceof Problem && error.extra.title?.startsWith(name))
      }
    }),
  )
})

test('an object where a yes or no is wanted is refused by name, whatever it holds', () => {
  for (const all of [{}, [], { toString: 1 }, JSON.parse('{"__proto__":1,"toString":2}'), [[[]]]]) {
    assert.equal(refusal('', { all }), 'all')
  }
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  assert.equal(refusal('', `{"all":${deep}}`), 'all')
})

test('a text with the character U+0000 is refused by name', () => {
  assert.equal(refusal('template=a%00b'), 'template')
  assert.equal(refusal('', { filter: { county: '\0' } }), 'filter.county')
})
