// doorplate/client: every endpoint of the service as a typed method, for Node and browsers.

import { OPERATIONS } from './operations.js'

const RETRIES = 2
const RETRY_WAIT_MAX_SECONDS = 10
const TIMEOUT_MS = 15_000
const BACKOFF_MS = 250

/**
 * @typedef {Readonly<Record<string, unknown>>} Input
 * @typedef {import('./operations.js').Operation} Operation
 * @typedef {import('./client-types.d.ts').CallOptions} CallOptions
 * @typedef {import('./client-types.d.ts').ClientOptions} ClientOptions
 */

/** An error of the service. Without an answer, `status` is 0 and `code` is `no-answer`. */
export class DoorplateError extends Error {
  /**
   * @param {number} status
   * @param {Readonly<Record<string, unknown>>} problem
   * @param {{ retryAfterSeconds?: number, requestId?: string, cause?: unknown }} [more]
   */
  constructor(status, problem, more = {}) {
    const detail = String(problem.detail ?? 'The service did not answer.')
    super(detail, { cause: more.cause })
    this.name = 'DoorplateError'
    this.status = status
    /** Branch on this. */
    this.code = String(problem.code ?? 'no-answer')
    /** The name of the field, for a `bad-request`. */
    this.title = String(problem.title ?? '')
    this.detail = detail
    /** A link to the error reference. */
    this.type = String(problem.type ?? '')
    /** Whether the ID was in earlier data, and what it continues as. */
    this.retired = problem.retired === true
    this.successors = Array.isArray(problem.successors) ? problem.successors : []
    this.retryAfterSeconds = more.retryAfterSeconds ?? 0
    this.requestId = more.requestId ?? ''
  }
}

/** @param {ClientOptions} options @returns {Record<string, (input?: Input, call?: CallOptions) => Promise<unknown>>} */
export function createClient(options) {
  const methods = Object.entries(OPERATIONS).map(([name, operation]) => [
    name,
    (/** @type {Input} */ input = {}, /** @type {CallOptions} */ call = {}) =>
      run(options, operation, input, call),
  ])
  return Object.fromEntries(methods)
}

/**
 * Asks until the answer is final. What the service refused for a moment is asked again after `Retry-After`; what got
 * no answer only where asking twice does no harm.
 * @param {ClientOptions} options
 * @param {Operation} operation
 * @param {Input} input
 * @param {CallOptions} call
 */
async function run(options, operation, input, call) {
  const request = requestOf(options, operation, input)
  const { retries = RETRIES, retryWaitMaxSeconds = RETRY_WAIT_MAX_SECONDS } = options
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptOnce(options, request, call)
    } catch (error) {
      if (!(error instanceof DoorplateError) || attempt >= retries) throw error
      const waitMs = waitBefore(error, operation, request.method, attempt)
      if (waitMs === undefined || waitMs > retryWaitMaxSeconds * 1000) throw error
      await pause(waitMs, call.signal)
    }
  }
}

/** @param {ClientOptions} options @param {Operation} operation @param {Input} input */
function requestOf({ baseUrl, key }, { path, methods, params, inBody }, input) {
  const rest = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !params.includes(name),
  )
  const filled = path.replaceAll(/\{(\w+)\+?\}/g, (_, name) => {
    const value = input[name]
    if (value === undefined || value === '') throw new TypeError(`${path} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const needsBody = rest.some(([name]) => inBody.includes(name))
  const [first = 'GET'] = methods
  const method = needsBody && methods.includes('POST') ? 'POST' : first
  const takesBody = method === 'POST' || method === 'PUT'
  const query = new URLSearchParams({ 'api-key': key })
  if (!takesBody) for (const [name, value] of rest) query.set(name, String(value))
  return {
    url: `${baseUrl.replace(/\/+$/, '')}${filled}?${query}`,
    method,
    body: takesBody && rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : undefined,
  }
}

/**
 * @param {ClientOptions} options
 * @param {{ url: string, method: string, body: string | undefined }} request
 * @param {CallOptions} call
 */
async function attemptOnce({ fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS }, request, call) {
  const { url, method, body } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout
  // Not `application/json`: browsers would send a preflight before each request, and the service takes any type.
  const headers = body === undefined ? {} : { 'content-type': 'text/plain' }
  const init = { method, signal, headers, ...(body !== undefined && { body }) }
  const { response, text } = await send(fetch, url, init, call)
  const answer = text === '' ? undefined : parse(text)
  if (response.ok || response.status === 300) return answer
  throw new DoorplateError(response.status, Object(answer), {
    retryAfterSeconds: Number(response.headers.get('retry-after') ?? 0),
    requestId: response.headers.get('x-request-id') ?? '',
  })
}

/**
 * The key is in the URL, so an error of `fetch` itself, which may show the URL, is not passed on.
 * @param {typeof globalThis.fetch} fetch
 * @param {string} url
 * @param {RequestInit} init
 * @param {CallOptions} call
 */
async function send(fetch, url, init, call) {
  try {
    const response = await fetch(url, init)
    return { response, text: await response.text() }
  } catch (error) {
    if (call.signal?.aborted) throw call.signal.reason
    throw new DoorplateError(0, {}, { cause: error instanceof Error ? error.name : undefined })
  }
}

/**
 * Milliseconds, or undefined when asking again would not help.
 * @param {DoorplateError} error
 * @param {Operation} operation
 * @param {string} method
 * @param {number} attempt
 */
function waitBefore({ status, retryAfterSeconds }, { isLookUp }, method, attempt) {
  const isHarmless = isLookUp || method !== 'POST'
  const waitMs = retryAfterSeconds > 0 ? retryAfterSeconds * 1000 : BACKOFF_MS * 2 ** attempt
  if (status === 429) return waitMs
  if (status === 503 || status === 0) return isHarmless ? waitMs : undefined
  return undefined
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param {number} ms @param {AbortSignal | undefined} signal */
function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
