// Checks of what was used: the counters of days and months against the batches of charges that are kept, and events.

import { sql } from 'kysely'
import { utcDay } from '../../lib/clock.ts'
import { sortableIdFrom } from '../../lib/ids.ts'
import type { Sql } from '../../store/store.ts'
import type { Check } from './doctor-check.ts'

const days: Check = {
  name: 'usage of days is what the ledger of charges says',
  async find({ store, clock }) {
    const ledger = await readLedger(store.db)
    const used = await usageOfDays(store.db, ledger)
    const today = utcDay(clock.now())
    const keys = new Set([...ledger.days.keys(), ...used.keys()])
    return [...keys].flatMap((key) => {
      const [accountId, day = ''] = key.split(' ')
      const lookups = used.get(key) ?? 0
      const charged = ledger.days.get(key)?.counted ?? 0
      // Of a day that is over and whose batches are all kept, the two are the same.
      const isWhole = day < today && ledger.holdsAllOf(day)
      if (lookups === charged || (lookups > charged && !isWhole)) return []
      return [
        `The account ${accountId} has ${lookups} look-ups on ${day}, but ${charged} were charged.`,
      ]
    })
  },
}

const buffers: Check = {
  name: 'buffers are what the ledger of charges says',
  async find({ store }) {
    const ledger = await readLedger(store.db)
    const { rows } = await sql<{ account_id: string; month: string; buffer_used: number }>`
      select account_id, month, buffer_used from usage_month`.execute(store.db)
    const used = new Map(rows.map((row) => [`${row.account_id} ${row.month}`, row.buffer_used]))
    const short = [...ledger.buffers].flatMap(([key, drawn]) => {
      const [accountId, month] = key.split(' ')
      const booked = used.get(key) ?? 0
      if (booked >= drawn) return []
      return [
        `The account ${accountId} has ${booked} look-ups from the buffer in ${month}, but ${drawn} were drawn.`,
      ]
    })
    return [...short, ...(await buffersBeyondUsage(store.db))]
  },
}

async function buffersBeyondUsage(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ account_id: string; month: string; buffer_used: number; n: number }>`
    select m.account_id, m.month, m.buffer_used, cast(coalesce(sum(d.lookups), 0) as bigint) as n
    from usage_month m
    left join usage_day d on d.account_id = m.account_id and substr(d.day, 1, 7) = m.month
    group by m.account_id, m.month, m.buffer_used
    having m.buffer_used > coalesce(sum(d.lookups), 0)`.execute(db)
  return rows.map(
    (row) =>
      `The account ${row.account_id} drew ${row.buffer_used} from the buffer in ${row.month}, ` +
      `which has only ${row.n} look-ups.`,
  )
}

const events: Check = {
  name: 'limit events have the usage that reached the limit',
  async find({ store, clock }) {
    const ledger = await readLedger(store.db)
    const { rows } = await sql<EventRow>`
      select e.account_id, e.day, e.kind, e.limit_reached, coalesce(d.lookups, -1) as lookups
      from limit_event e
      left join usage_day d on d.account_id = e.account_id and d.day = e.day
      where coalesce(d.lookups, -1) < e.limit_reached`.execute(store.db)
    const today = utcDay(clock.now())
    return rows.flatMap((row) => {
      // What was taken back after the event counts too, as far as the ledger still knows of it.
      const refunded = ledger.days.get(`${row.account_id} ${row.day}`)?.refunded ?? 0
      const isKnown = row.lookups < 0 || row.day === today || ledger.holdsAllOf(row.day)
      if (!isKnown || Math.max(0, row.lookups) + refunded >= row.limit_reached) return []
      const lookups = Math.max(0, row.lookups)
      return [
        `The account ${row.account_id} has the event ${row.kind} of ${row.limit_reached} on ${row.day}, ` +
          `but only ${lookups} look-ups.`,
      ]
    })
  },
}

interface EventRow {
  readonly account_id: string
  readonly day: string
  readonly kind: string
  readonly limit_reached: number
  readonly lookups: number
}

export const LEDGER_CHECKS: readonly Check[] = [days, buffers, events]

/** Of the days that the ledger still holds. */
async function usageOfDays(db: Sql, ledger: Ledger): Promise<ReadonlyMap<string, number>> {
  const [first = '9999'] = [...ledger.days.keys()].map((key) => key.split(' ')[1]).sort()
  const { rows } = await sql<{ account_id: string; day: string; lookups: number }>`
    select account_id, day, lookups from usage_day where day >= ${first}`.execute(db)
  return new Map(rows.map((row) => [`${row.account_id} ${row.day}`, row.lookups]))
}

const BATCHES_AT_ONCE = 1000
/** The id of a batch is made before it is committed, by this at most. */
const COMMIT_MS_MAX = 60_000

interface Ledger {
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
async function readLedger(db: Sql): Promise<Ledger> {
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
