// The console: for whoever has signed in, one section at a time.

import { button, byId, el, pageFacts } from '../dom.js'
import { listsSection } from '../lists/lists.js'
import { Api } from '../shared/api.js'
import { useCurrency } from '../shared/format.js'
import { loaded } from '../shared/parts.js'
import { emailSection, invoicesSection } from './billing.js'
import { keysSection, tokensSection } from './keys.js'
import { planSection } from './plan.js'
import { privateSection } from './private.js'
import { signedIn } from './sign-in.js'
import { usageSection } from './usage.js'
import { webhooksSection } from './webhooks.js'

/** @typedef {(api: Api, again: () => unknown, rest: readonly string[]) => Promise<readonly Node[]>} Section */
/** @typedef {readonly [id: string, title: string, make: Section]} SectionEntry */

const SECTIONS = /** @type {readonly [SectionEntry, ...SectionEntry[]]} */ ([
  ['usage', 'Usage', usageSection],
  ['keys', 'Keys', keysSection],
  ['tokens', 'Domain tokens', tokensSection],
  ['plan', 'Plan', planSection],
  ['invoices', 'Invoices', invoicesSection],
  ['email', 'E-mail', emailSection],
  ['lists', 'Lists', (api, _again, rest) => listsSection(api, rest, false)],
  ['private', 'Private addresses', privateSection],
  ['webhooks', 'Webhooks', webhooksSection],
])

const api = new Api()
open(api, await signedIn(api))

/**
 * @param {Api} api
 * @param {import('./sign-in.js').Holder} holder
 */
function open(api, holder) {
  const links = SECTIONS.map(([id, title]) => el('li', {}, el('a', { href: `#${id}` }, title)))
  const content = el('div', { class: 'flow' })
  const banner = el('div')
  useCurrency(pageFacts().currency[holder.product] ?? '')
  const side = el(
    'nav',
    { class: 'side', 'aria-label': 'Account' },
    holderPart(holder),
    el('ul', {}, links),
    el(
      'div',
      { class: 'buttons' },
      button('Sign out', () => signOut(api, ''), { class: 'small' }),
      button('Sign out everywhere', () => signOut(api, '?everywhere=true'), { class: 'small' }),
    ),
  )
  byId('sign-in').hidden = true
  byId('account').hidden = false
  byId('account').replaceChildren(banner, el('div', { class: 'columns console' }, side, content))
  const show = () => {
    void showBanner(api, banner)
    showSection(api, content, links)
  }
  addEventListener('hashchange', show)
  show()
}

/**
 * Who looks up nothing any more must see so in every section.
 * @param {Api} api
 * @param {HTMLElement} banner
 */
async function showBanner(api, banner) {
  const { status } = await api.get('/v2/subscription').catch(() => ({ status: '' }))
  const what = { ended: 'subscription', 'trial-ended': 'free trial' }[String(status)]
  if (what === undefined) return banner.replaceChildren()
  banner.replaceChildren(
    el(
      'p',
      { class: 'notice bad', role: 'status' },
      `Your ${what} has ended: look-ups are refused. `,
      el('a', { href: '#plan' }, 'Choose a plan'),
      ' and the same keys work again at once.',
    ),
  )
}

/** @param {import('./sign-in.js').Holder} holder */
function holderPart({ email, product, label }) {
  const country = product === 'au' ? 'Australia' : product === 'uk' ? 'United Kingdom' : ''
  const more = [label, country].filter((text) => text !== '').join(' · ')
  return el('p', { class: 'holder' }, el('strong', {}, email), el('small', {}, more))
}

/**
 * @param {Api} api
 * @param {string} where
 */
async function signOut(api, where) {
  await api.signIn('DELETE', where).catch(() => undefined)
  location.assign('/console')
  location.reload()
}

/**
 * @param {Api} api
 * @param {HTMLElement} content
 * @param {HTMLElement[]} links
 */
function showSection(api, content, links) {
  const [wanted, ...rest] = location.hash.slice(1).split('/')
  const section = SECTIONS.find(([id]) => id === wanted) ?? SECTIONS[0]
  const [, title, make] = section
  links.forEach((item, index) => {
    const link = item.firstElementChild
    if (SECTIONS[index] === section) link?.setAttribute('aria-current', 'page')
    else link?.removeAttribute('aria-current')
  })
  const heading = el('h1', { tabindex: -1 }, title)
  const { place } = loaded(() => make(api, () => showSection(api, content, links), rest))
  content.replaceChildren(heading, place)
  const brand = document.title.split(' · ').at(-1)
  document.title = `${title} · Console · ${brand}`
  heading.focus({ preventScroll: true })
}
