// Adds to each look-up of the reference a form that makes the call, with the demo's domain token or one of your own.

import { byId, copyButton, el, pageFacts } from '../dom.js'

/** @type {{ token?: string, term: string }} */
const facts = pageFacts()

const key = /** @type {HTMLInputElement} */ (
  el('input', {
    id: 'key',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'dtoken_…',
    value: facts.token ?? '',
    'aria-describedby': 'key-hint',
  })
)
byId('try-key').append(
  el(
    'div',
    { class: 'field key' },
    el('label', { for: 'key' }, 'Domain token for “Try it”'),
    key,
    el(
      'p',
      { class: 'hint', id: 'key-hint' },
      facts.token === undefined
        ? 'A domain token of this host, from the console. An API key is refused in any web page.'
        : 'The demo’s: look-ups work at once. An API key is refused in any web page.',
    ),
  ),
)

for (const section of document.querySelectorAll('section[data-try]')) {
  section.append(tryForm(/** @type {HTMLElement} */ (section)))
}
for (const code of document.querySelectorAll('.operation pre[aria-label^="Example request"]')) {
  const title = code.previousElementSibling
  title?.append(
    ' ',
    copyButton(() => code.textContent ?? '', 'the request'),
  )
}
openSideList()
addEventListener('hashchange', openSideList)

/** Opens the side list of the path that the address names; the first list otherwise, where there is room. */
function openSideList() {
  const links = [...document.querySelectorAll('.side a')]
  const named = links.find((link) => link.getAttribute('href') === location.hash)
  const hasRoom = matchMedia('(min-width: 60rem)').matches
  const list = (named ?? (hasRoom ? links[0] : undefined))?.closest('details')
  if (list) list.open = true
}

/** @param {HTMLElement} section */
function tryForm(section) {
  const path = section.dataset.try ?? ''
  const inputs = [...section.querySelectorAll('tr[data-name]')].map((row) =>
    field(section.id, /** @type {HTMLElement} */ (row)),
  )
  const answer = el('div', { class: 'answer', 'aria-live': 'polite' })
  const form = el(
    'form',
    {},
    el('div', { class: 'row' }, ...inputs.map(({ element }) => element)),
    el('button', { class: 'primary' }, 'Send'),
    answer,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(urlOf(path, inputs), answer, section.id)
  })
  return el('details', { class: 'try-it' }, el('summary', {}, 'Try it'), form)
}

/** @typedef {{ name: string, isPath: boolean, input: HTMLInputElement, element: HTMLElement }} Field */

/**
 * @param {string} operation
 * @param {HTMLElement} row
 * @returns {Field}
 */
function field(operation, row) {
  const name = row.dataset.name ?? ''
  const isPath = row.dataset.in === 'path'
  const id = `${operation}-${name}`
  const value = name === 'term' ? facts.term : ''
  const input = el('input', { id, type: 'text', autocomplete: 'off', required: isPath, value })
  const element = el('div', { class: 'field' }, el('label', { for: id }, name), input)
  return { name, isPath, input: /** @type {HTMLInputElement} */ (input), element }
}

/**
 * @param {string} path
 * @param {readonly Field[]} fields
 */
function urlOf(path, fields) {
  let filled = path
  const query = new URLSearchParams({ 'api-key': key.value.trim() })
  for (const { name, isPath, input } of fields) {
    if (isPath) filled = filled.replace(`{${name}}`, encodeURIComponent(input.value))
    else if (input.value !== '') query.set(name, input.value)
  }
  return `${filled}?${query}`
}

/**
 * @param {string} url
 * @param {HTMLElement} answer
 * @param {string} operation
 */
async function send(url, answer, operation) {
  answer.replaceChildren(el('p', { class: 'quiet' }, 'Asking …'))
  const began = performance.now()
  const response = await fetch(url).catch(() => undefined)
  if (response === undefined) {
    answer.replaceChildren(el('p', { class: 'error' }, 'The service does not answer.'))
    return
  }
  const text = await response.text()
  const ms = Math.round(performance.now() - began)
  const cost = response.headers.get('lookup-cost')
  const label = `Answer to ${operation}`
  answer.replaceChildren(
    el(
      'p',
      {},
      el('span', { class: response.ok ? 'badge good' : 'badge bad' }, String(response.status)),
      ` in ${ms} ms, ${cost === null || cost === '0' ? 'free' : `cost: ${cost} look-up`}`,
    ),
    el('pre', { tabindex: 0, role: 'region', 'aria-label': label }, indented(text)),
  )
}

/** @param {string} text */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
