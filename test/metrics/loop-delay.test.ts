// Promises about the lateness of the event loop: one pause refuses nobody, a late loop shows, and so does its recovery.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/lib/clock.ts'
import { LoopDelay } from '../../src/metrics/loop-delay.ts'

const ON_TIME = 50

function delays(...gaps: readonly number[]) {
  const loop = new LoopDelay()
  loop.close()
  let nowMs = Math.ceil(systemClock.monotonicMs())
  loop.tick(nowMs)
  const pass = (...more: readonly number[]) => {
    for (const gap of more) {
      nowMs += gap
      loop.tick(nowMs)
    }
  }
  pass(...gaps)
  return { loop, pass }
}

test('a single pause of seconds is measured but no reason to refuse', () => {
  const { loop } = delays(...Array<number>(20).fill(ON_TIME), 3050)
  assert.equal(Math.round(loop.sustainedMs), 0)
  assert.equal(Math.round(loop.quantileMs(1)), 3000)
  assert.ok(loop.quantileMs(0.5) > 400, 'whoever came during the pause waited too')
  assert.ok(loop.quantileMs(0.5) < 700, 'but only for the rest of it')
})

test('a pause that is longer than all that is kept is shown in full', () => {
  const { loop } = delays(ON_TIME, 60_050)
  assert.equal(Math.round(loop.quantileMs(1)), 60_000)
  assert.equal(Math.round(loop.quantileMs(0)), 60_000 - 99 * ON_TIME)
})

test('a slow event loop shows within ten turns, and so does its recovery', () => {
  const { loop, pass } = delays(...Array<number>(10).fill(ON_TIME + 300))
  assert.equal(Math.round(loop.sustainedMs), 300)
  pass(...Array<number>(10).fill(ON_TIME))
  assert.equal(Math.round(loop.sustainedMs), 0)
})

test('only the last five seconds are shown', () => {
  const { loop, pass } = delays(...Array<number>(20).fill(ON_TIME), 100)
  pass(...Array<number>(98).fill(ON_TIME))
  assert.equal(Math.round(loop.quantileMs(1)), 50)
  pass(...Array<number>(2).fill(ON_TIME))
  assert.equal(Math.round(loop.quantileMs(1)), 0)
})

test('a turn that comes early is not late', () => {
  const { loop } = delays(...Array<number>(10).fill(ON_TIME - 20))
  assert.deepEqual([loop.sustainedMs, loop.quantileMs(0)], [0, 0])
})

test('an event loop is measured every 50 ms until the measuring ends', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const loop = new LoopDelay()
  let ticks = 0
  loop.tick = () => {
    ticks += 1
  }
  t.mock.timers.tick(100)
  loop.close()
  t.mock.timers.tick(100)
  assert.equal(ticks, 2)
})
