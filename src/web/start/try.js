// The start page: the address field, the address found, and the same call from a program.

import { badge, button, byId, copyButton, el, pageFacts } from '../dom.js'
import { factList, refusalInWords } from '../shared/parts.js'
import { coastOf, drawMap, loadGrid } from './map.js'

/** @typedef {{ path: string, ms: number, cost: number }} Answered */
/** @typedef {import('./map.js').Point} Point */
/** @typedef {{ product: string, name: string, token?: string, examples: string[], release: string }} Shown */
/** @typedef {Shown & { hasAreas: boolean }} TryProduct */

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
lookup.addEventListener('address-suggestions', (event) => {
  const { term, ...answer } = detailOf(event)
  keepLink(`#${current.product}/${encodeURIComponent(term)}`, location.hash.includes('@'))
  showTiming(answer)
})
lookup.addEventListener('address-selected', (event) => {
  const answer = detailOf(event)
  const [country, text] = [current.product, lookup.value].map(encodeURIComponent)
  keepLink(`#${country}/${text}@${encodeURIComponent(answer.id)}`, true)
  void showAddress(answer)
})
lookup.addEventListener('address-failed', (event) => showRefusal(detailOf(event)))
for (const choice of document.querySelectorAll('input[name=product]')) {
  choice.addEventListener('change', () => choose(/** @type {HTMLInputElement} */ (choice).value))
}
openLink()
addEventListener('hashchange', openLink)
const snippet = byId('snippet')
snippet.after(copyButton(() => snippet.textContent ?? '', 'the HTML'))
setInterval(() => void lookForNewData(), NEW_DATA_MS)
document.addEventListener('visibilitychange', () => void lookForNewData())

/** @param {Event} event */
function detailOf(event) {
  return /** @type {CustomEvent} */ (event).detail
}

/** Back leads to a chosen address, and to what was typed for it. @param {string} hash @param {boolean} isNew */
function keepLink(hash, isNew) {
  if (hash === location.hash) return
  if (isNew) history.pushState(null, '', hash)
  else history.replaceState(null, '', hash)
}

/** A link has the country, the text and the chosen address, which stay in the browser: `#au/11%20taylor@GAVIC1`. */
function openLink() {
  const [product = '', rest = ''] = location.hash.slice(1).split('/')
  const [text = '', id = ''] = rest.split('@')
  const choices = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll('input[name=product]')
  )
  for (const choice of choices) if (choice.value === product) choice.checked = true
  choose([...choices].find(({ checked }) => checked)?.value ?? '')
  const term = decoded(text)
  if (term === '' || !lookup.isConnected) return
  lookup.focus()
  if (id === '') lookup.value = term
  else void lookup.choose(decoded(id), term)
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
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
  if (current.hasAreas) lookup.setAttribute('areas', 'all')
  else lookup.removeAttribute('areas')
  const html = byId('snippet').textContent ?? ''
  const token = current.token ?? 'dtoken_…'
  byId('snippet').textContent = html.replace(/token="[^"]*"/, () => `token="${token}"`)
  lookup.setAttribute('placeholder', `for example ${current.examples[0] ?? ''}`)
}

/** After an import the page must stop calling its data a sample. */
async function lookForNewData() {
  if (document.hidden || document.querySelector('#new-data') !== null) return
  const response = await fetch('/health/ready').catch(() => undefined)
  const { releases } = (await response?.json().catch(() => undefined)) ?? {}
  const isSame = facts.products.every(({ product, release }) => releases?.[product] === release)
  if (releases === undefined || isSame) return
  if (lookup.value === '') return location.reload()
  const reload = button('Reload', () => location.reload(), { class: 'small' })
  const text = 'New address data is available. '
  byId('lookup').before(el('p', { id: 'new-data', class: 'notice', role: 'status' }, text, reload))
}

/** Why this page cannot look up addresses; undefined if it can. */
function whyNot() {
  if (current.token === undefined) {
    return [
      el('p', {}, 'This service has no demo account.'),
      el('p', {}, 'Enter a domain token for this host to try it.'),
      tokenForm(),
    ]
  }
  const isHere = location.hostname === facts.host || location.hostname.endsWith(`.${facts.host}`)
  if (isHere) return undefined
  return [
    el(
      'p',
      {},
      'The demo works only at the address that the service was started with, ',
      el('a', { href: facts.baseUrl }, facts.baseUrl),
      '. To use it at the address in your browser, restart the service with',
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
    el('p', { class: 'hint' }, 'Create one in the ', el('a', { href: '/console' }, 'console'), '.'),
    el('button', { class: 'primary' }, 'Use token'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const token = input.value.trim()
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

/** Includes the network, but not the pause until somebody has stopped typing. */
const MEASURED = ', measured in your browser from request to answer'

/** @param {Answered & { suggestions: unknown[] }} answer */
function showTiming({ suggestions, ms, cost }) {
  const count = suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`
  timing.textContent = `${count} in ${timeText(ms)}${MEASURED}; ${costText(cost)}.`
}

/** @param {number} ms */
function timeText(ms) {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}

/** @param {number} cost */
function costText(cost) {
  return cost === 0 ? 'free' : cost === 1 ? 'one look-up' : `${cost} look-ups`
}

/** @param {Answered & { id: string, address: Record<string, unknown>, fields: Record<string, string> }} answer */
async function showAddress(answer) {
  const { id, address, fields, ms, cost } = answer
  shown += 1
  const turn = shown
  const point = /** @type {Point} */ (address.coordinates ?? address)
  const maps = el('div', { class: 'maps' })
  result.replaceChildren(readPanel(address, fields, point, maps), programPanel(answer))
  result.hidden = false
  timing.textContent = `Address ${id} in ${timeText(ms)}${MEASURED}; ${costText(cost)}.`
  const [country, near] = await Promise.all([
    loadGrid(current.product),
    loadGrid(current.product, point),
  ])
  if (turn !== shown) return
  const where = `${point.latitude.toFixed(4)}, ${point.longitude.toFixed(4)}`
  for (const [grid, caption, coast] of /** @type {const} */ ([
    [country, 'All loaded addresses', country && coastOf(current.product, country)],
    // The coastline is too coarse for a few kilometres.
    [near, 'Nearby addresses', undefined],
  ])) {
    if (grid === undefined) continue
    const map = drawMap(grid, point, `Map: ${caption}. The address is at ${where}.`, coast)
    maps.append(el('figure', {}, map, el('figcaption', {}, caption)))
  }
}

/**
 * The address as people write it.
 * @param {Record<string, unknown>} address
 * @param {Record<string, string>} names
 * @param {Point} point
 * @param {HTMLElement} maps
 */
function readPanel(address, names, point, maps) {
  const isNational = 'address_detail_pid' in address
  const lines = [names.line_1, names.line_2, names.line_3, names.line_4, names.locality]
  const town = isNational
    ? [[names.locality_name, names.state, names.postcode].filter(Boolean).join(' ')]
    : [names.town_or_city, names.county, names.postcode]
  const all = [...lines, ...town, names.country || current.name].filter(Boolean)
  const rows = all.flatMap((line, at) => (at === 0 ? [line] : [el('br'), line]))
  const where = `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`
  const kind = isNational ? names.geocode_type : address.residential ? 'residential' : 'company'
  const kindFact = /** @type {const} */ ([
    isNational ? 'Position type' : 'Usage',
    String(kind).toLowerCase(),
  ])
  return el(
    'section',
    { class: 'card', 'aria-labelledby': 'as-read' },
    el('h2', { id: 'as-read' }, 'Address'),
    el('address', {}, rows),
    factList([['Position', where], ...(kind ? [kindFact] : []), ...areaFacts(address)]),
    maps,
  )
}

/**
 * One for each layer.
 * @param {{ areas?: Record<string, { code: string, name: string }> }} address
 * @returns {[string, string][]}
 */
function areaFacts({ areas = {} }) {
  return Object.entries(areas).map(([layer, { code, name }]) => {
    const title = layer.charAt(0).toUpperCase() + layer.slice(1).replaceAll('-', ' ')
    return [title, name === '' || name === code ? code || 'none' : `${name} (${code})`]
  })
}

/** For programs. @param {Answered & { address: Record<string, unknown> }} answer */
function programPanel({ path, address, ms, cost }) {
  const more = 'areas' in address ? '&areas=all' : ''
  const url = `${facts.baseUrl}${path}?api-key=${current.token}${more}`
  const curl = `curl -H "Origin: ${location.origin}" \\\n  "${url}"`
  const json = JSON.stringify(address, null, 2)
  return el(
    'section',
    { class: 'card', 'aria-labelledby': 'as-sent' },
    el('h2', { id: 'as-sent' }, 'API call'),
    el(
      'p',
      { class: 'cost' },
      badge('200', 'good'),
      badge(`${timeText(ms)} round trip`),
      badge(cost === 0 ? 'free' : `cost: ${costText(cost)}`, 'warm'),
    ),
    ...codeBlock('Request', curl),
    el(
      'p',
      { class: 'hint' },
      'You can run this as it is, with the demo’s domain token. On a server, use your API key and omit the header.',
    ),
    ...codeBlock('Answer', json),
  )
}

/** @param {string} title @param {string} text */
function codeBlock(title, text) {
  const copy = copyButton(() => text, `the ${title.toLowerCase()}`)
  return [
    el('div', { class: 'code-head' }, el('h3', {}, title), copy),
    el('pre', { tabindex: 0, role: 'region', 'aria-label': title }, text),
  ]
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
