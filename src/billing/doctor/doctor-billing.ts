// Checks of invoices and subscriptions: numbers, sums, terms, look-ups, mails, dates, and rows that belong to nothing.

import { sql } from 'kysely'
import { addMonths, monthsBetween } from '../../account/subscription.ts'
import { missingPlans } from '../../account/subscriptions.ts'
import { lookupsBetween } from '../../account/usage.ts'
import { DAY_MS, formatDay } from '../../lib/clock.ts'
import { count, counted } from '../../lib/columns.ts'
import { KEPT_DAYS_MIN } from '../../mail/queue.ts'
import { allRows } from '../../store/store.ts'
import { INVOICE_STATES } from '../invoices/invoice.ts'
import { type Check, pagedCheck, rowCheck } from './doctor-check.ts'

/** No billing run should be later than this. */
const LATE_MS = 2 * DAY_MS
const TERMS_MONTHS = [1, 12]

interface OfInvoice {
  readonly number: number
  readonly accountId: string
}

const numbers = rowCheck<{ number: number; isBeyond: boolean }>(
  'invoice numbers have no gaps',
  () => sql`
    select c.number + 1 as number, 0 as is_beyond
    from (select number from invoice union all select 0) c
    where c.number < (select last_number from invoice_counter)
      and not exists (select 1 from invoice n where n.number = c.number + 1)
    union all
    select number, 1 from invoice where number > (select last_number from invoice_counter)
    order by is_beyond, number`,
  ({ number, isBeyond }) =>
    isBeyond
      ? `Invoice ${number} has a higher number than the last one issued.`
      : `Invoice ${number} is missing, although later ones were issued.`,
)

const totals = rowCheck<OfInvoice>(
  'invoice totals are their lines and tax',
  () => sql`
    select i.number, i.account_id from invoice i
    where i.total_minor <> i.net_minor + i.tax_minor
      or i.tax_minor <> (i.net_minor * i.tax_basis_points + 5000) / 10000
      or i.net_minor <> coalesce((select sum(l.subtotal_minor) from invoice_line l
        where l.invoice_number = i.number), -1)
      or exists (select 1 from invoice_line l where l.invoice_number = i.number
        and l.subtotal_minor <> l.quantity * l.unit_minor)
    order by i.number`,
  ({ number, accountId }) => `Invoice ${number} of the account ${accountId} does not add up.`,
)

const terms = rowCheck<OfInvoice & { periodStart: number; endBefore: number | undefined }>(
  'invoiced terms follow each other without gap or overlap',
  () => sql`
    select * from (
      select number, account_id, anchor_at, period_start, period_end,
        lag(period_end) over w as end_before, lag(anchor_at) over w as anchor_before
      from invoice window w as (partition by account_id order by period_start, number)) t
    where period_end <= period_start or period_start < end_before
      or (anchor_at = anchor_before and period_start <> end_before)
      or ((anchor_before is null or anchor_at <> anchor_before) and period_start <> anchor_at)
    order by number`,
  ({ number, accountId, periodStart, endBefore }) => {
    const overlaps = endBefore !== undefined && periodStart < endBefore
    const what = overlaps ? 'overlaps the term before' : 'does not follow the term before'
    return `Invoice ${number} of the account ${accountId}, from ${formatDay(periodStart)}, ${what}.`
  },
)

const lookups = pagedCheck<LookupsRow>(
  'invoiced look-ups are those of the days',
  // What is included costs nothing, and nothing else has a quantity that is not 1.
  (last) => sql`
    select i.number, i.account_id, i.period_start, i.period_end, i.lookups,
      cast(coalesce((select sum(l.quantity) from invoice_line l
        where l.invoice_number = i.number and l.details like 'Look-ups%'), 0) as bigint)
        as line_lookups
    from invoice i where i.number > ${last?.number ?? 0} order by i.number`,
  async ({ number, accountId, periodStart, periodEnd, ...row }, { store: { db } }) => {
    const used = await lookupsBetween(db, accountId, periodStart, periodEnd)
    const isConsistent = row.lineLookups === row.lookups
    if (used === row.lookups && isConsistent) return undefined
    const invoiced = counted(row.lookups, 'look-up')
    const onLine = isConsistent ? '' : `, its line ${count(row.lineLookups)}`
    return `Invoice ${number} of the account ${accountId} says ${invoiced}${onLine}, but its days have ${count(used)}.`
  },
)

interface LookupsRow extends OfInvoice {
  readonly periodStart: number
  readonly periodEnd: number
  readonly lookups: number
  readonly lineLookups: number
}

const mails = rowCheck<OfInvoice>(
  'every invoice has its mail',
  // Mails that have ended are forgotten after a while.
  ({ clock }) => sql`
    select i.number, i.account_id from invoice i
    where i.issued_at > ${clock.now() - KEPT_DAYS_MIN * DAY_MS} and not exists (select 1 from mail m
      where m.once_key = 'invoice:' || cast(i.number as text)
        and m.invoice_number = cast(i.number as text))
      and i.account_id not in (select id from account where erased_at is not null)
    order by i.number`,
  ({ number, accountId }) =>
    `The mail of invoice ${number} of the account ${accountId} is missing.`,
)

const states = rowCheck<OfInvoice>(
  'invoices are open, paid or void, and due after their date',
  () => sql`
    select number, account_id from invoice
    where state not in (${sql.join([...INVOICE_STATES])}) or due_at < invoiced_at
    order by number`,
  ({ number, accountId }) =>
    `Invoice ${number} of the account ${accountId} has an impossible state or due date.`,
)

const dates = pagedCheck<DateRow>(
  'billing dates are in line with what was invoiced',
  (last) => sql`
    select s.account_id, s.started_at, s.next_billing_at,
      (select max(i.period_end) from invoice i
        where i.account_id = s.account_id and i.anchor_at = s.started_at) as invoiced_until
    from subscription s
    where s.started_at is not null and s.ended_at is null
      and s.account_id > ${last?.accountId ?? ''}
    order by s.account_id`,
  (row, { clock }) => {
    const fault = dateFault(row, clock.now())
    return fault && `The account ${row.accountId} ${fault}.`
  },
)

interface DateRow {
  readonly accountId: string
  readonly startedAt: number
  readonly nextBillingAt: number | undefined
  readonly invoicedUntil: number | undefined
}

function dateFault(row: DateRow, now: number): string | undefined {
  const { startedAt: start, nextBillingAt: next } = row
  if (next === undefined) return 'has a plan but no date for the next invoice'
  const day = formatDay(next)
  const last = row.invoicedUntil ?? start
  const isCounted = addMonths(start, monthsBetween(start, next)) === next
  if (!isCounted || !TERMS_MONTHS.includes(monthsBetween(last, next))) {
    return `has its next invoice on ${day}, which is not a whole term after ${formatDay(last)}`
  }
  return next < now - LATE_MS ? `should have been billed on ${day} and was not` : undefined
}

const endedTerms = rowCheck<{ accountId: string; dueAt: number }>(
  'terms that were broken off are invoiced in time',
  ({ clock }) => sql`
    select account_id, due_at from ended_term where due_at < ${clock.now() - LATE_MS}
    order by due_at, account_id`,
  ({ accountId, dueAt }) =>
    `The last days of the account ${accountId} should have been billed on ${formatDay(dueAt)} and were not.`,
)

const orphans: Check = {
  name: 'accounts, plans, mails and invoices refer to each other',
  async find({ store, plans }) {
    const bare = await allRows<{ id: string }>(store.db)`
      select a.id from account a
      where not exists (select 1 from subscription s where s.account_id = a.id)
      order by a.id`
    const strays = await allRows<{ number: string; accountId: string }>(store.db)`
      select m.invoice_number as number, m.account_id from mail m
      where m.invoice_number is not null and not exists (select 1 from invoice i
        where cast(i.number as text) = m.invoice_number and i.account_id = m.account_id)
      order by m.id`
    const histories = await allRows<{ accountId: string; toPlan: string; planName: string }>(
      store.db,
    )`
      select c.account_id, c.to_plan, s.plan_name
      from plan_change c join subscription s on s.account_id = c.account_id
      where c.to_plan <> s.plan_name
        and c.seq = (select max(l.seq) from plan_change l where l.account_id = c.account_id)
      order by c.account_id`
    const missing = await missingPlans(store, plans)
    return [
      ...bare.map(({ id }) => `The account ${id} has no subscription.`),
      ...strays.map(
        (mail) =>
          `A mail of the account ${mail.accountId} refers to invoice ${mail.number}, which the account does not have.`,
      ),
      ...histories.map(
        ({ accountId, planName, toPlan }) =>
          `The account ${accountId} is on the plan ${planName}, but its last change was to ${toPlan}.`,
      ),
      ...missing.map((plan) => `Accounts are on the plan ${plan}, which plans.json does not have.`),
    ]
  },
}

export const INVOICE_CHECKS = [numbers, totals, terms, lookups, mails, states]
export const SUBSCRIPTION_CHECKS = [dates, endedTerms, orphans]
