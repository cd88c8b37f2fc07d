// /operator: mails of an account, resending them; invoices of all accounts and their state.

import Type from 'typebox'
import { mailsOf, resendMail } from '../../account/operators/account-actions.ts'
import { INVOICE_STATES, type Invoice } from '../../billing/invoices/invoice.ts'
import { invoicesInState, listInvoices, setInvoiceState } from '../../billing/invoices/invoices.ts'
import { mainUnits } from '../../billing/invoices/money.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { Message } from '../schemas.ts'
import { AccountParams, accountNamed, operatorCall } from './operator-call.ts'

const MailShown = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  created: Type.String(),
  state: Type.String({ enum: ['waiting', 'sent', 'given up'] }),
  last_error: Type.String(),
})

const mails = endpoint({
  ...operatorCall,
  path: '/operator/accounts/{account}/mails',
  methods: ['GET'],
  summary: 'List mails to an account',
  notes: 'Operator key. The last 50, newest first.',
  params: AccountParams,
  answers: ok('Mails.', Type.Array(MailShown)),
  problems: ['not-found'],
  async handle({ params }, context) {
    const { accountId } = await accountNamed(context, params.account)
    const found = await mailsOf(context.parts.store.db, accountId)
    return free(
      found.map(({ id, kind, recipient, subject, createdAt, state, lastError }) => ({
        id,
        kind,
        to: recipient,
        subject,
        created: usTimestamp(createdAt),
        state,
        last_error: lastError,
      })),
    )
  },
})

const resend = endpoint({
  ...operatorCall,
  path: '/operator/accounts/{account}/mails/{mail}/resend',
  methods: ['POST'],
  summary: 'Resend a mail',
  notes: "Operator key. Sent to the account's current address. Sign-in links cannot be resent.",
  params: Type.Object({ ...AccountParams.properties, mail: Type.String({ maxLength: 100 }) }),
  answers: ok('Queued.', Message),
  problems: ['not-found'],
  async handle({ params }, context) {
    const { accountId } = await accountNamed(context, params.account)
    const { store, clock } = context.parts
    const isQueued = await resendMail(store.db, accountId, params.mail, clock.now())
    if (!isQueued) throw new Problem('not-found', 'No mail with this ID can be resent.')
    return free({ message: 'The mail was queued.' })
  },
})

const InvoiceShown = Type.Object({
  number: Type.String(),
  account_id: Type.String(),
  email: Type.String(),
  date: Type.String(),
  due_date: Type.String(),
  total: Type.Number(),
  currency: Type.String(),
  state: Type.String({ enum: [...INVOICE_STATES] }),
  pdf_url: Type.String(),
})

const invoices = endpoint({
  ...operatorCall,
  path: '/operator/invoices',
  methods: ['GET'],
  summary: 'List invoices by state or by account',
  notes: 'Operator key. Newest first. With `account`, all invoices of the account.',
  options: Type.Object({
    state: Type.String({ default: 'open', enum: [...INVOICE_STATES] }),
    account: Type.Optional(Type.String()),
  }),
  answers: ok('Invoices.', Type.Array(InvoiceShown)),
  async handle({ options }, { parts, invoiceUrl }) {
    const { db } = parts.store
    const found =
      options.account === undefined
        ? await invoicesInState(db, stateNamed(options.state))
        : await listInvoices(db, options.account)
    return free(found.map((invoice) => invoiceJson(invoice, invoiceUrl)))
  },
})

const setState = endpoint({
  ...operatorCall,
  path: '/operator/invoices/{number}',
  methods: ['PUT'],
  summary: 'Mark an invoice as paid, void or open',
  notes: 'Operator key. The number and the totals of an invoice never change.',
  params: Type.Object({ number: Type.String({ maxLength: 30 }) }),
  options: Type.Object({ state: Type.String({ enum: [...INVOICE_STATES] }) }),
  answers: ok('The invoice.', InvoiceShown),
  problems: ['not-found'],
  async handle({ params: { number }, options }, { parts, invoiceUrl }) {
    const now = parts.clock.now()
    const result = await setInvoiceState(parts.store, number, stateNamed(options.state), now)
    if (result.kind === 'no-such-invoice') {
      throw new Problem('not-found', `No invoice has the number ${number}.`)
    }
    return free(invoiceJson(result.invoice, invoiceUrl))
  },
})

export const operatorMailAndInvoiceEndpoints: readonly Endpoint[] = [
  mails,
  resend,
  invoices,
  setState,
]

function stateNamed(text: string) {
  const state = INVOICE_STATES.find((one) => one === text)
  if (state === undefined)
    throw badRequest('state', `The state must be one of ${INVOICE_STATES.join(', ')}.`)
  return state
}

function invoiceJson(invoice: Invoice, invoiceUrl: (number: string) => string) {
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
