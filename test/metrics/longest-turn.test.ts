// The longest turn of the event loop is seen, and is forgotten after a minute.
// Covers: src/metrics/loop-delay.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { LongestTurn } from '../../src/metrics/loop-delay.ts'

function beBusy(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

test('a turn of 80 ms is seen for a minute, and then no more', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const longest = new LongestTurn()
  t.after(() => longest.close())
  await delay(20)
  beBusy(80)
  await delay(20)
  assert.ok(longest.seconds >= 0.07, `${longest.seconds}`)
  for (let slot = 1; slot <= 5; slot += 1) {
    t.mock.timers.tick(10_000)
    assert.ok(longest.seconds >= 0.07, `${slot}`)
  }
  const before = longest.seconds
  t.mock.timers.tick(10_000)
  assert.ok(longest.seconds < before)
})
