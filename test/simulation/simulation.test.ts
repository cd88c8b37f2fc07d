// Limits, money and kept answers keep their promises for as long as time allows, and the simulation finds five faults.
// Covers: src/rate-limits/**, src/endpoints/answer-cache.ts, src/access/charge/**, src/account/**, src/billing/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { PLANTED_FAULTS } from './planted-faults.ts'
import { REAL_SERVICE } from './seams.ts'
import { type Ran, simulate } from './simulation.ts'

/** Bounds the run. Nothing is asserted about how many steps it takes. */
const SECONDS = Number(process.env.SIMULATE_SECONDS ?? 4)
const STEPS_MAX = 100_000_000

function newSeed(t: TestContext): number {
  const seed = Math.floor(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}: npm run -s simulate -- --seed ${seed}`)
  return seed
}

function report({ violation, events }: Ran): string {
  return `${violation?.promised}: ${violation?.message}\n${events.join('\n')}`
}

test('whatever happens, limits hold, each look-up counts once and each day is billed once', async (t) => {
  const seed = newSeed(t)
  const until = performance.now() + SECONDS * 1000
  const isOver = () => performance.now() >= until
  const ran = await simulate({ seed, stepsMax: STEPS_MAX, seams: REAL_SERVICE, isOver })
  t.diagnostic(`${ran.steps} steps`)
  assert.equal(ran.violation, undefined, `seed ${seed}, ${ran.steps} steps\n${report(ran)}`)
})

for (const { name, breaks, message, stepsMax, seams } of PLANTED_FAULTS) {
  test(`the simulation finds ${name}`, async (t) => {
    const seed = newSeed(t)
    const ran = await simulate({ seed, stepsMax, seams })
    t.diagnostic(`found after ${ran.steps} steps`)
    assert.equal(ran.violation?.promised, breaks, `seed ${seed}\n${report(ran)}`)
    assert.match(ran.violation.message, message)
  })
}
