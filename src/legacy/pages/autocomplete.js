// getAddress.autocomplete('line1', token, {…}): suggestions under a text box of an older page.

import { announce, clientOf } from './client.js'
import { elementOf, fill, publish, SAME_NAMES, version } from './page.js'

/** @typedef {import('./page.js').Address} Address */
/** @typedef {import('./page.js').Fields} Fields */
/** @typedef {import('./client.js').Suggestion} Suggestion */

/** @type {Autocomplete[]} */
const shown = []

/** @param {string} id or a selector @param {string} key @param {Partial<AutocompleteOptions>} [options] */
export function autocomplete(id, key, options) {
  const input = elementOf(id)
  if (!(input instanceof HTMLInputElement)) return undefined
  shown.push(new Autocomplete(input, key, { ...AUTOCOMPLETE_DEFAULTS, ...options }))
  // Pages listen to it, and those of the third version wait for it.
  return input
}

function destroy() {
  for (const each of shown.splice(0)) each.destroy()
}

/** What pages are told, and by which names: addresses here, places in location.js. */
const OF_ADDRESSES = {
  suggested: 'getaddress-autocomplete-suggestions',
  selected: [
    'getaddress-autocomplete-address-selected',
    'getaddress-autocomplete-selected',
    'getaddress-address-selected',
  ],
  result: 'address',
}

const LIST_STYLE =
  'position: absolute; z-index: 1000; left: 0; min-width: 100%; max-height: 20em; ' +
  'overflow-y: auto; margin: 0; padding: 0; list-style: none; cursor: pointer; ' +
  'background: #fff; color: #222; border: 1px solid #aaa'

export const AUTOCOMPLETE_DEFAULTS = {
  names: OF_ADDRESSES,
  id_prefix: 'getAddress-autocomplete',
  css_prefix: 'getAddress_autocomplete',
  delay: 200,
  minimum_characters: 2,
  suggestion_count: 6,
  suggestion_template: /** @type {string | undefined} */ (
    '{formatted_address}{postcode,, }{postcode}'
  ),
  show_all_for_postcode: false,
  show_postcode: false,
  enable_get: true,
  clear_list_on_select: true,
  select_on_focus: true,
  input_focus_on_select: true,
  bind_output_fields: true,
  /** Only the first version looked for fields on its own. */
  set_default_output_field_names: version === 1,
  input_class_names: /** @type {string[]} */ ([]),
  list_class_names: /** @type {string[]} */ ([]),
  container_class_names: /** @type {string[]} */ ([]),
  suggestion_class_names: /** @type {string[]} */ ([]),
  suggestion_focused_class_names: /** @type {string[]} */ ([]),
}

/**
 * @typedef {typeof AUTOCOMPLETE_DEFAULTS & {
 *   output_fields?: Fields, filter?: object, location?: object, list_width?: string,
 *   search?: string[], alt_autocomplete_url?: string, alt_get_url?: string,
 *   selected?: (address: Address) => void,
 * }} AutocompleteOptions
 */

class Autocomplete {
  /** @param {HTMLInputElement} input @param {string} key @param {AutocompleteOptions} options */
  constructor(input, key, options) {
    this.input = input
    this.options = options
    this.client = clientOf(key, options.alt_autocomplete_url, options.alt_get_url)
    /** @type {Suggestion[]} */
    this.suggestions = []
    this.active = -1
    this.asked = 0
    this.number = shown.length
    this.list = this.newList()
    this.stop = new AbortController()
    this.listen()
  }

  newList() {
    const { css_prefix, id_prefix, list_width, ...names } = this.options
    const suffix = this.number === 0 ? '' : `-${this.number}`
    this.container = document.createElement('div')
    this.container.id = `${id_prefix}-container${suffix}`
    this.container.classList.add(`${css_prefix}_container`, ...names.container_class_names)
    this.container.style.position = 'relative'
    const list = document.createElement('ul')
    list.id = `${id_prefix}-list${suffix}`
    list.classList.add(`${css_prefix}_list`, ...names.list_class_names)
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', 'Addresses')
    list.hidden = true
    list.style.cssText = LIST_STYLE
    if (list_width) list.style.width = list_width
    this.container.append(list)
    this.input.after(this.container)
    this.input.classList.add(`${css_prefix}_input`, ...names.input_class_names)
    return list
  }

  listen() {
    const { input, list, options } = this
    const { signal } = this.stop
    const attributes = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false' }
    for (const [name, value] of Object.entries({ ...attributes, 'aria-controls': list.id })) {
      input.setAttribute(name, value)
    }
    input.autocomplete = 'off'
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    const onInput = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void this.search(options.show_all_for_postcode), options.delay)
    }
    input.addEventListener('input', onInput, { signal })
    input.addEventListener('keydown', (event) => this.onKey(event), { signal })
    input.addEventListener('blur', () => this.close(), { signal })
    if (options.select_on_focus) input.addEventListener('focus', () => input.select(), { signal })
    // The box keeps the focus, or the list would close before the click arrives.
    list.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
    list.addEventListener('click', (event) => this.onClick(event), { signal })
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const item = /** @type {Element} */ (event.target).closest('li')
    if (item !== null) void this.choose([...this.list.children].indexOf(item))
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (this.list.hidden) return
    const last = this.suggestions.length - 1
    const { active } = this
    if (event.key === 'ArrowDown') this.activate(Math.min(active + 1, last))
    else if (event.key === 'ArrowUp') this.activate(Math.max(active - 1, 0))
    else if (event.key === 'Escape') this.close()
    else if (event.key === 'Enter' && active >= 0) void this.choose(active)
    else return
    event.preventDefault()
  }

  /** @param {number} at */
  activate(at) {
    const { css_prefix, suggestion_focused_class_names: more } = this.options
    const names = [`${css_prefix}_suggestion_focused`, ...more]
    for (const [index, item] of /** @type {HTMLElement[]} */ ([...this.list.children]).entries()) {
      const isActive = index === at
      item.setAttribute('aria-selected', String(isActive))
      for (const name of names) item.classList.toggle(name, isActive)
      item.style.background = isActive ? '#dbe9ff' : ''
      if (!isActive) continue
      this.input.setAttribute('aria-activedescendant', item.id)
      item.scrollIntoView({ block: 'nearest' })
    }
    this.active = at
  }

  /** @param {boolean} all */
  async search(all) {
    const { input, options } = this
    const query = input.value.trim()
    this.asked += 1
    const turn = this.asked
    if (query.length < options.minimum_characters) return this.close()
    const { filter, location, suggestion_count: top, suggestion_template: template } = options
    const { search } = options
    const wanted = { top, template, all, search, 'show-postcode': options.show_postcode }
    await announce(input, [options.names.suggested], { query }, async () => {
      const suggestions = await this.client.suggest(query, { ...wanted, filter, location })
      // What was typed since is asked for already.
      if (turn !== this.asked) return undefined
      this.show(suggestions)
      return { suggestions }
    })
  }

  /** @param {Suggestion[]} suggestions */
  show(suggestions) {
    const { css_prefix, id_prefix, suggestion_class_names: more } = this.options
    this.suggestions = suggestions
    const items = suggestions.map(({ address, id }, at) => {
      const item = document.createElement('li')
      item.id = `${id_prefix}-suggestion-${this.number}-${at}`
      item.dataset.id = id
      item.setAttribute('role', 'option')
      item.classList.add(`${css_prefix}_suggestion`, ...more)
      item.style.padding = '6px 8px'
      item.textContent = address
      return item
    })
    this.list.replaceChildren(...items)
    this.list.hidden = items.length === 0
    this.input.setAttribute('aria-expanded', String(items.length > 0))
    this.active = -1
  }

  /** @param {number} at */
  async choose(at) {
    const { input, options } = this
    const suggestion = this.suggestions[at]
    if (suggestion === undefined) return
    if (options.clear_list_on_select) this.close()
    input.value = suggestion.address
    if (!options.enable_get) return
    const { id } = suggestion
    let address
    await announce(input, options.names.selected, { id }, async () => {
      address = await this.client.get(id)
      if (options.bind_output_fields) fill(this.fields(), address)
      if (options.input_focus_on_select) input.focus()
      return { [options.names.result]: address }
    })
    if (address !== undefined) options.selected?.(address)
  }

  fields() {
    const { output_fields, set_default_output_field_names: isFound } = this.options
    return { ...(isFound && SAME_NAMES), ...output_fields }
  }

  close() {
    this.list.hidden = true
    this.input.setAttribute('aria-expanded', 'false')
    this.input.removeAttribute('aria-activedescendant')
  }

  destroy() {
    this.stop.abort()
    this.container?.remove()
    this.input.removeAttribute('role')
  }
}

publish({ autocomplete, autocompleteNative: autocomplete, destroy })
