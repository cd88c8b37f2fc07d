// API calls in the session of this browser. The page never holds a key.

const NO_ANSWER = 'The service does not answer. Check that it is running.'

/** An error answer of the service; `status` is 0 if there was no answer. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {Readonly<Record<string, unknown>>} problem
   * @param {number} retryAfterSeconds
   */
  constructor(status, problem, retryAfterSeconds) {
    super(String(problem.detail ?? problem.Message ?? NO_ANSWER))
    this.status = status
    this.code = String(problem.code ?? 'no-answer')
    /** The field that a bad request is about. */
    this.field = this.code === 'bad-request' ? String(problem.title ?? '') : ''
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** @typedef {Readonly<Record<string, unknown>>} Json */

export class Api {
  #session
  #prefix

  /**
   * @param {string} [session] the path of the session, which the API is below
   * @param {string} [prefix] of each path: the account that an operator acts for
   */
  constructor(session = '/console/session', prefix = '') {
    this.#session = session
    this.#prefix = prefix
  }

  /**
   * @param {string} path
   * @returns {Promise<any>}
   */
  get(path) {
    return this.send('GET', path)
  }

  /**
   * @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method
   * @param {string} path
   * @param {Json} [body]
   * @returns {Promise<any>}
   */
  send(method, path, body) {
    return this.signIn(method, `/api${this.#prefix}${path}`, body)
  }

  /**
   * A call about the session itself.
   * @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method
   * @param {string} path
   * @param {Json} [body]
   * @returns {Promise<any>}
   */
  async signIn(method, path, body) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return parse(await (await this.#fetch(path, { method, ...sent })).text())
  }

  /**
   * Sends a file as it is.
   * @param {string} path
   * @param {Blob} body
   * @returns {Promise<any>}
   */
  async sendFile(path, body) {
    const response = await this.#fetch(`/api${this.#prefix}${path}`, { method: 'POST', body })
    return parse(await response.text())
  }

  /**
   * A file to save.
   * @param {string} path
   */
  async getFile(path) {
    const response = await this.#fetch(`/api${this.#prefix}${path}`, { method: 'GET' })
    return response.blob()
  }

  /**
   * @param {string} path
   * @param {RequestInit} request
   */
  async #fetch(path, request) {
    const headers = { 'x-console': '1' }
    const url = `${this.#session}${path}`
    const response = await fetch(url, { ...request, headers }).catch(() => undefined)
    if (response === undefined) throw new Refusal(0, {}, 0)
    if (response.ok) return response
    const retryAfter = Number(response.headers.get('retry-after') ?? 0)
    throw new Refusal(response.status, parse(await response.text()), retryAfter)
  }
}

/** @param {string} text */
function parse(text) {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
