// Invoices as they are kept: written once with their number, read by their owner, marked as paid or void.

import { sql } from 'kysely'
import type { Product } from '../../address/product.ts'
import type { Sql, Store, Tx } from '../../store/store.ts'
import type { Addressee, Invoice, InvoiceState, NewInvoice } from './invoice.ts'
import type { InvoiceLine } from './invoice-lines.ts'
import type { Seller } from './settings.ts'

/** 400 years of months. */
const LISTED_MAX = 5000
const NUMBER = /^[1-9]\d{0,14}$/

/** The counter is locked until the commit, so that a number that is not used is given again. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<Invoice> {
  const { rows } = await sql<{ last_number: number }>`
    update invoice_counter set last_number = last_number + 1 where id = 1
    returning last_number`.execute(tx)
  const number = rows[0]?.last_number
  if (number === undefined) throw new Error('The table invoice_counter has lost its row.')
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
  const { rows } = await sql<InvoiceRow>`
    select * from invoice
    where account_id = ${accountId} and invoiced_at >= ${from} and invoiced_at < ${until}
    order by number desc limit ${LISTED_MAX}`.execute(db)
  return withLines(db, rows)
}

/** Undefined if the account has none of this number, whether or not another one has. */
export async function findInvoice(
  db: Sql,
  accountId: string,
  number: string,
): Promise<Invoice | undefined> {
  const invoice = await invoiceByNumber(db, number)
  return invoice?.accountId === accountId ? invoice : undefined
}

/** Of any account: only for signed links and mails. */
export async function invoiceByNumber(db: Sql, number: string): Promise<Invoice | undefined> {
  if (!NUMBER.test(number)) return undefined
  const { rows } = await sql<InvoiceRow>`
    select * from invoice where number = ${Number(number)}`.execute(db)
  return (await withLines(db, rows)).at(0)
}

/** The end of the last term that was invoiced, counted from this start. */
export async function invoicedUntil(
  tx: Tx,
  accountId: string,
  anchorAt: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ period_end: number | null }>`
    select max(period_end) as period_end from invoice
    where account_id = ${accountId} and anchor_at = ${anchorAt}`.execute(tx)
  return rows[0]?.period_end ?? undefined
}

type StateSet =
  | { readonly kind: 'set'; readonly invoice: Invoice }
  /** It was in this state already. */
  | { readonly kind: 'unchanged'; readonly invoice: Invoice }
  | { readonly kind: 'no-such-invoice' }

/** The state is the only part of an invoice that can change. */
export async function setInvoiceState(
  store: Store,
  number: string,
  state: InvoiceState,
  now: number,
): Promise<StateSet> {
  return store.transaction(async (tx): Promise<StateSet> => {
    const invoice = await invoiceByNumber(tx, number)
    if (invoice === undefined) return { kind: 'no-such-invoice' }
    const { rows } = await sql`
      update invoice set state = ${state}, state_at = ${now}
      where number = ${Number(number)} and state <> ${state} returning number`.execute(tx)
    return { kind: rows.length > 0 ? 'set' : 'unchanged', invoice: { ...invoice, state } }
  })
}

/** Invoices of all accounts, newest first, at most LISTED_MAX. */
export async function invoicesInState(db: Sql, state: InvoiceState): Promise<Invoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select * from invoice where state = ${state}
    order by number desc limit ${LISTED_MAX}`.execute(db)
  return withLines(db, rows)
}

export interface InvoiceRow {
  readonly number: number
  readonly account_id: string
  readonly product: Product
  readonly anchor_at: number
  readonly period_start: number
  readonly period_end: number
  readonly invoiced_at: number
  readonly issued_at: number
  readonly due_at: number | null
  readonly state: InvoiceState
  readonly currency: string
  readonly net_minor: number
  readonly tax_minor: number
  readonly total_minor: number
  readonly tax_basis_points: number
  readonly lookups: number
  readonly seller: string
  readonly addressee: string
}

interface LineRow {
  readonly invoice_number: number
  readonly quantity: number
  readonly details: string
  readonly unit_minor: number
  readonly subtotal_minor: number
}

const LINES_OF_AT_ONCE = 500

export async function withLines(db: Sql, rows: readonly InvoiceRow[]): Promise<Invoice[]> {
  const lines = new Map<number, InvoiceLine[]>(rows.map(({ number }) => [number, []]))
  // Both databases bound how many values one statement takes.
  for (let at = 0; at < rows.length; at += LINES_OF_AT_ONCE) {
    const numbers = rows.slice(at, at + LINES_OF_AT_ONCE).map(({ number }) => number)
    const found = await sql<LineRow>`
      select invoice_number, quantity, details, unit_minor, subtotal_minor from invoice_line
      where invoice_number in (${sql.join(numbers)})
      order by invoice_number, position`.execute(db)
    for (const row of found.rows) lines.get(row.invoice_number)?.push(lineFromRow(row))
  }
  return rows.map((row) => invoiceFromRow(row, lines.get(row.number) ?? []))
}

function lineFromRow(row: LineRow): InvoiceLine {
  return {
    quantity: row.quantity,
    details: row.details,
    unitMinor: row.unit_minor,
    subtotalMinor: row.subtotal_minor,
  }
}

function invoiceFromRow(row: InvoiceRow, lines: readonly InvoiceLine[]): Invoice {
  return {
    number: String(row.number),
    accountId: row.account_id,
    product: row.product,
    anchorAt: row.anchor_at,
    term: { start: row.period_start, end: row.period_end },
    invoicedAt: row.invoiced_at,
    issuedAt: row.issued_at,
    dueAt: row.due_at ?? undefined,
    state: row.state,
    currency: row.currency,
    netMinor: row.net_minor,
    taxMinor: row.tax_minor,
    totalMinor: row.total_minor,
    taxBasisPoints: row.tax_basis_points,
    lookups: row.lookups,
    seller: JSON.parse(row.seller) as Seller,
    addressee: JSON.parse(row.addressee) as Addressee,
    lines,
  }
}
