// What the business functions work with, handed from the service to the endpoints.

import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/store.ts'
import type { Plans } from './plans/plans.ts'

export interface AccountParts {
  readonly store: Store
  readonly plans: Plans
  readonly clock: Clock
}
