// The test clock in the store: moved by a command, followed by every service that was started for it.

import { sql } from 'kysely'
import type { ClockShift, TestClock } from '../lib/clock.ts'
import { Periodic } from '../lib/periodic.ts'
import { allRows, firstRow, type Sql, type Store } from '../store/store.ts'

const FOLLOW_MS = 100

interface StoredClock extends ClockShift {
  readonly version: number
}

export async function readTestClock(db: Sql): Promise<StoredClock> {
  const clock = await firstRow<StoredClock>(db)`
    select version, offset_ms, passed_ms from test_clock where id = 1`
  if (clock === undefined) throw new Error('The table test_clock has lost its row.')
  return clock
}

/** `move` gives the new offset for the old one. Going forward lets time pass; going back takes none back. */
export async function writeTestClock(store: Store, move: (offsetMs: number) => number) {
  return store.transaction(async (tx) => {
    await sql`update test_clock set version = version + 1 where id = 1`.execute(tx)
    const { version, offsetMs, passedMs } = await readTestClock(tx)
    const moved = move(offsetMs)
    const passed = passedMs + Math.max(0, moved - offsetMs)
    await sql`
      update test_clock set offset_ms = ${moved}, passed_ms = ${passed} where id = 1`.execute(tx)
    return { version, offsetMs: moved, passedMs: passed }
  })
}

/** Which version each node follows; undefined for one that follows none. */
export async function clockFollowers(db: Sql) {
  return allRows<{ id: string; version: number | undefined }>(db)`
    select id, clock_version as version from node`
}

interface FollowerParts {
  readonly store: Pick<Store, 'db'>
  readonly clock: TestClock
  readonly nodeId: string
  readonly onFault: (error: unknown) => void
}

/** Keeps the clock of one service where the store says, and tells the store so. */
export class ClockFollower {
  readonly #parts: FollowerParts
  #version = -1
  readonly #rounds: Periodic

  constructor(parts: FollowerParts) {
    this.#parts = parts
    const { onFault } = parts
    this.#rounds = new Periodic({ everyMs: FOLLOW_MS, work: () => this.#follow(), onFault })
  }

  async start(): Promise<void> {
    await this.#follow()
    this.#rounds.start()
  }

  async close(): Promise<void> {
    await this.#rounds.close()
  }

  async #follow(): Promise<void> {
    const { store, clock, nodeId } = this.#parts
    const stored = await readTestClock(store.db)
    if (stored.version === this.#version) return
    clock.moveTo(stored)
    await sql`
      insert into node (id, beat, clock_version) values (${nodeId}, 0, ${stored.version})
      on conflict (id) do update set clock_version = excluded.clock_version`.execute(store.db)
    this.#version = stored.version
  }
}
