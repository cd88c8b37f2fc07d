// Accounts: search, pages, and creating one.

import { countryOptions, el } from '../dom.js'
import { form, given } from '../shared/form.js'
import { day } from '../shared/format.js'
import { card, loaded, Pages, shownOnce, table } from '../shared/parts.js'
import { accountParts, statusBadge } from './account.js'

/** @typedef {import('../shared/api.js').Api} Api */

/** @typedef {Record<'account_id' | 'email' | 'created' | 'product' | 'plan' | 'status', string>} Texts */
/** @typedef {Texts & { suspended: boolean }} Account */

/** @type {import('../shared/sections.js').Section} */
export async function accountsSection(api, again, [id, part]) {
  if (id !== undefined) return accountParts(api, id, part, again)
  let search = ''
  const pages = new Pages()
  const { place, show } = loaded(async () => {
    const query = new URLSearchParams({ search, after: pages.after, top: '25' })
    const { accounts, next } = await api.get(`/operator/accounts?${query}`)
    return [accountTable(accounts, search), pages.buttons(next, ['Newer', 'Older'], show)]
  })
  const find = form(
    [{ name: 'search', label: 'Search', placeholder: 'part of an e-mail address, or acc_…' }],
    'Search',
    async ({ search: wanted = '' }) => {
      search = wanted
      pages.reset()
      await show()
      return undefined
    },
  )
  return [card('Find an account', find, place), createCard(api, show)]
}

/** @param {Account[]} accounts @param {string} search */
function accountTable(accounts, search) {
  const rows = accounts.map((account) => [
    el('a', { href: `#accounts/${account.account_id}` }, account.email),
    account.product,
    account.plan,
    statusBadge(account),
    day(account.created),
  ])
  const empty = search === '' ? 'No accounts yet.' : `No account matches “${search}”.`
  return table(['E-mail', 'Product', 'Plan', 'Status', 'Created'], rows, 'Accounts', empty)
}

/** @param {Api} api @param {() => unknown} done */
function createCard(api, done) {
  const once = el('div')
  const create = form(
    [
      { name: 'email', label: 'E-mail address', type: 'email', required: true },
      { name: 'product', label: 'Product', options: countryOptions() },
      { name: 'plan_name', label: 'Plan', hint: 'Leave empty for a free trial.' },
    ],
    'Create account',
    async (values) => {
      const made = await api.send('POST', '/operator/accounts', given(values))
      once.replaceChildren(
        shownOnce('The API key', made.api_key),
        shownOnce('The admin key', made.admin_key),
      )
      await done()
      return 'The account was created.'
    },
  )
  return card('New account', once, create)
}
