// The test clock in the store: moved by a command, followed by every service that was started for it.

import { sql } from 'kysely'
import type { ClockShift, TestClock } from '../lib/clock.ts'
import { Periodic } from '../lib/periodic.ts'
import type { Sql, Store } from '../store/store.ts'

const FOLLOW_MS = 100

interface ClockRow {
  readonly version: number
  readonly offset_ms: number
  readonly passed_ms: number
}

interface StoredClock extends ClockShift {
  readonly version: number
}

export async function readTestClock(db: Sql): Promise<StoredClock> {
  const { rows } = await sql<ClockRow>`
    select version, offset_ms, passed_ms from test_clock where id = 1`.execute(db)
  return fromRow(rows[0])
}

/** `move` gives the new offset for the old one. Going forward lets time pass; going back takes none back. */
export async function writeTestClock(
  store: Pick<Store, 'transaction'>,
  move: (offsetMs: number) => number,
): Promise<StoredClock> {
  return store.transaction(async (tx) => {
    const { rows } = await sql<ClockRow>`
      update test_clock set version = version + 1 where id = 1
      returning version, offset_ms, passed_ms`.execute(tx)
    const { version, offsetMs, passedMs } = fromRow(rows[0])
    const moved = move(offsetMs)
    const passed = passedMs + Math.max(0, moved - offsetMs)
    await sql`
      update test_clock set offset_ms = ${moved}, passed_ms = ${passed} where id = 1`.execute(tx)
    return { version, offsetMs: moved, passedMs: passed }
  })
}

/** Which version each node follows; null for one that follows none. */
export async function clockFollowers(
  db: Sql,
): Promise<readonly { readonly id: string; readonly version: number | null }[]> {
  const { rows } = await sql<{ id: string; version: number | null }>`
    select id, clock_version as version from node`.execute(db)
  return rows
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

function fromRow(row: ClockRow | undefined): StoredClock {
  if (row === undefined) throw new Error('The table test_clock has lost its row.')
  return { version: row.version, offsetMs: row.offset_ms, passedMs: row.passed_ms }
}
