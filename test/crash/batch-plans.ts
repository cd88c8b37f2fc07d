// The plan of the accounts whose lists are matched by nodes that are killed.

import type { Plans } from '../../src/account/plans/plans.ts'
import { parsePlans } from '../../src/account/plans/plans-file.ts'
import { planOf } from '../batches/lists.ts'

/** On each store; `CRASH_KILLS=200 npm test -- test/crash/batches.test.ts` for a long night. */
export const KILLS = Number(process.env.CRASH_KILLS ?? 2)
/** More than nodes that are killed get done. */
export const ROWS = 300 + 10 * KILLS
/** Less than the list needs, so that it takes two days. */
export const LOOKUPS_A_DAY = Math.floor(0.7 * ROWS)

export const PLANS: Plans = parsePlans(
  JSON.stringify({ plans: [planOf('trial', 'au', 1), planOf('kills', 'au', LOOKUPS_A_DAY)] }),
  'plans.json',
)
