// What the sections are made of: loading, refusals in words, forms with errors at their fields, questions.

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
 * @typedef {object} Field
 * @property {string} name as the API calls it
 * @property {string} label
 * @property {string} [type] of the input; `textarea`, `select` and `checkbox` too
 * @property {string} [hint]
 * @property {string} [value]
 * @property {boolean} [required]
 * @property {string} [placeholder]
 * @property {readonly (readonly [value: string, label: string])[]} [options]
 */

let forms = 0

/**
 * A form whose refusals stand beside the field that they name.
 * @param {readonly Field[]} fields
 * @param {string} label of its button
 * @param {(values: Record<string, string>) => Promise<string | undefined>} act answers what to say when it is done
 * @param {string} [look] classes of its button
 */
export function form(fields, label, act, look = 'primary') {
  forms += 1
  const id = `form-${forms}`
  const made = fields.map((field) => fieldElement(field, `${id}-${field.name}`))
  const submit = el('button', { type: 'submit', class: look }, label)
  const message = el('p', { class: 'form-message', role: 'status' })
  const element = /** @type {HTMLFormElement} */ (el('form', { class: 'form', novalidate: true }))
  element.append(
    el(
      'div',
      { class: 'row' },
      made.map(({ place }) => place),
    ),
  )
  element.append(el('div', { class: 'buttons' }, submit), message)
  element.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (submit.getAttribute('aria-disabled') === 'true') return
    for (const field of made) field.tell('')
    say(message, '')
    const empty = made.find(({ field, value }) => field.required && value() === '')
    if (empty !== undefined) return empty.tell(`${empty.field.label} is needed.`)
    submit.setAttribute('aria-disabled', 'true')
    try {
      const said = await act(
        Object.fromEntries(made.map(({ field, value }) => [field.name, value()])),
      )
      if (said !== undefined) {
        element.reset()
        say(message, said)
      }
    } catch (error) {
      tellFault(made, message, error)
    }
    submit.removeAttribute('aria-disabled')
  })
  return element
}

/**
 * @param {ReturnType<typeof fieldElement>[]} made
 * @param {HTMLElement} message
 * @param {unknown} error
 */
function tellFault(made, message, error) {
  const named = error instanceof Refusal ? error.field.replaceAll('_', '-') : ''
  const found = made.find(({ field }) => field.name.replaceAll('_', '-') === named)
  if (found !== undefined) found.tell(inWords(error))
  else say(message, inWords(error), true)
}

/**
 * @param {HTMLElement} message
 * @param {string} text
 * @param {boolean} [isBad]
 */
function say(message, text, isBad = false) {
  message.textContent = text
  message.classList.toggle('error', isBad)
}

/**
 * @param {Field} field
 * @param {string} id
 */
function fieldElement(field, id) {
  const { name, label, type = 'text', hint, value: usual = '', required, placeholder } = field
  const described = [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ')
  const shared = { id, name, 'aria-describedby': described, required, placeholder }
  const input = /** @type {HTMLInputElement} */ (inputOf(field, type, shared))
  if (type !== 'checkbox' && type !== 'select') input.defaultValue = usual
  const error = el('p', { class: 'error', id: `${id}-error`, role: 'alert' })
  const place = el(
    'div',
    { class: type === 'textarea' ? 'field whole' : 'field' },
    el('label', { for: id }, label, required ? undefined : el('small', {}, ' optional')),
    input,
    hint && el('p', { class: 'hint', id: `${id}-hint` }, hint),
    error,
  )
  /** @param {string} text */
  const tell = (text) => {
    error.textContent = text
    input.setAttribute('aria-invalid', String(text !== ''))
    if (text !== '') input.focus()
  }
  return {
    field,
    place,
    tell,
    value: () => (type === 'checkbox' ? String(input.checked) : input.value.trim()),
  }
}

/**
 * @param {Field} field
 * @param {string} type
 * @param {Readonly<Record<string, string | boolean | undefined>>} shared
 */
function inputOf({ options = [], value: usual }, type, shared) {
  if (type === 'textarea') return el('textarea', shared)
  if (type !== 'select') return el('input', { ...shared, type, autocomplete: 'off' })
  const choices = options.map(([value, label]) =>
    el('option', { value, selected: value === usual }, label),
  )
  return el('select', shared, choices)
}

/**
 * Asks before something that cannot be undone.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(title, text, yes) {
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
        button(yes, close(true), { class: 'danger' }),
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
 * @param {() => Promise<boolean | undefined>} act false when the person thought better of it
 * @param {() => unknown} done
 * @param {string} [look]
 */
export function rowButton(label, of, act, done, look = 'small') {
  const place = el('span')
  const made = button(
    label,
    async () => {
      made.setAttribute('aria-disabled', 'true')
      try {
        if ((await act()) !== false) await done()
      } catch (error) {
        place.replaceChildren(
          made,
          el('span', { class: 'error', role: 'alert' }, ` ${inWords(error)}`),
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
