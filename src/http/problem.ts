// Every refusal of the service, one row each: the code, its status and what the reference page says of it.

interface ProblemKind {
  readonly status: number
  readonly title: string
  /** What happened and what the caller can do, for `/docs/errors`. */
  readonly help: string
}

export const PROBLEMS = {
  'bad-request': {
    status: 400,
    title: 'bad request',
    help: 'A parameter or the body is missing or malformed. `title` names the field and `detail` says what is wrong with it. Mend the request; sending it again unchanged gives the same answer.',
  },
  unauthorized: {
    status: 401,
    title: 'unauthorized',
    help: 'The request has no `api-key`, the key is unknown or mistyped, or an API key was sent from a web page. Use a domain token in browser code and keep the API key on your server.',
  },
  forbidden: {
    status: 403,
    title: 'forbidden',
    help: 'The key is genuine but may not do this: an admin key on an address look-up, an API key on an account path, a subscription that has ended or a free trial past its 30 days. Choosing a plan switches the same keys on again at once.',
  },
  'domain-token-scope': {
    status: 403,
    title: 'domain token out of scope',
    help: 'A domain token may only autocomplete, get, find, suggest, typeahead and look up locations. Make this call from your server with the API key or the admin key.',
  },
  'not-found': {
    status: 404,
    title: 'not found',
    help: 'Nothing has that id, or the service has no such path. It costs nothing.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'method not allowed',
    help: 'The path exists but not with this method. The `Allow` header lists the methods it takes.',
  },
  'request-timeout': {
    status: 408,
    title: 'request timeout',
    help: 'The request did not arrive in full in time. Send it again.',
  },
  'payload-too-large': {
    status: 413,
    title: 'payload too large',
    help: 'The body is larger than 64 KiB.',
  },
  'uri-too-long': {
    status: 414,
    title: 'uri too long',
    help: 'The request target is longer than 4,096 bytes.',
  },
  'expectation-failed': {
    status: 417,
    title: 'expectation failed',
    help: 'The service meets no `Expect` header but `100-continue`.',
  },
  'rate-limit': {
    status: 429,
    title: 'rate limit',
    help: "The plan's requests per 5 minutes are used up, or one key sent too many requests in a minute. Wait the seconds that `Retry-After` says.",
  },
  'domain-token-rate-limit': {
    status: 429,
    title: 'domain token rate limit',
    help: "The domain token's limit for this visitor, or for all visitors together, is reached. Wait the seconds that `Retry-After` says.",
  },
  'daily-limit': {
    status: 429,
    title: 'daily limit',
    help: "The day's look-ups are used up. Metered look-ups are refused until midnight UTC, which is when `Retry-After` ends; free ones go on. A larger plan takes effect at once.",
  },
  'monthly-buffer': {
    status: 429,
    title: 'monthly buffer',
    help: "The day's look-ups and the month's buffer are used up. Metered look-ups are refused until midnight UTC, which is when `Retry-After` ends; free ones go on.",
  },
  'header-too-large': {
    status: 431,
    title: 'request header too large',
    help: 'The headers of the request are larger than 8 KiB.',
  },
  'internal-error': {
    status: 500,
    title: 'internal error',
    help: 'The service failed in a way it did not expect. It has been logged under the request id that the `X-Request-Id` header gives; nothing was charged.',
  },
  'service-unavailable': {
    status: 503,
    title: 'service unavailable',
    help: 'The address data or the key store is out of reach for a moment, or the service is overloaded. Retry after the seconds that `Retry-After` says.',
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS

interface ProblemExtra {
  /** Replaces the row's title; of a bad request it is the field's name. */
  readonly title?: string
  /** Seconds after which the same request would be let through. Every 429 and 503 has one. */
  readonly retryAfterSeconds?: number
  /** Further response headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Further members of the body. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** A refusal. Only `access/`, `endpoints/` and the pipeline make one. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string
  readonly extra: ProblemExtra

  constructor(code: ProblemCode, detail: string, extra: ProblemExtra = {}) {
    super(`${code}: ${detail}`)
    this.name = 'Problem'
    this.code = code
    this.detail = detail
    this.extra = extra
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}
