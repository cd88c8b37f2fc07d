// /docs/errors: one section for each code, which the `type` of a Problem links to, and the texts of these.

import type { PageReply } from '../../endpoints/pages/page.ts'
import { PROBLEMS, type ProblemCode } from '../../http/problem.ts'
import type { Brand } from '../../lib/brand/brand.ts'
import { markdown, text } from '../html.ts'
import { docsFrame } from './docs-frame.ts'

export function errorsPage(brand: Brand, docsUrl: string): PageReply {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  const links = codes.map(
    (code) =>
      `<li><a href="#${code}"><small>${PROBLEMS[code].status}</small> <code>${code}</code></a></li>`,
  )
  const sections = codes.map((code) => section(code, docsUrl))
  return docsFrame(brand, {
    title: 'Errors',
    path: '/docs/errors',
    audience: 'customers',
    contents: `<details open><summary>Codes</summary><ul>${links.join('')}</ul></details>`,
    body: `<h1>Errors</h1>
<p class="lead">Every error is a Problem (RFC 9457), sent as
<code>application/problem+json</code>. Branch on <code>code</code>; the wording of
<code>title</code> and <code>detail</code> may change. <code>Message</code> is for older clients: in
UK look-ups it is the status text, such as <code>Not Found</code>, elsewhere the <code>detail</code>.
An error never costs a look-up.</p>
${sections.join('\n')}`,
  })
}

function section(code: ProblemCode, docsUrl: string): string {
  const { status, title } = PROBLEMS[code]
  const help = ERROR_HELP[code]
  const { detail } = help
  const type = `${docsUrl}/errors#${code}`
  const example = { type, title: help.title ?? title, status, detail, code, Message: detail }
  const headers = help.headers === undefined ? '' : `${help.headers}\n\n`
  return `<section class="card" id="${code}" aria-labelledby="${code}-title">
<h2 id="${code}-title"><code>${code}</code> <span class="badge">${status}</span></h2>
<dl class="facts"><dt>What happened</dt><dd>${prose(help.happened)}</dd>
<dt>Why</dt><dd>${prose(help.why)}</dd><dt>What to do</dt><dd>${prose(help.todo)}</dd></dl>
<pre tabindex="0" role="region" aria-label="Example of ${code}">${text(headers + JSON.stringify(example, null, 2))}</pre></section>`
}

function prose(raw: string): string {
  return markdown(raw).replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
}

interface ErrorHelp {
  readonly happened: string
  readonly why: string
  readonly todo: string
  /** In the example. */
  readonly detail: string
  /** In a bad request, the field. */
  readonly title?: string
  readonly headers?: string
}

export const ERROR_HELP: Readonly<Record<ProblemCode, ErrorHelp>> = {
  'bad-request': {
    happened: 'A part of the request is missing or malformed.',
    why: 'A number is negative or not a number, a coordinate is out of range, a date does not exist, a body is not JSON, a required member is missing, or a template names an unknown field.',
    todo: 'Correct the field that `title` names, as `detail` says. The same request gets the same answer.',
    detail: 'top must be a whole number of at least 1.',
    title: 'top',
  },
  unauthorized: {
    happened: 'The request has no valid key for the place it comes from.',
    why: 'The query has no `api-key`, or two; the key is mistyped, unknown or was replaced; an API key or admin key was sent from a web page; or a domain token from a page of another domain.',
    todo: 'On a server, send the API key as the query parameter `api-key`. In a web page, use a domain token for its domain. Replace a lost API key in the [console](/console); for a lost admin key, ask the operator.',
    detail: 'An API key must not be used in a web page. Use a domain token instead.',
  },
  forbidden: {
    happened: 'The key is valid but not allowed to do this.',
    why: 'An admin key was used for a look-up or an API key for an account path; the account has no subscription or is suspended; the subscription or the 30-day trial has ended.',
    todo: 'Use the other key, or choose a plan in the [console](/console) to use the same keys again at once.',
    detail: 'The free trial has ended. Choose a plan to use the same keys again.',
  },
  'domain-token-scope': {
    happened: 'A domain token was used for a call that it does not allow.',
    why: 'Anyone can read a domain token in a page, so it allows only autocomplete, suggest, get, find, typeahead and location look-ups.',
    todo: 'Make this call from your server, with the API key or the admin key.',
    detail:
      'A domain token can only be used for autocomplete, get, find, suggest, typeahead and location look-ups.',
  },
  'not-found': {
    happened: 'This path or ID does not exist. The request is free.',
    why: 'The path is mistyped, the ID is unknown or belongs to another account, no address fits the line, or the path belongs to the other product.',
    todo: 'Use IDs exactly as suggestions give them. The ID of an address stays valid across data releases while the address exists; after that the error has `retired` and `successors`, and `follow=true` answers a single successor.',
    detail: 'No address has this ID.',
  },
  'method-not-allowed': {
    happened: 'The path does not support this method.',
    why: 'For example, a POST or HEAD request to a path that only supports GET.',
    todo: 'Use one of the methods in the `Allow` header.',
    detail: 'This path takes GET.',
    headers: 'Allow: GET, OPTIONS',
  },
  'request-timeout': {
    happened: 'The request did not arrive in full in time.',
    why: 'Its headers took more than 10 seconds, or all of it more than 15.',
    todo: 'Send the request again. If it happens often, check the network between you and the service.',
    detail: 'The request did not arrive in time.',
  },
  'payload-too-large': {
    happened: 'The body is too large.',
    why: 'Most bodies can have at most 64 KiB; a few calls take more. `detail` says how much.',
    todo: 'Send less data at once.',
    detail: 'The body must be at most 64 KiB.',
  },
  'uri-too-long': {
    happened: 'The URL of the request is too long.',
    why: 'Path and query together can have at most 4,096 bytes. An escaped character counts three or more.',
    todo: 'Send long options, such as a template, in the JSON body of a POST.',
    detail: 'The request target must be at most 4,096 bytes.',
  },
  'expectation-failed': {
    happened: 'The request has an unsupported `Expect` header.',
    why: 'The only supported value is `100-continue`.',
    todo: 'Remove the header.',
    detail: 'The only supported Expect header is 100-continue.',
  },
  'rate-limit': {
    happened: 'Too many requests in a short time. Nothing was charged.',
    why: 'The plan’s requests per 5 minutes are used up, or one key sent too many requests in a minute. Free requests count too.',
    todo: 'Wait `Retry-After` seconds and send the request again. The `RateLimit` header of every answer shows what is left.',
    detail: "The plan's 3000 requests per 5 minutes are used up.",
    headers: 'Retry-After: 12',
  },
  'domain-token-rate-limit': {
    happened: 'Too many requests with one domain token.',
    why: "The token's limit per visitor, or its limit for all visitors together, is reached. It keeps one visitor from using up your allowance.",
    todo: 'Wait `Retry-After` seconds. If real visitors reach the limit, raise it in the [console](/console).',
    detail: 'One visitor can send 60 requests per minute.',
    headers: 'Retry-After: 7',
  },
  'daily-limit': {
    happened: "The day's look-ups are used up.",
    why: 'The last daily limit of the plan is reached, and the plan has no buffer. Requests that can cost a look-up are refused; free requests still work.',
    todo: 'Wait until midnight UTC, as `Retry-After` says, or choose a larger plan in the [console](/console), which takes effect at once. Auto-upgrade does this automatically.',
    detail: 'The 100 look-ups of the day are used up.',
    headers: 'Retry-After: 30942',
  },
  'monthly-buffer': {
    happened: "The day's look-ups and the month's buffer are used up.",
    why: 'The last daily limit is reached, and the monthly buffer is used up.',
    todo: 'Wait until midnight UTC, as `Retry-After` says, or choose a larger plan in the [console](/console), which takes effect at once.',
    detail: 'The 1000 look-ups of the day and the monthly buffer are used up.',
    headers: 'Retry-After: 30942',
  },
  'header-too-large': {
    happened: 'The headers of the request are too large.',
    why: 'A request can have at most 64 headers and 8 KiB of them. Cookies of other services on the same host are the usual reason.',
    todo: 'Send fewer headers. The service needs none.',
    detail: 'Send at most 64 headers and 8 KiB in total.',
  },
  'internal-error': {
    happened: 'The service failed unexpectedly. Nothing was charged.',
    why: 'This is a fault of the service, not of your request.',
    todo: 'Send the request again. If it keeps failing, give the operator the `X-Request-Id` header, which identifies the fault in the log.',
    detail: 'The service failed. Nothing was charged.',
    headers: 'X-Request-Id: 3fk2mq0x-1a',
  },
  'service-unavailable': {
    happened: 'The service is temporarily unavailable. Nothing was charged.',
    why: 'The store or the address data is unavailable, no data is loaded for the product of this key, or the service is overloaded.',
    todo: 'Send the request again after `Retry-After` seconds. If no data is loaded, the operator must import some.',
    detail: 'No address data is loaded for this product.',
    headers: 'Retry-After: 1',
  },
}
