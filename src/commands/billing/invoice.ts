// `invoice list|paid|void|open`: listing invoices and changing their state.

import { INVOICE_STATES, type Invoice, type InvoiceState } from '../../billing/invoices/invoice.ts'
import { invoicesInState, setInvoiceState } from '../../billing/invoices/invoices.ts'
import { formatMoney, mainUnits } from '../../billing/invoices/money.ts'
import { columns } from '../../lib/columns.ts'
import { withAudit } from '../shared/audited.ts'
import { type Command, type Printed, UsageError } from '../shared/command.ts'

const list: Command = {
  name: 'invoice list',
  usage: '[--state open|paid|void]',
  summary: 'List invoices of all accounts by state, newest first.',
  example: '--state open',
  options: { state: 'open, paid or void; default open' },
  run(given) {
    const wanted = given.options.state ?? 'open'
    const state = INVOICE_STATES.find((each) => each === wanted)
    if (state === undefined) throw new UsageError('--state must be open, paid or void.')
    return withAudit(given, async (store) => {
      const invoices = await invoicesInState(store.db, state)
      const rows = invoices.map((invoice) => rowOf(invoice, given.clock.now()))
      const head = ['NUMBER', 'DATE', 'DUE', 'E-MAIL', 'TOTAL', 'STATE']
      return { json: { invoices: invoices.map(jsonOf) }, text: columns([head, ...rows]) }
    })
  },
}

function setting(state: InvoiceState, summary: string): Command {
  return {
    name: `invoice ${state}`,
    usage: 'NUMBER',
    summary,
    example: '42',
    words: [1, 1],
    run(given) {
      const [number = ''] = given.words
      return withAudit(given, async (store): Promise<Printed> => {
        const result = await setInvoiceState(store, number, state, given.clock.now())
        if (result.kind === 'no-such-invoice') {
          throw new UsageError(`There is no invoice "${number}".`)
        }
        const already = result.kind === 'unchanged' ? ' already' : ''
        return { json: jsonOf(result.invoice), text: `Invoice ${number} is ${state}${already}.` }
      })
    },
  }
}

export const invoiceCommands: readonly Command[] = [
  list,
  setting('paid', 'Mark an invoice as paid.'),
  setting('void', 'Mark an invoice as void. Its number and totals stay.'),
  setting('open', 'Mark an invoice as open again.'),
]

function rowOf(invoice: Invoice, now: number): string[] {
  const { number, invoicedAt, dueAt, addressee, totalMinor, currency, state } = invoice
  const isOverdue = state === 'open' && dueAt !== undefined && dueAt < now
  return [
    number,
    day(invoicedAt),
    day(dueAt),
    addressee.email,
    formatMoney(totalMinor, currency),
    isOverdue ? 'overdue' : state,
  ]
}

function jsonOf({ number, accountId, invoicedAt, dueAt, addressee, ...rest }: Invoice) {
  return {
    number,
    account_id: accountId,
    email: addressee.email,
    date: day(invoicedAt),
    due_date: day(dueAt) || null,
    total: mainUnits(rest.totalMinor),
    currency: rest.currency,
    state: rest.state,
  }
}

function day(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10)
}
