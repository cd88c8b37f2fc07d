// Invoices of all accounts by their state, marked as paid, void or open.

import { el } from '../dom.js'
import { form } from '../shared/form.js'
import { day, money } from '../shared/format.js'
import { card, confirmed, loaded, rowButton, table } from '../shared/parts.js'

const LOOKS = /** @type {Readonly<Record<string, string>>} */ ({ paid: 'good', open: 'warm' })

/** @param {import('../shared/api.js').Api} api */
export async function invoicesSection(api) {
  let state = 'open'
  const { place, show } = loaded(async () => [
    invoiceTable(api, await api.get(`/operator/invoices?state=${state}`), () => show()),
  ])
  const choose = form(
    [
      {
        name: 'state',
        label: 'State',
        type: 'select',
        required: true,
        value: 'open',
        options: [
          ['open', 'open'],
          ['paid', 'paid'],
          ['void', 'void'],
        ],
      },
    ],
    'Show',
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
  if (invoices.length === 0) return el('p', {}, 'There is none.')
  const rows = invoices.map((invoice) => {
    const { number, state } = invoice
    /** @param {string} next */
    const mark = (next) => async () => {
      const text = `${invoice.email}, ${money(invoice.total)} ${invoice.currency}.`
      const look = next === 'void' ? 'danger' : 'primary'
      if (!(await confirmed(`Mark invoice ${number} as ${next}?`, text, `It is ${next}`, look))) {
        return false
      }
      await api.send('PUT', `/operator/invoices/${number}`, { state: next })
      return true
    }
    const others = ['paid', 'void', 'open'].filter((each) => each !== state)
    return [
      number,
      day(invoice.date),
      invoice.due_date === '' ? '' : day(invoice.due_date),
      el('a', { href: `#accounts/${invoice.account_id}` }, invoice.email),
      `${money(invoice.total)} ${invoice.currency}`,
      el('span', { class: `badge ${LOOKS[state] ?? ''}` }, state),
      el(
        'div',
        { class: 'buttons' },
        el(
          'a',
          {
            href: /^https?:\/\//.test(invoice.pdf_url) ? invoice.pdf_url : undefined,
            target: '_blank',
            rel: 'noreferrer',
            'aria-label': `PDF of invoice ${number}`,
          },
          'PDF',
        ),
        ...others.map((next) => rowButton(`Mark ${next}`, `invoice ${number}`, mark(next), done)),
      ),
    ]
  })
  return table(['Number', 'Date', 'Due', 'Account', 'Total', 'State', ''], rows, 'Invoices')
}
