// Ends an upload that arrives too slowly: who sends a byte now and then would hold a place for half an hour.

import { stat } from 'node:fs/promises'
import type { SavedBody } from '../../http/message.ts'
import type { Clock } from '../../lib/clock.ts'
import { ifMissing } from '../../lib/operator-error.ts'

/** The average since the beginning, once the first half minute is over. */
const BYTES_PER_SECOND_MIN = 1024
const UNMEASURED_MS = 30_000
const LOOK_MS = 1000

export type TooSlow = { readonly kind: 'too-slow' }

/** `saving` writes the file at `path`; where it is too slow it goes on, and its outcome is left to the caller. */
export async function unlessTooSlow(saving: Promise<SavedBody>, path: string, clock: Clock) {
  const slow = Promise.withResolvers<TooSlow>()
  const startMs = clock.monotonicMs()
  const look = async () => {
    const passedMs = clock.monotonicMs() - startMs
    if (passedMs < UNMEASURED_MS) return
    if ((await bytesIn(path)) < (passedMs / 1000) * BYTES_PER_SECOND_MIN) {
      slow.resolve({ kind: 'too-slow' })
    }
  }
  const timer = setInterval(() => look().catch(slow.reject), LOOK_MS)
  try {
    return await Promise.race([saving, slow.promise])
  } finally {
    clearInterval(timer)
  }
}

async function bytesIn(path: string) {
  return (await stat(path).catch(ifMissing({ size: 0 }))).size
}
