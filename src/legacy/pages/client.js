// Asks the service for older pages, with the page's key, by GET or a plain POST, and tells the page what came of it.

import { urlOf } from './page.js'

/** @typedef {{ id: string, address: string }} Suggestion */

export class Refused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** @param {string} [key] @param {string} [autocompleteUrl] of the page's own, if any @param {string} [getUrl] */
export function clientOf(key, autocompleteUrl = '/autocomplete/{query}', getUrl = '/get/{id}') {
  return {
    /** @param {string} query @param {Record<string, unknown>} options @returns {Promise<Suggestion[]>} */
    async suggest(query, options) {
      const url = autocompleteUrl.replace('{query}', encodeURIComponent(query))
      const answer = await ask(url, key, JSON.stringify(options))
      // Places have a text under another name, and typeahead is texts alone.
      return (answer.suggestions ?? answer).map((/** @type {any} */ each) =>
        typeof each === 'string'
          ? { address: each, id: each }
          : { address: each.location, ...each },
      )
    },
    /** @param {string} id */
    get: (id) => ask(getUrl.replace('{id}', encodeURIComponent(id)), key),
  }
}

/**
 * @param {string} address
 * @param {string | undefined} key
 * @param {string} [body] sent as plain text, so that the browser need not ask for leave first
 */
export async function ask(address, key, body) {
  const url = urlOf(address)
  if (key) url.searchParams.set('api-key', key)
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Refused(response.status, answer.Message ?? response.statusText)
  return answer
}

/**
 * Announces under each name what an action came to, or that it failed; nothing if it answers undefined.
 * @param {Element} element
 * @param {readonly string[]} names
 * @param {object} known
 * @param {() => Promise<object | undefined>} act
 */
export async function announce(element, names, known, act) {
  const { end, facts } = await act().then(
    (answer) => ({ end: '', facts: answer }),
    (error) => ({
      end: '-failed',
      facts:
        error instanceof Refused
          ? { status: error.status, message: error.message }
          : { status: 0, message: String(error) },
    }),
  )
  if (facts === undefined) return
  for (const name of names) {
    // Pages read what happened from the event itself, or from its detail.
    const detail = { ...known, ...facts }
    const event = new CustomEvent(name + end, { bubbles: true, detail })
    element.dispatchEvent(Object.assign(event, detail))
  }
}
