// Invoices of all accounts by state, marked as paid, void or open.

import { pdfLink } from '../console/billing.js'
import { badge, el } from '../dom.js'
import { asking, form } from '../shared/form.js'
import { day, money } from '../shared/format.js'
import { buttons, card, loaded, rowButton, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

const STATES = ['open', 'paid', 'void']
const LOOKS = /** @type {Readonly<Record<string, string>>} */ ({ paid: 'good', open: 'warm' })

/** @param {Api} api */
export async function invoicesSection(api) {
  const place = el('div', {}, invoices(api, 'state=open'))
  const options = STATES.map((state) => /** @type {const} */ ([state, state]))
  const choose = form(
    [{ name: 'state', label: 'State', value: 'open', options }],
    'Show invoices',
    async ({ state }) => {
      place.replaceChildren(invoices(api, `state=${state}`))
      return undefined
    },
  )
  return [card('Invoices', choose, place)]
}

/** @param {Api} api @param {string} query */
export function invoices(api, query) {
  const { place, show } = loaded(async () => {
    /** @type {any[]} */
    const found = await api.get(`/operator/invoices?${query}`)
    const rows = found.map((invoice) => invoiceRow(api, invoice, show))
    const heads = ['Number', 'Date', 'Due', 'Account', 'Total', 'State', '']
    return [table(heads, rows, 'Invoices', 'No invoices.')]
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
    el('a', { href: `#accounts/${invoice.account_id}` }, email),
    total,
    badge(state, LOOKS[state]),
    buttons(pdfLink(invoice), ...others),
  ]
}
