// Every refusal of the service, one row each: its code, its status and its title.

interface ProblemKind {
  readonly status: number
  readonly title: string
}

export const PROBLEMS = {
  'bad-request': { status: 400, title: 'bad request' },
  unauthorized: { status: 401, title: 'unauthorized' },
  forbidden: { status: 403, title: 'forbidden' },
  'domain-token-scope': { status: 403, title: 'domain token out of scope' },
  'not-found': { status: 404, title: 'not found' },
  'method-not-allowed': { status: 405, title: 'method not allowed' },
  'request-timeout': { status: 408, title: 'request timeout' },
  'payload-too-large': { status: 413, title: 'payload too large' },
  'uri-too-long': { status: 414, title: 'uri too long' },
  'expectation-failed': { status: 417, title: 'expectation failed' },
  'rate-limit': { status: 429, title: 'rate limit' },
  'domain-token-rate-limit': { status: 429, title: 'domain token rate limit' },
  'daily-limit': { status: 429, title: 'daily limit' },
  'monthly-buffer': { status: 429, title: 'monthly buffer' },
  'header-too-large': { status: 431, title: 'request header too large' },
  'internal-error': { status: 500, title: 'internal error' },
  'service-unavailable': { status: 503, title: 'service unavailable' },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS

interface ProblemExtra {
  /** Replaces the row's title; of a bad request it is the field's name. */
  readonly title?: string
  /** Seconds after which the same request would be let through. Every 429 and 503 has one. */
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent no sooner, so that refusing a caller who keeps asking costs little. */
  readonly holdMs?: number
  /** The caller asked for this refusal, to try it out: nothing is wrong. */
  readonly isRehearsal?: boolean
  readonly members?: Readonly<Record<string, unknown>>
}

/** A refusal. Only `access/`, `endpoints/` and the pipeline make one. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string
  readonly extra: ProblemExtra

  constructor(code: ProblemCode, detail: string, extra: ProblemExtra = {}) {
    // Nobody needs the stack of a refusal, and recording it costs more than everything else about it.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(`${code}: ${detail}`)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Problem'
    this.code = code
    this.detail = detail
    this.extra = extra
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}

export function orNotFound<T>(value: T | undefined, detail: string): T {
  if (value !== undefined) return value
  throw new Problem('not-found', detail)
}

/** The refusal of one field; `detail` says what is wrong and what would be right. */
export function badRequest(field: string, detail: string): Problem {
  return new Problem('bad-request', detail, { title: field })
}
