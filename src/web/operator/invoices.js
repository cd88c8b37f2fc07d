// Invoices of all accounts by state, marked as paid, void or open.

import { pdfLink } from '../console/billing.js'
import { badge, el } from '../dom.js'
import { asking, form } from '../shared/form.js'
import { day, money } from '../shared/format.js'
import { buttons, card, loaded, rowButton, table } from '../shared/parts.js'

const STATES = ['open', 'paid', 'void']
const LOOKS = /** @type {Readonly<Record<string, string>>} */ ({ paid: 'good', open: 'warm' })

/** @param {import('../shared/api.js').Api} api */
export async function invoicesSection(api) {
  let state = 'open'
  const { place, show } = loaded(async () => [
    invoiceTable(api, await api.get(`/operator/invoices?state=${state}`), () => show()),
  ])
  const options = STATES.map((each) => /** @type {const} */ ([each, each]))
  const choose = form(
    [{ name: 'state', label: 'State', type: 'select', required: true, value: 'open', options }],
    'Show invoices',
    async ({ state: wanted = 'open' }) => {
      state = wanted
      await show()
      return undefined
    },
  )
  return [card('Invoices', choose, place)]
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {any[]} invoices
 * @param {() => unknown} done
 */
export function invoiceTable(api, invoices, done) {
  const rows = invoices.map((invoice) => {
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
  })
  const heads = ['Number', 'Date', 'Due', 'Account', 'Total', 'State', '']
  return table(heads, rows, 'Invoices', 'No invoices.')
}
