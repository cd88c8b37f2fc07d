// The test clock in the store: what a move changes, and that spans never run backwards.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../src/lib/clock.ts'
import {
  ClockFollower,
  clockFollowers,
  readTestClock,
  writeTestClock,
} from '../../src/nodes/test-clock.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachSharedStore } from '../support/stores.ts'

eachSharedStore((makeStore) => {
  test('a clock that goes on lets time pass, and one that is set back takes none of it back', async (t) => {
    const store = await makeStore(t)
    const first = await readTestClock(store.db)
    const moves = []
    for (const by of [5000, -3000, 0, 1000])
      moves.push(await writeTestClock(store, (was) => was + by))
    assert.deepEqual(
      moves.map(({ offsetMs, passedMs }) => [offsetMs, passedMs]),
      [
        [5000, 5000],
        [2000, 5000],
        [2000, 5000],
        [3000, 6000],
      ],
    )
    assert.deepEqual(
      moves.map(({ version }) => version - first.version),
      [1, 2, 3, 4],
      'every write is a new version',
    )
    assert.deepEqual(await readTestClock(store.db), moves.at(-1))
  })

  test('a service that starts stands where the clock was moved to, and says which version it follows', async (t) => {
    const store = await makeStore(t)
    const { version } = await writeTestClock(store, () => 7000)
    const real = new ManualClock()
    const clock = new TestClock(real)
    const parts = { store, clock, nodeId: 'node_1', onFault: assert.ifError }
    const follower = new ClockFollower(parts)
    await follower.start()
    await follower.close()
    assert.equal(clock.now() - real.now(), 7000)
    assert.deepEqual(await clockFollowers(store.db), [{ id: 'node_1', version }])
  })
})
