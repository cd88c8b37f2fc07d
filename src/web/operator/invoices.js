// Invoices of all accounts by state, marked as paid, void or open.

import { invoiceState, pdfLink } from '../console/billing.js'
import { el } from '../dom.js'
import { asking, form } from '../shared/form.js'
import { brokenAtSigns, day, isoDay, money, stateBadge } from '../shared/format.js'
import { buttons, card, csvButton, loaded, rowButton, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

const STATES = ['open', 'paid', 'void']

/** @param {Api} api @param {() => unknown} _again @param {readonly string[]} rest the state to begin with, if any */
export async function invoicesSection(api, _again, [first = 'open']) {
  const place = el('div', {}, invoices(api, `state=${first}`))
  const options = ['open', 'overdue', 'paid', 'void'].map(
    (state) => /** @type {const} */ ([state, state]),
  )
  const choose = form(
    [{ name: 'state', label: 'State', value: first, options }],
    'Show invoices',
    async ({ state }) => {
      place.replaceChildren(invoices(api, `state=${state}`))
    },
  )
  return [card('', choose, place)]
}

/** @param {Api} api @param {string} query */
export function invoices(api, query) {
  const { place, show } = loaded(async () => {
    /** @type {any[]} */
    const found = await api.get(`/operator/invoices?${query}`)
    const rows = found.map((invoice) => invoiceRow(api, invoice, show))
    const heads = ['Number', 'Date', 'Due', 'Account', 'Total', 'State', '']
    const csv = csvButton('invoices.csv', async () => [
      ['Number', 'Date', 'Due', 'Account', 'E-mail', 'Total', 'Currency', 'State'],
      ...found.map((each) => [
        each.number,
        ...[each.date, each.due_date].map(isoDay),
        each.account_id,
        each.email,
        each.total,
        each.currency,
        invoiceState(each),
      ]),
    ])
    return [table(heads, rows, 'Invoices', 'No invoices.'), found.length > 0 ? csv : '']
  })
  return place
}

/** @param {Api} api @param {any} invoice @param {() => unknown} done */
function invoiceRow(api, invoice, done) {
  const { number, state, email } = invoice
  const total = money(invoice.total, invoice.currency)
  const others = STATES.filter((each) => each !== state).map((next) => {
    const look = next === 'void' ? 'danger' : 'primary'
    const question = `Mark invoice ${number} as ${next}?`
    const mark = asking([question, `${email}, ${total}.`, `Mark as ${next}`, look], () =>
      api.send('PUT', `/operator/invoices/${number}`, { state: next }),
    )
    return rowButton(`Mark ${next}`, `invoice ${number}`, mark, done)
  })
  return [
    number,
    day(invoice.date),
    day(invoice.due_date),
    el('a', { href: `#accounts/${invoice.account_id}` }, ...brokenAtSigns(email)),
    total,
    stateBadge(invoiceState(invoice)),
    buttons(pdfLink(invoice), ...others),
  ]
}
