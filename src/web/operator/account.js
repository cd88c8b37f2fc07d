// One account: what only operators see and do, and the sections that its holder has too.

import { ACCOUNT_SECTIONS } from '../console/account-sections.js'
import { countryNamed, el, pageFacts } from '../dom.js'
import { asking, form, formDialog } from '../shared/form.js'
import { day, stateBadge, time, useCurrency } from '../shared/format.js'
import { card, factList, loaded, quiet, rowButton, table } from '../shared/parts.js'
import { invoices } from './invoices.js'
import { auditCard } from './service.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {import('../shared/sections.js').SectionEntry} SectionEntry */

/** @param {{ status: string, suspended: boolean }} account */
export function statusBadge({ status, suspended }) {
  return stateBadge(suspended ? 'suspended' : status || 'none')
}

/**
 * @param {Api} api
 * @param {string} id
 * @param {string | undefined} part the name of one of its sections
 * @param {() => unknown} again
 */
export async function accountParts(api, id, part = 'overview', again) {
  const path = `/operator/accounts/${encodeURIComponent(id)}`
  const account = await api.get(path)
  useCurrency(pageFacts().currency[account.product] ?? '')
  /** @type {readonly [SectionEntry, ...SectionEntry[]]} */
  const sections = [
    ['overview', 'Overview', async () => overviewCards(api, path, account, again)],
    ['invoices', 'Invoices', async () => [card('', invoices(api, `account=${id}`))]],
    ['mails', 'Mails', async () => [mailsCard(api, path)]],
    ...ACCOUNT_SECTIONS.filter(([name]) => name !== 'invoices' && name !== 'lists'),
  ]
  const links = sections.map(([name, title]) => {
    const current = name === part && 'page'
    const link = el('a', { href: `#accounts/${id}/${name}`, 'aria-current': current }, title)
    return el('li', {}, link)
  })
  const [, heading, make] = sections.find(([name]) => name === part) ?? sections[0]
  // The calls that the holder would make, in the name of the operator.
  const { place } = loaded(() => make(api.below(`${path}/api`), again, []))
  return [
    el('p', {}, el('a', { href: '#accounts' }, 'All accounts')),
    el('h2', {}, account.email, ' ', statusBadge(account)),
    el('nav', { class: 'tabs', 'aria-label': 'Account' }, el('ul', {}, links)),
    el('h2', {}, heading),
    place,
  ]
}

/** @param {Api} api @param {string} path @param {any} account @param {() => unknown} again */
function overviewCards(api, path, account, again) {
  const note = {
    name: 'note',
    label: 'Note',
    hint: 'Not shown to the account holder, but part of a copy of their data.',
  }
  const lines = { name: 'lines', label: 'Billing address', hint: 'Up to six lines.' }
  return [
    overview(api, path, account, again),
    textCard({ ...note, value: account.note }, 'Save note', (text) =>
      api.send('PUT', `${path}/note`, { note: text }),
    ),
    textCard({ ...lines, value: account.address.join('\n') }, 'Save address', (text) =>
      api.send('PUT', `${path}/address`, { lines: text.split('\n') }),
    ),
    auditCard(api, account.account_id),
    eraseCard(api, path, account, again),
  ]
}

/** @param {Api} api @param {string} path @param {any} account @param {() => unknown} again */
function overview(api, path, account, again) {
  const { suspended, suspended_reason: reason, email, account_id, product, plan, created } = account
  const facts = /** @type {[string, string | Node][]} */ ([
    ['Account', el('code', {}, account_id)],
    ['Country', countryNamed(product)?.name ?? product],
    ['Plan', plan],
    ['Created', day(created)],
  ])
  if (suspended) facts.push(['Reason for suspension', reason || 'no reason given'])
  const mailed = 'The account holder is notified by mail.'
  const resume = asking(
    [`Resume ${email}?`, `Its look-ups work again. ${mailed}`, 'Resume account', 'primary'],
    () => api.send('PUT', `${path}/resume`),
  )
  const suspend = () =>
    formDialog(
      {
        title: `Suspend ${email}?`,
        text: `Its look-ups are refused. Its plan and its invoices continue. ${mailed}`,
        fields: [{ name: 'reason', label: 'Reason', required: true, hint: 'Shown to the holder.' }],
        yes: 'Suspend account',
      },
      (values) => api.send('PUT', `${path}/suspend`, values),
    )
  const change = suspended
    ? rowButton('Resume', email, resume, again, '')
    : rowButton('Suspend', email, suspend, again, 'danger')
  return card('', factList(facts), change)
}

/** @param {Api} api @param {string} path @param {any} account @param {() => unknown} again */
function eraseCard(api, path, { account_id: id, email }, again) {
  const erase = () =>
    formDialog(
      {
        title: `Erase ${email}?`,
        text: `All personal data is deleted, and its keys stop working at once. Invoices and look-up totals stay. This cannot be undone. To confirm, type ${id}.`,
        fields: [{ name: 'account_id', label: 'Account', required: true }],
        yes: 'Erase account',
      },
      (values) => api.send('POST', `${path}/erase`, values),
    )
  return card(
    'Personal data',
    quiet(
      'An administrator can erase an account once its subscription has ended and its last invoice is issued.',
    ),
    rowButton('Erase', email, erase, again, 'danger'),
  )
}

/**
 * A text that the operator keeps with the account.
 * @param {import('../shared/form.js').Field} field
 * @param {string} label of its button
 * @param {(text: string) => Promise<unknown>} save
 */
function textCard(field, label, save) {
  const write = form(
    [{ ...field, type: 'textarea' }],
    label,
    async ({ [field.name]: text = '' }) => {
      await save(text)
      for (const area of write.querySelectorAll('textarea')) area.defaultValue = text
      return 'Saved.'
    },
  )
  return card(field.label, write)
}

/** @param {Api} api @param {string} path */
function mailsCard(api, path) {
  const { place, show } = loaded(async () => {
    /** @type {any[]} */
    const mails = await api.get(`${path}/mails`)
    const rows = mails.map(({ id, kind, created, subject, to, state }) => {
      const resend = () => api.send('POST', `${path}/mails/${id}/resend`)
      return [
        time(created),
        subject,
        to,
        stateBadge(state),
        kind === 'sign-in' || state === 'waiting' ? '' : rowButton('Resend', subject, resend, show),
      ]
    })
    const heads = ['Time', 'Subject', 'To', 'State', '']
    return [table(heads, rows, 'Mails', 'No mails are kept.')]
  })
  return card('', place)
}
