// The frame of both consoles: signing in by key, a list of sections at the side, and one section at a time.

import { byId, el } from '../dom.js'
import { loaded } from './parts.js'

/** @typedef {import('./api.js').Api} Api */

/**
 * Makes the content of a section. `rest` is what follows its name in the address; `again` shows it again.
 * @typedef {(api: Api, again: () => unknown, rest: readonly string[]) => Promise<readonly Node[]>} Section
 */
/** @typedef {readonly [id: string, title: string, make: Section]} SectionEntry */

/**
 * Resolves once somebody has signed in with the key.
 * @param {Api} api
 * @param {string} field the id of the input, and the name of the key in the call
 * @param {(key: string) => string} faultOf what is wrong with the key, as far as the page can tell
 * @returns {Promise<void>}
 */
export function signInByKey(api, field, faultOf) {
  byId('sign-in').hidden = false
  const form = /** @type {HTMLFormElement} */ (byId('sign-in-form'))
  const input = /** @type {HTMLInputElement} */ (byId(field))
  return new Promise((resolve) => {
    form.onsubmit = async (event) => {
      event.preventDefault()
      const key = input.value.trim()
      let fault = faultOf(key)
      if (fault === '') {
        const body = { [field.replace('-', '_')]: key }
        await api.signIn('POST', '', body).catch((error) => {
          fault = error.message
        })
      }
      byId(`${field}-error`).textContent = fault
      input.setAttribute('aria-invalid', String(fault !== ''))
      if (fault !== '') return input.focus()
      input.value = ''
      resolve()
    }
  })
}

/**
 * @param {Api} api
 * @param {string} page the path to return to
 * @param {string} [query]
 */
export async function signOut(api, page, query = '') {
  await api.signIn('DELETE', query).catch(() => undefined)
  location.assign(page)
  location.reload()
}

/**
 * Shows the section that the address names, now and whenever it changes.
 * @param {HTMLElement} into
 * @param {{
 *   api: Api,
 *   label: string,
 *   title: string,
 *   holder: readonly [name: string, more: string],
 *   sections: readonly [SectionEntry, ...SectionEntry[]],
 *   buttons: readonly Node[],
 *   onShow?: () => unknown,
 * }} parts
 */
export function showSections(into, { api, label, title, holder, sections, buttons, onShow }) {
  const links = sections.map(([id, name]) => el('a', { href: `#${id}` }, name))
  const content = el('div', { class: 'flow' })
  const [name, more] = holder
  const side = el(
    'nav',
    { class: 'side', 'aria-label': label },
    el('p', { class: 'holder' }, el('strong', {}, name), el('small', {}, more)),
    el(
      'ul',
      {},
      links.map((link) => el('li', {}, link)),
    ),
    el('div', { class: 'buttons' }, buttons),
  )
  const show = () => {
    const [wanted, ...rest] = location.hash.slice(1).split('/')
    const section = sections.find(([id]) => id === wanted) ?? sections[0]
    const [, heading, make] = section
    links.forEach((link, at) => {
      const isCurrent = sections[at] === section
      if (isCurrent) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
      if (isCurrent) link.scrollIntoView({ block: 'nearest', inline: 'center' })
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
