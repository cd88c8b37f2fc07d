// Invoices and their lines as the store keeps them.

import { sql } from 'kysely'
import type { Product } from '../../address/product.ts'
import type { Sql } from '../../store/store.ts'
import type { Addressee, Invoice, InvoiceState } from './invoice.ts'
import type { InvoiceLine } from './invoice-lines.ts'
import type { Seller } from './settings.ts'

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
