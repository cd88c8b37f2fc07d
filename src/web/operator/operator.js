// The console of operators: sign in, then one section at a time; an account has sections of its own.

import { button, byId, el } from '../dom.js'
import { listsSection } from '../lists/lists.js'
import { Api } from '../shared/api.js'
import { loaded } from '../shared/parts.js'
import { accountSection } from './account.js'
import { accountsSection } from './accounts.js'
import { invoicesSection } from './invoices.js'
import { actsSection, dataSection, healthSection } from './service.js'

/** @typedef {(api: Api, rest: readonly string[], again: () => unknown) => Promise<readonly Node[]>} Section */
/** @typedef {readonly [id: string, title: string, make: Section]} SectionEntry */

const SECTIONS = /** @type {readonly [SectionEntry, ...SectionEntry[]]} */ ([
  ['accounts', 'Accounts', accountsSection],
  ['invoices', 'Invoices', invoicesSection],
  ['lists', 'Lists', (api, rest) => listsSection(api, rest, true)],
  ['data', 'Data', dataSection],
  ['health', 'Health', healthSection],
  ['acts', 'Audit log', (api) => actsSection(api)],
])

const api = new Api('/operator/session')
open(await signedIn())

/** Ends once somebody is signed in. @returns {Promise<string>} their name */
async function signedIn() {
  for (;;) {
    const who = await api.signIn('GET', '').catch(() => ({}))
    if (who.signed_in) return who.name
    byId('sign-in').hidden = false
    await new Promise((resolve) => {
      const form = /** @type {HTMLFormElement} */ (byId('sign-in-form'))
      form.onsubmit = async (event) => {
        event.preventDefault()
        if (await signIn()) resolve(undefined)
      }
    })
  }
}

async function signIn() {
  const input = /** @type {HTMLInputElement} */ (byId('operator-key'))
  const key = input.value.trim()
  let fault = key === '' ? 'Paste the operator key.' : ''
  if (fault === '') {
    await api.signIn('POST', '', { operator_key: key }).catch((error) => {
      fault = error.message
    })
  }
  byId('operator-key-error').textContent = fault
  input.setAttribute('aria-invalid', String(fault !== ''))
  if (fault !== '') input.focus()
  else input.value = ''
  return fault === ''
}

/** @param {string} name */
function open(name) {
  const links = SECTIONS.map(([id, title]) => el('li', {}, el('a', { href: `#${id}` }, title)))
  const content = el('div', { class: 'flow' })
  const side = el(
    'nav',
    { class: 'side', 'aria-label': 'Operator' },
    el('p', { class: 'holder' }, el('strong', {}, name), el('small', {}, 'Operator')),
    el('ul', {}, links),
    button('Sign out', signOut, { class: 'small' }),
  )
  byId('sign-in').hidden = true
  byId('desk').hidden = false
  byId('desk').replaceChildren(el('div', { class: 'columns console' }, side, content))
  const show = () => showSection(content, links)
  addEventListener('hashchange', show)
  show()
}

async function signOut() {
  await api.signIn('DELETE', '').catch(() => undefined)
  location.assign('/operator')
  location.reload()
}

/**
 * `#accounts/acc_…/usage` is an account, at one of its own sections.
 * @param {HTMLElement} content
 * @param {HTMLElement[]} links
 */
function showSection(content, links) {
  const [wanted, ...rest] = location.hash.slice(1).split('/')
  const section = SECTIONS.find(([id]) => id === wanted) ?? SECTIONS[0]
  const [id, title, make] = section
  links.forEach((item, index) => {
    const link = item.firstElementChild
    if (SECTIONS[index] === section) link?.setAttribute('aria-current', 'page')
    else link?.removeAttribute('aria-current')
  })
  const again = () => showSection(content, links)
  const isAccount = id === 'accounts' && rest.length > 0
  const heading = el('h1', { tabindex: -1 }, isAccount ? 'Account' : title)
  const { place } = loaded(() => (isAccount ? accountSection : make)(api, rest, again))
  content.replaceChildren(heading, place)
  document.title = `${title} · Operator`
  heading.focus({ preventScroll: true })
}
