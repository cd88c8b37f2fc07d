// API calls about lists, of an account or of operators.

/** @typedef {import('../shared/api.js').Api} Api */

/**
 * @typedef {object} Preview how the columns of a list are read
 * @property {string} product
 * @property {string} encoding
 * @property {string} format
 * @property {boolean} header
 * @property {readonly string[]} names of its columns
 * @property {readonly { column: number, read_as: string }[]} columns from 1
 * @property {readonly string[]} roles what a column can be read as
 * @property {readonly PreviewRow[]} rows
 */

/**
 * @typedef {object} PreviewRow
 * @property {number} row
 * @property {readonly string[]} cells
 * @property {string} verdict
 * @property {number} confidence
 * @property {string} address
 * @property {string} reason
 */

/**
 * @typedef {object} Summary
 * @property {number} unreadable
 * @property {readonly number[]} confidences
 * @property {readonly { reason: string, rows: number }[]} reasons
 */

/**
 * @typedef {object} List
 * @property {string} id
 * @property {string} name
 * @property {string} product
 * @property {'waiting' | 'running' | 'paused' | 'finished'} state
 * @property {number} rows
 * @property {number} done
 * @property {number} progress
 * @property {{ exact: number, corrected: number, ambiguous: number, not_found: number }} counts
 * @property {number} lookups
 * @property {string} created_at
 * @property {string} paused_by
 * @property {string} paused_until
 * @property {string} ended_by
 * @property {string} deleted_at
 * @property {Summary} [summary]
 */

/** @typedef {{ id: string, address: string, confidence: number }} Candidate */

/**
 * @typedef {object} ReviewRow
 * @property {number} row
 * @property {string} typed
 * @property {string} verdict
 * @property {number} confidence
 * @property {string} id
 * @property {string} address
 * @property {string} reason
 * @property {boolean} chosen
 * @property {readonly string[]} differences
 * @property {readonly Candidate[]} candidates
 */

export class ListApi {
  #api
  #path
  /** Lists of operators belong to no account and are free. */
  isOperator

  /**
   * @param {Api} api
   * @param {boolean} isOperator
   */
  constructor(api, isOperator) {
    this.#api = api
    this.isOperator = isOperator
    this.#path = isOperator ? '/operator/batch' : '/batch'
  }

  /**
   * @param {Blob} file the first part of it
   * @param {Readonly<Record<string, string>>} options
   * @returns {Promise<Preview>}
   */
  preview(file, options) {
    return this.#api.sendFile(`${this.#path}/preview?${new URLSearchParams(options)}`, file)
  }

  /**
   * @param {Blob} file
   * @param {Readonly<Record<string, string>>} options
   * @returns {Promise<List>}
   */
  upload(file, options) {
    return this.#api.sendFile(`${this.#path}?${new URLSearchParams(options)}`, file)
  }

  /** @returns {Promise<List[]>} */
  all() {
    return this.#api.get(this.#path)
  }

  /** @param {string} id @returns {Promise<List>} */
  find(id) {
    return this.#api.get(this.#of(id))
  }

  /** @param {string} id */
  remove(id) {
    return this.#api.send('DELETE', this.#of(id))
  }

  /**
   * @param {string} id
   * @param {boolean} isPartial the results so far
   */
  result(id, isPartial) {
    return this.#api.getFile(`${this.#of(id)}/result${isPartial ? '?partial=true' : ''}`)
  }

  /**
   * @param {string} id
   * @param {{ show: string, after: string }} options
   * @returns {Promise<{ rows: ReviewRow[], next: string }>}
   */
  rows(id, options) {
    return this.#api.get(`${this.#of(id)}/rows?${new URLSearchParams(options)}`)
  }

  /**
   * @param {string} id
   * @param {number} row
   * @param {{ choice: 'address' | 'none' | 'undo', address_id?: string }} choice
   * @returns {Promise<ReviewRow>}
   */
  choose(id, row, choice) {
    return this.#api.send('PUT', `${this.#of(id)}/rows/${row}`, choice)
  }

  /**
   * @param {string} id
   * @param {string} term
   * @returns {Promise<{ suggestions: { id: string, address: string }[] }>}
   */
  suggest(id, term) {
    return this.#api.get(`${this.#of(id)}/suggestions?${new URLSearchParams({ term })}`)
  }

  /** @param {string} id */
  #of(id) {
    return `${this.#path}/${encodeURIComponent(id)}`
  }
}
