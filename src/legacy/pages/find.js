// getAddress.find('lookup', token, {…}): a postcode box, a button and a list of addresses on an older page.

import { Client, factsOf } from './client.js'
import { announce, elementOf, fill, SAME_NAMES } from './page.js'

/** @typedef {Partial<Record<string, string>>} Part */

/**
 * @typedef {object} FindOptions
 * @property {Part} [input] id, name, class, label
 * @property {Part} [button] id, class, label, disabled_message
 * @property {Part} [dropdown] id, class, select_message, template
 * @property {Part} [error_message] id, class, not_found
 * @property {import('./page.js').Fields} [output_fields]
 * @property {{ autocomplete_url?: string, get_url?: string, autocomplete_options?: object }} [endpoints]
 */

let shownBefore = 0

/**
 * @param {string} id of the element that it is put into
 * @param {string} key
 * @param {FindOptions} [options]
 */
export function find(id, key, options = {}) {
  const place = elementOf(id)
  if (place !== null) new Find(place, key, options)
  return place
}

class Find {
  /**
   * @param {Element} place
   * @param {string} key
   * @param {FindOptions} options
   */
  constructor(place, key, options) {
    this.place = place
    this.options = options
    const { autocomplete_url: autocomplete, get_url: get } = options.endpoints ?? {}
    this.client = new Client(key, { autocomplete, get })
    this.fields = { ...SAME_NAMES, ...options.output_fields }
    this.suffix = shownBefore === 0 ? '' : `_${shownBefore}`
    shownBefore += 1
    /** @type {HTMLElement[]} */
    this.found = []
    this.input = this.newInput()
    this.button = this.newButton()
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {string} role
   * @param {Part | undefined} part
   */
  add(name, role, part) {
    const element = document.createElement(name)
    element.id = part?.id ?? `getaddress_${role}${this.suffix}`
    element.className = part?.class ?? ''
    this.place.append(element)
    return element
  }

  newInput() {
    const { input: part } = this.options
    const input = this.add('input', 'input', part)
    const label = part?.label ?? 'Enter your Postcode'
    Object.assign(input, { type: 'text', autocomplete: 'off', placeholder: label })
    input.name = part?.name ?? input.id
    input.setAttribute('aria-label', label)
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      // The form around it is not sent by this.
      event.preventDefault()
      void this.search()
    })
    return input
  }

  newButton() {
    const { button: part } = this.options
    const button = this.add('button', 'button', part)
    button.type = 'button'
    // The page's own words, which may be an icon.
    button.innerHTML = part?.label ?? 'Search'
    button.addEventListener('click', () => void this.search())
    return button
  }

  async search() {
    const { place, options, button } = this
    const query = this.input.value.trim()
    if (query === '' || button.disabled) return
    const label = button.innerHTML
    button.disabled = true
    button.innerHTML = options.button?.disabled_message ?? 'Fetching Addresses...'
    this.clear()
    const template = options.dropdown?.template || undefined
    const wanted = { all: true, template, ...options.endpoints?.autocomplete_options }
    try {
      const suggestions = await this.client.suggest(query, wanted)
      this.offer(suggestions)
      if (suggestions.length === 0) this.tell()
      announce(place, ['getaddress-find-suggestions'], { query, suggestions })
    } catch (error) {
      this.tell()
      announce(place, ['getaddress-find-suggestions-failed'], { query, ...factsOf(error) })
    } finally {
      button.disabled = false
      button.innerHTML = label
    }
  }

  /** @param {import('./client.js').Suggestion[]} suggestions */
  offer(suggestions) {
    const { dropdown: part } = this.options
    const dropdown = this.add('select', 'dropdown', part)
    const message = part?.select_message ?? 'Select your Address'
    dropdown.setAttribute('aria-label', message)
    dropdown.append(new Option(message, 'open'))
    for (const { id, address } of suggestions) dropdown.append(new Option(address, id))
    dropdown.addEventListener('change', () => void this.choose(dropdown.value))
    this.found.push(dropdown)
  }

  /** @param {string} id */
  async choose(id) {
    if (id === 'open') return
    const names = ['getaddress-find-address-selected', 'getaddress-address-selected']
    try {
      const address = await this.client.get(id)
      fill(this.fields, address)
      announce(this.place, names, { id, address })
    } catch (error) {
      this.tell()
      const failed = names.map((name) => `${name}-failed`)
      announce(this.place, failed, { id, ...factsOf(error) })
    }
  }

  tell() {
    const { error_message: part } = this.options
    const message = this.add('p', 'error_message', part)
    message.setAttribute('role', 'alert')
    message.textContent = part?.not_found ?? 'Address not found'
    this.found.push(message)
  }

  clear() {
    for (const element of this.found.splice(0)) element.remove()
    fill(this.fields)
  }
}
