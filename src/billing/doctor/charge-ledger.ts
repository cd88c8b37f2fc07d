// The ledger of charges, added up by account and day, for the checks of what was used.

import { sql } from 'kysely'
import { sortableIdFrom } from '../../lib/ids.ts'
import type { Sql } from '../../store/store.ts'

const BATCHES_AT_ONCE = 1000
/** The id of a batch is made before it is committed, by this at the most. */
const COMMIT_MS_MAX = 60_000

export interface Ledger {
  /** By account and day. */
  readonly days: ReadonlyMap<string, { readonly counted: number; readonly refunded: number }>
  /** By account and month. */
  readonly buffers: ReadonlyMap<string, number>
  holdsAllOf(day: string): boolean
}

/** Only the part of a batch that is added up here. */
interface Batch {
  readonly day: string
  readonly accounts: readonly {
    readonly kind: string
    readonly accountId: string
    readonly fromDay?: number
    readonly fromBuffer?: number
  }[]
}

/** Batches are kept for a day; the oldest are forgotten first. */
export async function readLedger(db: Sql): Promise<Ledger> {
  const sums = new Map<string, { counted: number; refunded: number }>()
  const drawn = new Map<string, number>()
  let oldest: string | undefined
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; state: 'counted' | 'void'; result: string }>`
      select id, state, result from charge_batch where id > ${after}
      order by id limit ${BATCHES_AT_ONCE}`.execute(db)
    oldest ??= rows[0]?.id
    for (const { state, result } of rows) {
      // A batch that was prevented never counted anything.
      if (result !== '') addBatch(JSON.parse(result) as Batch, state, sums, drawn)
    }
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.id
  }
  return {
    days: sums,
    buffers: drawn,
    holdsAllOf: (day) =>
      oldest !== undefined && oldest < sortableIdFrom(Date.parse(day) - COMMIT_MS_MAX),
  }
}

function addBatch(
  { day, accounts }: Batch,
  state: 'counted' | 'void',
  sums: Map<string, { counted: number; refunded: number }>,
  drawn: Map<string, number>,
): void {
  for (const { kind, accountId, fromDay = 0, fromBuffer = 0 } of accounts) {
    if (kind !== 'counted') continue
    const key = `${accountId} ${day}`
    const sum = sums.get(key) ?? { counted: 0, refunded: 0 }
    if (state === 'counted') sum.counted += fromDay + fromBuffer
    else sum.refunded += fromDay + fromBuffer
    sums.set(key, sum)
    if (state === 'counted' && fromBuffer > 0) {
      const month = `${accountId} ${day.slice(0, 7)}`
      drawn.set(month, (drawn.get(month) ?? 0) + fromBuffer)
    }
  }
}
