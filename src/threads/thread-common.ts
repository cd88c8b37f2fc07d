// What the threads of one process have in common, beside the index and the store.

import { newId } from '../lib/ids.ts'
import { newSharedCounts, type SharedCounts } from '../rate-limits/shared-counters.ts'

export interface Common {
  readonly counts: SharedCounts
  /** On which they tell each other what has changed. */
  readonly channel: string
  /** How many there are, the first included. */
  readonly threads: number
}

export function newCommon(threads: number): Common {
  return { counts: newSharedCounts(), channel: newId('doorplate-'), threads }
}
