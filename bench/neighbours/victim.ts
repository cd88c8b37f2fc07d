// The process of the victims: free and charged look-ups at a steady pace, measured from the moment each was due.

import { systemClock as clock } from '../../src/lib/clock.ts'
import { arrive, type Outcome } from '../load/open-loop.ts'

/** Of each of the two. */
const CONNECTIONS = 2

export interface Asking {
  readonly baseUrl: string
  readonly free: readonly string[]
  readonly charged: readonly string[]
  /** Of each of the two. */
  readonly perSecond: number
  readonly seconds: number
}

export interface Suffered {
  readonly free: Outcome
  readonly charged: Outcome
}

process.on('disconnect', () => process.exit())
process.on('message', async ({ baseUrl, perSecond, seconds, ...asked }: Asking) => {
  const pace = { baseUrl, perSecond, seconds, connections: CONNECTIONS, clock }
  const [free, charged] = await Promise.all([
    arrive({ ...pace, paths: asked.free }),
    arrive({ ...pace, paths: asked.charged }),
  ])
  process.send?.({ free, charged } satisfies Suffered)
})
