// getAddress.find('lookup', token, {…}): a postcode box, a button and a list of addresses on an older page.

import { announce, clientOf } from './client.js'
import { elementOf, fill, publish, SAME_NAMES } from './page.js'
import { PostcodeBox } from './postcode-box.js'

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

const FIND_WORDS = {
  input_label: 'Enter your Postcode',
  button_label: 'Search',
  button_disabled_message: 'Fetching Addresses...',
  dropdown_select_message: 'Select your Address',
  error_message_not_found: 'Address not found',
}

let shownBefore = 0

/** @param {string} id of the element that it is put into @param {string} key @param {FindOptions} [options] */
function find(id, key, options = {}) {
  const place = elementOf(id)
  if (place !== null) new Find(place, key, options)
  return place
}

/** The words of each part, as `input_id`. @param {FindOptions} options */
function wordsOf({ input, button, dropdown, error_message }) {
  const suffix = shownBefore === 0 ? '' : `_${shownBefore}`
  shownBefore += 1
  /** @type {Record<string, string | undefined>} */
  const words = { ...FIND_WORDS }
  for (const [part, given] of Object.entries({ input, button, dropdown, error_message })) {
    words[`${part}_id`] = `getaddress_${part}${suffix}`
    for (const [name, text] of Object.entries(given ?? {})) {
      words[`${part}_${name}`] = text ?? words[`${part}_${name}`]
    }
  }
  return words
}

class Find extends PostcodeBox {
  /** @param {Element} place @param {string} key @param {FindOptions} options */
  constructor(place, key, options) {
    super(place, wordsOf(options))
    const { autocomplete_url, get_url, autocomplete_options } = options.endpoints ?? {}
    this.client = clientOf(key, autocomplete_url, get_url)
    const template = this.words.dropdown_template || undefined
    this.wanted = { all: true, template, ...autocomplete_options }
    this.fields = { ...SAME_NAMES, ...options.output_fields }
  }

  /** @override */
  async search() {
    const query = this.input.value.trim()
    if (query === '' || this.button.disabled) return
    this.clear()
    fill(this.fields)
    const names = ['getaddress-find-suggestions']
    const ask = () =>
      announce(this.place, names, { query }, async () => {
        const suggestions = await this.orTell(this.client.suggest(query, this.wanted))
        const rows = suggestions.map(({ id, address }) => /** @type {const} */ ([address, id]))
        this.offer(rows, ({ value }) => void this.choose(value))
        if (rows.length === 0) this.tell('not_found', 'textContent')
        return { suggestions }
      })
    await this.whileBusy(ask)
  }

  /** @param {string} id */
  async choose(id) {
    if (id === 'open') return
    const names = ['getaddress-find-address-selected', 'getaddress-address-selected']
    await announce(this.place, names, { id }, async () => {
      const address = await this.orTell(this.client.get(id))
      fill(this.fields, address)
      return { address }
    })
  }

  /** @template Answer @param {Promise<Answer>} answer */
  orTell(answer) {
    return answer.catch((error) => {
      this.tell('not_found', 'textContent')
      throw error
    })
  }
}

publish({ find })
