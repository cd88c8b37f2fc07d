// Forms and dialogs: fields, buttons, and errors next to their fields.

import { button, el, select, whileBusy } from '../dom.js'
import { Refusal } from './api.js'
import { clearMessages, inWords } from './parts.js'

/**
 * @typedef {object} Field
 * @property {string} name as the API calls it
 * @property {string} label
 * @property {string} [type] of the input, `textarea`, or `checks` to choose several: their names, separated by spaces
 * @property {string} [hint]
 * @property {string} [value]
 * @property {boolean} [required]
 * @property {string} [placeholder]
 * @property {string} [autocomplete] `off` by default
 * @property {readonly (readonly [value: string, label: string])[]} [options] to choose one of
 */

/** A field for the address of the person at the browser. */
export const OWN_EMAIL = { name: 'email', type: 'email', autocomplete: 'email', required: true }

let forms = 0

/**
 * A form that shows an error next to the field it names.
 * @param {readonly Field[]} fields
 * @param {string} label of its button
 * @param {(values: Record<string, string>) => Promise<string | void>} act returns the message to show, if any
 * @param {string} [look] classes of its button
 */
export function form(fields, label, act, look = 'primary') {
  forms += 1
  const id = `form-${forms}`
  const made = fields.map((field) => fieldElement(field, `${id}-${field.name}`))
  const submit = el('button', { type: 'submit', class: look }, label)
  const message = el('p', { class: 'form-message', role: 'status' })
  const element = el('form', { class: 'form', novalidate: true })
  const places = made.map(({ place }) => place)
  if (places.length > 0) element.append(el('div', { class: 'row' }, places))
  element.append(el('div', { class: 'buttons' }, submit), message)
  const send = async () => {
    try {
      const values = made.map(({ field, value }) => [field.name, value()])
      const answer = await act(Object.fromEntries(values))
      if (typeof answer !== 'string') return
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
    const isChoice = empty?.field.type === 'checks'
    if (empty === undefined) void whileBusy(submit, send)
    else empty.showError(isChoice ? 'Choose at least one.' : `${empty.field.label} is required.`)
  })
  return element
}

/** Without the fields that were left empty. @param {Record<string, string>} values */
export function given(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
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
  let isDone = false
  const submit = async (/** @type {Record<string, string>} */ values) => {
    await act(values)
    isDone = true
    dialog.close()
  }
  const question = form(fields, yes, submit, look)
  question.querySelector('.buttons')?.append(button('Cancel', () => dialog.close()))
  const dialog = openDialog(title, el('p', {}, text), question)
  dialog.addEventListener('close', () => resolve(isDone))
  return promise
}

/** @param {string} title @param {...Node} content */
export function openDialog(title, ...content) {
  const attributes = { class: 'card', 'aria-labelledby': 'question' }
  const dialog = el('dialog', attributes, el('h2', { id: 'question' }, title), ...content)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** @param {string} title @param {string} text @param {string} yes @param {string} [look] classes of its button */
export function confirmed(title, text, yes, look = 'danger') {
  return formDialog({ title, text, yes, look }, async () => undefined)
}

/** For a button that asks first. @param {Parameters<typeof confirmed>} question @param {() => Promise<unknown>} act */
export function asking(question, act) {
  return async () => (await confirmed(...question)) && act()
}

/** @param {ReturnType<typeof fieldElement>[]} made @param {HTMLElement} message @param {unknown} error */
function showFault(made, message, error) {
  const named = error instanceof Refusal ? error.field.replaceAll('_', '-') : ''
  const found = made.find(({ field }) => field.name.replaceAll('_', '-') === named)
  const words = inWords(error)
  if (found === undefined) return showMessage(message, words, true)
  // The form has its own names for what the API calls line_1.
  const [first = ''] = words.split(' ', 1)
  const isNamed = first.replaceAll('_', '-') === named
  found.showError(isNamed ? `${found.field.label}${words.slice(first.length)}` : words)
}

/** @param {HTMLElement} message @param {string} text @param {boolean} [isBad] */
function showMessage(message, text, isBad = false) {
  message.textContent = text
  message.classList.toggle('error', isBad)
}

/** @param {Field} field @param {string} id */
function fieldElement(field, id) {
  const { name, label, type = 'text', hint, value = '', options, placeholder } = field
  const { required = options !== undefined, autocomplete = 'off' } = field
  const described = [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ')
  const shared = { id, name, 'aria-describedby': described, required, placeholder }
  const isWhole = ['textarea', 'checks', 'url', 'email'].includes(type)
  const input =
    type === 'checks'
      ? checks({ ...shared, 'aria-label': label }, options ?? [], value)
      : options !== undefined
        ? select(shared, options, value)
        : type === 'textarea'
          ? el('textarea', shared)
          : el('input', { ...shared, type, autocomplete })
  if ('defaultValue' in input) input.defaultValue = value
  const error = el('p', { class: 'error', id: `${id}-error`, role: 'alert' })
  const optional = required ? undefined : el('small', {}, ' optional')
  const place = el(
    'div',
    { class: isWhole ? 'field whole' : 'field' },
    el('label', { for: id }, label, optional),
    input,
    hint && el('p', { class: 'hint', id: `${id}-hint` }, hint),
    error,
  )
  const controls = 'elements' in input ? [...input.elements] : [input]
  /** @param {string} text */
  const showError = (text) => {
    error.textContent = text
    for (const control of controls) control.setAttribute('aria-invalid', String(text !== ''))
    const [first] = controls
    if (text !== '' && first instanceof HTMLElement) first.focus()
  }
  const chosen = () =>
    [...input.querySelectorAll(':checked')].map((box) => box.getAttribute('value')).join(' ')
  return {
    field,
    place,
    showError,
    value: () => ('value' in input ? input.value.trim() : chosen()),
  }
}

/**
 * @param {import('../dom.js').Attributes} attributes
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} chosen
 */
function checks({ name, required: _, placeholder: _none, ...attributes }, options, chosen) {
  const boxes = options.map(([value, label]) => {
    const id = `${attributes.id}-${value}`
    const checked = chosen.split(' ').includes(value)
    const box = el('input', { type: 'checkbox', id, name, value, checked })
    return el('p', { class: 'check' }, box, el('label', { for: id }, label))
  })
  return el('fieldset', { ...attributes, class: 'checks' }, boxes)
}
