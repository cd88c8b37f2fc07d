// Invoices with their PDFs, the e-mail address of the account, and who gets copies.

import { button, el } from '../dom.js'
import { form } from '../shared/form.js'
import { day, money, readTimestamp, stateBadge } from '../shared/format.js'
import { buttons, card, loaded, quiet, rowButton, saveFile, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

const COPIES = /** @type {const} */ ([
  ['invoices', 'Copies of invoices', 'These addresses also receive each invoice.'],
  [
    'expired',
    'Copies of expiry notices',
    'These addresses are also notified when the trial or subscription has ended.',
  ],
])

/** @param {Api} api */
export async function invoicesSection(api) {
  /** @type {any[]} */
  const invoices = await api.get('/invoices')
  if (invoices.length === 0) {
    const text = 'No invoices yet. The first one is created when a plan is first billed.'
    return [card('', el('p', {}, text))]
  }
  const rows = invoices.map((invoice) => [
    invoice.number,
    day(invoice.date),
    day(invoice.due_date),
    invoice.invoice_lines.map((/** @type {any} */ line) => line.details).join('; '),
    money(invoice.tax, invoice.currency),
    el('strong', {}, money(invoice.total, invoice.currency)),
    stateBadge(invoiceState(invoice)),
    buttons(pdfLink(invoice), payLink(invoice)),
  ])
  const heads = ['Number', 'Date', 'Due', 'Details', 'Tax', 'Total', 'State', '']
  return [
    card(
      '',
      table(heads, rows, 'Invoices'),
      quiet(
        'Anyone with a PDF link can open it for a limited time. Reload the page for a new link.',
      ),
    ),
  ]
}

/** Open invoices become overdue by themselves. @param {{ state: string, due_date: string }} invoice */
export function invoiceState({ state, due_date: due }) {
  return state === 'open' && readTimestamp(due).getTime() < Date.now() ? 'overdue' : state
}

/** @param {{ number: string | number, pdf_url: string }} invoice */
export function pdfLink({ number, pdf_url: url }) {
  return webLink(url, 'PDF', `PDF of invoice ${number}`)
}

/** @param {{ number: string, state: string, payment_url?: string }} invoice */
function payLink({ number, state, payment_url: url }) {
  return url === undefined || state !== 'open' ? undefined : webLink(url, 'Pay', `Pay ${number}`)
}

/** @param {string} url @param {string} text @param {string} label */
function webLink(url, text, label) {
  // Only web addresses become links.
  const href = /^https?:\/\//.test(url) ? url : undefined
  return el('a', { href, target: '_blank', rel: 'noreferrer', 'aria-label': label }, text)
}

/** @param {Api} api */
export async function emailSection(api) {
  const current = async () => (await api.get('/email-address'))['email-address']
  const shown = el('strong', {}, await current())
  const change = form(
    [{ name: 'new-email-address', label: 'New e-mail address', type: 'email', required: true }],
    'Change address',
    async (values) => {
      await api.send('PUT', '/email-address', values)
      shown.textContent = await current()
      return 'The address was changed.'
    },
  )
  const text = 'Invoices, notices and usage warnings (75, 90 and 100% of a day) are sent to '
  return [
    card('E-mail address', el('p', {}, text, shown, '.'), change),
    ...COPIES.map(([list, title, about]) => ccCard(api, list, title, about)),
    card(
      'Your data',
      quiet('Everything that is stored about this account, without keys and secrets.'),
      button('Download data', async () =>
        saveFile(await api.getFile('/account/export'), 'account.ndjson'),
      ),
    ),
  ]
}

/** @param {Api} api @param {string} list @param {string} title @param {string} text */
function ccCard(api, list, title, text) {
  const { place, show } = loaded(async () => {
    /** @type {{ id: number, 'email-address': string }[]} */
    const recipients = await api.get(`/cc/${list}`)
    const rows = recipients.map(({ id, 'email-address': email }) => {
      const remove = () => api.send('DELETE', `/cc/${list}/${id}`)
      return [email, rowButton('Remove', email, remove, show, 'small danger')]
    })
    return [table(['E-mail address', ''], rows, title, 'No recipients yet.')]
  })
  const add = form(
    [{ name: 'email-address', label: 'E-mail address', type: 'email', required: true }],
    'Add recipient',
    async (values) => {
      const { message } = await api.send('POST', `/cc/${list}`, values)
      await show()
      return message
    },
  )
  return card(title, quiet(text), place, add)
}
