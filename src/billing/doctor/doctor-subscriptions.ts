// Checks of subscriptions: their dates of billing, and rows that belong to nothing.

import { sql } from 'kysely'
import { addMonths, monthsBetween } from '../../account/subscription.ts'
import { missingPlans } from '../../account/subscriptions.ts'
import { DAY_MS } from '../../lib/clock.ts'
import type { Sql } from '../../store/store.ts'
import { formatDay } from '../invoices/money.ts'
import type { Check } from './doctor-check.ts'

const ROWS_AT_ONCE = 1000
/** A billing run that is later than this does not happen any more. */
const LATE_MS = 2 * DAY_MS
const TERMS_MONTHS = [1, 12]

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
  const day = formatDay(next)
  const last = row.invoiced_until ?? start
  const isCounted = addMonths(start, monthsBetween(start, next)) === next
  if (!isCounted || !TERMS_MONTHS.includes(monthsBetween(last, next))) {
    return `is to be billed on ${day}, which is no term after ${formatDay(last)}`
  }
  return next < now - LATE_MS ? `was to be billed on ${day} and has not been` : undefined
}

const endedTerms: Check = {
  name: 'terms that were broken off are invoiced in time',
  async find({ store, clock }) {
    const { rows } = await sql<{ account_id: string; due_at: number }>`
      select account_id, due_at from ended_term where due_at < ${clock.now() - LATE_MS}
      order by due_at, account_id`.execute(store.db)
    return rows.map(
      (row) =>
        `The last days of the account ${row.account_id} were to be billed on ` +
        `${formatDay(row.due_at)} and have not been.`,
    )
  },
}

const orphans: Check = {
  name: 'accounts, plans, mails and invoices refer to each other',
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

export const SUBSCRIPTION_CHECKS: readonly Check[] = [dates, endedTerms, orphans]
