// $('#lookup').getAddress({…}): the jQuery plugin of pages that were written for the service that closed.

import { ask, Refused } from './client.js'
import { urlOf, version } from './page.js'

/**
 * The little of the page's own jQuery that is used. A page may have any version from 1.9 on, also the slim one.
 * @typedef {object} Elements
 * @property {number} length
 * @property {(index: number) => HTMLElement | undefined} get
 * @property {(events: string, handler: (event: KeyboardEvent) => void) => Elements} on
 * @property {(value: string) => Elements} val
 */

/** @typedef {string | Readonly<Record<string, string>> | readonly string[]} Address */
/** @typedef {{ addresses?: Address[], Addresses?: Address[], postcode?: string }} Answer */

/** @typedef {((what: unknown) => Elements) & { fn: object }} JQuery */

const { jQuery } = /** @type {{ jQuery: JQuery }} */ (/** @type {unknown} */ (window))
if (jQuery === undefined) throw new Error('The getAddress plugin must be loaded after jQuery.')

/** Pages of the second version style and read other ids, and other answers, than those of the later ones. */
const ids = version === 2 ? 'opc' : 'getaddress'
const path = version === 2 ? '/v2/uk' : '/find'

/** All that a page may set, but for what `Options` adds to it. */
const DEFAULTS = {
  output_fields: /** @type {Readonly<Record<string, string | undefined>>} */ ({
    line_1: '#line1',
    line_2: '#line2',
    line_3: '#line3',
    post_town: '#town',
    county: '#county',
    postcode: '#postcode',
  }),
  input_id: `${ids}_input`,
  input_name: `${ids}_input`,
  input_class: '',
  input_label: 'Enter your Postcode',
  button_id: `${ids}_button`,
  button_class: '',
  button_label: 'Find your Address',
  button_disabled_message: 'Fetching Addresses...',
  dropdown_id: `${ids}_dropdown`,
  dropdown_class: '',
  dropdown_select_message: 'Select your Address',
  error_message_id: `${ids}_error_message`,
  error_message_class: '',
  error_message_postcode_invalid: 'This is not a full postcode. Please check it.',
  error_message_postcode_not_found: 'No address has this postcode. Please type your address.',
  error_message_default: 'The address could not be looked up. Please type your address.',
  lookup_interval: 1000,
}

/**
 * `input` and `button` are elements of the page's own, by selector.
 * @typedef {typeof DEFAULTS & {
 *   api_key?: string, api_endpoint?: string, input?: string, button?: string,
 *   onLookupSuccess?: (data: Answer) => void,
 *   onLookupError?: (error: unknown) => void,
 *   onAddressSelected?: (this: Element, address: Address, index: number) => void,
 * }} Options
 */

/**
 * @param {string} text
 * @returns {boolean}
 */
function isPostcode(text) {
  return /^\s*([a-z0-9]{2,4}\s*\d[a-z]{2}|xx\s*\d\s*\d\dx)\s*$/i.test(text)
}

/**
 * @param {string} postcode
 * @param {string | undefined} key
 * @param {string} [endpoint] of the page's own
 * @returns {Promise<Answer>}
 */
function lookUp(postcode, key, endpoint = path) {
  const url = urlOf(endpoint)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(postcode.replace(/\s/g, ''))}`
  if (version !== 2 && version !== 3) url.searchParams.set('expand', 'true')
  return ask(url.href, key)
}

/**
 * An address by the names of its parts, in whichever of its three forms it came.
 * @param {Address} address
 * @returns {Record<string, string>}
 */
function partsOf(address) {
  if (typeof address === 'object' && !Array.isArray(address)) {
    return { .../** @type {Record<string, string>} */ (address) }
  }
  const parts = typeof address === 'string' ? address.split(',') : [...address]
  const names =
    parts.length === 5
      ? ['line_1', 'line_2', 'line_3', 'town_or_city', 'county']
      : ['line_1', 'line_2', 'line_3', 'line_4', 'locality', 'town_or_city', 'county']
  return Object.fromEntries(names.map((name, at) => [name, parts[at]?.trim() ?? '']))
}

/** @param {(string | undefined)[]} parts */
function joined(...parts) {
  return parts.filter(Boolean).join(', ')
}

/** @param {string} postcode */
function spaced(postcode) {
  const compact = postcode.replace(/\s/g, '').toUpperCase()
  return `${compact.slice(0, -3)} ${compact.slice(-3)}`
}

class Lookup {
  /**
   * @param {HTMLElement} place
   * @param {Options} options
   */
  constructor(place, options) {
    this.place = place
    this.options = options
    /** @type {HTMLElement[]} */
    this.made = []
    /** @type {HTMLElement | undefined} */
    this.dropdown = undefined
    /** @type {HTMLElement | undefined} */
    this.message = undefined
    this.input = /** @type {HTMLInputElement} */ (this.own(options.input) ?? this.newInput())
    this.button = /** @type {HTMLButtonElement} */ (this.own(options.button) ?? this.newButton())
    // By jQuery, so that a click that the page triggers by jQuery is heard too.
    jQuery(this.button).on('click', () => void this.search())
  }

  /**
   * The page's own element, if it has one.
   * @param {string | undefined} selector
   * @returns {HTMLElement | undefined}
   */
  own(selector) {
    return selector === undefined ? undefined : jQuery(selector).get(0)
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {string} id
   * @param {string} classes
   */
  add(name, id, classes) {
    const element = document.createElement(name)
    element.id = id
    element.className = classes
    this.place.append(element)
    this.made.push(element)
    return element
  }

  newInput() {
    const { input_id, input_name, input_class, input_label } = this.options
    const input = this.add('input', input_id, input_class)
    Object.assign(input, { type: 'text', name: input_name, autocomplete: 'off' })
    input.placeholder = input_label
    input.setAttribute('aria-label', input_label)
    jQuery(input).on('keypress', (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      void this.search()
    })
    return input
  }

  newButton() {
    const { button_id, button_class, button_label } = this.options
    const button = this.add('button', button_id, button_class)
    button.type = 'button'
    // The page's own words, which may be an icon.
    button.innerHTML = button_label
    return button
  }

  async search() {
    const { options, button } = this
    const typed = this.input.value
    this.clear()
    if (!isPostcode(typed)) return this.tell(options.error_message_postcode_invalid)
    const label = button.innerHTML
    button.disabled = true
    button.innerHTML = options.button_disabled_message
    try {
      const answer = await lookUp(typed, options.api_key, options.api_endpoint)
      this.offer(answer, answer.postcode ?? spaced(typed))
      options.onLookupSuccess?.(answer)
    } catch (error) {
      this.fail(error)
    } finally {
      setTimeout(() => this.allow(label), options.lookup_interval)
    }
  }

  /** @param {string} label */
  allow(label) {
    this.button.disabled = false
    this.button.innerHTML = label
  }

  /** @param {unknown} error */
  fail(error) {
    const { options } = this
    const status = error instanceof Refused ? error.status : 0
    if (status === 404) this.tell(options.error_message_postcode_not_found)
    else if (status === 400) this.tell(options.error_message_postcode_invalid)
    else this.tell(options.error_message_default)
    options.onLookupError?.(error)
  }

  /** @param {string} text */
  tell(text) {
    const { error_message_id, error_message_class } = this.options
    this.message = this.add('p', error_message_id, error_message_class)
    this.message.setAttribute('role', 'alert')
    this.message.innerHTML = text
  }

  /**
   * @param {Answer} answer
   * @param {string} postcode
   */
  offer(answer, postcode) {
    const { options } = this
    const addresses = answer.addresses ?? answer.Addresses ?? []
    const dropdown = this.add('select', options.dropdown_id, options.dropdown_class)
    dropdown.setAttribute('aria-label', options.dropdown_select_message)
    dropdown.append(new Option(options.dropdown_select_message, 'open'))
    for (const [at, address] of addresses.entries()) {
      const { line_1, line_2, line_3, line_4, locality, town_or_city, county } = partsOf(address)
      const text = joined(line_1, line_2, line_3, line_4, locality, town_or_city, county)
      dropdown.append(new Option(text, String(at)))
    }
    jQuery(dropdown).on('change', () => {
      const at = Number(dropdown.value)
      const address = addresses[at]
      if (address === undefined) return
      this.fill({ ...answer, ...partsOf(address), postcode })
      options.onAddressSelected?.call(dropdown, address, at)
    })
    this.dropdown = dropdown
  }

  /**
   * Without parts the fields are emptied.
   * @param {Record<string, unknown>} [parts]
   */
  fill(parts) {
    const { output_fields: fields } = this.options
    const {
      line_3,
      line_4,
      locality,
      town_or_city,
      formatted_address: lines,
    } = /** @type {Record<string, string>} */ (parts ?? {})
    const named = {
      ...parts,
      line_3: fields.line_4 ? line_3 : joined(line_3, line_4),
      post_town: fields.locality ? town_or_city : joined(locality, town_or_city),
      ...Object.fromEntries(
        Array.from(lines ?? [], (line, at) => [`formatted_address_${at}`, line]),
      ),
    }
    for (const [name, field] of Object.entries(fields)) {
      if (field) jQuery(field).val(String(named[/** @type {keyof typeof named} */ (name)] ?? ''))
    }
  }

  clear() {
    this.dropdown?.remove()
    this.message?.remove()
    this.fill()
  }

  remove() {
    for (const element of this.made) element.remove()
  }
}

/** @type {Lookup[]} */
const lookups = []
/** @type {Partial<Options>} */
let shared = {}

const helpers = {
  defaults: () => DEFAULTS,
  validatePostcodeFormat: isPostcode,
  /** @param {Partial<Options>} options */
  setup(options) {
    shared = options
  },
  /**
   * @param {string} postcode
   * @param {string} key
   * @param {(data: Answer) => void} success
   * @param {(error: unknown) => void} [error]
   * @param {string} [endpoint]
   */
  lookupPostcode(postcode, key, success, error = () => {}, endpoint = undefined) {
    lookUp(postcode, key, endpoint).then(success, error)
  },
  clearAll() {
    for (const lookup of lookups.splice(0)) lookup.remove()
  },
}

/**
 * @this {Elements}
 * @param {Partial<Options>} [options]
 */
const plugin = function (options) {
  const place = this.get(0)
  const chosen = { ...DEFAULTS, ...(options ?? shared) }
  if (place !== undefined) lookups.push(new Lookup(place, chosen))
  return this
}

Object.assign(jQuery, { getAddress: helpers })
Object.assign(jQuery.fn, { getAddress: plugin })
