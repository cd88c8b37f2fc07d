// Promises about turns: equal time for all who wait, however much they ask for, and short turns.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { finish, type Sliced, slicedMap, TURN_MS_MAX, Turns } from '../../../src/lib/turns/turns.ts'

/** A clock that only work moves. */
class WorkClock {
  nowMs = 0
  readonly lengths: number[] = []
  readonly turns = new Turns(() => this.nowMs)

  /** Work in steps of `ms` each; `done` is called with the time after each. */
  add(caller: string, steps: number, ms: number, done: (atMs: number) => void = () => {}): void {
    let left = steps
    this.turns.add(caller, () => {
      this.nowMs += ms
      left -= 1
      done(this.nowMs)
      return left > 0
    })
  }

  async untilIdle(): Promise<void> {
    while (this.turns.waiting > 0) {
      const startMs = this.nowMs
      await new Promise((resolve) => setImmediate(resolve))
      this.lengths.push(this.nowMs - startMs)
    }
  }
}

test('one who asks for little waits for at most one step of each who ask for much', async () => {
  const clock = new WorkClock()
  for (let nth = 0; nth < 500; nth += 1) clock.add('greedy', 1, 1)
  clock.add('long', 300, 1)
  let [asked, longest] = [0, 0]
  const ask = () => {
    const askedMs = clock.nowMs
    clock.add('victim', 1, 0.05, (atMs) => {
      longest = Math.max(longest, atMs - askedMs)
      asked += 1
      if (asked < 50) setImmediate(ask)
    })
  }
  ask()
  await clock.untilIdle()
  assert.equal(asked, 50)
  assert.ok(longest <= TURN_MS_MAX + 3, `${longest}`)
})

test('while all have work waiting, each gets the same time, whatever the length of its steps', async () => {
  const someSteps = fc.array(fc.constantFrom(0.01, 0.1, 0.4, 1, 3), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(someSteps, async (lengths) => {
      const clock = new WorkClock()
      const used = lengths.map(() => 0)
      const left = lengths.map((ms) => Math.round(60 / ms))
      let leastWhenOneEnded: number | undefined
      lengths.forEach((ms, at) => {
        clock.add(`caller ${at}`, left[at] ?? 0, ms, () => {
          used[at] = (used[at] ?? 0) + ms
          left[at] = (left[at] ?? 0) - 1
          if (left[at] === 0) leastWhenOneEnded ??= Math.min(...used)
        })
      })
      await clock.untilIdle()
      assert.ok((leastWhenOneEnded ?? 0) >= 60 - 2 * 3 - 1, `${leastWhenOneEnded}`)
    }),
    { numRuns: 30 },
  )
})

test('a turn ends after 2 ms, so that the event loop sees what has arrived', async () => {
  const clock = new WorkClock()
  for (let nth = 0; nth < 100; nth += 1) clock.add(`caller ${nth % 7}`, 3, 0.3)
  await clock.untilIdle()
  const { lengths } = clock
  assert.ok(Math.max(...lengths) <= 2 * TURN_MS_MAX + 0.6, `${Math.max(...lengths)}`)
  assert.ok(lengths.length >= 90 / 5, `${lengths.length}`)
})

test('all that is asked for is done, in order for each caller', async () => {
  const clock = new WorkClock()
  const done = new Map<string, number[]>()
  for (let nth = 0; nth < 1000; nth += 1) {
    const caller = `caller ${nth % 3}`
    clock.add(caller, 1, 0.01, () => {
      const list = done.get(caller) ?? []
      list.push(nth)
      done.set(caller, list)
    })
  }
  await clock.untilIdle()
  for (const [caller, list] of done) {
    assert.deepEqual(
      list,
      list.toSorted((a, b) => a - b),
      caller,
    )
  }
  assert.equal([...done.values()].flat().length, 1000)
})

test('work that pauses is done a quantum at a time, and gives its result', async () => {
  const clock = new WorkClock()
  const done: string[] = []
  const work = function* (name: string, steps: number): Sliced<string> {
    for (let step = 0; step < steps; step += 1) {
      clock.nowMs += 0.3
      done.push(name)
      yield
    }
    return name
  }
  const busy = ['a', 'b', 'c'].map((name) => clock.turns.run('busy', work(name, 8)))
  const calm = clock.turns.run('calm', work('x', 2))
  assert.deepEqual(done, [], 'nothing runs in the turn of the caller')
  assert.equal(await calm, 'x')
  assert.ok(done.length <= 8, `${done.length}`)
  assert.deepEqual(await Promise.all(busy), ['a', 'b', 'c'])
  assert.equal(done.length, 26)
  assert.equal(finish(work('y', 3)), 'y')
})

test('work that fails fails alone', async () => {
  const turns = new Turns()
  function* broken(): Sliced<string> {
    yield
    throw new Error('no')
  }
  const failing = turns.run('a', broken())
  const other = turns.run(
    'a',
    slicedMap([1, 2, 3], (item) => item * 2),
  )
  await assert.rejects(failing, /^Error: no$/)
  assert.deepEqual(await other, [2, 4, 6])
})
