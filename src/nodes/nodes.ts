// The nodes that run on one store: each beats, and each sees by itself which of the others still do.

import { sql } from 'kysely'
import { newId } from '../lib/ids.ts'
import { Periodic } from '../lib/periodic.ts'
import type { Store } from '../store/store.ts'

const BEAT_MS = 2000
/** A node whose beat has not changed for so long is not counted. */
const ALIVE_MS = 10_000
/** And after so long its row is taken away. */
const KEPT_MS = 60_000

interface Seen {
  readonly beat: number
  readonly changedAtMs: number
}

interface NodesParts {
  readonly store: Pick<Store, 'db'>
  /** Real time, also where a test clock is moved. */
  readonly monotonicMs: () => number
  readonly onFault: (error: unknown) => void
}

/**
 * Knows other nodes by the change of their beat, measured by its own clock, because the clocks of two machines differ.
 * One that is new counts at once: too many nodes make the shares smaller, never larger.
 */
export class Nodes {
  readonly id = newId('node_')
  readonly #parts: NodesParts
  readonly #seen = new Map<string, Seen>()
  #beat = 0
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

  /** Nodes that are alive, this one included. What was known last stands while the store is away. */
  get count(): number {
    const nowMs = this.#parts.monotonicMs()
    const others = [...this.#seen].filter(
      ([id, { changedAtMs }]) => id !== this.id && nowMs - changedAtMs <= ALIVE_MS,
    )
    return 1 + others.length
  }

  async beat(): Promise<void> {
    const { db } = this.#parts.store
    this.#beat += 1
    await sql`
      insert into node (id, beat) values (${this.id}, ${this.#beat})
      on conflict (id) do update set beat = excluded.beat`.execute(db)
    const { rows } = await sql<{ id: string; beat: number }>`
      select id, beat from node`.execute(db)
    const gone = this.#look(rows)
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

  #look(rows: readonly { readonly id: string; readonly beat: number }[]): string[] {
    const nowMs = this.#parts.monotonicMs()
    for (const { id, beat } of rows) {
      if (this.#seen.get(id)?.beat !== beat) this.#seen.set(id, { beat, changedAtMs: nowMs })
    }
    const there = new Set(rows.map(({ id }) => id))
    for (const id of this.#seen.keys()) if (!there.has(id)) this.#seen.delete(id)
    return [...this.#seen]
      .filter(([, { changedAtMs }]) => nowMs - changedAtMs > KEPT_MS)
      .map(([id]) => id)
  }
}
