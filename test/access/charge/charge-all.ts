// Charges many look-ups at once, and tells those that were charged from those that were refused.

import assert from 'node:assert/strict'
import type { Caller } from '../../../src/access/caller.ts'
import type { Meter } from '../../../src/access/charge/meter.ts'
import { Problem } from '../../../src/http/problem.ts'

export async function chargeAll(meter: Meter, caller: Caller, count: number) {
  const settled = await Promise.allSettled(
    Array.from({ length: count }, () => meter.charge(caller)),
  )
  const charged = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const problems = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const problem of problems) assert(problem instanceof Problem, String(problem?.stack))
  return { charged, problems: problems as Problem[] }
}
