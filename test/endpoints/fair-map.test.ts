// Promises of the map that owners share: bounded, a key has its last value, and nobody loses anything to another.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FairMap } from '../../src/endpoints/fair-map.ts'

const MAX = 64

test('it gives the last value of a key, and holds at most an eighth more than its maximum', () => {
  const step = fc.record({ key: fc.nat(300), owner: fc.nat(9), isUse: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const map = new FairMap<number>(MAX)
      const last = new Map<string, number>()
      for (const [at, { key, owner, isUse }] of steps.entries()) {
        const name = `key ${key}`
        if (isUse) {
          const found = map.get(name)
          assert.ok(found === undefined || found === last.get(name))
          continue
        }
        map.set(name, at, `owner ${owner}`)
        last.set(name, at)
        assert.equal(map.get(name), at)
        assert.ok(map.size <= MAX + MAX / 8)
      }
    }),
    { numRuns: 50 },
  )
})

for (const uses of [0, 1, 3]) {
  test(`who sets ten thousand keys and uses each ${uses} times takes none of another owner`, () => {
    const map = new FairMap<string>(MAX)
    const own = Array.from({ length: MAX / 2 }, (_, at) => `mine ${at}`)
    for (const key of own) map.set(key, key, 'me')
    for (let at = 0; at < 10_000; at += 1) {
      map.set(`flood ${at}`, 'x', 'other')
      for (let nth = 0; nth < uses; nth += 1) map.get(`flood ${at}`)
    }
    assert.deepEqual(
      own.map((key) => map.get(key)),
      own,
    )
    assert.equal(map.get('flood 9999'), 'x')
  })
}

test('one who has all of it makes room for a second, who gets an equal share', () => {
  const map = new FairMap<string>(MAX)
  for (let at = 0; at < MAX; at += 1) map.set(`first ${at}`, 'x', 'first')
  const late = Array.from({ length: MAX / 2 }, (_, at) => `second ${at}`)
  for (const key of late) map.set(key, key, 'second')
  assert.deepEqual(
    late.map((key) => map.get(key)),
    late,
  )
})

test('entries of one owner that are in use stay, and unused ones go first', () => {
  const map = new FairMap<string>(MAX)
  map.set('popular', 'x', 'me')
  map.set('forgotten', 'x', 'me')
  for (let at = 0; at < 10 * MAX; at += 1) {
    map.set(`other ${at}`, 'x', 'me')
    assert.equal(map.get('popular'), 'x')
  }
  assert.equal(map.get('forgotten'), undefined)
})
