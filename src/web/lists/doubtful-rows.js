// The doubtful rows of a list, page by page. A person picks an address for each, or none.

import { badge, button, el, field, select } from '../dom.js'
import { buttons, card, inWords, loaded, Pages, quiet } from '../shared/parts.js'
import { verdictBadge } from './list-parts.js'

/** @typedef {import('../shared/api.js').Api} Api */
/** @typedef {import('./list-parts.js').ReviewRow} ReviewRow */
/** @typedef {(choice: 'address' | 'none' | 'undo', addressId?: string) => unknown} Choose */

const KINDS = /** @type {const} */ ([
  ['doubtful', 'All doubtful rows'],
  ['ambiguous', 'Ambiguous'],
  ['corrected', 'Corrected, uncertain'],
  ['not-found', 'Not found'],
  ['chosen', 'Chosen by a person'],
])
const SUGGEST_AFTER_MS = 200

/** @param {Api} api below the path of the list */
export function doubtfulRows(api) {
  let kind = 'doubtful'
  const pages = new Pages()
  const { place, show } = loaded(async () => {
    const query = new URLSearchParams({ show: kind, after: pages.after })
    /** @type {{ rows: ReviewRow[], next: string }} */
    const { rows, next } = await api.get(`/rows?${query}`)
    const items = rows.map((row) => rowItem(api, row))
    const isEmpty = rows.length === 0 && next === ''
    return [
      isEmpty
        ? el('p', {}, pages.isFirst ? 'No rows.' : 'No more rows.')
        : el('ul', { class: 'review' }, items),
      pages.buttons(next, ['Previous rows', 'Next rows'], show),
    ]
  })
  const choice = select({ id: 'review-kind' }, KINDS, kind, (chosen) => {
    kind = chosen
    pages.reset()
    void show()
  })
  return card(
    'Rows to review',
    quiet('Your choices are part of the download and cost nothing. All other rows stay unchanged.'),
    field('Show', choice),
    place,
  )
}

/** @param {Api} api @param {ReviewRow} first */
function rowItem(api, first) {
  const item = el('li', { class: 'card' })
  const show = (/** @type {ReviewRow} */ row, isFocused = true) => {
    const message = el('p', { class: 'error row-message', role: 'alert' })
    /** @type {Choose} */
    const choose = (choice, addressId) =>
      api.send('PUT', `/rows/${row.row}`, { choice, address_id: addressId }).then(show, (error) => {
        message.textContent = inWords(error)
      })
    item.replaceChildren(
      el('p', {}, el('strong', {}, `Row ${row.row}: `), row.typed || 'empty'),
      el('p', { class: 'quiet', role: 'status' }, foundParts(row)),
      row.chosen
        ? smallButton('Undo', `Undo row ${row.row}`, () => choose('undo'))
        : choices(api, row, choose),
      message,
    )
    if (isFocused) item.querySelector('button')?.focus()
  }
  show(first, false)
  return item
}

/** @param {string} label @param {string} spoken for screen readers @param {() => unknown} act */
function smallButton(label, spoken, act) {
  return button(label, act, { class: 'small', 'aria-label': spoken })
}

/** @param {ReviewRow} row */
function foundParts({ verdict, confidence, address, reason, differences, chosen }) {
  const verdictPart = chosen
    ? badge(address === '' ? 'no address' : 'chosen', 'good')
    : verdictBadge(verdict, confidence)
  const texts = [address, reason, ...differences].filter((text) => text !== '')
  return [verdictPart, ` ${texts.join(' · ')}`]
}

/** @param {Api} api @param {ReviewRow} row @param {Choose} choose */
function choices(api, row, choose) {
  const { id, address, candidates, confidence } = row
  const isListed = id === '' || candidates.some((one) => one.id === id)
  const all = isListed ? candidates : [{ id, address, confidence }, ...candidates]
  const use = all.map((one) => {
    const label = `${one.address} · ${Math.floor(one.confidence * 100)}%`
    return smallButton(label, `Row ${row.row} is ${one.address}`, () => choose('address', one.id))
  })
  const place = el('div', { class: 'flow' })
  const other = smallButton('Other address …', `Other address for row ${row.row}`, () => {
    const search = searchBox(api, row, choose)
    place.replaceChildren(search)
    search.querySelector('input')?.focus()
  })
  const none = smallButton('No address', `Row ${row.row} has no address`, () => choose('none'))
  place.append(buttons(...use, other, none))
  return place
}

/** @param {Api} api @param {ReviewRow} row @param {Choose} choose */
function searchBox(api, row, choose) {
  const attributes = { type: 'search', autocomplete: 'off', placeholder: row.typed }
  const input = el('input', { id: `search-${row.row}`, ...attributes })
  const found = el('div', { class: 'buttons', 'aria-live': 'polite' })
  let asked = 0
  const ask = async () => {
    asked += 1
    const question = asked
    if (input.value.trim() === '') return found.replaceChildren()
    const path = `/suggestions?${new URLSearchParams({ term: input.value })}`
    /** @type {{ suggestions: { id: string, address: string }[] }} */
    const { suggestions } = await api.get(path).catch(() => ({ suggestions: [] }))
    if (question !== asked) return
    found.replaceChildren(
      ...suggestions.map(({ id, address }) =>
        button(address, () => choose('address', id), { class: 'small' }),
      ),
      ...(suggestions.length === 0 ? [el('span', { class: 'quiet' }, 'No results.')] : []),
    )
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), SUGGEST_AFTER_MS)
  })
  return field(`Address of row ${row.row}`, input, found)
}
