// What the operator sets for invoices: who sells, in which currency, with how much tax.

import type { Product } from '../../address/product.ts'
import { DAY_MS } from '../../lib/clock.ts'

/** As it stands on each invoice; kept with it, because an invoice never changes. */
export interface Seller {
  readonly name: string
  readonly address: readonly string[]
  /** Empty if the seller has none. */
  readonly taxId: string
  /** The note at the end of an invoice, such as how to pay. */
  readonly note: string
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
}

/** The day on which a term ends is the first of the next one. */
export function lastDayOf({
  start,
  end,
}: {
  readonly start: number
  readonly end: number
}): number {
  return Math.max(start, end - DAY_MS)
}
