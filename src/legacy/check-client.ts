// `check-client URL`: makes the calls that older clients make, and says what to do about those that fail.

import { type Command, type Given, type Printed, UsageError } from '../commands/shared/command.ts'
import { columns } from '../lib/columns.ts'
import { isObject, parsedJson } from '../lib/record-of.ts'

const TIMEOUT_MS = 10_000

export const checkClientCommand: Command = {
  name: 'check-client',
  usage: 'URL [--key KEY] [--token TOKEN --page URL]',
  summary:
    'Call a service as older clients and pages do, and say what to change where it fails. Costs no look-up.',
  example: 'http://localhost:8080 --key "$API_KEY"',
  options: {
    key: 'an API key of product uk, as a server sends it',
    token: 'a domain token, as a page sends it',
    page: 'the address of a page that the token is for',
  },
  async run(given) {
    const base = webAddress(given.word, 'The URL')
    const results: Result[] = []
    for (const calls of callsOf(given)) {
      const isOver = await runAll(base, calls, results)
      if (isOver) break
    }
    return printed(results)
  },
}

/** True if nobody answers, so that every further call would fail as well. */
async function runAll(base: string, calls: readonly Call[], results: Result[]): Promise<boolean> {
  for (const call of calls) {
    const result = await resultOf(base, call)
    results.push(result)
    if (call === REACHED && !/^\d/.test(result.answer)) return true
    // Once the service refuses the key, the calls after it would fail for the same reason.
    if (call.triesKey === true && /^\d+ ./.test(result.answer)) break
  }
  return false
}

interface Call {
  readonly what: string
  readonly path: string
  readonly advice: string
  readonly key?: string
  readonly init?: RequestInit
  /** 200 by default. */
  readonly status?: number
  /** A further condition for the answer. */
  fits?(response: Response, body: string): boolean
  /** The others of its group have the same key. */
  readonly triesKey?: boolean
  /** Not every client needs it. */
  readonly isOptional?: boolean
}

type Result = Awaited<ReturnType<typeof resultOf>>

/** In groups that each need one credential. */
function callsOf({ options: { key, token, page } }: Given): readonly (readonly Call[])[] {
  if (key === undefined && token === undefined) {
    throw new UsageError('Give --key, or --token with --page.')
  }
  if (token !== undefined && page === undefined) throw new UsageError('Give --page with --token.')
  return [
    [REACHED],
    key === undefined ? [] : serverCalls(key),
    token === undefined ? [] : pageCalls(token, webAddress(page ?? '', '--page')),
  ]
}

const REACHED: Call = {
  what: 'the service is ready',
  path: '/health/ready',
  advice: 'Check the address, the certificate and the proxy, then that the service is running.',
}

// The test postcode has an example address at every path and costs nothing.
const EXAMPLE = 'XX2%2000X'

function serverCalls(key: string): Call[] {
  const init = { headers: { authorization: `Basic ${btoa(`api-key:${key}`)}` } }
  return [
    {
      what: 'a server finds a postcode',
      path: `/find/${EXAMPLE}`,
      advice: 'Give an API key (api_…) of an account of product uk.',
      key,
      triesKey: true,
    },
    {
      what: 'a term has a slash in it',
      path: '/autocomplete/flat%201%2F2%20example%20street',
      advice: 'The proxy must pass on the path unchanged, escapes included.',
      key,
    },
    {
      what: 'no address is a Problem with Message',
      path: '/find/XX404X',
      advice: 'The proxy must not replace answers with its own error pages.',
      key,
      status: 404,
      fits: (_response, body) => body.includes('"Message":"Not Found"'),
    },
    {
      what: 'an older library sends Basic',
      path: `/v2/uk/${EXAMPLE}`,
      advice: 'The proxy must pass on the header Authorization.',
      init,
    },
    {
      what: 'a client sends its key in a header to a current path',
      path: `/find/${EXAMPLE}`,
      advice:
        'Only if you have such a client, for example the .NET SDK: start the service with LEGACY_AUTH=1.',
      init,
      isOptional: true,
    },
    {
      what: 'a health check asks for usage',
      path: '/usage',
      advice: 'Give an API key or the admin key.',
      key,
    },
  ]
}

function pageCalls(token: string, page: string): Call[] {
  const { origin } = new URL(page)
  const asPage = { key: token, init: { headers: { origin, referer: `${origin}/` } } }
  const script = {
    advice: 'The proxy must pass on /js/ and /scripts/.',
    fits: ({ headers }: Response) => /javascript/.test(headers.get('content-type') ?? ''),
  }
  return [
    {
      what: 'a browser asks before it calls',
      path: '/autocomplete/x',
      advice: 'The proxy must pass on OPTIONS and leave the headers Access-Control-… alone.',
      init: { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } },
      status: 204,
      fits: ({ headers }) => headers.get('access-control-allow-origin') === '*',
    },
    {
      what: 'a page completes an address',
      path: `/autocomplete/${EXAMPLE}`,
      advice: 'Create a token for the host of this page, and let the proxy pass on Origin.',
      ...asPage,
    },
    {
      what: 'the jQuery plugin finds a postcode',
      path: `/v2/uk/${EXAMPLE}`,
      advice: 'The token must be of an account of product uk.',
      ...asPage,
    },
    { what: 'the plugin is served', path: '/js/jquery.getAddress-2.0.8.min.js', ...script },
    { what: 'the components are served', path: '/scripts/getaddress-find-2.0.0.min.js', ...script },
  ]
}

async function resultOf(base: string, call: Call) {
  const { what, path, key, status = 200, isOptional, advice } = call
  const url = `${base}${path}${key === undefined ? '' : `?api-key=${encodeURIComponent(key)}`}`
  let answer: string
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { ...call.init, signal, redirect: 'manual' })
    const body = await response.text()
    const fits = response.status === status && (call.fits?.(response, body) ?? true)
    answer = `${response.status} ${detailOf(body)}`.trim()
    if (fits) return { state: 'ok', what, answer: String(response.status), advice: '' }
  } catch (error) {
    answer = reasonOf(error)
  }
  return { state: isOptional === true ? 'note' : 'failed', what, answer, advice }
}

/** What a Problem of the service says; empty for the page of a proxy. */
function detailOf(body: string): string {
  const problem = parsedJson(body)
  return isObject(problem) && typeof problem.detail === 'string' ? problem.detail : ''
}

/** Without the address that was asked, which has the key in it. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error
  const code = (cause as { code?: unknown } | undefined)?.code
  if (name === 'TimeoutError') return `no answer in ${TIMEOUT_MS / 1000} s`
  return typeof code === 'string' ? `not reached: ${code}` : 'not reached'
}

function printed(results: readonly Result[]): Printed {
  const rows = results.map(({ state, what, answer, advice }) => [state, what, answer, advice])
  return {
    json: results,
    text: columns([['', 'CALL', 'ANSWER', 'WHAT TO DO'], ...rows]),
    isFault: results.some(({ state }) => state === 'failed'),
  }
}

/** Without a slash at its end. */
function webAddress(text: string, what: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${what} must begin with https:// or http://.`)
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`
}
