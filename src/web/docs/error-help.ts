// What the error reference says of each code: what happened, why, what to do, and the sentence of its example.

import type { ProblemCode } from '../../http/problem.ts'

interface ErrorHelp {
  readonly happened: string
  readonly why: string
  readonly todo: string
  /** Of the example body. */
  readonly detail: string
  /** Of a bad request, the field. */
  readonly title?: string
  readonly headers?: string
}

export const ERROR_HELP: Readonly<Record<ProblemCode, ErrorHelp>> = {
  'bad-request': {
    happened:
      'The request was understood as far as its path, but one part of it is missing or malformed.',
    why: 'A number is negative or not a number, a coordinate is out of range, a date does not exist, a body is not JSON, a required member is missing, or a template names an unknown field.',
    todo: 'Read `title`, the name of the field, and `detail`, which says what would be right. Mend the request: sent again unchanged it gets the same answer.',
    detail: 'top must be a whole number of at least 1.',
    title: 'top',
  },
  unauthorized: {
    happened:
      'The request does not come with one genuine key that may be used from where it comes.',
    why: 'There is no `api-key` in the query or there are two; the key is mistyped, unknown or was replaced; an API key was sent from a web page; an admin key from a foreign page; or a domain token from a page of another domain.',
    todo: 'On a server, send the API key as the query parameter `api-key`. In a web page, use a domain token for the domain of that page. A lost API key is replaced in the [console](/console), a lost admin key by the operator of the service.',
    detail: 'An API key may not be used in a web page. Use a domain token there.',
  },
  forbidden: {
    happened: 'The key is genuine, but it may not do this.',
    why: 'An admin key was used for an address look-up or an API key for an account path; the account has no subscription, or it has ended; or a free trial is past its 30 days.',
    todo: 'Use the other key, or choose a plan in the [console](/console): the same keys work again at once.',
    detail: 'The free trial has ended. Choose a plan to go on.',
  },
  'domain-token-scope': {
    happened: 'A domain token was used for something that browser code may not do.',
    why: 'Anyone can read a domain token in a page, so it may only autocomplete, suggest, get, find, typeahead and look up locations.',
    todo: 'Make this call from your server, with the API key or the admin key.',
    detail:
      'A domain token may only autocomplete, get, find, suggest, typeahead and look up locations.',
  },
  'not-found': {
    happened: 'There is nothing at this path or with this id. It costs nothing.',
    why: 'The path is mistyped, the id is unknown or is of another account, no address fits the line, or the path belongs to the other product.',
    todo: 'Take ids from a suggestion as they are. Ids of addresses stay valid across data releases while the address exists.',
    detail: 'There is no address with that id.',
  },
  'method-not-allowed': {
    happened: 'The path exists, but not with this method.',
    why: 'For example a POST where only GET is served, or a HEAD.',
    todo: 'Use one of the methods that the `Allow` header lists.',
    detail: 'This path takes GET.',
    headers: 'Allow: GET, OPTIONS',
  },
  'request-timeout': {
    happened: 'The request did not arrive in full in time.',
    why: 'Its headers took more than 10 seconds, or all of it more than 15.',
    todo: 'Send it again. If it happens often, look at the network between you and the service.',
    detail: 'The request did not arrive in time.',
  },
  'payload-too-large': {
    happened: 'The body is too large.',
    why: 'A body has at most 64 KiB.',
    todo: 'Send less at once: shorter lists, a shorter template, fewer filters.',
    detail: 'The body must be at most 64 KiB.',
  },
  'uri-too-long': {
    happened: 'The address of the request is too long.',
    why: 'Path and query together have at most 4,096 bytes, and an escaped character counts three or more.',
    todo: 'Send long options, such as a template, in the JSON body of a POST.',
    detail: 'The request target must be at most 4096 bytes.',
  },
  'expectation-failed': {
    happened: 'The request expects something that the service does not do.',
    why: 'It has an `Expect` header other than `100-continue`.',
    todo: 'Leave the header out.',
    detail: 'The service meets no Expect header but 100-continue.',
  },
  'rate-limit': {
    happened: 'Too many requests in a short time. Nothing was counted or charged.',
    why: 'The requests that the plan has for 5 minutes are used up, or one key sent more than it may in a minute. Free look-ups count too.',
    todo: 'Wait the seconds that `Retry-After` says: then the request is let through. `RateLimit` on every answer tells how much is left.',
    detail: 'Too many requests; the plan allows 3000 in 5 minutes.',
    headers: 'Retry-After: 12',
  },
  'domain-token-rate-limit': {
    happened: 'Too many requests with one domain token.',
    why: "The token's limit for this visitor, or that for all its visitors together, is reached. It keeps one visitor from using up your allowance.",
    todo: 'Wait the seconds that `Retry-After` says. If honest visitors meet it, raise the limit of the token in the [console](/console).',
    detail: 'Too many requests from this visitor.',
    headers: 'Retry-After: 7',
  },
  'daily-limit': {
    happened: "The day's look-ups are used up.",
    why: 'The last daily limit of the plan is reached, and the plan has no buffer. Requests that could cost a look-up are refused; free ones go on.',
    todo: 'Wait for midnight UTC, when `Retry-After` ends, or choose a larger plan in the [console](/console): it takes effect at once. Auto-upgrade does so by itself.',
    detail: "The day's look-ups are used up; they are new at midnight UTC.",
    headers: 'Retry-After: 30942',
  },
  'monthly-buffer': {
    happened: "The day's look-ups and the month's buffer are used up.",
    why: 'The last daily limit is reached and the spare look-ups of this month have been drawn.',
    todo: 'Wait for midnight UTC, when `Retry-After` ends, or choose a larger plan in the [console](/console): it takes effect at once.',
    detail: "The day's look-ups and the month's buffer are used up.",
    headers: 'Retry-After: 30942',
  },
  'header-too-large': {
    happened: 'The headers of the request are too large.',
    why: 'They have at most 8 KiB and there are at most 64. Cookies of other services on the same host are the usual reason.',
    todo: 'Send fewer headers. The service itself needs none.',
    detail: 'The headers must be at most 8 KiB, and 64 of them.',
  },
  'internal-error': {
    happened: 'The service failed in a way that it did not expect. Nothing was charged.',
    why: 'This is a fault of the service, not of your request.',
    todo: 'Send it again. If it goes on, tell the operator the value of the `X-Request-Id` header: the fault is in the log under it.',
    detail: 'The service failed; nothing was charged.',
    headers: 'X-Request-Id: 3fk2mq0x-1a',
  },
  'service-unavailable': {
    happened: 'The service cannot answer at this moment. Nothing was charged.',
    why: 'The store or the address data is out of reach, no data is loaded for the product of this key, or there is too much to do.',
    todo: 'Send it again after the seconds that `Retry-After` says. If no data is loaded, the operator loads it with the command `import`.',
    detail: 'No address data is loaded for this product.',
    headers: 'Retry-After: 1',
  },
}
