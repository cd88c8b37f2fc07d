// The nodes that run on one store: each beats, and each sees by itself which of the others still do.

import { sql } from 'kysely'
import { newId } from '../lib/ids.ts'
import { Periodic } from '../lib/periodic.ts'
import type { NodePlace } from '../rate-limits/redis-counters.ts'
import { allRows, type Store } from '../store/store.ts'

const BEAT_MS = 2000
/** A node whose beat has not changed for so long is not counted. */
const ALIVE_MS = 10_000
/** And after so long its row is taken away. */
const KEPT_MS = 60_000
/** What it admitted may count for as long as the longest window of a rate limit, a day. */
const REMEMBERED_MS = 86_400_000 + ALIVE_MS

interface Seen {
  readonly beat: number
  readonly changedAtMs: number
}

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

/** Knows other nodes by the change of their beat, by its own clock: those of two machines differ. */
export class Nodes {
  readonly id = newId('node_')
  readonly #parts: NodesParts
  readonly #seen = new Map<string, Seen>()
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
