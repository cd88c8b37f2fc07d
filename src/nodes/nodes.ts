// The nodes on one store: what they have in common, and how each sees which of the others are alive.

import { sql } from 'kysely'
import { type Clock, TestClock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import { Periodic } from '../lib/periodic.ts'
import { type CountersMemory, MemoryCounters } from '../rate-limits/memory-counters.ts'
import { type NodePlace, RedisCounters } from '../rate-limits/redis-counters.ts'
import { allRows, type Store } from '../store/store.ts'
import { ClockFollower } from './test-clock.ts'

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
) {
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

const BEAT_MS = 2000
/** A node whose beat has not changed for this long is not counted. */
const ALIVE_MS = 10_000
/** And after this long its row is removed. */
const KEPT_MS = 60_000
/** What it admitted may count for as long as the longest window of a rate limit, a day. */
const REMEMBERED_MS = 86_400_000 + ALIVE_MS

interface Beat {
  readonly id: string
  readonly beat: number
}

interface NodesParts {
  readonly store: Pick<Store, 'db'>
  /** Real time, also where a test clock is moved. */
  readonly monotonicMs: () => number
  readonly onFault: (error: unknown) => void
}

/** Tells by changes of their heartbeat, timed by its own clock, which other nodes live: clocks of machines differ. */
export class Nodes {
  readonly id = newId('node_')
  readonly #parts: NodesParts
  readonly #seen = new Map<string, { readonly beat: number; readonly changedAtMs: number }>()
  #beat = 0
  #lookedAtMs = 0
  readonly #beats: Periodic

  constructor(parts: NodesParts) {
    this.#parts = parts
    const { onFault } = parts
    this.#beats = new Periodic({ everyMs: BEAT_MS, work: () => this.beat(), onFault })
  }

  async start(): Promise<void> {
    await this.beat()
    this.#beats.start()
  }

  /** This node among those alive within the time, in the order of their ids; as seen last while the store is away. */
  placeWithin(ms: number): NodePlace {
    const sinceMs = this.#lookedAtMs - ALIVE_MS - ms
    const ids: string[] = []
    for (const [id, { changedAtMs }] of this.#seen) {
      if (id !== this.id && changedAtMs >= sinceMs) ids.push(id)
    }
    return { count: ids.length + 1, order: ids.filter((id) => id < this.id).length }
  }

  async beat(): Promise<void> {
    const { db } = this.#parts.store
    this.#beat += 1
    await sql`
      insert into node (id, beat) values (${this.id}, ${this.#beat})
      on conflict (id) do update set beat = excluded.beat`.execute(db)
    const gone = this.#look(await allRows<Beat>(db)`select id, beat from node`)
    for (const id of gone) await sql`delete from node where id = ${id}`.execute(db)
  }

  async close(): Promise<void> {
    await this.#beats.close()
    try {
      await sql`delete from node where id = ${this.id}`.execute(this.#parts.store.db)
    } catch (error) {
      // The others will find out by themselves.
      this.#parts.onFault(error)
    }
  }

  #look(rows: readonly Beat[]): string[] {
    const nowMs = this.#parts.monotonicMs()
    this.#lookedAtMs = nowMs
    for (const { id, beat } of rows) {
      if (this.#seen.get(id)?.beat !== beat) this.#seen.set(id, { beat, changedAtMs: nowMs })
    }
    const quietFor = (id: string) => nowMs - (this.#seen.get(id)?.changedAtMs ?? nowMs)
    for (const id of this.#seen.keys()) if (quietFor(id) > REMEMBERED_MS) this.#seen.delete(id)
    return rows.map(({ id }) => id).filter((id) => quietFor(id) > KEPT_MS)
  }
}
