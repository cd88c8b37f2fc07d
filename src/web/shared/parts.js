// What the sections are made of: cards, tables, loading, refusals in words, questions before what cannot be undone.

import { button, el } from '../dom.js'
import { refusalInWords } from '../words.js'
import { Refusal } from './api.js'

/**
 * Shows what `load` makes; until then that it is loading, and when it fails, why.
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

/** What an earlier action said is over when the next one begins. */
export function clearMessages() {
  for (const message of document.querySelectorAll('.form-message, .row-message')) {
    message.textContent = ''
  }
}

/**
 * @param {unknown} error
 * @param {() => unknown} [again]
 */
function failure(error, again) {
  if (error instanceof Refusal && error.status === 404) {
    return el('p', { class: 'notice' }, 'This deployment does not serve this part of the API yet.')
  }
  return el(
    'div',
    { class: 'notice bad', role: 'alert' },
    el('p', {}, inWords(error)),
    again && el('p', {}, button('Try again', again, { class: 'small' })),
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

/**
 * Asks the person to confirm what cannot be undone, or what costs something.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} [look] classes of its button
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes, look = 'danger') {
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (
      el('dialog', { class: 'card', 'aria-labelledby': 'question' })
    )
    let answer = false
    const close = (/** @type {boolean} */ chosen) => () => {
      answer = chosen
      dialog.close()
    }
    dialog.append(
      el('h2', { id: 'question' }, title),
      el('p', {}, text),
      el(
        'div',
        { class: 'buttons' },
        button(yes, close(true), { class: look }),
        button('Cancel', close(false)),
      ),
    )
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(answer)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}

/**
 * A button for one row: does it, shows what went wrong, and then calls `done`.
 * @param {string} label
 * @param {string} of what it is for, which the screen reader needs
 * @param {() => Promise<boolean | undefined>} act false when the person has cancelled
 * @param {() => unknown} done
 * @param {string} [look]
 */
export function rowButton(label, of, act, done, look = 'small') {
  const place = el('span')
  const made = button(
    label,
    async () => {
      made.setAttribute('aria-disabled', 'true')
      clearMessages()
      try {
        if ((await act()) !== false) await done()
      } catch (error) {
        place.replaceChildren(
          made,
          el('span', { class: 'error row-message', role: 'alert' }, ` ${inWords(error)}`),
        )
      }
      made.removeAttribute('aria-disabled')
    },
    { class: look, 'aria-label': `${label} ${of}` },
  )
  place.append(made)
  return place
}

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly (Node | string)[])[]} rows
 * @param {string} label
 */
export function table(heads, rows, label) {
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          heads.map((head) => el('th', { scope: 'col' }, head)),
        ),
      ),
      el(
        'tbody',
        {},
        rows.map((row) =>
          el(
            'tr',
            {},
            row.map((cell, at) => el('td', { 'data-label': heads[at] }, cell)),
          ),
        ),
      ),
    ),
  )
}

/**
 * @param {string} title
 * @param {...(Node | string | undefined)} content
 */
export function card(title, ...content) {
  return el('section', { class: 'card' }, el('h2', {}, title), ...content)
}

/** @param {readonly (readonly [string, string | Node])[]} pairs */
export function factList(pairs) {
  return el(
    'dl',
    { class: 'facts' },
    pairs.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  )
}

/**
 * A secret that is shown this once.
 * @param {string} what
 * @param {string} value
 * @param {Node} copy
 */
export function shownOnce(what, value, copy) {
  return el(
    'div',
    { class: 'notice good', role: 'status' },
    el('p', {}, el('strong', {}, `${what} is shown this once. Keep it now.`)),
    el('div', { class: 'buttons' }, el('code', {}, value), copy),
  )
}
