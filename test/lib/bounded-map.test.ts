// Promises of the map that forgets: never more than its maximum, and what is in use stays.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BoundedMap } from '../../src/lib/bounded-map.ts'

test('it never holds more than its maximum, and always the latest half of it', () => {
  const keys = fc.array(fc.nat(30), { maxLength: 200 })
  fc.assert(
    fc.property(keys, fc.integer({ min: 2, max: 12 }), (asked, max) => {
      const map = new BoundedMap<number, string>(max)
      for (const [at, key] of asked.entries()) {
        if (map.get(key) === undefined) map.set(key, `value of ${key}`)
        assert.ok(map.size <= max)
        const lately = new Set(asked.slice(0, at + 1).reverse())
        for (const recent of [...lately].slice(0, Math.floor(max / 2))) {
          assert.ok([...map.entries()].some(([held]) => held === recent))
        }
      }
    }),
  )
})

test('a key has one value, the last one, and none once it is deleted', () => {
  const map = new BoundedMap<string, number>(4)
  for (let value = 1; value <= 9; value += 1) {
    map.set('a', value)
    map.set(`other ${value}`, value)
    assert.equal(map.get('a'), value)
    assert.equal([...map.entries()].filter(([key]) => key === 'a').length, 1)
  }
  map.delete('a')
  assert.equal(map.get('a'), undefined)
})

test('what is deleted is gone at once, also what was not used lately', () => {
  const map = new BoundedMap<string, number>(4)
  map.set('a', 1)
  map.age()
  map.delete('a')
  assert.equal(map.get('a'), undefined)
  assert.equal(map.size, 0)
})
