// The parts of sections: cards, tables, loading states, error messages, buttons in rows.

import { button, copyable, el } from '../dom.js'
import { Refusal } from './api.js'

/**
 * Shows what `load` returns, or why it fails. Undefined leaves what is there. The focus stays where it was.
 * @param {() => Promise<readonly (Node | string)[] | undefined>} load
 */
export function loaded(load) {
  const place = el('div', { class: 'flow', 'aria-busy': 'true' })
  const show = async () => {
    place.setAttribute('aria-busy', 'true')
    if (place.childElementCount === 0) place.append(quiet('Loading …'))
    const parts = await load().catch((error) => [failure(error, show)])
    const focused = place.contains(document.activeElement) ? nameOf(document.activeElement) : ''
    if (parts !== undefined) place.replaceChildren(...parts)
    const again = [...place.querySelectorAll('button, select, input')]
    const same = focused === '' ? undefined : again.find((each) => nameOf(each) === focused)
    if (same instanceof HTMLElement) same.focus()
    place.removeAttribute('aria-busy')
  }
  void show()
  return { place, show }
}

/** @param {Element | null} element */
function nameOf(element) {
  return element?.id || element?.ariaLabel || ''
}

const REFRESH_MS = 2000

/** Once the tab is visible, unless the page has moved on. @param {HTMLElement} place @param {() => unknown} show */
export function refreshLater(place, show) {
  setTimeout(() => {
    if (!place.isConnected) return
    if (document.hidden) refreshLater(place, show)
    else void show()
  }, REFRESH_MS)
}

export function clearMessages() {
  for (const message of document.querySelectorAll('.form-message, .row-message')) {
    message.textContent = ''
  }
}

/** @param {unknown} error @param {() => unknown} retry */
function failure(error, retry) {
  if (error instanceof Refusal && error.status === 404) {
    return el('p', { class: 'notice' }, error.message)
  }
  return el(
    'div',
    { class: 'notice bad', role: 'alert' },
    el('p', {}, inWords(error)),
    el('p', {}, button('Try again', retry, { class: 'small' })),
  )
}

/** @param {unknown} error */
export function inWords(error) {
  if (!(error instanceof Refusal)) return 'This page failed. Reload it and sign in again.'
  const { code, message, retryAfterSeconds } = error
  if (code === 'rate-limit') return `${message} ${refusalInWords(code, retryAfterSeconds).todo}`
  if (code === 'service-unavailable') return `${message} Try again in a moment.`
  return code === 'unauthorized' ? `${message} Sign in again.` : message
}

/** What went wrong on a page that uses the demo account, and what to do, by code. */
const REFUSALS = /** @type {Readonly<Record<string, readonly [title: string, todo: string]>>} */ ({
  'daily-limit': [
    'Today’s look-ups of the demo account are used up.',
    'Suggestions are free and still work. Full addresses are available again in {wait}, or at once on a larger plan: sign in to the console with the demo’s admin key to choose one.',
  ],
  'rate-limit': ['Too many requests.', 'Wait {wait}, then continue.'],
  forbidden: [
    'The free trial of the demo account has ended.',
    'Sign in to the console with the demo’s admin key and choose a plan. The page then works again at once.',
  ],
  unauthorized: [
    'The domain token of this page is not valid.',
    'Reload the page. If that does not help, the token was deleted; restart the service to create a new one.',
  ],
  'service-unavailable': [
    'The service is temporarily unavailable.',
    'Try again in {wait}. If no data is loaded for this country, import some.',
  ],
  'no-answer': [
    'The service is not responding.',
    'Check that it is running and that you are online.',
  ],
})
const OTHER = /** @type {const} */ (['The request was refused.', 'See the error reference:'])

/** @param {string} code @param {number} retryAfterSeconds */
export function refusalInWords(code, retryAfterSeconds) {
  const like = { 'monthly-buffer': 'daily-limit', 'domain-token-rate-limit': 'rate-limit' }[code]
  const [title, todo] = REFUSALS[like ?? code] ?? OTHER
  return { title, todo: todo.replace('{wait}', waitingTime(retryAfterSeconds)) }
}

/** @param {number} seconds */
function waitingTime(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3600)} hours`
}

/** A sentence, then a list if it has more lines. @param {unknown} error */
export function errorText(error) {
  const [first, ...lines] = inWords(error).split('\n')
  const items = lines.map((line) => el('li', {}, line))
  const list = items.length === 0 ? undefined : el('ul', {}, items)
  return el('div', { class: 'error', role: 'alert' }, el('p', {}, first), list)
}

/**
 * Shows what is being done, then what came of it or why it failed.
 * @param {HTMLElement} place
 * @param {readonly Node[]} meanwhile
 * @param {() => Promise<readonly Node[]>} act
 */
export async function report(place, meanwhile, act) {
  place.replaceChildren(...meanwhile)
  place.replaceChildren(...(await act().catch((error) => [errorText(error)])))
}

/**
 * A button of one row, followed by its error message. Calls `done` unless `action` answers false.
 * @param {string} label
 * @param {string} of what it acts on, for screen readers
 * @param {() => Promise<unknown>} action
 * @param {() => unknown} [done]
 * @param {string} [look]
 */
export function rowButton(label, of, action, done = () => undefined, look = 'small') {
  const place = el('span')
  const message = el('span', { class: 'error row-message', role: 'alert' })
  const run = async () => {
    clearMessages()
    try {
      if ((await action()) !== false) await done()
    } catch (error) {
      message.textContent = ` ${inWords(error)}`
      place.append(message)
    }
  }
  place.append(button(label, run, { class: look, 'aria-label': `${label} ${of}`.trim() }))
  return place
}

/** Broken anywhere, so that it does not push other columns away. */
const LONG_WORD = /\S{25}/
/** Counts, money, shares, sizes and times, as `-A$1,900.00` or `12 ms`: a column of them is aligned right. */
const FIGURE = /^(?:-?[A-Z]*[\p{Sc}\s])?[\d,.]+(?:%|\s(?:ms|MB|days?))?$/u

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly (Node | string)[])[]} rows
 * @param {string} label
 * @param {string} [empty] the sentence to show when there are no rows
 */
export function table(heads, rows, label, empty) {
  if (rows.length === 0 && empty !== undefined) return el('p', {}, empty)
  const isOfFigures = heads.map(
    (_, at) => at > 0 && rows[0] && rows.every((row) => FIGURE.test(textOf(row[at] ?? ''))),
  )
  const headCells = heads.map((head, at) =>
    el('th', { scope: 'col', class: isOfFigures[at] && 'figure' }, head),
  )
  const bodyRows = rows.map((row) => {
    const cells = row.map((cell, at) => {
      const look = isOfFigures[at] ? 'figure' : LONG_WORD.test(textOf(cell)) && 'long'
      return el('td', { 'data-label': heads[at], class: look }, cell)
    })
    return el('tr', {}, cells)
  })
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    el('table', {}, el('thead', {}, el('tr', {}, headCells)), el('tbody', {}, bodyRows)),
  )
}

/** Leaves out what is folded away, and a status in a badge. @param {Node | string} cell */
function textOf(cell) {
  if (typeof cell === 'string') return cell
  const { textContent } = cell
  return cell instanceof Element && cell.matches('details, .badge') ? '' : (textContent ?? '')
}

/** @param {string} title empty where the heading of the page says it @param {...(Node | string | undefined)} content */
export function card(title, ...content) {
  return el('section', { class: 'card' }, title && el('h2', {}, title), ...content)
}

/** @param {string} text */
export function quiet(text) {
  return el('p', { class: 'quiet' }, text)
}

/** @param {readonly (readonly [string, string | Node])[]} pairs */
export function factList(pairs) {
  return el(
    'dl',
    { class: 'facts' },
    pairs.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  )
}

/** @param {...(Node | undefined)} content */
export function buttons(...content) {
  return el('div', { class: 'buttons' }, content)
}

/** @param {Blob} file @param {string} name */
export function saveFile(file, name) {
  const href = URL.createObjectURL(file)
  el('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/**
 * Saves rows as CSV. Spreadsheets would run a text that begins like a formula.
 * @param {string} name of the file
 * @param {() => Promise<readonly (readonly (string | number)[])[]>} load the header first
 */
export function csvButton(name, load) {
  const cell = (/** @type {string | number} */ value) =>
    typeof value === 'number'
      ? value
      : `"${value.replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"`
  const save = async () => {
    const lines = (await load()).map((row) => `${row.map(cell).join(',')}\r\n`)
    saveFile(new Blob(lines, { type: 'text/csv' }), name)
  }
  return rowButton('Download CSV', `of ${name.replace('.csv', '')}`, save)
}

/** A secret that cannot be shown again. @param {string} what @param {string} value */
export function shownOnce(what, value) {
  return el(
    'div',
    { class: 'notice good', role: 'status' },
    el('p', {}, el('strong', {}, `${what} is shown only once. Save it now.`)),
    copyable(value, what.charAt(0).toLowerCase() + what.slice(1)),
  )
}

/** Pages of a list that the service numbers by a cursor. */
export class Pages {
  #cursors = ['']

  /** What this page begins after. */
  get after() {
    return this.#cursors.at(-1) ?? ''
  }

  get isFirst() {
    return this.#cursors.length === 1
  }

  reset() {
    this.#cursors = ['']
  }

  /**
   * @param {string} next the cursor of the next page; empty on the last one
   * @param {readonly [previous: string, next: string]} labels
   * @param {() => unknown} show
   */
  buttons(next, [previousLabel, nextLabel], show) {
    const go = (/** @type {string[]} */ cursors) => () => {
      this.#cursors = cursors
      return show()
    }
    const small = { class: 'small' }
    const earlier = this.#cursors.slice(0, -1)
    return buttons(
      this.isFirst ? undefined : button(previousLabel, go(earlier), small),
      next === '' ? undefined : button(nextLabel, go([...this.#cursors, next]), small),
    )
  }
}
