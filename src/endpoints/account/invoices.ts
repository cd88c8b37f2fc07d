// Invoices: all, those of a range of days, one by its number, and its PDF by a signed link without a key.

import Type from 'typebox'
import { overloaded } from '../../access/refusals.ts'
import { INVOICE_STATES, type Invoice, paymentLink } from '../../billing/invoices/invoice.ts'
import type { InvoicePrinter } from '../../billing/invoices/invoice-printer.ts'
import { findInvoice, listInvoices } from '../../billing/invoices/invoices.ts'
import { mainUnits } from '../../billing/invoices/money.ts'
import type { InvoiceLinks } from '../../billing/invoices/signing.ts'
import { orNotFound, Problem } from '../../http/problem.ts'
import { type Clock, DAY_MS } from '../../lib/clock.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import type { Page } from '../pages/page.ts'
import { listOf, oneOf, text, texts } from '../schemas.ts'
import { RANGE_PATH, RangeParams, rangeOf } from './dates.ts'

const InvoiceSchema = Type.Object({
  date: Type.String(),
  number: text('Digits; numbers are consecutive.'),
  ...texts('address_1', 'address_2', 'address_3', 'address_4', 'address_5', 'address_6'),
  total: Type.Number(),
  tax: Type.Number(),
  currency: Type.String(),
  invoice_lines: listOf({
    quantity: Type.Integer(),
    details: Type.String(),
    unit_price: Type.Number(),
    subtotal: Type.Number(),
  }),
  pdf_url: text('Opens the PDF without a key for a limited time.'),
  due_date: text('When payment is due; empty on the oldest invoices.'),
  state: oneOf(INVOICE_STATES),
  payment_url: Type.Optional(text('Where to pay it, if the operator has such a page.')),
})

const NO_INVOICE = 'No invoice has this number.'

const listCall = {
  notes: 'Newest first.',
  answers: ok('Invoices.', Type.Array(InvoiceSchema)),
} as const

export const invoiceEndpoints = [
  endpoint('GET /invoices', {
    ...listCall,
    summary: 'List all invoices',
    handle: (_input, context) => listed(context),
  }),
  endpoint('GET /invoices/{number}', {
    summary: 'Get an invoice',
    params: { number: Type.String({ maxLength: 200 }) },
    answers: ok('The invoice.', InvoiceSchema),
    async handle({ params: { number } }, context) {
      const invoice = await findInvoice(context.store.db, context.caller.accountId, number)
      // The same 404 for an invoice of another account, so that numbers reveal nothing.
      return free(invoiceJson(orNotFound(invoice, NO_INVOICE), context))
    },
  }),
  endpoint(`GET /invoices/${RANGE_PATH}`, {
    ...listCall,
    summary: 'List invoices of a date range',
    params: RangeParams,
    async handle({ params }, context) {
      const { from, to } = rangeOf(params)
      return listed(context, { from, until: to + DAY_MS })
    },
  }),
]

async function listed(context: Context, range?: Parameters<typeof listInvoices>[2]) {
  const found = await listInvoices(context.store.db, context.caller.accountId, range)
  return free(found.map((invoice) => invoiceJson(invoice, context)))
}

function invoiceJson(invoice: Invoice, { invoiceUrl }: Context) {
  const link = paymentLink(invoice)
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = invoice.addressee.lines
  return {
    date: usTimestamp(invoice.invoicedAt),
    number: invoice.number,
    ...{ address_1: a, address_2: b, address_3: c, address_4: d, address_5: e, address_6: f },
    total: mainUnits(invoice.totalMinor),
    tax: mainUnits(invoice.taxMinor),
    currency: invoice.currency,
    invoice_lines: invoice.lines.map((line) => ({
      quantity: line.quantity,
      details: line.details,
      unit_price: mainUnits(line.unitMinor),
      subtotal: mainUnits(line.subtotalMinor),
    })),
    pdf_url: invoiceUrl(invoice.number),
    due_date: invoice.dueAt === undefined ? '' : usTimestamp(invoice.dueAt),
    state: invoice.state,
    ...(link !== undefined && { payment_url: link }),
  }
}

/** The cost of drawing a PDF, in steps of about ten nanoseconds. */
const PDF_STEPS = 300_000

export function invoicePdfPage(parts: {
  readonly clock: Clock
  readonly links: InvoiceLinks
  readonly printer: InvoicePrinter
}): Page {
  const { clock, links, printer } = parts
  return {
    path: '/invoices/{number}/pdf',
    steps: PDF_STEPS,
    summary: 'Download an invoice as PDF by its signed link',
    async render({ query }, { number = '' }) {
      const [expires = ''] = query.get('expires') ?? []
      const [signature = ''] = query.get('signature') ?? []
      // A link has each of the two parameters once, and no other.
      const isWhole = query.size === 2 && [...query.values()].flat().length === 2
      // Checked before asking the store: a forged link costs and reveals nothing.
      if (!isWhole || !links.isGenuine(number, expires, signature, clock.now())) {
        const detail = 'The link has expired or was changed. Get the invoice again for a new link.'
        throw new Problem('forbidden', detail)
      }
      const printed = await printer.pdf(number)
      if (printed.kind === 'no-such-invoice') throw new Problem('not-found', NO_INVOICE)
      if (printed.kind === 'busy') throw overloaded()
      const headers = { 'content-disposition': `inline; filename="invoice-${number}.pdf"` }
      return { status: 200, contentType: 'application/pdf', body: printed.pdf, headers }
    },
  }
}
