// `npm run -s simulate -- [--seed N] [--steps N]`: the simulation of limits, money and kept answers at any length.

import { parseArgs } from 'node:util'
import { REAL_SERVICE } from './seams.ts'
import { simulate } from './simulation.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    steps: { type: 'string', default: '100000' },
  },
})
const seed = Number(values.seed)
const stepsMax = Number(values.steps)
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(stepsMax) || stepsMax < 1) {
  process.stderr.write('--seed and --steps must be whole numbers.\n')
  process.exit(2)
}
process.stdout.write(`seed ${seed}\n`)
const from = performance.now()
const { steps, tally, violation, events } = await simulate({ seed, stepsMax, seams: REAL_SERVICE })
const seconds = (performance.now() - from) / 1000
const perSecond = Math.round(steps / seconds)
process.stdout.write(`${steps} steps in ${seconds.toFixed(1)} s, ${perSecond} a second: `)
process.stdout.write(violation === undefined ? 'no promise was broken\n' : 'a promise was broken\n')
const happened = Object.entries(tally).map(([what, times]) => `${times} ${what}`)
process.stdout.write(`${happened.sort().join(', ')}\n`)
if (violation !== undefined) {
  process.stdout.write(
    `\n${events.join('\n')}\n\nBROKEN ${violation.promised}: ${violation.message}\n`,
  )
  process.exitCode = 1
}
