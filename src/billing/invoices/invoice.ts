// An invoice. Once issued, only its state changes.

import type { Product } from '../../address/product.ts'
import type { InvoiceLine } from './invoice-lines.ts'
import { mainUnits } from './money.ts'
import type { Term } from './plan-days.ts'

/** As each invoice shows it; kept with the invoice, which never changes. */
export interface Seller {
  readonly name: string
  readonly address: readonly string[]
  /** Empty if the seller has none. */
  readonly taxId: string
  /** The note at the end of an invoice, such as how to pay. */
  readonly note: string
  /** Where to pay, with `{number}`, `{total}` and `{currency}` to be filled in; absent on older invoices. */
  readonly paymentUrl?: string
}

export interface BillingSettings {
  readonly seller: Seller
  /** Hundredths of a percent, by product. */
  readonly taxBasisPoints: Readonly<Record<Product, number>>
  /** ISO 4217, by product. */
  readonly currency: Readonly<Record<Product, string>>
  readonly baseUrl: string
  /** How many days after its date an invoice is to be paid. */
  readonly dueDays: number
  /** How many days after that it is mailed again while it is open. */
  readonly reminderDays: readonly number[]
  /** The seller's tax number, by product. */
  readonly taxIds: Readonly<Record<Product, string>>
}

export interface Addressee {
  readonly email: string
  /** At most six. */
  readonly lines: readonly string[]
}

/** Money is minor units, times are UTC milliseconds. */
export interface NewInvoice {
  readonly accountId: string
  readonly product: Product
  /** The start from which the terms of the subscription are counted. */
  readonly anchorAt: number
  readonly term: Term
  /** The date on it: the day on which it became due. */
  readonly invoicedAt: number
  readonly issuedAt: number
  /** When payment is due; undefined on the oldest invoices. */
  readonly dueAt: number | undefined
  readonly currency: string
  readonly netMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
  readonly taxBasisPoints: number
  /** Look-ups of the term at the time of the invoice. */
  readonly lookups: number
  readonly seller: Seller
  readonly addressee: Addressee
  readonly lines: readonly InvoiceLine[]
}

export const INVOICE_STATES = ['open', 'paid', 'void'] as const

export type InvoiceState = (typeof INVOICE_STATES)[number]

/** Undefined if the seller has no such page, or there is nothing to pay. */
export function paymentLink({ seller, number, totalMinor, currency }: Invoice): string | undefined {
  if (totalMinor <= 0) return undefined
  const values = { number, total: mainUnits(totalMinor).toFixed(2), currency }
  const fill = (link: string, [name, value]: [string, string]) =>
    link.replaceAll(`{${name}}`, encodeURIComponent(value))
  return Object.entries(values).reduce(fill, seller.paymentUrl ?? '') || undefined
}

export interface Invoice extends NewInvoice {
  /** Digits. */
  readonly number: string
  /** Set by the operator; not part of the PDF. */
  readonly state: InvoiceState
}
