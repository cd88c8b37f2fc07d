// Accounts: searched, paged, and made.

import { button, copyButton, el } from '../dom.js'
import { form } from '../shared/form.js'
import { day } from '../shared/format.js'
import { card, loaded, shownOnce, table } from '../shared/parts.js'

/**
 * @typedef {object} Account
 * @property {string} account_id
 * @property {string} email
 * @property {string} created
 * @property {string} product
 * @property {string} plan
 * @property {string} status
 * @property {boolean} suspended
 */

const LOOKS = /** @type {Readonly<Record<string, string>>} */ ({
  trial: 'warm',
  'trial-ended': 'bad',
  active: 'good',
  ended: 'bad',
})

/** @param {Pick<Account, 'status' | 'suspended'>} account */
export function statusBadge({ status, suspended }) {
  if (suspended) return el('span', { class: 'badge bad' }, 'suspended')
  return el('span', { class: `badge ${LOOKS[status] ?? ''}` }, status.replace('-', ' ') || 'none')
}

/** @param {import('../shared/api.js').Api} api */
export async function accountsSection(api) {
  let search = ''
  /** @type {string[]} the pages before this one, by what they begin after */
  let pages = ['']
  const { place, show } = loaded(async () => {
    const query = new URLSearchParams({ search, after: pages.at(-1) ?? '', top: '25' })
    const { accounts, next } = await api.get(`/operator/accounts?${query}`)
    return [accountTable(accounts, search), pager(next)]
  })
  /** @param {string} next */
  const pager = (next) => {
    const older = () => {
      pages.push(next)
      return show()
    }
    const newer = () => {
      pages.pop()
      return show()
    }
    return el(
      'div',
      { class: 'buttons' },
      pages.length > 1 ? button('Newer', newer, { class: 'small' }) : undefined,
      next === '' ? undefined : button('Older', older, { class: 'small' }),
    )
  }
  const find = form(
    [
      {
        name: 'search',
        label: 'Search',
        placeholder: 'part of an e-mail address, or acc_…',
      },
    ],
    'Search',
    async ({ search: wanted = '' }) => {
      search = wanted
      pages = ['']
      await show()
      return undefined
    },
  )
  return [card('Find an account', find, place), makeCard(api, show)]
}

/**
 * @param {Account[]} accounts
 * @param {string} search
 */
function accountTable(accounts, search) {
  if (accounts.length === 0) {
    return el(
      'p',
      {},
      search === '' ? 'There is no account yet.' : `Nothing has “${search}” in it.`,
    )
  }
  const rows = accounts.map((account) => [
    el('a', { href: `#accounts/${account.account_id}` }, account.email),
    account.product,
    account.plan,
    statusBadge(account),
    day(account.created),
  ])
  return table(['E-mail', 'Product', 'Plan', 'Status', 'Made'], rows, 'Accounts')
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {() => unknown} done
 */
function makeCard(api, done) {
  const once = el('div')
  const make = form(
    [
      { name: 'email', label: 'E-mail address', type: 'email', required: true },
      {
        name: 'product',
        label: 'Product',
        type: 'select',
        required: true,
        options: [
          ['uk', 'United Kingdom'],
          ['au', 'Australia'],
        ],
      },
      { name: 'plan_name', label: 'Plan', hint: 'Empty: a free trial.' },
    ],
    'Make the account',
    async ({ email, product, plan_name: plan }) => {
      const wanted = { email, product, ...(plan !== '' && { plan_name: plan }) }
      const made = await api.send('POST', '/operator/accounts', wanted)
      once.replaceChildren(
        shownOnce(
          'The API key',
          made.api_key,
          copyButton(() => made.api_key, 'the API key'),
        ),
        shownOnce(
          'The admin key',
          made.admin_key,
          copyButton(() => made.admin_key, 'the admin key'),
        ),
      )
      await done()
      return 'The account was made.'
    },
  )
  return card('Make an account', once, make)
}
