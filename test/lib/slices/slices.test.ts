// Work in slices: one short slice per turn of the event loop, owners in turns, and the same result as in one go.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { finish, SLICE_MS, type Sliced, Slices } from '../../../src/lib/slices/slices.ts'

/** Each step takes half a slice. */
class Steps {
  readonly done: string[] = []
  #nowMs = 0
  readonly slices = new Slices(() => this.#nowMs)

  /** What is done in the next turn of the event loop. */
  async turn(): Promise<string> {
    const before = this.done.length
    await nextTurn()
    return this.done.slice(before).join(' ')
  }

  *work(name: string, steps: number): Sliced<string> {
    for (let step = 1; step <= steps; step += 1) {
      this.#nowMs += SLICE_MS / 2
      this.done.push(`${name}${step}`)
      yield
    }
    return name
  }
}

test('a slice ends after a millisecond, and others have their turn before the next', async () => {
  const steps = new Steps()
  const result = steps.slices.run('a', steps.work('a', 5))
  assert.deepEqual(steps.done, [], 'nothing runs in the turn of the caller')
  assert.equal(await steps.turn(), 'a1 a2')
  assert.equal(await steps.turn(), 'a3 a4')
  assert.equal(await steps.turn(), 'a5')
  assert.equal(await result, 'a')
})

test('an owner with many jobs delays only its own', async () => {
  const steps = new Steps()
  const all = ['a', 'b', 'c'].map((name) => steps.slices.run('busy', steps.work(name, 3)))
  all.push(steps.slices.run('calm', steps.work('x', 3)))
  const turns = []
  for (let turn = 0; turn < 8; turn += 1) turns.push(await steps.turn())
  assert.deepEqual(turns, ['a1 a2', 'x1 x2', 'a3', 'x3', 'b1 b2', 'b3', 'c1 c2', 'c3'])
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'x'])
})

test('work that fails fails alone, and what comes when all is done is done too', async () => {
  const steps = new Steps()
  function* broken(): Sliced<string> {
    yield
    throw new Error('no')
  }
  const failing = steps.slices.run('a', broken())
  const other = steps.slices.run('a', steps.work('b', 1))
  await assert.rejects(failing, /^Error: no$/)
  assert.equal(await other, 'b')
  assert.equal(await steps.slices.run('a', steps.work('c', 1)), 'c')
})

test('the same work can be done in one go', () => {
  const steps = new Steps()
  assert.equal(finish(steps.work('a', 5)), 'a')
  assert.deepEqual(steps.done, ['a1', 'a2', 'a3', 'a4', 'a5'])
})
