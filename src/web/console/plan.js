// The plan: its details, its settings, choosing another one, ending the subscription.

import { badge, el } from '../dom.js'
import { asking, form, given } from '../shared/form.js'
import {
  count,
  DAY_MS,
  day,
  money,
  per,
  planTitle,
  price,
  readTimestamp,
  stateBadge,
} from '../shared/format.js'
import { card, factList, rowButton } from '../shared/parts.js'

/** @typedef {import('../shared/api.js').Api} Api */

const LEAVING_EARLY =
  'If you leave an annual plan early, the days used are charged at the monthly price, up to the annual price.'

/** @typedef {{ name: string, amount: number, description: string, period: string, daily_limit: number }} Plan */

/** @param {Api} api @param {() => unknown} again */
export async function planSection(api, again) {
  const [subscription, { plans }] = await Promise.all([
    api.get('/v2/subscription'),
    api.get('/plans'),
  ])
  return [currentCard(api, subscription, again), plansCard(api, subscription, plans, again)]
}

/** Whether it is the trial of a demo account, which each start extends to ten years. @param {any} subscription */
function isEndless({ status, start_date: start, next_billing_date: end }) {
  return status === 'trial' && +readTimestamp(end) - +readTimestamp(start) > 366 * DAY_MS
}

/** @param {Api} api @param {any} subscription @param {() => unknown} again */
function currentCard(api, subscription, again) {
  const { plan, status, name, payment_method: method } = subscription
  const isOver = status === 'ended' || status === 'trial-ended'
  const until = isOver ? 'Ended on' : status === 'trial' ? 'Trial ends on' : 'Next invoice on'
  const [first, last] = [plan.daily_lookup_limit_1, plan.daily_lookup_limit_2]
  const facts = /** @type {[string, string | Node][]} */ ([
    ['Status', stateBadge(status)],
    [
      'Look-ups per day',
      last > first ? `${count(first)}, then up to ${count(last)} with a delay` : count(first),
    ],
    ['Price', price(plan.amount, plan.term)],
    ['Since', day(subscription.start_date)],
    isEndless(subscription)
      ? ['Trial ends', 'never: this is a demo account']
      : [until, day(subscription.next_billing_date)],
  ])
  if (method) facts.push(['Payment method', method])
  const settings = form(
    [
      {
        name: 'name',
        label: 'Subscription name',
        value: name,
        hint: 'At most 100 characters, for your own records.',
      },
      {
        name: 'autoUpgrade',
        label: 'When the daily limit is reached',
        value: String(subscription.auto_upgrade),
        options: [
          ['false', 'refuse until midnight UTC'],
          ['true', 'move to the next larger plan'],
        ],
      },
    ],
    'Save settings',
    async (values) => {
      await api.send('PUT', '/subscription', given(values))
      await again()
    },
  )
  const end = isOver ? undefined : endPart(api, plan.term, again)
  return card('Current plan', factList(facts), settings, end)
}

/** @param {Api} api @param {string} term @param {() => unknown} again */
function endPart(api, term, again) {
  const text =
    'Look-ups are refused from now on. Choose a plan at any time to use the same keys again.' +
    (term === 'annual' ? ` ${LEAVING_EARLY}` : '')
  const end = asking(['End the subscription?', text, 'End subscription'], () =>
    api.send('PUT', '/subscription/unsubscribe'),
  )
  return el('div', { class: 'end' }, rowButton('End subscription', '', end, again, 'danger'))
}

/** @param {Api} api @param {any} subscription @param {Plan[]} plans @param {() => unknown} again */
function plansCard(api, subscription, plans, again) {
  if (plans.length === 0) return card('Plans', el('p', {}, 'No plans are available.'))
  const choices = plans.map((plan) => planChoice(api, plan, subscription, again))
  return card('Plans', el('div', { class: 'grid plans' }, choices))
}

/** @param {Api} api @param {Plan} plan @param {any} subscription @param {() => unknown} again */
function planChoice(api, plan, subscription, again) {
  const { name, amount, period, description, daily_limit: limit } = plan
  const { status, plan: current } = subscription
  const limitNow = Math.max(current.daily_lookup_limit_1, current.daily_lookup_limit_2)
  const isSame = amount === current.amount && period === current.term && limit === limitNow
  const isCurrent = status === 'active' && isSame
  const invoice =
    status === 'active'
      ? `The next invoice is dated ${day(subscription.next_billing_date)}.`
      : `The first invoice follows in one ${period === 'annual' ? 'year' : 'month'}.`
  const early = period === 'annual' ? ` ${LEAVING_EARLY}` : ''
  const text = `${money(amount)} ${per(period)}, before tax. ${description} It takes effect at once, with the same keys. ${invoice}${early}`
  const choose = asking([`Change to ${planTitle(name)}?`, text, 'Choose plan', 'primary'], () =>
    api.send('PUT', '/subscription/change-plan', { plan_name: name }),
  )
  return el(
    'div',
    { class: isCurrent ? 'plan current' : 'plan' },
    el('h3', {}, planTitle(name)),
    el('p', { class: 'price' }, money(amount), el('small', {}, ` ${per(period)}`)),
    el('p', { class: 'quiet' }, description),
    isCurrent
      ? el('p', {}, badge('Current plan', 'good'))
      : rowButton('Choose', name, choose, again, ''),
  )
}
