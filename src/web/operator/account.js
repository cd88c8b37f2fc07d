// One account as the operator has it: what only operators do, and all that its holder has in the console.

import { emailSection } from '../console/billing.js'
import { keysSection, tokensSection } from '../console/keys.js'
import { planSection } from '../console/plan.js'
import { privateSection } from '../console/private.js'
import { usageSection } from '../console/usage.js'
import { webhooksSection } from '../console/webhooks.js'
import { el } from '../dom.js'
import { Api } from '../shared/api.js'
import { form } from '../shared/form.js'
import { day, moment } from '../shared/format.js'
import { card, confirmed, factList, loaded, rowButton, table } from '../shared/parts.js'
import { statusBadge } from './accounts.js'
import { invoiceTable } from './invoices.js'
import { actsCard } from './service.js'

/** @typedef {(api: Api, again: () => unknown) => Promise<readonly Node[]>} HolderSection */

/** What the holder's console has too. @type {readonly (readonly [string, string, HolderSection])[]} */
const HOLDER_SECTIONS = [
  ['usage', 'Usage', usageSection],
  ['keys', 'Keys', keysSection],
  ['tokens', 'Domain tokens', tokensSection],
  ['plan', 'Plan', planSection],
  ['email', 'E-mail', emailSection],
  ['private', 'Private addresses', privateSection],
  ['webhooks', 'Webhooks', webhooksSection],
]

/**
 * @param {Api} api
 * @param {readonly string[]} rest the account, and which of its sections
 * @param {() => unknown} again
 */
export async function accountSection(api, [id = '', part = 'overview'], again) {
  const path = `/operator/accounts/${encodeURIComponent(id)}`
  const account = await api.get(path)
  const parts = /** @type {const} */ ([
    ['overview', 'Overview'],
    ['invoices', 'Invoices'],
    ['mails', 'Mails'],
    ...HOLDER_SECTIONS.map(([name, title]) => /** @type {const} */ ([name, title])),
  ])
  const links = parts.map(([name, title]) =>
    el(
      'li',
      {},
      el(
        'a',
        { href: `#accounts/${id}/${name}`, ...(name === part && { 'aria-current': 'page' }) },
        title,
      ),
    ),
  )
  const head = el(
    'div',
    { class: 'flow' },
    el('p', {}, el('a', { href: '#accounts' }, 'All accounts')),
    el('h2', {}, account.email, ' ', statusBadge(account)),
    el('nav', { class: 'tabs', 'aria-label': 'Account' }, el('ul', {}, links)),
  )
  const holder = HOLDER_SECTIONS.find(([name]) => name === part)
  if (holder !== undefined) {
    // The same calls as those of the holder, made for the account in the operator's name.
    const [, , make] = holder
    const asHolder = new Api('/operator/session', `${path}/api`)
    const { place } = loaded(() => make(asHolder, again))
    return [head, place]
  }
  if (part === 'mails') return [head, mailsCard(api, path)]
  if (part === 'invoices') {
    const { place, show } = loaded(async () => [
      invoiceTable(api, await api.get(`/operator/invoices?account=${id}`), () => show()),
    ])
    return [head, card('Invoices', place)]
  }
  return [
    head,
    overview(api, path, account, again),
    noteCard(api, path, account),
    addressCard(api, path, account),
    actsCard(api, id),
  ]
}

/**
 * @param {Api} api
 * @param {string} path
 * @param {any} account
 * @param {() => unknown} again
 */
function overview(api, path, account, again) {
  const { suspended } = account
  const change = async () => {
    const text = suspended
      ? 'Its look-ups are answered again from now on.'
      : 'Its look-ups are refused from now on. Its plan and its bills go on.'
    const yes = suspended ? 'Resume it' : 'Suspend it'
    const look = suspended ? 'primary' : 'danger'
    if (!(await confirmed(`${yes.slice(0, -3)} ${account.email}?`, text, yes, look))) return false
    await api.send('PUT', `${path}/${suspended ? 'resume' : 'suspend'}`)
    return true
  }
  return card(
    'Overview',
    factList([
      ['Account', el('code', {}, account.account_id)],
      ['Product', account.product],
      ['Plan', account.plan],
      ['Made on', day(account.created)],
    ]),
    rowButton(
      suspended ? 'Resume' : 'Suspend',
      account.email,
      change,
      again,
      suspended ? '' : 'danger',
    ),
  )
}

/**
 * @param {Api} api
 * @param {string} path
 * @param {any} account
 */
function noteCard(api, path, account) {
  const write = form(
    [{ name: 'note', label: 'Note', type: 'textarea', value: account.note }],
    'Save the note',
    async ({ note }) => {
      const saved = await api.send('PUT', `${path}/note`, { note })
      write.querySelectorAll('textarea').forEach((area) => {
        area.defaultValue = saved.note
      })
      return 'The note was saved.'
    },
  )
  return card('Note', el('p', { class: 'quiet' }, 'The account holder does not see it.'), write)
}

/**
 * @param {Api} api
 * @param {string} path
 * @param {any} account
 */
function addressCard(api, path, account) {
  const write = form(
    [
      {
        name: 'lines',
        label: 'Address on invoices',
        type: 'textarea',
        value: account.address.join('\n'),
        hint: 'Up to six lines.',
      },
    ],
    'Save the address',
    async ({ lines = '' }) => {
      const saved = await api.send('PUT', `${path}/address`, { lines: lines.split('\n') })
      write.querySelectorAll('textarea').forEach((area) => {
        area.defaultValue = saved.address.join('\n')
      })
      return 'The address was saved.'
    },
  )
  return card('Address on invoices', write)
}

/**
 * @param {Api} api
 * @param {string} path
 */
function mailsCard(api, path) {
  const { place, show } = loaded(async () => {
    /** @type {any[]} */
    const mails = await api.get(`${path}/mails`)
    if (mails.length === 0) return [el('p', {}, 'No mail in the last 90 days.')]
    const looks = /** @type {Record<string, string>} */ ({ sent: 'good', waiting: 'warm' })
    const rows = mails.map((mail) => [
      moment(mail.created),
      mail.subject,
      mail.to,
      el('span', { class: `badge ${looks[mail.state] ?? 'bad'}` }, mail.state),
      mail.kind === 'sign-in' || mail.state === 'waiting'
        ? ''
        : rowButton(
            'Send again',
            mail.subject,
            async () => {
              await api.send('POST', `${path}/mails/${mail.id}/resend`)
              return true
            },
            () => show(),
          ),
    ])
    return [table(['When', 'Subject', 'To', 'State', ''], rows, 'Mails')]
  })
  return card('Mails', place)
}
