// Checks of what was used: the counters of days and months against the batches of charges that are kept, and events.

import { sql } from 'kysely'
import { utcDay } from '../../lib/clock.ts'
import { sortableIdFrom } from '../../lib/ids.ts'
import { allRows, inPages, type Sql } from '../../store/store.ts'
import { type Check, ROWS_AT_ONCE, rowCheck } from './doctor-check.ts'

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
      // For a day that is over, and whose batches are all kept, the two are equal.
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
  async find(books) {
    const { store } = books
    const ledger = await readLedger(store.db)
    const months = await allRows<MonthRow>(store.db)`
      select account_id, month, buffer_used from usage_month`
    const used = new Map(months.map((row) => [`${row.accountId} ${row.month}`, row.bufferUsed]))
    const short = [...ledger.buffers].flatMap(([key, drawn]) => {
      const [accountId, month] = key.split(' ')
      const booked = used.get(key) ?? 0
      if (booked >= drawn) return []
      return [
        `The account ${accountId} has ${booked} look-ups from the buffer in ${month}, but ${drawn} were drawn.`,
      ]
    })
    return [...short, ...(await buffersBeyondUsage.find(books))]
  },
}

interface MonthRow {
  readonly accountId: string
  readonly month: string
  readonly bufferUsed: number
}

const buffersBeyondUsage = rowCheck<MonthRow & { n: number }>(
  'buffers are not more than what was used',
  () => sql`
    select m.account_id, m.month, m.buffer_used, cast(coalesce(sum(d.lookups), 0) as bigint) as n
    from usage_month m
    left join usage_day d on d.account_id = m.account_id and substr(d.day, 1, 7) = m.month
    group by m.account_id, m.month, m.buffer_used
    having m.buffer_used > coalesce(sum(d.lookups), 0)`,
  ({ accountId, month, bufferUsed, n }) =>
    `The account ${accountId} drew ${bufferUsed} from the buffer in ${month}, ` +
    `which has only ${n} look-ups.`,
)

const events: Check = {
  name: 'limit events have the usage that reached the limit',
  async find({ store, clock }) {
    const ledger = await readLedger(store.db)
    const reached = await allRows<EventRow>(store.db)`
      select e.account_id, e.day, e.kind, e.limit_reached, d.lookups
      from limit_event e
      left join usage_day d on d.account_id = e.account_id and d.day = e.day
      where coalesce(d.lookups, -1) < e.limit_reached`
    const today = utcDay(clock.now())
    return reached.flatMap(({ accountId, day, kind, limitReached, lookups }) => {
      // What was taken back after the event counts too, as far as the ledger still knows of it.
      const refunded = ledger.days.get(`${accountId} ${day}`)?.refunded ?? 0
      const isKnown = lookups === undefined || day === today || ledger.holdsAllOf(day)
      if (!isKnown || (lookups ?? 0) + refunded >= limitReached) return []
      return [
        `The account ${accountId} has the event ${kind} of ${limitReached} on ${day}, ` +
          `but only ${lookups ?? 0} look-ups.`,
      ]
    })
  },
}

interface EventRow {
  readonly accountId: string
  readonly day: string
  readonly kind: string
  readonly limitReached: number
  /** Undefined if the day has none. */
  readonly lookups: number | undefined
}

export const LEDGER_CHECKS: readonly Check[] = [days, buffers, events]

const USED_AT_ONCE = 1000

/** The usage of days that the ledger still holds. */
async function usageOfDays(db: Sql, ledger: Ledger): Promise<ReadonlyMap<string, number>> {
  const [first = '9999'] = [...ledger.days.keys()].map((key) => key.split(' ')[1]).sort()
  const used = new Map<string, number>()
  const rows = inPages<{ accountId: string; day: string; lookups: number }>(
    db,
    USED_AT_ONCE,
    (last) => sql`
    select account_id, day, lookups from usage_day where day >= ${first}
      and (account_id, day) > (${last?.accountId ?? ''}, ${last?.day ?? ''})
    order by account_id, day`,
  )
  for await (const { accountId, day, lookups } of rows) used.set(`${accountId} ${day}`, lookups)
  return used
}

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

interface BatchRow {
  readonly id: string
  readonly state: 'counted' | 'void'
  readonly result: string
}

/** Batches are kept for a day; the oldest are forgotten first. */
async function readLedger(db: Sql): Promise<Ledger> {
  const sums = new Map<string, { counted: number; refunded: number }>()
  const drawn = new Map<string, number>()
  let oldest: string | undefined
  const batches = inPages<BatchRow>(db, ROWS_AT_ONCE, (last) => {
    return sql`
      select id, state, result from charge_batch where id > ${last?.id ?? ''} order by id`
  })
  for await (const { id, state, result } of batches) {
    oldest ??= id
    // A batch that was prevented never counted anything.
    if (result !== '') addBatch(JSON.parse(result) as Batch, state, sums, drawn)
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
  state: BatchRow['state'],
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
