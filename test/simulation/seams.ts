// Where the simulation meets the service, so that a test can plant a fault at each seam. By default there is none.

import { runBilling } from '../../src/billing/billing-run.ts'
import type { BillingParts } from '../../src/billing/term-billing.ts'
import { AnswerCache } from '../../src/endpoints/answer-cache.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Counters } from '../../src/rate-limits/counters.ts'
import type { Store } from '../../src/store/store.ts'

export type Call = (args: Record<string, unknown>) => Promise<unknown>

export interface Seams {
  counters(real: Counters): Counters
  answers(clock: Clock): AnswerCache
  /** Stands between the meter and the procedures of the store. */
  procedure(store: Store, name: string, args: Record<string, unknown>, real: Call): Promise<unknown>
  bill(parts: BillingParts, until: number): ReturnType<typeof runBilling>
}

export const REAL_SERVICE: Seams = {
  counters: (real) => real,
  answers: (clock) => new AnswerCache(clock),
  procedure: (_store, _name, args, real) => real(args),
  bill: (parts, until) => runBilling(parts, until),
}
