// What an invoice says. Once issued it never changes.

import type { Product } from '../address/product.ts'
import type { InvoiceLine, Term } from './invoice-lines.ts'
import type { Seller } from './settings.ts'

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
  readonly currency: string
  readonly netMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
  readonly taxBasisPoints: number
  /** Of the term's days, by the books at the moment of the invoice. */
  readonly lookups: number
  readonly seller: Seller
  readonly addressee: Addressee
  readonly lines: readonly InvoiceLine[]
}

export interface Invoice extends NewInvoice {
  /** Digits. */
  readonly number: string
}
