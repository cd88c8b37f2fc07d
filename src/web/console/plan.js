// The plan: what it is, its name, auto-upgrade, another one, or none.

import { button, el } from '../dom.js'
import { form } from '../shared/form.js'
import { count, day, money, planTitle } from '../shared/format.js'
import { card, confirmed, factList, inWords } from '../shared/parts.js'

const STATES = /** @type {Readonly<Record<string, readonly [string, string]>>} */ ({
  trial: ['warm', 'Free trial'],
  'trial-ended': ['bad', 'Trial ended'],
  active: ['good', 'Active'],
  ended: ['bad', 'Ended'],
})

const EARLY =
  'If you leave an annual plan early, its days cost the monthly price, up to the annual price.'

/** @typedef {{ name: string, amount: number, description: string, period: string, daily_limit: number }} Plan */

/**
 * @param {import('../shared/api.js').Api} api
 * @param {() => unknown} again
 */
export async function planSection(api, again) {
  const [subscription, { plans }] = await Promise.all([
    api.get('/v2/subscription'),
    api.get('/plans'),
  ])
  return [currentCard(api, subscription, again), plansCard(api, subscription, plans, again)]
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {any} subscription
 * @param {() => unknown} again
 */
function currentCard(api, subscription, again) {
  const { plan, status, name, payment_method: method } = subscription
  const [look, words] = STATES[status] ?? ['', status]
  const isOver = status === 'ended' || status === 'trial-ended'
  const until = isOver ? 'Ended on' : status === 'trial' ? 'Trial ends on' : 'Next bill on'
  const limits =
    plan.daily_lookup_limit_2 > plan.daily_lookup_limit_1
      ? `${count(plan.daily_lookup_limit_1)}, with delay up to ${count(plan.daily_lookup_limit_2)}`
      : count(plan.daily_lookup_limit_1)
  const facts = /** @type {[string, string | Node][]} */ ([
    ['Status', el('span', { class: `badge ${look}` }, words)],
    ['Look-ups a day', limits],
    [
      'Price',
      plan.amount === 0
        ? 'free'
        : `${money(plan.amount)} ${plan.term === 'annual' ? 'a year' : 'a month'}`,
    ],
    ['Since', day(subscription.start_date)],
    [until, day(subscription.next_billing_date)],
  ])
  if (method) facts.push(['Paid by', method])
  const settings = form(
    [
      {
        name: 'name',
        label: 'Name of the subscription',
        value: name,
        hint: 'At most 100 characters; for your own books.',
      },
      {
        name: 'autoUpgrade',
        label: 'When the day’s last limit is reached',
        type: 'select',
        required: true,
        value: String(subscription.auto_upgrade),
        options: [
          ['false', 'refuse look-ups for the day'],
          ['true', 'move to the next larger plan'],
        ],
      },
    ],
    'Save',
    async ({ name: label, autoUpgrade }) => {
      await api.send('PUT', '/subscription', { ...(label !== '' && { name: label }), autoUpgrade })
      await again()
      return undefined
    },
  )
  return card(
    'Your plan',
    factList(facts),
    settings,
    isOver ? undefined : endPart(api, plan.term === 'annual', again),
  )
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {boolean} isAnnual
 * @param {() => unknown} again
 */
function endPart(api, isAnnual, again) {
  const fault = el('p', { class: 'error', role: 'alert' })
  const end = async () => {
    const text =
      'Look-ups are refused from this moment. Choosing a plan takes them up again, with the same keys.' +
      (isAnnual ? ` ${EARLY}` : '')
    if (!(await confirmed('End the subscription?', text, 'End it now'))) return
    try {
      await api.send('PUT', '/subscription/unsubscribe')
      await again()
    } catch (error) {
      fault.textContent = inWords(error)
    }
  }
  return el(
    'div',
    { class: 'end' },
    button('End the subscription', end, { class: 'danger' }),
    fault,
  )
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {any} subscription
 * @param {Plan[]} plans
 * @param {() => unknown} again
 */
function plansCard(api, subscription, plans, again) {
  const current = plans.find(
    ({ amount, period, daily_limit: limit }) =>
      subscription.status === 'active' &&
      amount === subscription.plan.amount &&
      period === subscription.plan.term &&
      limit ===
        Math.max(subscription.plan.daily_lookup_limit_1, subscription.plan.daily_lookup_limit_2),
  )
  const choices = plans.map((plan) => planChoice(api, plan, subscription, plan === current, again))
  if (choices.length === 0) return card('Plans', el('p', {}, 'There are no plans on offer.'))
  return card('Plans on offer', el('div', { class: 'grid plans' }, choices))
}

/**
 * @param {import('../shared/api.js').Api} api
 * @param {Plan} plan
 * @param {any} subscription
 * @param {boolean} isCurrent
 * @param {() => unknown} again
 */
function planChoice(api, plan, subscription, isCurrent, again) {
  const fault = el('p', { class: 'error', role: 'alert' })
  const choose = async () => {
    const term = plan.period === 'annual' ? 'a year' : 'a month'
    const first =
      subscription.status === 'active'
        ? `The next invoice is dated ${day(subscription.next_billing_date)}.`
        : `The first invoice comes ${term} from today.`
    const price = `${money(plan.amount)} ${term}, before tax.`
    const early = plan.period === 'annual' ? ` ${EARLY}` : ''
    const text = `${price} ${plan.description} It takes effect at once, with the same keys. ${first}${early}`
    const title = `Choose the plan ${planTitle(plan.name)}?`
    if (!(await confirmed(title, text, 'Choose it', 'primary'))) return
    try {
      await api.send('PUT', '/subscription/change-plan', { plan_name: plan.name })
      await again()
    } catch (error) {
      fault.textContent = inWords(error)
    }
  }
  return el(
    'div',
    { class: isCurrent ? 'plan current' : 'plan' },
    el('h3', {}, planTitle(plan.name)),
    el(
      'p',
      { class: 'price' },
      money(plan.amount),
      el('small', {}, plan.period === 'annual' ? ' a year' : ' a month'),
    ),
    el('p', { class: 'quiet' }, plan.description),
    isCurrent
      ? el('p', {}, el('span', { class: 'badge good' }, 'Your plan'))
      : button('Choose', choose, { 'aria-label': `Choose ${plan.name}` }),
    fault,
  )
}
