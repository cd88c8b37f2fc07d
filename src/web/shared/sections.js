// The frame of both consoles: signing in by key, a list of sections at the side, and one section at a time.

import { byId, el, pageFacts } from '../dom.js'
import { Refusal } from './api.js'
import { form } from './form.js'
import { brokenAtSigns } from './format.js'
import { loaded } from './parts.js'

/** @typedef {import('./api.js').Api} Api */

// `rest` is what follows the name of the section in the address; `again` shows the section again.
/** @typedef {(api: Api, again: () => unknown, rest: readonly string[]) => Promise<readonly Node[]>} Section */
/** @typedef {readonly [id: string, title: string, make: Section]} SectionEntry */

/**
 * Shows the ways in that the service offers. Resolves once somebody has signed in with the key.
 * @param {Api} api
 * @param {Readonly<Record<string, any>>} session as the service answered
 * @param {string} fault what came of another way
 * @param {import('./form.js').Field} field named as the call names the key
 * @param {string} look of the button
 * @param {(key: string) => string} [faultOf] what is wrong with the key, as far as the page can tell
 */
export function showSignIn(api, session, fault, field, look, faultOf = () => '') {
  const { ways = ['key'], openid_name: name = '' } = session
  byId('sign-in').hidden = false
  byId('by-key').hidden = !ways.includes('key')
  byId('open-id').hidden = !ways.includes('openid')
  if (ways.includes('openid')) {
    byId('open-id').replaceChildren(form([], `Sign in with ${name}`, () => beginOpenId(api)))
  }
  showFault(fault)
  return signInByKey(api, field, look, faultOf)
}

/** @param {string} fault */
function showFault(fault) {
  const message = byId('link-fault')
  message.textContent = fault
  message.hidden = fault === ''
}

/** @param {Api} api */
async function beginOpenId(api) {
  const { url } = await api.signIn('POST', '/openid')
  location.assign(url)
  return ''
}

/**
 * Finishes a sign-in when the issuer sends the browser back, and clears what the issuer put into the address.
 * @param {Api} api
 * @returns {Promise<{ fault: string, accounts: readonly { product: string, link: string }[] }>}
 */
export async function finishOpenId(api) {
  const query = location.search.slice(1)
  if (!new URLSearchParams(query).has('state')) return { fault: '', accounts: [] }
  history.replaceState(null, '', location.pathname)
  try {
    const { accounts = [] } = await api.signIn('POST', '/openid/finish', { query })
    return { fault: '', accounts }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error), accounts: [] }
  }
}

/**
 * @param {Api} api
 * @param {import('./form.js').Field} field
 * @param {string} look
 * @param {(key: string) => string} faultOf
 */
function signInByKey(api, field, look, faultOf) {
  const { name } = field
  const refused = (/** @type {string} */ detail) => {
    throw new Refusal(400, { code: 'bad-request', title: name, detail }, 0)
  }
  return new Promise((resolve) => {
    const signIn = async (/** @type {Record<string, string>} */ values) => {
      const fault = faultOf(values[name] ?? '')
      if (fault !== '') refused(fault)
      await api.signIn('POST', '', values).catch(({ message }) => refused(message))
      resolve(undefined)
      return ''
    }
    const hours = pageFacts().sessionHours
    const kept = 'The key is not stored in this browser.'
    const lasts = `You stay signed in for ${hours} ${hours === 1 ? 'hour' : 'hours'}, or until you sign out.`
    const hint = [kept, lasts, field.hint].filter(Boolean).join(' ')
    const whole = { ...field, hint, type: 'password', required: true }
    byId('key-form').replaceChildren(form([whole], 'Sign in', signIn, look))
  })
}

/** @param {Api} api @param {string} page the path to return to @param {string} [query] */
export async function signOut(api, page, query = '') {
  const { go_to: issuer } = await api.signIn('DELETE', query).catch(() => ({}))
  if (issuer !== undefined) return location.assign(issuer)
  location.assign(page)
  location.reload()
}

/**
 * Shows the section that the address names, now and whenever it changes.
 * @param {HTMLElement} into
 * @param {{ api: Api, label: string, title: string, holder: readonly [name: string, more: string],
 *   sections: readonly [SectionEntry, ...SectionEntry[]], buttons: readonly Node[], onShow?: () => unknown }} parts
 */
export function showSections(into, { api, label, title, holder, sections, buttons, onShow }) {
  const links = sections.map(([id, name]) => el('a', { href: `#${id}` }, name))
  const items = links.map((link) => el('li', {}, link))
  const bringIntoView = (/** @type {HTMLElement} */ link) =>
    link.scrollIntoView({ block: 'nearest', inline: 'center' })
  // On a phone they are one line to be scrolled, and a browser leaves alone what can be seen in part.
  for (const link of links) link.addEventListener('focus', () => bringIntoView(link))
  const content = el('div', { class: 'flow' })
  const [name, more] = holder
  const side = el(
    'nav',
    { class: 'side', 'aria-label': label },
    el('p', { class: 'holder' }, el('strong', {}, ...brokenAtSigns(name)), el('small', {}, more)),
    el('ul', {}, items),
    el('div', { class: 'buttons' }, buttons),
  )
  const show = () => {
    const [wanted, ...rest] = location.hash.slice(1).split('/')
    const section = sections.find(([id]) => id === wanted) ?? sections[0]
    const [, heading, make] = section
    links.forEach((link, at) => {
      const isCurrent = sections[at] === section
      link.ariaCurrent = isCurrent ? 'page' : null
      if (isCurrent) bringIntoView(link)
    })
    const head = el('h1', { tabindex: -1 }, heading)
    const { place } = loaded(() => make(api, show, rest))
    content.replaceChildren(head, place)
    document.title = `${heading} · ${title}`
    head.focus({ preventScroll: true })
  }
  const open = () => {
    onShow?.()
    show()
  }
  byId('sign-in').hidden = true
  into.hidden = false
  into.append(el('div', { class: 'columns console' }, side, content))
  addEventListener('hashchange', open)
  open()
}
