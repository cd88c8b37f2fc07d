// Checks of invoices: their numbers, sums, terms, look-ups and mails.

import { sql } from 'kysely'
import { lookupsBetween } from '../../account/usage.ts'
import { ENDED_KEPT_MS } from '../../mail/queue.ts'
import type { Sql } from '../../store/store.ts'
import { INVOICE_STATES } from '../invoices/invoice.ts'
import { formatDay } from '../invoices/money.ts'
import type { Check } from './doctor-check.ts'

const ROWS_AT_ONCE = 1000

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
      const day = formatDay(row.period_start)
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

const states: Check = {
  name: 'invoices are open, paid or void, and due after their date',
  async find({ store }) {
    const { rows } = await sql<{ number: number; account_id: string }>`
      select number, account_id from invoice
      where state not in (${sql.join([...INVOICE_STATES])}) or due_at < invoiced_at
      order by number`.execute(store.db)
    return rows.map(
      (row) =>
        `Invoice ${row.number} of the account ${row.account_id} has a state or a due date that cannot be.`,
    )
  },
}

export const INVOICE_CHECKS: readonly Check[] = [numbers, totals, terms, lookups, mails, states]
