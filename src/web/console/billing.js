// Invoices with their PDFs, the primary e-mail address, and who gets copies.

import { el } from '../dom.js'
import { form } from '../shared/form.js'
import { day, money } from '../shared/format.js'
import { card, loaded, rowButton, table } from '../shared/parts.js'

const LISTS = /** @type {const} */ ([
  ['invoices', 'Copies of invoices', 'Who else gets each invoice.'],
  [
    'expired',
    'Copies of expiry notices',
    'Who else hears that a trial or the subscription has ended.',
  ],
])

/** @param {import('../shared/api.js').Api} api */
export async function invoicesSection(api) {
  /** @type {any[]} */
  const invoices = await api.get('/invoices')
  if (invoices.length === 0) {
    return [
      card(
        'Invoices',
        el('p', {}, 'There are no invoices yet. The first one comes when a plan is first billed.'),
      ),
    ]
  }
  const rows = invoices.map((invoice) => [
    invoice.number,
    day(invoice.date),
    el('span', {}, invoice.invoice_lines.map((/** @type {any} */ line) => line.details).join('; ')),
    money(invoice.tax),
    el('strong', {}, money(invoice.total)),
    el(
      'a',
      {
        href: ownLink(invoice.pdf_url),
        target: '_blank',
        rel: 'noreferrer',
        'aria-label': `PDF of invoice ${invoice.number}`,
      },
      'PDF',
    ),
  ])
  return [
    card(
      'Invoices',
      table(['Number', 'Date', 'For', 'Tax', 'Total', ''], rows, 'Invoices'),
      el(
        'p',
        { class: 'quiet' },
        'Anybody who has a PDF link can open it, for a limited time; reload for a new one.',
      ),
    ),
  ]
}

/**
 * Only addresses of the web may become links.
 * @param {string} url
 */
function ownLink(url) {
  return /^https?:\/\//.test(url) ? url : undefined
}

/** @param {import('../shared/api.js').Api} api */
export async function emailSection(api) {
  const answer = await api.get('/email-address')
  const shown = el('strong', {}, answer['email-address'])
  const change = form(
    [{ name: 'new-email-address', label: 'New e-mail address', type: 'email', required: true }],
    'Change it',
    async (values) => {
      await api.send('PUT', '/email-address', values)
      shown.textContent = (await api.get('/email-address'))['email-address']
      return 'The address was changed.'
    },
  )
  return [
    card(
      'E-mail address',
      el(
        'p',
        {},
        'Invoices, notices and usage warnings (75, 90 and 100 % of a day) go to ',
        shown,
        '.',
      ),
      change,
    ),
    ...LISTS.map(([list, title, text]) => ccCard(api, list, title, text)),
  ]
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {string} list
 * @param {string} title
 * @param {string} text
 */
function ccCard(api, list, title, text) {
  const { place, show } = loaded(async () => {
    /** @type {{ id: number, 'email-address': string }[]} */
    const recipients = await api.get(`/cc/${list}`)
    if (recipients.length === 0) return [el('p', {}, 'Nobody yet.')]
    const rows = recipients.map((recipient) => {
      const email = recipient['email-address']
      const remove = async () => {
        await api.send('DELETE', `/cc/${list}/${recipient.id}`)
        return true
      }
      return [email, rowButton('Remove', email, remove, () => show(), 'small danger')]
    })
    return [table(['E-mail address', ''], rows, title)]
  })
  const add = form(
    [{ name: 'email-address', label: 'E-mail address', type: 'email', required: true }],
    'Add',
    async (values) => {
      const made = await api.send('POST', `/cc/${list}`, values)
      await show()
      return made.message
    },
  )
  return card(title, el('p', { class: 'quiet' }, text), place, add)
}
