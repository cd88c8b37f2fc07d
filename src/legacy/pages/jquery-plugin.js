// $('#lookup').getAddress({…}): the jQuery plugin of pages that were written for the service that closed.

import { ask, Refused } from './client.js'
import { urlOf, version } from './page.js'
import { PostcodeBox } from './postcode-box.js'

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

/** Pages written for version 2 use other ids, and read other answers, than pages for later versions. */
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

/** @param {string} text */
function isPostcode(text) {
  return /^\s*([a-z0-9]{2,4}\s*\d[a-z]{2}|xx\s*\d\s*\d\dx)\s*$/i.test(text)
}

/** @param {string} postcode @param {string} [key] @param {string} [endpoint] @returns {Promise<Answer>} */
function lookUp(postcode, key, endpoint = path) {
  const url = urlOf(endpoint)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(postcode.replace(/\s/g, ''))}`
  if (version !== 2 && version !== 3) url.searchParams.set('expand', 'true')
  return ask(url.href, key)
}

/** An address in any of its three forms, by the names of its parts. @param {Address} address */
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

class Lookup extends PostcodeBox {
  /** @param {HTMLElement} place @param {Options} options */
  constructor(place, options) {
    const own = (/** @type {string | undefined} */ name) => (name ? jQuery(name).get(0) : undefined)
    super(place, options, { input: own(options.input), button: own(options.button) })
    this.options = options
  }

  /** By jQuery, so that a click that the page triggers by jQuery is heard too. @type {PostcodeBox['on']} @override */
  on(element, type, handle) {
    jQuery(element).on(type, handle)
  }

  /** @override */
  async search() {
    const { options } = this
    const typed = this.input.value
    this.clear()
    this.fill()
    if (!isPostcode(typed)) return this.tell('postcode_invalid')
    await this.whileBusy(async () => {
      try {
        const answer = await lookUp(typed, options.api_key, options.api_endpoint)
        this.offerAddresses(answer, answer.postcode ?? spaced(typed))
        options.onLookupSuccess?.(answer)
      } catch (error) {
        const status = error instanceof Refused ? error.status : 0
        this.tell(MESSAGES[status] ?? 'default')
        options.onLookupError?.(error)
      }
      await new Promise((resolve) => setTimeout(resolve, options.lookup_interval))
    })
  }

  /** @param {Answer} answer @param {string} postcode */
  offerAddresses(answer, postcode) {
    const addresses = answer.addresses ?? answer.Addresses ?? []
    const rows = addresses.map((address, at) => {
      const { line_1, line_2, line_3, line_4, locality, town_or_city, county } = partsOf(address)
      const text = joined(line_1, line_2, line_3, line_4, locality, town_or_city, county)
      return /** @type {const} */ ([text, String(at)])
    })
    this.offer(rows, (dropdown) => {
      const at = Number(dropdown.value)
      const address = addresses[at]
      if (address === undefined) return
      this.fill({ ...answer, ...partsOf(address), postcode })
      this.options.onAddressSelected?.call(dropdown, address, at)
    })
  }

  /** Without parts the fields are emptied. @param {Record<string, unknown>} [parts] */
  fill(parts = {}) {
    const { output_fields: fields } = this.options
    const { line_3, line_4, locality, town_or_city, formatted_address } =
      /** @type {Record<string, string>} */ (parts)
    const lines = Array.from(formatted_address ?? [], (line, at) => [
      `formatted_address_${at}`,
      line,
    ])
    /** @type {Record<string, unknown>} */
    const named = {
      ...parts,
      line_3: fields.line_4 ? line_3 : joined(line_3, line_4),
      post_town: fields.locality ? town_or_city : joined(locality, town_or_city),
      ...Object.fromEntries(lines),
    }
    for (const [name, field] of Object.entries(fields)) {
      if (field) jQuery(field).val(String(named[name] ?? ''))
    }
  }
}

const MESSAGES = /** @type {Readonly<Record<number, string>>} */ ({
  400: 'postcode_invalid',
  404: 'postcode_not_found',
})

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
  /** @param {[string, string, (data: Answer) => void, ((error: unknown) => void)?, string?]} given */
  lookupPostcode(...[postcode, key, success, error = () => {}, endpoint]) {
    lookUp(postcode, key, endpoint).then(success, error)
  },
  clearAll() {
    for (const lookup of lookups.splice(0)) lookup.remove()
  },
}

/** @this {Elements} @param {Partial<Options>} [options] */
const plugin = function (options) {
  const place = this.get(0)
  const chosen = { ...DEFAULTS, ...(options ?? shared) }
  if (place !== undefined) lookups.push(new Lookup(place, chosen))
  return this
}

Object.assign(jQuery, { getAddress: helpers })
Object.assign(jQuery.fn, { getAddress: plugin })
