// What a node has in common with the others on its store: the rate limits, and a clock that tests move.

import { type Clock, TestClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Counters } from '../rate-limits/counters.ts'
import { type CountersMemory, MemoryCounters } from '../rate-limits/memory-counters.ts'
import { RedisCounters } from '../rate-limits/redis-counters.ts'
import type { Store } from '../store/store.ts'
import { Nodes } from './nodes.ts'
import { ClockFollower } from './test-clock.ts'

interface Cluster {
  readonly clock: Clock
  readonly counters: Counters
  leave(): Promise<void>
}

interface ClusterParts {
  readonly config: ClusterSettings
  readonly clock: Clock
  readonly log: Log
  /** What the threads of this process have in common, where there are several. */
  readonly shared?: { readonly counts: CountersMemory } | undefined
}

interface ClusterSettings {
  readonly testClock: boolean
  readonly redisUrl: string
  readonly redisTimeoutMs: number
}

export async function joinNodes(
  { config, clock: real, log, shared }: ClusterParts,
  store: Store,
  onFault: (error: unknown) => void,
): Promise<Cluster> {
  const testClock = config.testClock ? new TestClock(real) : undefined
  const clock = testClock ?? real
  const monotonicMs = () => clock.monotonicMs()
  const counting = () => new MemoryCounters(monotonicMs, shared?.counts)
  // A node that shares nothing need not be known to anybody.
  if (testClock === undefined && config.redisUrl === '') {
    return { clock, counters: counting(), leave: async () => {} }
  }
  const nodes = new Nodes({ store, monotonicMs: () => real.monotonicMs(), onFault })
  await nodes.start()
  const follower =
    testClock && new ClockFollower({ store, clock: testClock, nodeId: nodes.id, onFault })
  await follower?.start()
  if (testClock !== undefined) {
    log.warn('the test clock is followed', { now: new Date(clock.now()).toISOString() })
  }
  const counters =
    config.redisUrl === ''
      ? counting()
      : await RedisCounters.open({
          url: config.redisUrl,
          timeoutMs: config.redisTimeoutMs,
          monotonicMs,
          aheadMs: () => testClock?.passedMs ?? 0,
          placeWithin: (ms) => nodes.placeWithin(ms),
          onMode: (mode, reason) => log.warn('rate limits', { mode, reason }),
        })
  const leave = async () => {
    await counters.close()
    await follower?.close()
    await nodes.close()
  }
  return { clock, counters, leave }
}
