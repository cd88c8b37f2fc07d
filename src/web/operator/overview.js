// The overview: what needs attention, look-ups, money, errors, webhooks, disk and data; and the plans that are sold.

import { chart } from '../console/usage.js'
import { badge, countryNamed, el, pageFacts } from '../dom.js'
import {
  brokenAtSigns,
  count,
  counted,
  DAY_MS,
  day,
  money,
  planTitle,
  price,
  readTimestamp,
  time,
} from '../shared/format.js'
import { card, factList, quiet, table } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {Record<'product' | 'name' | 'term' | 'description', string>} PlanTexts */
/** @typedef {PlanTexts & Record<'amount' | 'daily_limit' | 'monthly_buffer' | 'accounts', number>} Plan */

/** @param {Api} api */
export async function overviewSection(api) {
  const overview = await api.get('/operator/overview')
  /** @type {string[]} */
  const notices = overview.notices
  return [
    ...notices.map((text) => el('p', { class: 'notice' }, text)),
    lookupsCard(overview),
    moneyCard(overview.money),
    card(
      'Accounts with the most errors',
      accountTable(overview.most_errors, 'Accounts with the most errors', 'No errors.'),
      el('h3', {}, 'Slowest accounts'),
      accountTable(overview.slowest, 'Slowest accounts', 'No requests yet.'),
      quiet('Requests with a key, yesterday and today (UTC), including delays set by plans.'),
    ),
    webhooksCard(overview.failing_webhooks),
    dataCard(overview),
  ]
}

/** @param {any} overview */
function lookupsCard({ days, requests }) {
  const shown = days.map((/** @type {{ date: string, count: number }} */ each) => {
    return { date: readTimestamp(each.date), count: each.count, limit: 0 }
  })
  const total = shown.reduce(
    (/** @type {number} */ sum, /** @type {any} */ each) => sum + each.count,
    0,
  )
  return card(
    'Look-ups',
    chart(shown),
    factList([
      ['Today', count(shown.at(-1).count)],
      ['Yesterday', count(shown.at(-2).count)],
      ['Last 30 days', count(total)],
      [
        'Requests',
        `${count(requests.requests)} since yesterday, ${requests.mean_ms} ms on average`,
      ],
      [
        'Errors',
        `${count(requests.failed)} failed (5xx), ${count(requests.refused)} refused (4xx)`,
      ],
    ]),
  )
}

/** @param {any[]} sums */
function moneyCard(sums) {
  const rows = sums.map(({ currency, invoiced, paid, overdue, overdue_invoices: late }) => [
    currency,
    money(invoiced, currency),
    money(paid, currency),
    late === 0
      ? 'none'
      : el(
          'a',
          { href: '#invoices/overdue' },
          `${money(overdue, currency)}, ${counted(late, 'invoice')}`,
        ),
  ])
  const heads = ['Currency', 'Invoiced this month', 'Paid so far', 'Overdue']
  return card('Revenue', table(heads, rows, 'Revenue', 'No invoices this month, and none overdue.'))
}

/** @param {any[]} accounts @param {string} label @param {string} empty */
function accountTable(accounts, label, empty) {
  const rows = accounts.map(({ account_id: id, email, requests, refused, failed, mean_ms: ms }) => [
    el('a', { href: `#accounts/${id}/requests` }, ...brokenAtSigns(email)),
    count(requests),
    count(refused),
    count(failed),
    `${ms} ms`,
  ])
  return table(['Account', 'Requests', 'Refused', 'Failed', 'Average time'], rows, label, empty)
}

/** @param {any[]} endpoints */
function webhooksCard(endpoints) {
  const rows = endpoints.map((each) => [
    el('a', { href: `#accounts/${each.account_id}/webhooks` }, ...brokenAtSigns(each.email)),
    each.kind,
    el('code', {}, each.url),
    each.failing_since === '' ? '' : time(each.failing_since),
    each.switched_off_at === ''
      ? badge(counted(each.failures, 'failure'), 'warm')
      : badge('disabled', 'bad'),
  ])
  const heads = ['Account', 'Event', 'URL', 'Failing since', 'State']
  return card('Failing webhooks', table(heads, rows, 'Failing webhooks', 'None.'))
}

/** @param {any} overview */
function dataCard({ data, disk }) {
  const gigabytes = (/** @type {number} */ bytes) => `${(bytes / 1e9).toFixed(1)} GB`
  const releases = data.map(
    (/** @type {any} */ { product, release, source, created, addresses }) => [
      el('a', { href: '#data' }, release),
      countryNamed(product)?.name ?? product,
      source,
      count(addresses),
      day(created),
      counted(Math.floor((Date.now() - readTimestamp(created).getTime()) / DAY_MS), 'day'),
    ],
  )
  const heads = ['Release', 'Country', 'Source', 'Addresses', 'Created', 'Age']
  return card(
    'Data and disk',
    table(heads, releases, 'Data in use', 'No data yet.'),
    factList([['Disk', `${gigabytes(disk.free_bytes)} of ${gigabytes(disk.total_bytes)} free`]]),
  )
}

/** @param {Api} api */
export async function plansSection(api) {
  /** @type {Plan[]} */
  const plans = await api.get('/operator/plans')
  const { currency } = pageFacts()
  const rows = plans.map(({ product, name, term, amount, description, accounts, ...limits }) => [
    countryNamed(product)?.name ?? product,
    planTitle(name),
    price(amount, term, currency[product]),
    count(limits.daily_limit),
    count(limits.monthly_buffer),
    count(accounts),
    description,
  ])
  const heads = ['Country', 'Plan', 'Price', 'Per day', 'Buffer', 'Accounts', 'Description']
  const about =
    'Plans are in plans.json of the data folder; changes take effect at the next start. Prices are before tax.'
  return [card('', quiet(about), table(heads, rows, 'Plans', 'No plans.'))]
}
