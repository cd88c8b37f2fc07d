// What the threads of one process have in common, beside the index and the store.

import { newId } from './lib/ids.ts'
import { newSharedCounts, type SharedCounts } from './store/shared-counters.ts'

export interface Common {
  readonly counts: SharedCounts
  /** On which they tell each other what has changed. */
  readonly channel: string
}

export function newCommon(): Common {
  return { counts: newSharedCounts(), channel: newId('doorplate-') }
}
