// Asks the service for older pages: suggestions and addresses, with the page's key, by GET or a plain POST.

import { urlOf } from './page.js'

/** @typedef {{ id: string, address: string }} Suggestion */

export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/**
 * What the event of a failure says.
 * @param {unknown} error
 */
export function factsOf(error) {
  if (error instanceof Refused) return { status: error.status, message: error.message }
  return { status: 0, message: String(error) }
}

export class Client {
  /**
   * @param {string | undefined} key
   * @param {{ autocomplete?: string | undefined, get?: string | undefined }} urls of the page's own, if any
   */
  constructor(key, { autocomplete, get }) {
    this.key = key
    this.autocompleteUrl = autocomplete ?? '/autocomplete/{query}'
    this.getUrl = get ?? '/get/{id}'
  }

  /**
   * @param {string} query
   * @param {Record<string, unknown>} options
   * @returns {Promise<Suggestion[]>}
   */
  async suggest(query, options) {
    const url = this.autocompleteUrl.replace('{query}', encodeURIComponent(query))
    const { suggestions } = await ask(url, this.key, JSON.stringify(options))
    return suggestions
  }

  /** @param {string} id */
  get(id) {
    return ask(this.getUrl.replace('{id}', encodeURIComponent(id)), this.key)
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
