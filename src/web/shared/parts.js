// What sections are made of: cards, tables, loading states, error messages, buttons in rows.

import { button, copyButton, el } from '../dom.js'
import { refusalInWords } from '../words.js'
import { Refusal } from './api.js'

/**
 * Shows what `load` returns, a loading text until then, and the reason if it fails.
 * @param {() => Promise<readonly (Node | string)[]>} load
 */
export function loaded(load) {
  const place = el('div', { class: 'flow', 'aria-busy': 'true' })
  const show = async () => {
    place.setAttribute('aria-busy', 'true')
    if (place.childElementCount === 0)
      place.replaceChildren(el('p', { class: 'quiet' }, 'Loading …'))
    try {
      place.replaceChildren(...(await load()))
    } catch (error) {
      place.replaceChildren(failure(error, show))
    }
    place.removeAttribute('aria-busy')
  }
  void show()
  return { place, show }
}

/** Removes the messages of earlier actions. */
export function clearMessages() {
  for (const message of document.querySelectorAll('.form-message, .row-message')) {
    message.textContent = ''
  }
}

/**
 * @param {unknown} error
 * @param {() => unknown} retry
 */
function failure(error, retry) {
  if (error instanceof Refusal && error.status === 404) {
    return el('p', { class: 'notice' }, 'This service does not offer this part of the API yet.')
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
  const { code, retryAfterSeconds } = error
  if (code === 'rate-limit')
    return `${error.message} ${refusalInWords(code, retryAfterSeconds).todo}`
  if (code === 'service-unavailable') return `${error.message} Try again in a moment.`
  if (code === 'unauthorized') return `${error.message} Sign in again.`
  return error.message
}

/** @param {unknown} error */
export function errorText(error) {
  return el('p', { class: 'error', role: 'alert' }, inWords(error))
}

/**
 * Disables a button while its action runs, and ignores further clicks in the meantime.
 * @param {HTMLElement} element
 * @param {() => Promise<unknown>} action
 */
export async function whileBusy(element, action) {
  if (element.getAttribute('aria-disabled') === 'true') return
  element.setAttribute('aria-disabled', 'true')
  await action()
  element.removeAttribute('aria-disabled')
}

/**
 * A button of one row, with its error message beside it. Calls `done` unless `action` answers false.
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
  const made = button(label, () => whileBusy(made, run), {
    class: look,
    'aria-label': `${label} ${of}`.trim(),
  })
  place.append(made)
  return place
}

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly (Node | string)[])[]} rows
 * @param {string} label
 * @param {string} [empty] the sentence to show when there are no rows
 */
export function table(heads, rows, label, empty) {
  if (rows.length === 0 && empty !== undefined) return el('p', {}, empty)
  const headCells = heads.map((head) => el('th', { scope: 'col' }, head))
  const bodyRows = rows.map((row) => {
    const cells = row.map((cell, at) => el('td', { 'data-label': heads[at] }, cell))
    return el('tr', {}, cells)
  })
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    el('table', {}, el('thead', {}, el('tr', {}, headCells)), el('tbody', {}, bodyRows)),
  )
}

/**
 * @param {string} title
 * @param {...(Node | string | undefined)} content
 */
export function card(title, ...content) {
  return el('section', { class: 'card' }, el('h2', {}, title), ...content)
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

/**
 * A secret that cannot be shown again.
 * @param {string} what
 * @param {string} value
 */
export function shownOnce(what, value) {
  return el(
    'div',
    { class: 'notice good', role: 'status' },
    el('p', {}, el('strong', {}, `${what} is shown only once. Save it now.`)),
    buttons(
      el('code', {}, value),
      copyButton(() => value, what.charAt(0).toLowerCase() + what.slice(1)),
    ),
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
