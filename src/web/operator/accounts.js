// Accounts: search, pages, and creating one.

import { countryNamed, countryOptions, el, pageFacts } from '../dom.js'
import { form, given } from '../shared/form.js'
import { brokenAtSigns, day, isoDay, planTitle, price } from '../shared/format.js'
import { buttons, card, csvButton, loaded, Pages, shownOnce, table } from '../shared/parts.js'
import { accountParts, statusBadge } from './account.js'

/** @typedef {import('../shared/api.js').Api} Api */

/** @typedef {Record<'account_id' | 'email' | 'created' | 'product' | 'plan' | 'status', string>} Texts */
/** @typedef {Texts & { suspended: boolean }} Account */
/** @typedef {import('./overview.js').Plan} Plan */

/** @type {import('../shared/sections.js').Section} */
export async function accountsSection(api, again, [id, part]) {
  if (id !== undefined) return accountParts(api, id, part, again)
  /** @type {Plan[]} */
  const plans = await api.get('/operator/plans')
  /** @type {Record<string, string>} */
  let filter = {}
  const pages = new Pages()
  const ask = (/** @type {string} */ after, /** @type {number} */ top) =>
    api.get(`/operator/accounts?${new URLSearchParams({ ...filter, after, top: String(top) })}`)
  const { place, show } = loaded(async () => {
    const { accounts, next } = await ask(pages.after, 25)
    return [
      accountTable(accounts),
      buttons(pages.buttons(next, ['Newer', 'Older'], show), accountsCsv(ask)),
    ]
  })
  const find = form(filterFields(plans), 'Show accounts', async (values) => {
    filter = given(values)
    pages.reset()
    await show()
  })
  return [card('Find accounts', find, place), createCard(api, plans, show)]
}

const ALL = /** @type {const} */ (['', 'all'])
const STATUSES = ['trial', 'trial-ended', 'active', 'ended', 'suspended']

/** @param {Plan[]} plans @returns {import('../shared/form.js').Field[]} */
function filterFields(plans) {
  const names = [...new Set(plans.map(({ name }) => name))]
  const options = (/** @type {string[]} */ values) => [
    ALL,
    ...values.map((value) => /** @type {const} */ ([value, value.replace('-', ' ')])),
  ]
  return [
    { name: 'search', label: 'Search', placeholder: 'e-mail or acc_…' },
    { name: 'product', label: 'Country', options: [ALL, ...countryOptions()] },
    { name: 'plan', label: 'Plan', options: options(names) },
    { name: 'status', label: 'Status', options: options(STATUSES) },
  ]
}

/** All accounts of the filter. @param {(after: string, top: number) => Promise<any>} ask */
function accountsCsv(ask) {
  return csvButton('accounts.csv', async () => {
    const rows = [['Account', 'E-mail', 'Product', 'Plan', 'Status', 'Suspended', 'Created']]
    for (let after = ''; ; ) {
      const { accounts, next } = await ask(after, 200)
      for (const each of accounts) {
        const { account_id, email, product, plan, status, suspended, created } = each
        rows.push([
          account_id,
          email,
          product,
          plan,
          status,
          suspended ? 'yes' : '',
          isoDay(created),
        ])
      }
      if (next === '') return rows
      after = next
    }
  })
}

/** @param {Account[]} accounts */
function accountTable(accounts) {
  const rows = accounts.map((account) => [
    el('a', { href: `#accounts/${account.account_id}` }, ...brokenAtSigns(account.email)),
    countryNamed(account.product)?.name ?? account.product,
    account.plan,
    statusBadge(account),
    day(account.created),
  ])
  const heads = ['E-mail', 'Country', 'Plan', 'Status', 'Created']
  return table(heads, rows, 'Accounts', 'No accounts found.')
}

/** @param {Api} api @param {Plan[]} plans @param {() => unknown} done */
function createCard(api, plans, done) {
  const options = plans.map(({ product, name, term, amount }) => {
    const country = countryNamed(product)?.name ?? product
    const text = `${country}: ${planTitle(name)}, ${price(amount, term, pageFacts().currency[product])}`
    return /** @type {const} */ ([`${product} ${name}`, text])
  })
  const once = el('div')
  const create = form(
    [
      { name: 'email', label: 'E-mail address', type: 'email', required: true },
      { name: 'plan_name', label: 'Plan', options },
    ],
    'Create account',
    async ({ email, plan_name: chosen = '' }) => {
      const [product, plan_name] = chosen.split(' ')
      const made = await api.send('POST', '/operator/accounts', { email, product, plan_name })
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
