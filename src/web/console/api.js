// Calls of the account's own API with the admin key, which lives in this object and nowhere else.

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
  #key

  /** @param {string} key */
  constructor(key) {
    this.#key = key
  }

  /**
   * From now on with this key: the one before was replaced.
   * @param {string} key
   */
  useKey(key) {
    this.#key = key
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
  async send(method, path, body) {
    const url = `${path}${path.includes('?') ? '&' : '?'}api-key=${encodeURIComponent(this.#key)}`
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url, { method, ...sent }).catch(() => undefined)
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
