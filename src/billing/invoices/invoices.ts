// Invoices as they are kept: written once with their number, read by their owner, marked as paid or void.

import { sql } from 'kysely'
import type { Sql, Store, Tx } from '../../store/store.ts'
import type { Invoice, InvoiceState, NewInvoice } from './invoice.ts'
import { type InvoiceRow, withLines } from './invoice-rows.ts'

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

/** Undefined where the account has none of this number, whether or not another one has. */
export async function findInvoice(
  db: Sql,
  accountId: string,
  number: string,
): Promise<Invoice | undefined> {
  const invoice = await invoiceByNumber(db, number)
  return invoice?.accountId === accountId ? invoice : undefined
}

/** Of whichever account: only for links that are signed, and for mails. */
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

/** Nothing else of an invoice can be changed. */
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

/** Of all accounts, newest first, at most LISTED_MAX. */
export async function invoicesInState(db: Sql, state: InvoiceState): Promise<Invoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select * from invoice where state = ${state}
    order by number desc limit ${LISTED_MAX}`.execute(db)
  return withLines(db, rows)
}
