// The console: sign in with the admin key, which stays in this tab's memory; then one section at a time.

import { button, byId, el } from '../dom.js'
import { Api, Refusal } from './api.js'
import { emailSection, invoicesSection } from './billing.js'
import { keysSection, tokensSection } from './keys.js'
import { inWords, loaded } from './parts.js'
import { planSection } from './plan.js'
import { privateSection } from './private.js'
import { usageSection } from './usage.js'
import { webhooksSection } from './webhooks.js'

/** @typedef {(api: Api, again: () => unknown) => Promise<readonly Node[]>} Section */
/** @typedef {readonly [id: string, title: string, make: Section]} SectionEntry */

const SECTIONS = /** @type {readonly [SectionEntry, ...SectionEntry[]]} */ ([
  ['usage', 'Usage', usageSection],
  ['keys', 'API key', keysSection],
  ['tokens', 'Domain tokens', tokensSection],
  ['plan', 'Plan', planSection],
  ['invoices', 'Invoices', invoicesSection],
  ['email', 'E-mail', emailSection],
  ['private', 'Private addresses', privateSection],
  ['webhooks', 'Webhooks', webhooksSection],
])

const input = /** @type {HTMLInputElement} */ (byId('admin-key'))
const fault = byId('admin-key-error')

byId('sign-in-form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const key = input.value.trim()
  const wrong = wrongKind(key)
  if (wrong !== undefined) return refuse(wrong)
  const api = new Api(key)
  try {
    await api.get('/v2/subscription')
  } catch (error) {
    // An account without a subscription can sign in all the same.
    if (!(error instanceof Refusal && error.status === 404)) return refuse(inWords(error))
  }
  input.value = ''
  refuse('')
  open(api)
})

/** @param {string} key */
function wrongKind(key) {
  if (key === '') return 'Paste the admin key.'
  if (key.startsWith('api_'))
    return 'This is an API key. The console needs the admin key, which begins with admin_.'
  if (key.startsWith('dtoken_')) return 'This is a domain token. The console needs the admin key.'
  return undefined
}

/** @param {string} text */
function refuse(text) {
  fault.textContent = text
  input.setAttribute('aria-invalid', String(text !== ''))
  if (text !== '') input.focus()
}

/** @param {Api} api */
function open(api) {
  const links = SECTIONS.map(([id, title]) => el('li', {}, el('a', { href: `#${id}` }, title)))
  const content = el('div', { class: 'flow' })
  const side = el(
    'nav',
    { class: 'side', 'aria-label': 'Account' },
    el('ul', {}, links),
    button('Sign out', () => location.reload(), { class: 'small' }),
  )
  byId('sign-in').hidden = true
  byId('account').hidden = false
  byId('account').replaceChildren(el('div', { class: 'columns console' }, side, content))
  const show = () => showSection(api, content, links)
  addEventListener('hashchange', show)
  show()
}

/**
 * @param {Api} api
 * @param {HTMLElement} content
 * @param {HTMLElement[]} links
 */
function showSection(api, content, links) {
  const wanted = location.hash.slice(1)
  const section = SECTIONS.find(([id]) => id === wanted) ?? SECTIONS[0]
  const [, title, make] = section
  links.forEach((item, index) => {
    const link = item.firstElementChild
    if (SECTIONS[index] === section) link?.setAttribute('aria-current', 'page')
    else link?.removeAttribute('aria-current')
  })
  const heading = el('h1', { tabindex: -1 }, title)
  const { place } = loaded(() => make(api, () => showSection(api, content, links)))
  content.replaceChildren(heading, place)
  document.title = `${title} · Console · Doorplate`
  heading.focus({ preventScroll: true })
}
