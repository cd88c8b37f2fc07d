// Short ways to create elements. Text is always text, never HTML.

/** @typedef {string | Node | undefined | readonly (string | Node | undefined)[]} Content */
/** @typedef {Readonly<Record<string, string | number | boolean | undefined>>} Attributes */

/**
 * `el('p', { class: 'hint' }, 'text', otherElement)`; an attribute that is undefined or false is left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Content} content
 */
export function el(name, attributes = {}, ...content) {
  return filled(document.createElement(name), attributes, content)
}

/** The same for SVG. @param {string} name @param {Attributes} [attributes] @param {...Content} content */
export function svg(name, attributes = {}, ...content) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, content)
}

/** @template {Element} Made @param {Made} element @param {Attributes} attributes @param {Content[]} content */
function filled(element, attributes, content) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : String(value))
    }
  }
  for (const part of content.flat()) if (part !== undefined) element.append(part)
  return element
}

/** The element with this id, which the page is known to have. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no ${id}.`)
  return element
}

/** @param {string} text @param {string} [look] good, warm or bad */
export function badge(text, look = '') {
  return el('span', { class: look === '' ? 'badge' : `badge ${look}` }, text)
}

/** An input with an id, under its label. @param {string} label @param {HTMLElement} input @param {...Content} more */
export function field(label, input, ...more) {
  return el('div', { class: 'field' }, el('label', { for: input.id }, label), input, ...more)
}

/**
 * A field to choose one of several values.
 * @param {Attributes} attributes
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} [chosen]
 * @param {(value: string) => unknown} [onChange]
 */
export function select(attributes, options, chosen, onChange = () => undefined) {
  const choices = options.map(([value, label]) =>
    el('option', { value, selected: value === chosen }, label),
  )
  const element = el('select', attributes, choices)
  element.addEventListener('change', () => onChange(element.value))
  return element
}

/** @param {string} label @param {() => unknown} act @param {Attributes} [attributes] */
export function button(label, act, attributes = {}) {
  const element = el('button', { type: 'button', ...attributes }, label)
  element.addEventListener('click', () => whileBusy(element, act))
  return element
}

/** Ignores further clicks on a button while its action runs. @param {HTMLElement} element @param {() => unknown} act */
export async function whileBusy(element, act) {
  if (element.ariaDisabled === 'true') return
  element.ariaDisabled = 'true'
  try {
    await act()
  } finally {
    element.ariaDisabled = null
  }
}

/** Copies a text and confirms it on the button itself. @param {() => string} textOf @param {string} what */
export function copyButton(textOf, what) {
  const act = async () => {
    // Without https a page may not write to the clipboard, unless it is on this machine.
    const copied = navigator.clipboard?.writeText(textOf()).then(() => 'Copied')
    copy.textContent = (await copied?.catch(() => undefined)) ?? 'Select the text to copy it'
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, 2000)
  }
  const copy = button('Copy', act, { class: 'small', 'aria-label': `Copy ${what}` })
  return copy
}

/** A text with a button to copy it. @param {string} text @param {string} what it is */
export function copyable(text, what) {
  const copy = copyButton(() => text, what)
  return el('div', { class: 'buttons' }, el('code', {}, text), copy)
}

/** The data that the server put into the page. */
export function pageFacts() {
  return JSON.parse(byId('facts').textContent ?? '{}')
}

/** @typedef {{ product: string, name: string, adjective: string, term: string }} Country */

/** @param {string} product */
export function countryNamed(product) {
  return countries().find((country) => country.product === product)
}

/** For a choice: products and the names of their countries. */
export function countryOptions() {
  return countries().map(({ product, name }) => /** @type {[string, string]} */ ([product, name]))
}

/** @returns {readonly Country[]} */
function countries() {
  return pageFacts().countries
}
