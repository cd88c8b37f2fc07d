// Answers as bytes: JSON without a final newline, Problems, and the headers that every answer carries.

import type { Reply, Standing } from './message.ts'
import { PROBLEMS, type Problem } from './problem.ts'

/** Asked for in this way, Node does not load its fetch and WebSocket, as it does with an import. */
export const http = process.getBuiltinModule('node:http')

const EXPOSED =
  'Retry-After, RateLimit, RateLimit-Policy, Lookup-Cost, Test-Key, Allow, X-Request-Id'

/** Nothing may be cached or leak its URL, which holds the key. Names and values in turn, which Node sends fastest. */
export const HEADERS_ALWAYS: readonly string[] = Object.entries({
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
}).flat()

const JSON_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
}
const CHARGED_HEADERS: Readonly<Record<string, string>> = { ...JSON_HEADERS, 'lookup-cost': '1' }
const NO_HEADERS: Readonly<Record<string, string>> = {}

const PREFLIGHT_SECONDS = 86_400

/** The answer of an endpoint: JSON that is written out already, and empty for 204. */
export function answerReply(
  status: number,
  body: string,
  standing: Standing | undefined,
  lookups = 0,
): Reply {
  if (status === 204) return { status, headers: NO_HEADERS, standing, body: '' }
  return { status, headers: headersFor(lookups), standing, body }
}

function headersFor(lookups: number): Readonly<Record<string, string>> {
  if (lookups === 0) return JSON_HEADERS
  return lookups === 1 ? CHARGED_HEADERS : { ...JSON_HEADERS, 'lookup-cost': String(lookups) }
}

export function textReply(
  status: number,
  contentType: string,
  body: string | Buffer,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return { status, headers: { 'content-type': contentType, ...headers }, body }
}

/** Published clients show nothing but `Message`; those of UK look-ups compare it with the phrase of the status. */
export type MessageText = 'detail' | 'phrase'

export function problemReply(problem: Problem, docsUrl: string, message: MessageText = 'detail') {
  const { code, detail, extra } = problem
  const { status, title } = PROBLEMS[code]
  const body = {
    type: `${docsUrl}/errors#${code}`,
    title: extra.title ?? title,
    status,
    detail,
    code,
    Message: message === 'phrase' ? (http.STATUS_CODES[status] ?? detail) : detail,
    ...extra.members,
  }
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' }
  if (extra.retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(extra.retryAfterSeconds)))
  }
  const { isRehearsal, holdMs } = extra
  return {
    status,
    headers: { ...headers, ...extra.headers },
    body: JSON.stringify(body),
    ...(isRehearsal === true && { isRehearsal }),
    ...(holdMs !== undefined && { holdMs }),
  }
}

/** The answer to OPTIONS, for any origin, whatever the key. */
export function preflightReply(methods: readonly string[]): Reply {
  const allowed = [...methods, 'OPTIONS'].join(', ')
  const headers = {
    allow: allowed,
    'access-control-allow-methods': allowed,
    'access-control-allow-headers': 'Content-Type, Accept, Authorization',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  }
  return { status: 204, headers, body: '' }
}
