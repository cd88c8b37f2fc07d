// The start page: the address field, what it found, and what the same looks like from a program.

import { addressNames } from '../../client/address-fields.js'
import { button, byId, copyButton, el, pageFacts } from '../dom.js'
import { refusalInWords } from '../words.js'
import { drawMap, loadGrid } from './map.js'

/** @typedef {{ path: string, ms: number, cost: number }} Answered */

/** @typedef {{ product: string, token?: string, examples: string[], release: string }} TryProduct */

/** @type {{ baseUrl: string, host: string, products: [TryProduct, ...TryProduct[]] }} */
const facts = pageFacts()
const lookup = /** @type {import('../../client/address-lookup.js').AddressLookup} */ (
  document.createElement('address-lookup')
)
const timing = byId('timing')
const result = byId('result')
const NEW_DATA_MS = 10_000
let [current] = facts.products
let shown = 0

lookup.setAttribute('label', 'Address')
lookup.setAttribute('manual', '')
lookup.addEventListener('address-suggestions', (event) => showTiming(detailOf(event)))
lookup.addEventListener('address-selected', (event) => void showAddress(detailOf(event)))
lookup.addEventListener('address-failed', (event) => showRefusal(detailOf(event)))
for (const choice of document.querySelectorAll('input[name=product]')) {
  choice.addEventListener('change', () => choose(/** @type {HTMLInputElement} */ (choice).value))
}
const [checked] = document.querySelectorAll('input[name=product]:checked')
choose(/** @type {HTMLInputElement} */ (checked).value)
const snippet = byId('snippet')
snippet.after(copyButton(() => snippet.textContent ?? '', 'the HTML'))
setInterval(() => void lookForNewData(), NEW_DATA_MS)
document.addEventListener('visibilitychange', () => void lookForNewData())

/** @param {Event} event */
function detailOf(event) {
  return /** @type {CustomEvent} */ (event).detail
}

/** @param {string} product */
function choose(product) {
  current = facts.products.find((each) => each.product === product) ?? current
  result.hidden = true
  timing.textContent = ''
  const why = whyNot()
  byId('no-token').hidden = why === undefined
  byId('no-token').replaceChildren(...(why ?? []))
  byId('lookup').replaceChildren(...(why === undefined ? [lookup] : []))
  byId('examples').replaceChildren(...(why === undefined ? exampleButtons() : []))
  lookup.setAttribute('token', current.token ?? '')
  showToken(current.token ?? 'dtoken_…')
  lookup.setAttribute('placeholder', `for example ${current.examples[0] ?? ''}`)
}

/**
 * The line to paste has the token of the country that is chosen.
 * @param {string} token
 */
function showToken(token) {
  const snippet = byId('snippet')
  snippet.textContent = (snippet.textContent ?? '').replace(
    /token="[^"]*"/,
    () => `token="${token}"`,
  )
}

/** An import while the page is open: the page must not go on calling its data a sample. */
async function lookForNewData() {
  if (document.hidden || document.querySelector('#new-data') !== null) return
  const response = await fetch('/health/ready').catch(() => undefined)
  const { releases } = (await response?.json().catch(() => undefined)) ?? {}
  const isSame = facts.products.every(({ product, release }) => releases?.[product] === release)
  if (releases === undefined || isSame) return
  if (lookup.value === '') return location.reload()
  const reload = button('Reload', () => location.reload(), { class: 'small' })
  const text = 'The service has new address data. '
  byId('lookup').before(el('p', { id: 'new-data', class: 'notice', role: 'status' }, text, reload))
}

/** What keeps this page from looking up, in words; undefined where nothing does. */
function whyNot() {
  if (current.token === undefined) {
    return [
      el('p', {}, 'This service has no demo account, so this page has nothing to look up with.'),
      el('p', {}, 'With a domain token of your own for this host it can try:'),
      tokenForm(),
    ]
  }
  const isHere = location.hostname === facts.host || location.hostname.endsWith(`.${facts.host}`)
  if (isHere) return undefined
  return [
    el(
      'p',
      {},
      'The demo works under the name that the service was started with, ',
      el('a', { href: facts.baseUrl }, facts.baseUrl),
      '. To use it under the name in your address bar, stop the service and start it with',
    ),
    el('pre', {}, `BASE_URL=${location.origin} npm start`),
  ]
}

function tokenForm() {
  const input = el('input', { id: 'own-token', autocomplete: 'off', placeholder: 'dtoken_…' })
  const form = el(
    'form',
    { class: 'field' },
    el('label', { for: 'own-token' }, 'Domain token'),
    input,
    el('p', { class: 'hint' }, 'Make one in the ', el('a', { href: '/console' }, 'console'), '.'),
    el('button', { class: 'primary' }, 'Use it'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const token = /** @type {HTMLInputElement} */ (input).value.trim()
    if (token === '') return
    current.token = token
    facts.host = location.hostname
    choose(current.product)
    lookup.focus()
  })
  return form
}

function exampleButtons() {
  const buttons = current.examples.map((text) =>
    button(text, () => {
      lookup.focus()
      lookup.value = text
    }),
  )
  return [el('span', { class: 'quiet' }, 'Try'), ...buttons]
}

/** @param {Answered & { suggestions: unknown[] }} answer */
function showTiming({ suggestions, ms, cost }) {
  const count = suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`
  timing.textContent = `${count} in ${inMs(ms)}, ${inCost(cost)}.`
}

/** @param {number} ms */
function inMs(ms) {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}

/** @param {number} cost */
function inCost(cost) {
  return cost === 0 ? 'free' : cost === 1 ? 'one look-up' : `${cost} look-ups`
}

/** @param {Answered & { id: string, address: Record<string, unknown> }} answer */
async function showAddress({ path, id, address, ms, cost }) {
  shown += 1
  const turn = shown
  const point = /** @type {{ latitude: number, longitude: number }} */ (
    address.coordinates ?? address
  )
  const maps = el('div', { class: 'maps' })
  result.replaceChildren(readPanel(address, point, maps), programPanel(path, address, ms, cost))
  result.hidden = false
  timing.textContent = `Address ${id} in ${inMs(ms)}, ${inCost(cost)}.`
  const [country, near] = await Promise.all([
    loadGrid(current.product),
    loadGrid(current.product, point),
  ])
  if (turn !== shown) return
  const where = `${point.latitude.toFixed(4)}, ${point.longitude.toFixed(4)}`
  for (const [grid, caption] of /** @type {const} */ ([
    [country, 'All loaded addresses'],
    [near, 'Around this one'],
  ])) {
    if (grid === undefined) continue
    const map = drawMap(grid, point, `Map: ${caption}. The address is at ${where}.`)
    maps.append(el('figure', {}, map, el('figcaption', {}, caption)))
  }
}

/**
 * The address as a person reads it.
 * @param {Record<string, unknown>} address
 * @param {{ latitude: number, longitude: number }} point
 * @param {HTMLElement} maps
 */
function readPanel(address, point, maps) {
  const names = addressNames(address)
  const isNational = 'address_detail_pid' in address
  const lines = [names.line_1, names.line_2, names.line_3, names.line_4, names.locality]
  const town = isNational
    ? [[names.locality_name, names.state, names.postcode].filter(Boolean).join(' ')]
    : [names.town_or_city, names.county, names.postcode]
  const country = isNational ? 'Australia' : names.country || 'United Kingdom'
  const all = [...lines, ...town, country].filter(Boolean)
  const rows = all.flatMap((line, at) => (at === 0 ? [line] : [el('br'), line]))
  const where = `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`
  const kind = isNational ? names.geocode_type : address.residential ? 'A home' : 'A company'
  return el(
    'section',
    { class: 'card', 'aria-labelledby': 'as-read' },
    el('h2', { id: 'as-read' }, 'The address'),
    el('address', {}, rows),
    el(
      'dl',
      { class: 'facts' },
      ...fact('Position', where),
      ...(kind ? fact(isNational ? 'Position of' : 'Use', String(kind).toLowerCase()) : []),
    ),
    maps,
  )
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return [el('dt', {}, name), el('dd', {}, value)]
}

/**
 * The same from a program.
 * @param {string} path
 * @param {Record<string, unknown>} address
 * @param {number} ms
 * @param {number} cost
 */
function programPanel(path, address, ms, cost) {
  const curl = `curl -H "Origin: ${location.origin}" \\\n  "${facts.baseUrl}${path}?api-key=${current.token}"`
  const json = JSON.stringify(address, null, 2)
  return el(
    'section',
    { class: 'card', 'aria-labelledby': 'as-sent' },
    el('h2', { id: 'as-sent' }, 'What a program gets'),
    el(
      'p',
      { class: 'cost' },
      el('span', { class: 'badge good' }, '200'),
      el('span', { class: 'badge' }, inMs(ms)),
      el('span', { class: 'badge warm' }, cost === 0 ? 'free' : `cost: ${inCost(cost)}`),
    ),
    el(
      'div',
      { class: 'code-head' },
      el('h3', {}, 'Request'),
      copyButton(() => curl, 'the request'),
    ),
    el('pre', { tabindex: 0, role: 'region', 'aria-label': 'Request' }, curl),
    el(
      'p',
      { class: 'hint' },
      'This works as it is, with the demo’s domain token. On a server, send your API key and leave the header out.',
    ),
    el(
      'div',
      { class: 'code-head' },
      el('h3', {}, 'Answer'),
      copyButton(() => json, 'the answer'),
    ),
    el('pre', { tabindex: 0, role: 'region', 'aria-label': 'Answer' }, json),
  )
}

/** @param {{ status: number, problem?: Record<string, unknown>, retryAfterSeconds: number }} refusal */
function showRefusal({ status, problem, retryAfterSeconds }) {
  const code = String(problem?.code ?? 'no-answer')
  const { title, todo } = refusalInWords(code, retryAfterSeconds)
  result.replaceChildren(
    el(
      'div',
      { class: 'notice bad', role: 'alert' },
      el('p', {}, el('strong', {}, title), ` ${String(problem?.detail ?? '')}`),
      el('p', {}, todo, ' ', el('a', { href: `/docs/errors#${code}` }, status === 0 ? '' : code)),
    ),
  )
  result.hidden = false
}
