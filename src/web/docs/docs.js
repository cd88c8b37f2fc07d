// The reference with scripts: one language and key for all samples, and forms to try look-ups.

import { badge, copyButton, el, field, pageFacts } from '../dom.js'

/** @type {{ key?: string }} */
const facts = pageFacts()

const key = el('input', {
  id: 'key',
  type: 'text',
  autocomplete: 'off',
  spellcheck: 'false',
  placeholder: 'test_…',
  value: facts.key ?? '',
  'aria-describedby': 'key-hint',
})
const keyHint =
  facts.key === undefined
    ? 'A test key from the console, which is free.'
    : 'This is a public test key. A test key of your account works too and is free.'
document
  .getElementById('try-key')
  ?.append(
    field(
      'Test key for the samples and “Try it”',
      key,
      el('p', { class: 'hint', id: 'key-hint' }, keyHint),
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
openSideList()
addEventListener('hashchange', openSideList)

/** What the samples show in place of a key. */
let shownKey = facts.key ?? 'YOUR_API_KEY'
key.addEventListener('change', () => {
  const next = key.value.trim().replaceAll(/[^\w]/g, '') || shownKey
  for (const code of document.querySelectorAll('.samples pre')) {
    code.textContent = (code.textContent ?? '').replaceAll(shownKey, next)
  }
  shownKey = next
})

/** Shows one language in all samples and remembers it. @param {string} language */
function showLanguage(language) {
  const all = /** @type {NodeListOf<HTMLDetailsElement>} */ (
    document.querySelectorAll('.samples details')
  )
  const chosen = [...all].filter((each) => each.dataset.language === language)
  if (chosen.length === 0) return
  localStorage.setItem('sample-language', language)
  for (const each of chosen) each.open = true
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
    parameterField(section.id, /** @type {HTMLElement} */ (row)),
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

/** @param {string} operation @param {HTMLElement} row */
function parameterField(operation, row) {
  const name = row.dataset.name ?? ''
  const isPath = row.dataset.in === 'path'
  const id = `${operation}-${name}`
  const value = row.dataset.example ?? ''
  const input = el('input', { id, type: 'text', autocomplete: 'off', required: isPath, value })
  return { name, isPath, input, element: field(name, input) }
}

/** @param {string} path @param {readonly ReturnType<typeof parameterField>[]} fields */
function urlOf(path, fields) {
  let filled = path
  const query = new URLSearchParams({ 'api-key': key.value.trim() })
  for (const { name, isPath, input } of fields) {
    if (isPath) filled = filled.replace(`{${name}}`, encodeURIComponent(input.value))
    else if (input.value !== '') query.set(name, input.value)
  }
  return `${filled}?${query}`
}

/** @param {string} url @param {HTMLElement} answer @param {string} operation */
async function send(url, answer, operation) {
  answer.replaceChildren(el('p', { class: 'quiet' }, 'Sending …'))
  const began = performance.now()
  const response = await fetch(url).catch(() => undefined)
  if (response === undefined) {
    const text = 'The service is not responding. Check that it is running.'
    return answer.replaceChildren(el('p', { class: 'error' }, text))
  }
  const text = await response.text()
  const ms = Math.round(performance.now() - began)
  const cost = response.headers.get('lookup-cost')
  const label = `Answer to ${operation}`
  answer.replaceChildren(
    el(
      'p',
      {},
      badge(String(response.status), response.ok ? 'good' : 'bad'),
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
