// The reference with scripts: search, one language for all samples, and forms to try look-ups.

import { byId, copyButton, el, pageFacts } from '../dom.js'

/** @type {{ token?: string }} */
const facts = pageFacts()

const key = /** @type {HTMLInputElement} */ (
  el('input', {
    id: 'key',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'test_… or dtoken_…',
    value: facts.token ?? '',
    'aria-describedby': 'key-hint',
  })
)
byId('try-key').append(
  el(
    'div',
    { class: 'field key' },
    el('label', { for: 'key' }, 'Key for “Try it”'),
    key,
    el(
      'p',
      { class: 'hint', id: 'key-hint' },
      facts.token === undefined
        ? 'A test key from the console, which is free, or a domain token for this host.'
        : 'This is the demo’s domain token. A test key of your account works too and is free.',
    ),
  ),
)

for (const section of document.querySelectorAll('section[data-try]')) {
  section.append(tryForm(/** @type {HTMLElement} */ (section)))
}
for (const sample of document.querySelectorAll('.samples details')) {
  const code = sample.querySelector('pre')
  const copy = copyButton(() => code?.textContent ?? '', 'the request')
  copy.classList.add('copy')
  sample.append(copy)
  sample.addEventListener('toggle', () => {
    const { language = '' } = /** @type {HTMLElement} */ (sample).dataset
    if (/** @type {HTMLDetailsElement} */ (sample).open) showLanguage(language)
  })
}
showLanguage(localStorage.getItem('sample-language') ?? '')
byId('search').append(searchField())
openSideList()
addEventListener('hashchange', openSideList)

/**
 * Shows one language in all samples and remembers it.
 * @param {string} language
 */
function showLanguage(language) {
  const all = /** @type {NodeListOf<HTMLDetailsElement>} */ (
    document.querySelectorAll('.samples details')
  )
  const chosen = [...all].filter((each) => each.dataset.language === language)
  if (chosen.length === 0) return
  localStorage.setItem('sample-language', language)
  for (const each of chosen) each.open = true
}

/** Shows the paths whose card has every word. The key "/" focuses the field. */
function searchField() {
  const input = /** @type {HTMLInputElement} */ (
    el('input', { id: 'q', type: 'search', autocomplete: 'off', placeholder: 'Search (press /)' })
  )
  const count = el('p', { class: 'hint', role: 'status' })
  const cards = [...document.querySelectorAll('.operation')].map((card) => ({
    card: /** @type {HTMLElement} */ (card),
    text: (card.textContent ?? '').toLowerCase(),
  }))
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = new Set()
    for (const { card, text } of cards) {
      card.hidden = !words.every((word) => text.includes(word))
      if (!card.hidden) shown.add(`#${card.id}`)
    }
    count.textContent = words.length === 0 ? '' : `${shown.size} of ${cards.length} paths`
    showLinks(shown, words.length > 0)
  })
  addEventListener('keydown', (event) => {
    if (
      event.key !== '/' ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')
    )
      return
    event.preventDefault()
    input.focus()
  })
  return el(
    'div',
    { class: 'field' },
    el('label', { for: 'q' }, 'Search the reference'),
    input,
    count,
  )
}

/**
 * @param {ReadonlySet<string>} shown
 * @param {boolean} isSearch
 */
function showLinks(shown, isSearch) {
  for (const link of document.querySelectorAll('.side li')) {
    const href = link.querySelector('a')?.getAttribute('href') ?? ''
    link.toggleAttribute('hidden', !shown.has(href))
  }
  for (const list of /** @type {NodeListOf<HTMLDetailsElement>} */ (
    document.querySelectorAll('.side details')
  )) {
    list.hidden = list.querySelector('li:not([hidden])') === null
    if (isSearch) list.open = true
  }
  for (const title of document.querySelectorAll('.docs h2')) {
    let next = title.nextElementSibling
    while (next?.matches('.operation[hidden]')) next = next.nextElementSibling
    title.toggleAttribute('hidden', !next?.matches('.operation'))
  }
}

/** Opens the side list of the path in the hash, or the first list on a wide screen. */
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
    el('button', { class: 'primary' }, 'Send request'),
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
  const value = row.dataset.example ?? ''
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
  answer.replaceChildren(el('p', { class: 'quiet' }, 'Sending …'))
  const began = performance.now()
  const response = await fetch(url).catch(() => undefined)
  if (response === undefined) {
    answer.replaceChildren(
      el('p', { class: 'error' }, 'The service does not answer. Check that it is running.'),
    )
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
