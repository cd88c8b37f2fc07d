// Invoices as they are kept: written once with their number, read by their owner, marked as paid or void.

import { type RawBuilder, sql } from 'kysely'
import { allRows, firstRow, type Sql, type Store, type Tx } from '../../store/store.ts'
import type { Addressee, Invoice, InvoiceState, NewInvoice, Seller } from './invoice.ts'
import type { InvoiceLine } from './invoice-lines.ts'

/** 400 years of months. */
const LISTED_MAX = 5000
const NUMBER = /^[1-9]\d{0,14}$/

/** The counter is locked until the commit, so that a number that is not used is given again. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<Invoice> {
  const counter = await firstRow<{ lastNumber: number }>(tx)`
    update invoice_counter set last_number = last_number + 1 where id = 1
    returning last_number`
  if (counter === undefined) throw new Error('The table invoice_counter has lost its row.')
  const number = counter.lastNumber
  const { accountId, product, anchorAt, term, invoicedAt, currency } = invoice
  await sql`
    insert into invoice (number, account_id, product, anchor_at, period_start, period_end,
      invoiced_at, issued_at, currency, net_minor, tax_minor, total_minor, tax_basis_points, lookups,
      seller, addressee, due_at)
    values (${number}, ${accountId}, ${product}, ${anchorAt}, ${term.start}, ${term.end},
      ${invoicedAt}, ${invoice.issuedAt}, ${currency}, ${invoice.netMinor}, ${invoice.taxMinor}, ${invoice.totalMinor},
      ${invoice.taxBasisPoints}, ${invoice.lookups},
      ${JSON.stringify(invoice.seller)}, ${JSON.stringify(invoice.addressee)},
      ${invoice.dueAt ?? null})`.execute(tx)
  const lines = invoice.lines.map((line, at) => {
    const { quantity, details, unitMinor, subtotalMinor } = line
    return sql`(${number}, ${at + 1}, ${quantity}, ${details}, ${unitMinor}, ${subtotalMinor})`
  })
  await sql`
    insert into invoice_line (invoice_number, position, quantity, details, unit_minor,
      subtotal_minor)
    values ${sql.join(lines)}`.execute(tx)
  return { ...invoice, number: String(number), state: 'open' }
}

/** Newest first; `from` and `until` bound the date, the latter excluded. */
export async function listInvoices(
  db: Sql,
  accountId: string,
  { from = 0, until = Number.MAX_SAFE_INTEGER }: { from?: number; until?: number } = {},
): Promise<Invoice[]> {
  const which = sql`account_id = ${accountId} and invoiced_at >= ${from} and invoiced_at < ${until}`
  return selectInvoices(db, which)
}

/** Invoices of all accounts, newest first. Those that are overdue are open, too. */
export async function invoicesInState(db: Sql, state: InvoiceState | 'overdue', now: number) {
  return selectInvoices(db, state === 'overdue' ? isOverdue(now) : sql`state = ${state}`)
}

function isOverdue(now: number) {
  return sql`state = 'open' and due_at < ${now}`
}

/** By currency: what was invoiced from a moment on, without what is void, and what is overdue of all time. */
export async function invoiceSums(db: Sql, from: number, now: number) {
  const minor = (which: RawBuilder<unknown>) =>
    sql`cast(sum(case when ${which} then total_minor else 0 end) as bigint)`
  const isRecent = sql`invoiced_at >= ${from}`
  return allRows<{
    readonly currency: string
    readonly invoicedMinor: number
    readonly paidMinor: number
    readonly overdueMinor: number
    readonly overdue: number
  }>(db)`
    select currency, ${minor(sql`${isRecent} and state <> 'void'`)} as invoiced_minor,
      ${minor(sql`${isRecent} and state = 'paid'`)} as paid_minor,
      ${minor(isOverdue(now))} as overdue_minor,
      count(case when ${isOverdue(now)} then 1 end) as overdue
    from invoice where ${isRecent} or (${isOverdue(now)})
    group by currency order by currency`
}

/** Undefined if the account has no invoice with this number, whether or not another account has. */
export async function findInvoice(db: Sql, accountId: string, number: string) {
  const invoice = await invoiceByNumber(db, number)
  return invoice?.accountId === accountId ? invoice : undefined
}

/** An invoice of any account: only for signed links and mails. */
export async function invoiceByNumber(db: Sql, number: string): Promise<Invoice | undefined> {
  if (!NUMBER.test(number)) return undefined
  return (await selectInvoices(db, sql`number = ${Number(number)}`)).at(0)
}

/** The end of the last term that was invoiced, counted from this start. */
export async function invoicedUntil(tx: Tx, accountId: string, anchorAt: number) {
  const invoiced = await firstRow<{ until: number | undefined }>(tx)`
    select max(period_end) as until from invoice
    where account_id = ${accountId} and anchor_at = ${anchorAt}`
  return invoiced?.until
}

/** The state is the only part of an invoice that can change. */
export function setInvoiceState(store: Store, number: string, state: InvoiceState, now: number) {
  return store.transaction(async (tx) => {
    const invoice = await invoiceByNumber(tx, number)
    if (invoice === undefined) return { kind: 'no-such-invoice' } as const
    const { rows } = await sql`
      update invoice set state = ${state}, state_at = ${now}
      where number = ${Number(number)} and state <> ${state} returning number`.execute(tx)
    const kind = rows.length > 0 ? 'set' : 'unchanged'
    return { kind, invoice: { ...invoice, state } } as const
  })
}

/** With the terms, seller and addressee as the table has them. */
type InvoiceRow = Omit<Invoice, 'number' | 'term' | 'seller' | 'addressee' | 'lines'> & {
  readonly number: number
  readonly periodStart: number
  readonly periodEnd: number
  readonly seller: string
  readonly addressee: string
}

async function selectInvoices(db: Sql, which: RawBuilder<unknown>): Promise<Invoice[]> {
  const listed = sql`where ${which} order by number desc limit ${LISTED_MAX}`
  const rows = await allRows<InvoiceRow>(db)`
    select number, account_id, product, anchor_at, period_start, period_end, invoiced_at, issued_at,
      due_at, state, currency, net_minor, tax_minor, total_minor, tax_basis_points, lookups, seller,
      addressee
    from invoice ${listed}`
  const lines = await allRows<InvoiceLine & { invoiceNumber: number }>(db)`
    select invoice_number, quantity, details, unit_minor, subtotal_minor from invoice_line
    where invoice_number in (select number from invoice ${listed})
    order by invoice_number, position`
  const linesOf = Map.groupBy(lines, ({ invoiceNumber }) => invoiceNumber)
  return rows.map(({ number, periodStart, periodEnd, seller, addressee, ...row }) => ({
    ...row,
    number: String(number),
    term: { start: periodStart, end: periodEnd },
    seller: JSON.parse(seller) as Seller,
    addressee: JSON.parse(addressee) as Addressee,
    lines: (linesOf.get(number) ?? []).map(({ invoiceNumber: _, ...line }) => line),
  }))
}
