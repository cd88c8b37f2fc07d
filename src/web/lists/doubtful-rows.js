// The doubtful rows of a list, page by page. A person picks an address for each, or none.

import { badge, button, el, select } from '../dom.js'
import { buttons, card, inWords, loaded, Pages, quiet } from '../shared/parts.js'
import { verdictBadge } from './list-parts.js'

/** @typedef {import('./list-api.js').ListApi} ListApi */
/** @typedef {import('./list-api.js').List} List */
/** @typedef {import('./list-api.js').ReviewRow} ReviewRow */

const KINDS = /** @type {const} */ ([
  ['doubtful', 'All doubtful rows'],
  ['ambiguous', 'Ambiguous'],
  ['corrected', 'Corrected, uncertain'],
  ['not-found', 'Not found'],
  ['chosen', 'Chosen by a person'],
])
const SUGGEST_AFTER_MS = 200

/**
 * @param {ListApi} lists
 * @param {List} list
 */
export function doubtfulRows(lists, { id }) {
  let kind = 'doubtful'
  const pages = new Pages()
  const { place, show } = loaded(async () => {
    const { rows, next } = await lists.rows(id, { show: kind, after: pages.after })
    const items = rows.map((row) => rowItem(lists, id, row))
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
    el('div', { class: 'field' }, el('label', { for: 'review-kind' }, 'Show'), choice),
    place,
  )
}

/**
 * @param {ListApi} lists
 * @param {string} list
 * @param {ReviewRow} first
 */
function rowItem(lists, list, first) {
  const item = el('li', { class: 'card' })
  const show = (/** @type {ReviewRow} */ row, /** @type {boolean} */ isFocused) => {
    const message = el('p', { class: 'error row-message', role: 'alert' })
    const choose = async (/** @type {Parameters<ListApi['choose']>[2]} */ choice) => {
      try {
        show(await lists.choose(list, row.row, choice), true)
      } catch (error) {
        message.textContent = inWords(error)
      }
    }
    item.replaceChildren(
      el('p', {}, el('strong', {}, `Row ${row.row}: `), row.typed || 'empty'),
      el('p', { class: 'quiet', role: 'status' }, foundParts(row)),
      row.chosen
        ? button('Undo', () => choose({ choice: 'undo' }), {
            class: 'small',
            'aria-label': `Undo row ${row.row}`,
          })
        : choices(lists, list, row, choose),
      message,
    )
    if (isFocused) item.querySelector('button')?.focus()
  }
  show(first, false)
  return item
}

/** @param {ReviewRow} row */
function foundParts({ verdict, confidence, address, reason, differences, chosen }) {
  const verdictPart = chosen
    ? badge(address === '' ? 'no address' : 'chosen', 'good')
    : verdictBadge(verdict, confidence)
  const texts = [address, reason, ...differences].filter((text) => text !== '')
  return [verdictPart, ` ${texts.join(' · ')}`]
}

/**
 * @param {ListApi} lists
 * @param {string} list
 * @param {ReviewRow} row
 * @param {(choice: Parameters<ListApi['choose']>[2]) => unknown} choose
 */
function choices(lists, list, row, choose) {
  const { id, address, candidates } = row
  const isListed = id === '' || candidates.some((one) => one.id === id)
  const all = isListed ? candidates : [{ id, address, confidence: row.confidence }, ...candidates]
  const use = all.map((one) =>
    button(
      `${one.address} · ${Math.floor(one.confidence * 100)} %`,
      () => choose({ choice: 'address', address_id: one.id }),
      { class: 'small', 'aria-label': `Row ${row.row} is ${one.address}` },
    ),
  )
  const place = el('div', { class: 'flow' })
  const other = button(
    'Other address …',
    () => {
      const search = searchBox(lists, list, row, choose)
      place.replaceChildren(search)
      search.querySelector('input')?.focus()
    },
    { class: 'small', 'aria-label': `Other address for row ${row.row}` },
  )
  const none = button('No address', () => choose({ choice: 'none' }), {
    class: 'small',
    'aria-label': `Row ${row.row} has no address`,
  })
  place.append(buttons(...use, other, none))
  return place
}

/**
 * @param {ListApi} lists
 * @param {string} list
 * @param {ReviewRow} row
 * @param {(choice: Parameters<ListApi['choose']>[2]) => unknown} choose
 */
function searchBox(lists, list, row, choose) {
  const field = `search-${row.row}`
  const input = /** @type {HTMLInputElement} */ (
    el('input', { id: field, type: 'search', autocomplete: 'off' })
  )
  input.value = row.typed
  const found = el('div', { class: 'buttons', 'aria-live': 'polite' })
  let asked = 0
  const ask = async () => {
    asked += 1
    const question = asked
    const { suggestions } = await lists
      .suggest(list, input.value)
      .catch(() => ({ suggestions: [] }))
    if (question !== asked) return
    found.replaceChildren(
      ...suggestions.map(({ id, address }) =>
        button(address, () => choose({ choice: 'address', address_id: id }), { class: 'small' }),
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
  void ask()
  return el(
    'div',
    { class: 'field' },
    el('label', { for: field }, `Address of row ${row.row}`),
    input,
    found,
  )
}
