// Short ways to create elements. Text is always text, never HTML.

/** @typedef {string | Node | undefined | readonly (string | Node | undefined)[]} Content */

/**
 * `el('p', { class: 'hint' }, 'text', otherElement)`; an attribute that is undefined or false is left out.
 * @param {string} name
 * @param {Readonly<Record<string, string | number | boolean | undefined>>} [attributes]
 * @param {...Content} content
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...content) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : String(value))
    }
  }
  for (const part of content.flat()) if (part !== undefined) element.append(part)
  return element
}

/**
 * The same for SVG.
 * @param {string} name
 * @param {Readonly<Record<string, string | number>>} [attributes]
 * @param {...(Node | string)} content
 */
export function svg(name, attributes = {}, ...content) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.append(...content)
  return element
}

/**
 * The element with this id, which the page is known to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no ${id}.`)
  return element
}

/** @param {string} text @param {string} [look] good, warm or bad */
export function badge(text, look = '') {
  return el('span', { class: look === '' ? 'badge' : `badge ${look}` }, text)
}

/**
 * A field to choose one of several values.
 * @param {Readonly<Record<string, string | boolean | undefined>>} attributes
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} [chosen]
 * @param {(value: string) => unknown} [onChange]
 */
export function select(attributes, options, chosen, onChange = () => undefined) {
  const choices = options.map(([value, label]) =>
    el('option', { value, selected: value === chosen }, label),
  )
  const element = /** @type {HTMLSelectElement} */ (el('select', attributes, choices))
  element.addEventListener('change', () => onChange(element.value))
  return element
}

/**
 * @param {string} label
 * @param {(event: Event) => unknown} act
 * @param {Readonly<Record<string, string | boolean>>} [attributes]
 */
export function button(label, act, attributes = {}) {
  const element = el('button', { type: 'button', ...attributes }, label)
  element.addEventListener('click', act)
  return element
}

/**
 * Copies a text and confirms it on the button itself.
 * @param {() => string} textOf
 * @param {string} what
 */
export function copyButton(textOf, what) {
  const copy = button(
    'Copy',
    async () => {
      // Without https a page may not write to the clipboard, unless it is on this machine.
      const isCopied = await navigator.clipboard?.writeText(textOf()).then(
        () => true,
        () => false,
      )
      copy.textContent = isCopied ? 'Copied' : 'Select the text to copy it'
      setTimeout(() => {
        copy.textContent = 'Copy'
      }, 2000)
    },
    { class: 'small', 'aria-label': `Copy ${what}` },
  )
  return copy
}

/** The data that the server put into the page. */
export function pageFacts() {
  return JSON.parse(byId('facts').textContent ?? '{}')
}

/** @typedef {{ product: string, name: string, adjective: string }} Country */

/** @param {string} product */
export function countryNamed(product) {
  /** @type {readonly Country[]} */
  const countries = pageFacts().countries
  return countries.find((country) => country.product === product)
}

/** For a choice: products and the names of their countries. */
export function countryOptions() {
  /** @type {readonly Country[]} */
  const countries = pageFacts().countries
  return countries.map(({ product, name }) => /** @type {[string, string]} */ ([product, name]))
}
