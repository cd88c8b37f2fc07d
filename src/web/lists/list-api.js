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

/** @typedef {import('../../client/client-types.d.ts').AccountGetBatchAnswer} List */
/** @typedef {import('../../client/client-types.d.ts').AccountChooseBatchRowAnswer} ReviewRow */

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
