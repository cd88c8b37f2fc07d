// Checks of invoices: numbers, sums, terms, the dates to come, their look-ups, their mails, and rows that hang loose.

import { sql } from 'kysely'
import { missingPlans } from '../../account/subscriptions.ts'
import { addMonths, monthsBetween } from '../../account/terms.ts'
import { lookupsBetween } from '../../account/usage.ts'
import { ENDED_KEPT_MS } from '../../mail/leases.ts'
import type { Sql } from '../../store/store.ts'
import { formatShortDay } from '../money.ts'
import type { Check } from './doctor-check.ts'

const ROWS_AT_ONCE = 1000
const DAY_MS = 86_400_000
/** A run that is later than this does not happen any more. */
const LATE_MS = 2 * DAY_MS
const TERMS_MONTHS = [1, 12]

const numbers: Check = {
  name: 'invoice numbers have no gaps',
  async find({ store }) {
    const { rows } = await sql<{ after: number }>`
      select c.number as after from
        (select number from invoice union all select 0) c
      where c.number < (select last_number from invoice_counter)
        and not exists (select 1 from invoice n where n.number = c.number + 1)
      order by c.number`.execute(store.db)
    const beyond = await sql<{ number: number }>`
      select number from invoice where number > (select last_number from invoice_counter)
      order by number`.execute(store.db)
    return [
      ...rows.map(
        ({ after }) => `There is no invoice ${after + 1}, though later ones were issued.`,
      ),
      ...beyond.rows.map(({ number }) => `Invoice ${number} is beyond the last number given.`),
    ]
  },
}

const totals: Check = {
  name: 'invoice totals are their lines and tax',
  async find({ store }) {
    const { rows } = await sql<{ number: number; account_id: string }>`
      select i.number, i.account_id from invoice i
      where i.total_minor <> i.net_minor + i.tax_minor
        or i.tax_minor <> (i.net_minor * i.tax_basis_points + 5000) / 10000
        or i.net_minor <> coalesce((select sum(l.subtotal_minor) from invoice_line l
          where l.invoice_number = i.number), -1)
        or exists (select 1 from invoice_line l where l.invoice_number = i.number
          and l.subtotal_minor <> l.quantity * l.unit_minor)
      order by i.number`.execute(store.db)
    return rows.map(
      (row) => `Invoice ${row.number} of the account ${row.account_id} does not add up.`,
    )
  },
}

const terms: Check = {
  name: 'invoiced terms follow each other without gap or overlap',
  async find({ store }) {
    const { rows } = await sql<TermRow>`
      select * from (
        select number, account_id, anchor_at, period_start, period_end,
          lag(period_end) over w as end_before, lag(anchor_at) over w as anchor_before
        from invoice window w as (partition by account_id order by period_start, number)) t
      where period_end <= period_start or period_start < end_before
        or (anchor_at = anchor_before and period_start <> end_before)
        or ((anchor_before is null or anchor_at <> anchor_before) and period_start <> anchor_at)
      order by number`.execute(store.db)
    return rows.map((row) => {
      const overlaps = row.end_before !== null && row.period_start < row.end_before
      const what = overlaps ? 'overlaps the term before' : 'does not follow the term before'
      const day = formatShortDay(row.period_start)
      return `Invoice ${row.number} of the account ${row.account_id}, from ${day}, ${what}.`
    })
  },
}

interface TermRow {
  readonly number: number
  readonly account_id: string
  readonly period_start: number
  readonly end_before: number | null
}

const dates: Check = {
  name: 'billing dates are in line with what was invoiced',
  async find({ store, clock }) {
    const faults: string[] = []
    for await (const row of subscriptions(store.db)) {
      const fault = dateFault(row, clock.now())
      if (fault !== undefined) faults.push(`The account ${row.account_id} ${fault}.`)
    }
    return faults
  },
}

interface DateRow {
  readonly account_id: string
  readonly started_at: number
  readonly next_billing_at: number | null
  readonly invoiced_until: number | null
}

async function* subscriptions(db: Sql): AsyncGenerator<DateRow> {
  for (let after = ''; ; ) {
    const { rows } = await sql<DateRow>`
      select s.account_id, s.started_at, s.next_billing_at,
        (select max(i.period_end) from invoice i
          where i.account_id = s.account_id and i.anchor_at = s.started_at) as invoiced_until
      from subscription s
      where s.started_at is not null and s.ended_at is null and s.account_id > ${after}
      order by s.account_id limit ${ROWS_AT_ONCE}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.account_id
  }
}

function dateFault(row: DateRow, now: number): string | undefined {
  const { started_at: start, next_billing_at: next } = row
  if (next === null) return 'has a plan and no date of the next invoice'
  const day = formatShortDay(next)
  const last = row.invoiced_until ?? start
  const isCounted = addMonths(start, monthsBetween(start, next)) === next
  if (!isCounted || !TERMS_MONTHS.includes(monthsBetween(last, next))) {
    return `is to be billed on ${day}, which is no term after ${formatShortDay(last)}`
  }
  return next < now - LATE_MS ? `was to be billed on ${day} and has not been` : undefined
}

const lookups: Check = {
  name: 'invoiced look-ups are those of the days',
  async find({ store }) {
    const faults: string[] = []
    for await (const row of invoiceRows(store.db)) {
      const used = await lookupsBetween(store.db, row.account_id, row.period_start, row.period_end)
      if (used === row.lookups && row.line_lookups === row.lookups) continue
      const said =
        row.line_lookups === row.lookups ? row.lookups : `${row.lookups} and ${row.line_lookups}`
      faults.push(
        `Invoice ${row.number} of the account ${row.account_id} says ${said} look-ups, ` +
          `but its days have ${used}.`,
      )
    }
    return faults
  },
}

interface LookupsRow {
  readonly number: number
  readonly account_id: string
  readonly period_start: number
  readonly period_end: number
  readonly lookups: number
  readonly line_lookups: number
}

async function* invoiceRows(db: Sql): AsyncGenerator<LookupsRow> {
  for (let after = 0; ; ) {
    // What is included costs nothing, and nothing else has a quantity that is not 1.
    const { rows } = await sql<LookupsRow>`
      select i.number, i.account_id, i.period_start, i.period_end, i.lookups,
        cast(coalesce((select sum(l.quantity) from invoice_line l
          where l.invoice_number = i.number and l.details like 'Look-ups%'), 0) as bigint)
          as line_lookups
      from invoice i where i.number > ${after}
      order by i.number limit ${ROWS_AT_ONCE}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.number
  }
}

const mails: Check = {
  name: 'every invoice has its mail',
  async find({ store, clock }) {
    // Mails that have ended are forgotten after a while.
    const since = clock.now() - ENDED_KEPT_MS
    const { rows } = await sql<{ number: number; account_id: string }>`
      select i.number, i.account_id from invoice i
      where i.issued_at > ${since} and not exists (select 1 from mail m
        where m.once_key = 'invoice:' || cast(i.number as text)
          and m.invoice_number = cast(i.number as text))
      order by i.number`.execute(store.db)
    return rows.map(
      (row) => `The mail of invoice ${row.number} of the account ${row.account_id} is missing.`,
    )
  },
}

const loose: Check = {
  name: 'nothing hangs loose',
  async find({ store, plans }) {
    const bare = await sql<{ id: string }>`
      select a.id from account a
      where not exists (select 1 from subscription s where s.account_id = a.id)
      order by a.id`.execute(store.db)
    const strays = await sql<{ number: string; account_id: string }>`
      select m.invoice_number as number, m.account_id from mail m
      where m.invoice_number is not null and not exists (select 1 from invoice i
        where cast(i.number as text) = m.invoice_number and i.account_id = m.account_id)
      order by m.id`.execute(store.db)
    const histories = await sql<{ account_id: string; to_plan: string; plan_name: string }>`
      select c.account_id, c.to_plan, s.plan_name
      from plan_change c join subscription s on s.account_id = c.account_id
      where c.to_plan <> s.plan_name
        and c.seq = (select max(l.seq) from plan_change l where l.account_id = c.account_id)
      order by c.account_id`.execute(store.db)
    return [
      ...bare.rows.map(({ id }) => `The account ${id} has no subscription.`),
      ...strays.rows.map(
        (row) =>
          `A mail of the account ${row.account_id} names invoice ${row.number}, which it has not.`,
      ),
      ...histories.rows.map(
        (row) =>
          `The account ${row.account_id} is on the plan ${row.plan_name}, but its last change was to ${row.to_plan}.`,
      ),
      ...(await missingPlans(store, plans)).map(
        (plan) => `Accounts are on the plan ${plan}, which plans.json does not have.`,
      ),
    ]
  },
}

export const INVOICE_CHECKS: readonly Check[] = [
  numbers,
  totals,
  terms,
  dates,
  lookups,
  mails,
  loose,
]
