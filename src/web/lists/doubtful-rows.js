// The doubtful rows of a list, a page at a time: each is accepted, changed or set to no address by whoever looks.

import { button, el } from '../dom.js'
import { card, inWords, loaded } from '../shared/parts.js'
import { verdictBadge } from './list-parts.js'

/** @typedef {import('./list-api.js').ListApi} ListApi */
/** @typedef {import('./list-api.js').List} List */
/** @typedef {import('./list-api.js').ReviewRow} ReviewRow */

const KINDS = /** @type {const} */ ([
  ['doubtful', 'All doubtful rows'],
  ['ambiguous', 'Ambiguous'],
  ['corrected', 'Corrected, not for sure'],
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
  /** @type {string[]} where the pages begin, up to this one */
  let pages = ['']
  const { place, show } = loaded(async () => {
    const { rows, next } = await lists.rows(id, { show: kind, after: pages.at(-1) ?? '' })
    const items = rows.map((row) => rowItem(lists, id, row))
    const isEmpty = rows.length === 0 && next === ''
    return [
      isEmpty
        ? el('p', {}, pages.length > 1 ? 'There are no more.' : 'There are none.')
        : el('ul', { class: 'review' }, items),
      pager(next),
    ]
  })
  /** @param {string} next */
  const pager = (next) => {
    const go = (/** @type {string[]} */ to) => () => {
      pages = to
      return show()
    }
    return el(
      'div',
      { class: 'buttons' },
      pages.length > 1
        ? button('Earlier rows', go(pages.slice(0, -1)), { class: 'small' })
        : undefined,
      next === '' ? undefined : button('Later rows', go([...pages, next]), { class: 'small' }),
    )
  }
  const choice = /** @type {HTMLSelectElement} */ (
    el(
      'select',
      { id: 'review-kind' },
      KINDS.map(([value, label]) => el('option', { value }, label)),
    )
  )
  choice.addEventListener('change', () => {
    kind = choice.value
    pages = ['']
    void show()
  })
  return card(
    'Rows to look at',
    el(
      'p',
      { class: 'quiet' },
      'What you choose is in the download, and costs nothing. All other rows stay as they were found.',
    ),
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
      el('p', {}, el('strong', {}, `Row ${row.row}: `), row.typed || 'nothing'),
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
  const badge = chosen
    ? el('span', { class: 'badge good' }, address === '' ? 'no address' : 'chosen')
    : verdictBadge(verdict, confidence)
  const texts = [address, reason, ...differences].filter((text) => text !== '')
  return [badge, ` ${texts.join(' · ')}`]
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
    'Another address …',
    () => {
      const search = searchBox(lists, list, row, choose)
      place.replaceChildren(search)
      search.querySelector('input')?.focus()
    },
    { class: 'small', 'aria-label': `Another address for row ${row.row}` },
  )
  const none = button('No address', () => choose({ choice: 'none' }), {
    class: 'small',
    'aria-label': `Row ${row.row} has no address`,
  })
  place.append(el('div', { class: 'buttons' }, ...use, other, none))
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
      ...(suggestions.length === 0 ? [el('span', { class: 'quiet' }, 'Nothing is found.')] : []),
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
