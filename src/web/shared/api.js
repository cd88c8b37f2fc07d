// API calls in the session of this browser. The page never holds a key.

const NO_ANSWER = 'The service is not responding. Check that it is running.'

/** An error answer of the service; `status` is 0 if there was no answer. */
export class Refusal extends Error {
  /** @param {number} status @param {Readonly<Record<string, unknown>>} problem @param {number} retryAfterSeconds */
  constructor(status, problem, retryAfterSeconds) {
    super(String(problem.detail ?? problem.Message ?? NO_ANSWER))
    this.status = status
    this.code = String(problem.code ?? 'no-answer')
    this.field = this.code === 'bad-request' ? String(problem.title ?? '') : ''
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** @typedef {'GET' | 'POST' | 'PUT' | 'DELETE'} Method */
/** @typedef {Readonly<Record<string, unknown>> | Blob} Body JSON, or a file */

export class Api {
  #session
  #prefix

  /** @param {string} [session] its path, which the API is below @param {string} [prefix] of each path of the API */
  constructor(session = '/console/session', prefix = '') {
    this.#session = session
    this.#prefix = prefix
  }

  /** The part of the API below a path. @param {string} path */
  below(path) {
    return new Api(this.#session, this.#prefix + path)
  }

  /** @param {string} path */
  get(path) {
    return this.send('GET', path)
  }

  /** @param {Method} method @param {string} path @param {Body} [body] */
  send(method, path, body) {
    return this.signIn(method, `/api${this.#prefix}${path}`, body)
  }

  /** A call about the session itself. @param {Method} method @param {string} path @param {Body} [body] */
  async signIn(method, path, body) {
    return parse(await (await this.#fetch(method, path, body)).text())
  }

  /** A file to save. @param {string} path */
  async getFile(path) {
    return (await this.#fetch('GET', `/api${this.#prefix}${path}`)).blob()
  }

  /** @param {Method} method @param {string} path @param {Body} [body] */
  async #fetch(method, path, body) {
    const response = await fetch(`${this.#session}${path}`, {
      method,
      headers: { 'x-console': '1' },
      body: body instanceof Blob ? body : JSON.stringify(body),
    }).catch(() => undefined)
    if (response === undefined) throw new Refusal(0, {}, 0)
    if (response.ok) return response
    const retryAfter = Number(response.headers.get('retry-after') ?? 0)
    throw new Refusal(response.status, parse(await response.text()), retryAfter)
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
