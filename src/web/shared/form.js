// A form of the console: its fields, its button, and the place where refusals are shown.

import { button, el } from '../dom.js'
import { Refusal } from './api.js'
import { clearMessages, inWords } from './parts.js'

/**
 * @typedef {object} Field
 * @property {string} name as the API calls it
 * @property {string} label
 * @property {string} [type] of the input; `textarea`, `select` and `checkbox` too
 * @property {string} [hint]
 * @property {string} [value]
 * @property {boolean} [required]
 * @property {string} [placeholder]
 * @property {string} [autocomplete] `off` where nothing is said
 * @property {readonly (readonly [value: string, label: string])[]} [options]
 */

let forms = 0

/**
 * A form that shows a refusal at the field that it names.
 * @param {readonly Field[]} fields
 * @param {string} label of its button
 * @param {(values: Record<string, string>) => Promise<string | undefined>} act answers the message to show
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
    for (const field of made) field.showError('')
    clearMessages()
    const empty = made.find(({ field, value }) => field.required && value() === '')
    if (empty !== undefined) return empty.showError(`${empty.field.label} is needed.`)
    submit.setAttribute('aria-disabled', 'true')
    try {
      const answer = await act(
        Object.fromEntries(made.map(({ field, value }) => [field.name, value()])),
      )
      if (answer !== undefined) {
        element.reset()
        showMessage(message, answer)
      }
    } catch (error) {
      showFault(made, message, error)
    }
    submit.removeAttribute('aria-disabled')
  })
  return element
}

/**
 * The same in a dialog; true once it was done, false when the person has cancelled.
 * @param {{ title: string, text?: string, fields: readonly Field[], yes: string, look?: string }} question
 * @param {(values: Record<string, string>) => Promise<unknown>} act
 * @returns {Promise<boolean>}
 */
export function formDialog({ title, text = '', fields, yes, look }, act) {
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (
      el('dialog', { class: 'card', 'aria-labelledby': 'form-question' })
    )
    let isDone = false
    const question = form(
      fields,
      yes,
      async (values) => {
        await act(values)
        isDone = true
        dialog.close()
        return undefined
      },
      look,
    )
    question.querySelector('.buttons')?.append(button('Cancel', () => dialog.close()))
    dialog.append(el('h2', { id: 'form-question' }, title), el('p', {}, text), question)
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(isDone)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}

/**
 * @param {ReturnType<typeof fieldElement>[]} made
 * @param {HTMLElement} message
 * @param {unknown} error
 */
function showFault(made, message, error) {
  const named = error instanceof Refusal ? error.field.replaceAll('_', '-') : ''
  const found = made.find(({ field }) => field.name.replaceAll('_', '-') === named)
  if (found !== undefined) found.showError(inWords(error))
  else showMessage(message, inWords(error), true)
}

/**
 * @param {HTMLElement} message
 * @param {string} text
 * @param {boolean} [isBad]
 */
function showMessage(message, text, isBad = false) {
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
  const showError = (text) => {
    error.textContent = text
    input.setAttribute('aria-invalid', String(text !== ''))
    if (text !== '') input.focus()
  }
  return {
    field,
    place,
    showError,
    value: () => (type === 'checkbox' ? String(input.checked) : input.value.trim()),
  }
}

/**
 * @param {Field} field
 * @param {string} type
 * @param {Readonly<Record<string, string | boolean | undefined>>} shared
 */
function inputOf({ options = [], value: usual, autocomplete = 'off' }, type, shared) {
  if (type === 'textarea') return el('textarea', shared)
  if (type !== 'select') return el('input', { ...shared, type, autocomplete })
  const choices = options.map(([value, label]) =>
    el('option', { value, selected: value === usual }, label),
  )
  return el('select', shared, choices)
}
