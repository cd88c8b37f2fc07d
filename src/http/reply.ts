// Answers as bytes: JSON without a final newline, Problems, and the headers that every answer carries.

import type { Reply } from './message.ts'
import { PROBLEMS, type Problem } from './problem.ts'

const EXPOSED = 'Retry-After, RateLimit, RateLimit-Policy, Lookup-Cost, Allow, X-Request-Id'

/**
 * Of every answer. Nothing may be cached or leak its URL, which holds the key; any web page may
 * read it. Names and values in turn, the form that Node sends without looking at each.
 */
export const HEADERS_ALWAYS: readonly string[] = [
  'cache-control',
  'no-store',
  'referrer-policy',
  'no-referrer',
  'x-content-type-options',
  'nosniff',
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  EXPOSED,
]

const PREFLIGHT_SECONDS = 86_400
export const JSON_TYPE = 'application/json; charset=utf-8'

export interface TextReply extends Reply {
  readonly body: string
}

export function jsonReply(
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): TextReply {
  if (status === 204) return { status, headers: headers ?? {}, body: '' }
  return {
    status,
    headers: { 'content-type': JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  }
}

export function textReply(
  status: number,
  contentType: string,
  body: string | Buffer,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return { status, headers: { 'content-type': contentType, ...headers }, body }
}

/** `Message` repeats `detail` because published clients show nothing else. */
export function problemReply(problem: Problem, docsUrl: string): Reply {
  const { code, detail, extra } = problem
  const { status, title } = PROBLEMS[code]
  const body = {
    type: `${docsUrl}/errors#${code}`,
    title: extra.title ?? title,
    status,
    detail,
    code,
    Message: detail,
    ...extra.members,
  }
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' }
  if (extra.retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(extra.retryAfterSeconds)))
  }
  return jsonReply(status, body, { ...headers, ...extra.headers })
}

/** The answer to OPTIONS, for any origin, without a look at the key. */
export function preflightReply(methods: readonly string[]): Reply {
  const allowed = [...methods, 'OPTIONS'].join(', ')
  return jsonReply(204, undefined, {
    allow: allowed,
    'access-control-allow-methods': allowed,
    'access-control-allow-headers': 'Content-Type, Accept, Authorization',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  })
}
