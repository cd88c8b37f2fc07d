// Forms and dialogs: fields, buttons, and errors beside the field they are about.

import { button, el, select } from '../dom.js'
import { Refusal } from './api.js'
import { clearMessages, inWords, whileBusy } from './parts.js'

/**
 * @typedef {object} Field
 * @property {string} name as the API calls it
 * @property {string} label
 * @property {string} [type] of the input; `textarea`, `select` and `checkbox` too
 * @property {string} [hint]
 * @property {string} [value]
 * @property {boolean} [required]
 * @property {string} [placeholder]
 * @property {string} [autocomplete] `off` by default
 * @property {readonly (readonly [value: string, label: string])[]} [options]
 */

let forms = 0

/**
 * A form that shows an error beside the field it names.
 * @param {readonly Field[]} fields
 * @param {string} label of its button
 * @param {(values: Record<string, string>) => Promise<string | undefined>} act returns the message to show
 * @param {string} [look] classes of its button
 */
export function form(fields, label, act, look = 'primary') {
  forms += 1
  const id = `form-${forms}`
  const made = fields.map((field) => fieldElement(field, `${id}-${field.name}`))
  const submit = el('button', { type: 'submit', class: look }, label)
  const message = el('p', { class: 'form-message', role: 'status' })
  const element = /** @type {HTMLFormElement} */ (el('form', { class: 'form', novalidate: true }))
  const places = made.map(({ place }) => place)
  if (places.length > 0) element.append(el('div', { class: 'row' }, places))
  element.append(el('div', { class: 'buttons' }, submit), message)
  const send = async () => {
    try {
      const values = made.map(({ field, value }) => [field.name, value()])
      const answer = await act(Object.fromEntries(values))
      if (answer === undefined) return
      element.reset()
      showMessage(message, answer)
    } catch (error) {
      showFault(made, message, error)
    }
  }
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    for (const field of made) field.showError('')
    clearMessages()
    const empty = made.find(({ field, value }) => field.required && value() === '')
    if (empty !== undefined) empty.showError(`${empty.field.label} is required.`)
    else void whileBusy(submit, send)
  })
  return element
}

/**
 * A form in a dialog. True once it was submitted, false if the person cancelled.
 * @param {{ title: string, text: string, fields?: readonly Field[], yes: string, look?: string }} question
 * @param {(values: Record<string, string>) => Promise<unknown>} act
 * @returns {Promise<boolean>}
 */
export function formDialog({ title, text, fields = [], yes, look = 'danger' }, act) {
  /** @type {PromiseWithResolvers<boolean>} */
  const { promise, resolve } = Promise.withResolvers()
  const dialog = /** @type {HTMLDialogElement} */ (
    el('dialog', { class: 'card', 'aria-labelledby': 'question' })
  )
  let isDone = false
  const submit = async (/** @type {Record<string, string>} */ values) => {
    await act(values)
    isDone = true
    dialog.close()
    return undefined
  }
  const question = form(fields, yes, submit, look)
  question.querySelector('.buttons')?.append(button('Cancel', () => dialog.close()))
  dialog.append(el('h2', { id: 'question' }, title), el('p', {}, text), question)
  dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(isDone)
  })
  document.body.append(dialog)
  dialog.showModal()
  return promise
}

/**
 * Asks before something that cannot be undone, or that costs something.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} [look] classes of its button
 */
export function confirmed(title, text, yes, look = 'danger') {
  return formDialog({ title, text, yes, look }, async () => undefined)
}

/**
 * The action of a button that asks first.
 * @param {Parameters<typeof confirmed>} question
 * @param {() => Promise<unknown>} act
 */
export function asking(question, act) {
  return async () => (await confirmed(...question)) && act()
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
  const { name, label, type = 'text', hint, value: initial = '', required, placeholder } = field
  const described = [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ')
  const shared = { id, name, 'aria-describedby': described, required, placeholder }
  const input = /** @type {HTMLInputElement} */ (inputOf(field, type, shared))
  if (type !== 'checkbox' && type !== 'select') input.defaultValue = initial
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
function inputOf({ options = [], value, autocomplete = 'off' }, type, shared) {
  if (type === 'textarea') return el('textarea', shared)
  if (type === 'select') return select(shared, options, value)
  return el('input', { ...shared, type, autocomplete })
}
