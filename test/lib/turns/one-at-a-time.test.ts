// Tasks of one owner run one after the other; those of others do not wait for them.
// Covers: src/lib/turns/turns.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OneAtATime } from '../../../src/lib/turns/turns.ts'

/** A task that ends when it is told to. */
function held(name: string, begun: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const task = () => {
    begun.push(name)
    return promise
  }
  return { task, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('an owner has one task at a time, in order, and others do not wait for it', async () => {
  const begun: string[] = []
  const turns = new OneAtATime()
  const [a, b, c, x] = ['a', 'b', 'c', 'x'].map((name) => held(name, begun))
  assert(a && b && c && x)
  const first = turns.run('one', a.task)
  const second = turns.run('one', b.task)
  const third = turns.run('one', c.task)
  const other = turns.run('two', x.task)
  assert.deepEqual(begun, ['a', 'x'])
  x.end()
  assert.equal(await other, 'x')
  a.end()
  assert.equal(await first, 'a')
  b.fail()
  await assert.rejects(second, /^Error: b$/)
  c.end()
  assert.equal(await third, 'c')
  assert.deepEqual(begun, ['a', 'x', 'b', 'c'])
  const d = held('d', begun)
  d.end()
  assert.equal(await turns.run('one', d.task), 'd')
})
