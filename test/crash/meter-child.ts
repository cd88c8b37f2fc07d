// A node of its own that charges look-ups and says of each what became of it, until it is done or killed.

import { writeSync } from 'node:fs'
import { Allowance } from '../../src/access/allowance.ts'
import { loadPlans } from '../../src/account/plans/plans-file.ts'
import { Problem } from '../../src/http/problem.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openStore } from '../../src/store/open-store.ts'
import { callerOf, patientMeter } from '../support/accounts.ts'
import { inParallel } from './in-parallel.ts'

const [databaseUrl = '', dataDir = '', atOnce = '', total = '', ...accountIds] =
  process.argv.slice(2)
const store = await openStore({ databaseUrl, dataDir })
const plans = await loadPlans(dataDir)
const allowance = new Allowance(store, plans, systemClock)
const meter = patientMeter({ store, plans, clock: systemClock, allowance })
const callers = await Promise.all(accountIds.map((id) => callerOf(store, id)))

await inParallel(Number(total), Number(atOnce), async (left) => {
  const at = left % callers.length
  // Whoever is refused since the machine is slow asks again.
  while ((await outcomeOf(at)) === 'service-unavailable');
})
await meter.close()
await store.close()

async function outcomeOf(at: number): Promise<string> {
  say(`sent ${at}\n`)
  const outcome = await meter.charge(callers[at]).then(
    () => 'answered',
    (error) => (error instanceof Problem ? error.code : Promise.reject(error)),
  )
  say(`${outcome} ${at}\n`)
  return outcome
}

// Written at once and by hand: what was said before the kill has been said. A full pipe is waited for.
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, line)
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
