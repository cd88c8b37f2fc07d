// Calls of the account's own API in the session of this browser: no key is in the page at all.

/** A refusal of the service, or no answer: then `status` is 0. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {Readonly<Record<string, unknown>>} problem
   * @param {number} retryAfterSeconds
   */
  constructor(status, problem, retryAfterSeconds) {
    super(
      String(problem.detail ?? problem.Message ?? 'The service does not answer. Is it running?'),
    )
    this.status = status
    this.code = String(problem.code ?? 'no-answer')
    /** Of a bad request, the name of the field. */
    this.field = this.code === 'bad-request' ? String(problem.title ?? '') : ''
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** @typedef {Readonly<Record<string, unknown>>} Json */

export class Api {
  #session
  #prefix

  /**
   * @param {string} [session] the path of the session; the API is below it
   * @param {string} [prefix] of each path: that of an account for which an operator calls
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
   * A call that is about the session itself.
   * @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method
   * @param {string} path
   * @param {Json} [body]
   * @returns {Promise<any>}
   */
  async signIn(method, path, body) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'x-console': '1' }
    const url = `${this.#session}${path}`
    const response = await fetch(url, { method, headers, ...sent }).catch(() => undefined)
    if (response === undefined) throw new Refusal(0, {}, 0)
    const text = await response.text()
    const answer = text === '' ? {} : parse(text)
    if (response.ok) return answer
    throw new Refusal(response.status, answer, Number(response.headers.get('retry-after') ?? 0))
  }
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
