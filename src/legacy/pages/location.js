// getAddress.location('box', token, {…}) suggests places, getAddress.typeahead('box', 'postcode', token) words.

import { AUTOCOMPLETE_DEFAULTS, autocomplete } from './autocomplete.js'
import { publish } from './page.js'

/** @typedef {import('./autocomplete.js').AutocompleteOptions} AutocompleteOptions */

const OF_PLACES = {
  id_prefix: 'getAddress-location',
  css_prefix: 'getAddress_location',
  suggestion_template: undefined,
  set_default_output_field_names: true,
  names: {
    suggested: 'getaddress-location-suggestions',
    selected: ['getaddress-location-selected'],
    result: 'location',
  },
}

/**
 * @param {string} id
 * @param {string} key
 * @param {Partial<AutocompleteOptions> & {
 *   alt_location_url?: string, alt_get_location_url?: string, enable_get_location?: boolean }} [options]
 */
function place(id, key, options = {}) {
  return autocomplete(id, key, {
    ...OF_PLACES,
    ...options,
    enable_get: options.enable_get_location ?? true,
    alt_autocomplete_url: options.alt_location_url ?? '/location/{query}',
    alt_get_url: options.alt_get_location_url ?? '/get-location/{id}',
  })
}

/**
 * @param {string} id
 * @param {string} field to search in
 * @param {string} key
 * @param {Partial<AutocompleteOptions>} [options]
 */
function typeahead(id, field, key, options) {
  return autocomplete(id, key, {
    id_prefix: 'getAddress-typeahead',
    css_prefix: 'getAddress_typeahead',
    names: { ...AUTOCOMPLETE_DEFAULTS.names, suggested: 'getaddress-typeahead-suggestions' },
    ...options,
    search: [field],
    enable_get: false,
    alt_autocomplete_url: '/typeahead/{query}',
  })
}

publish({ location: place, locationNative: place, typeahead })
