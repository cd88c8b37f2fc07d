// /operator/invoices: the invoices of all accounts and their state.

import Type from 'typebox'
import { INVOICE_STATES, type Invoice } from '../../billing/invoices/invoice.ts'
import { invoicesInState, listInvoices, setInvoiceState } from '../../billing/invoices/invoices.ts'
import { mainUnits } from '../../billing/invoices/money.ts'
import { Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { readOneOf } from '../read-input.ts'
import { oneOf, texts } from '../schemas.ts'

const InvoiceShown = Type.Object({
  ...texts('number', 'account_id', 'email', 'date', 'due_date'),
  total: Type.Number(),
  currency: Type.String(),
  state: oneOf(INVOICE_STATES),
  ...texts('pdf_url'),
})

const LISTED_STATES = [...INVOICE_STATES, 'overdue'] as const

export const operatorInvoiceEndpoints = [
  endpoint('GET /operator/invoices', {
    summary: 'List invoices by state or by account',
    notes: 'Newest first. With `account`, all invoices of the account.',
    options: {
      state: oneOf(LISTED_STATES, { default: 'open' }),
      account: Type.Optional(Type.String()),
    },
    answers: ok('Invoices.', Type.Array(InvoiceShown)),
    async handle({ options }, context) {
      const { store, clock } = context
      const state = readOneOf('state', options.state, LISTED_STATES)
      const found =
        options.account === undefined
          ? await invoicesInState(store.db, state, clock.now())
          : await listInvoices(store.db, options.account)
      return free(found.map((invoice) => invoiceJson(invoice, context)))
    },
  }),
  endpoint('PUT /operator/invoices/{number}', {
    summary: 'Mark an invoice as paid, void or open',
    notes: 'The number and the totals of an invoice never change.',
    params: { number: Type.String({ maxLength: 30 }) },
    options: { state: oneOf(INVOICE_STATES) },
    answers: ok('The invoice.', InvoiceShown),
    async handle({ params: { number }, options }, context) {
      const { store, clock } = context
      const state = readOneOf('state', options.state, INVOICE_STATES)
      const result = await setInvoiceState(store, number, state, clock.now())
      if (result.kind === 'no-such-invoice') {
        throw new Problem('not-found', `No invoice has the number ${number}.`)
      }
      return free(invoiceJson(result.invoice, context))
    },
  }),
]

function invoiceJson(invoice: Invoice, { invoiceUrl }: Context) {
  const { number, accountId, addressee, invoicedAt, dueAt, totalMinor, currency, state } = invoice
  return {
    number,
    account_id: accountId,
    email: addressee.email,
    date: usTimestamp(invoicedAt),
    due_date: dueAt === undefined ? '' : usTimestamp(dueAt),
    total: mainUnits(totalMinor),
    currency,
    state,
    pdf_url: invoiceUrl(number),
  }
}
