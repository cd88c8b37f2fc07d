// Invoices: all, those of a range of days, and one by its number.

import Type from 'typebox'
import { INVOICE_STATES, type Invoice } from '../../billing/invoices/invoice.ts'
import { findInvoice, listInvoices } from '../../billing/invoices/invoices.ts'
import { mainUnits } from '../../billing/invoices/money.ts'
import { Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { accountCall } from '../account-call.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { dayAfter, RANGE_PATH, RangeParams, rangeOf } from './dates.ts'

const InvoiceSchema = Type.Object({
  date: Type.String(),
  number: Type.String({ description: 'Digits; numbers are consecutive.' }),
  address_1: Type.String(),
  address_2: Type.String(),
  address_3: Type.String(),
  address_4: Type.String(),
  address_5: Type.String(),
  address_6: Type.String(),
  total: Type.Number(),
  tax: Type.Number(),
  invoice_lines: Type.Array(
    Type.Object({
      quantity: Type.Integer(),
      details: Type.String(),
      unit_price: Type.Number(),
      subtotal: Type.Number(),
    }),
  ),
  pdf_url: Type.String({ description: 'Opens the PDF without a key for a limited time.' }),
  due_date: Type.String({ description: 'When payment is due; empty on the oldest invoices.' }),
  state: Type.String({ enum: [...INVOICE_STATES] }),
})

const invoiceCall = {
  ...accountCall,
  methods: ['GET'],
  notes: 'Admin key. Newest first.',
  answers: ok('Invoices.', Type.Array(InvoiceSchema)),
} as const

export const invoices = endpoint({
  ...invoiceCall,
  path: '/invoices',
  summary: 'List all invoices',
  async handle(_input, context) {
    const { parts, caller } = context
    const all = await listInvoices(parts.store.db, caller.accountId)
    return free(all.map((invoice) => invoiceJson(invoice, context)))
  },
})

export const invoicesOfRange = endpoint({
  ...invoiceCall,
  path: `/invoices/${RANGE_PATH}`,
  summary: 'List invoices of a date range',
  params: RangeParams,
  async handle({ params }, context) {
    const { from, to } = rangeOf(params)
    const { parts, caller } = context
    const range = { from, until: dayAfter(to) }
    const found = await listInvoices(parts.store.db, caller.accountId, range)
    return free(found.map((invoice) => invoiceJson(invoice, context)))
  },
})

export const getInvoice = endpoint({
  ...invoiceCall,
  path: '/invoices/{number}',
  summary: 'Get an invoice',
  notes: accountCall.notes,
  params: Type.Object({ number: Type.String({ maxLength: 200 }) }),
  answers: ok('The invoice.', InvoiceSchema),
  problems: ['not-found'],
  async handle({ params: { number } }, context) {
    const { parts, caller } = context
    const invoice = await findInvoice(parts.store.db, caller.accountId, number)
    // Also for an invoice of another account, so that numbers reveal nothing.
    if (invoice === undefined) throw new Problem('not-found', 'No invoice has this number.')
    return free(invoiceJson(invoice, context))
  },
})

function invoiceJson(invoice: Invoice, { invoiceUrl }: Context) {
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = invoice.addressee.lines
  return {
    date: usTimestamp(invoice.invoicedAt),
    number: invoice.number,
    ...{ address_1: a, address_2: b, address_3: c, address_4: d, address_5: e, address_6: f },
    total: mainUnits(invoice.totalMinor),
    tax: mainUnits(invoice.taxMinor),
    invoice_lines: invoice.lines.map((line) => ({
      quantity: line.quantity,
      details: line.details,
      unit_price: mainUnits(line.unitMinor),
      subtotal: mainUnits(line.subtotalMinor),
    })),
    pdf_url: invoiceUrl(invoice.number),
    due_date: invoice.dueAt === undefined ? '' : usTimestamp(invoice.dueAt),
    state: invoice.state,
  }
}
