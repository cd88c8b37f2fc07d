// The head of an answer, in the two forms in which it is sent: as a list for Node's HTTP server, and as text.

import { systemClock } from '../lib/clock.ts'
import type { Reply } from './message.ts'
import { HEADERS_ALWAYS, http } from './reply.ts'

/** Names and values in turn. `bytes` are those of the body. */
export function headList(
  { status, headers, standing, stream }: Reply,
  bytes: number,
  requestId: string | undefined,
): string[] {
  // The files of the pages may be kept; an answer has one Cache-Control.
  const flat = HEADERS_ALWAYS.slice(headers['cache-control'] === undefined ? 0 : 2)
  for (const name in headers) flat.push(name, headers[name] ?? '')
  if (standing !== undefined) {
    flat.push('ratelimit-policy', standing.policy, 'ratelimit', standing.limits)
  }
  if (hasLength(status, stream)) flat.push('content-length', String(bytes))
  if (requestId !== undefined) flat.push('x-request-id', requestId)
  return flat
}

/** The same with all that Node adds, up to the empty line. `connection` is the value of that header. */
export function headText(
  { status, headers, standing, stream }: Reply,
  bytes: number,
  requestId: string | undefined,
  connection: string,
): string {
  let text = status === 200 ? OK_LINE : statusLine(status)
  text += headers['cache-control'] === undefined ? ALWAYS : ALWAYS_CACHEABLE
  for (const name in headers) text += line(name, (headers[name] ?? '').replace(NOT_IN_VALUE, ''))
  if (standing !== undefined) {
    text += `ratelimit-policy: ${standing.policy}\r\nratelimit: ${standing.limits}\r\n`
  }
  if (hasLength(status, stream)) text += `content-length: ${bytes}\r\n`
  if (requestId !== undefined) text += `x-request-id: ${requestId}\r\n`
  if (stream !== undefined) text += 'Transfer-Encoding: chunked\r\n'
  return `${text}${dateLine()}Connection: ${connection}\r\n\r\n`
}

function hasLength(status: number, stream: Reply['stream']): boolean {
  return status !== 204 && status !== 304 && stream === undefined
}

/** No value breaks its line, whoever wrote it. */
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/g
const OK_LINE = statusLine(200)
const ALWAYS = linesOf(HEADERS_ALWAYS)
const ALWAYS_CACHEABLE = linesOf(HEADERS_ALWAYS.slice(2))

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? 'Unknown'}\r\n`
}

function linesOf(flat: readonly string[]): string {
  return flat.map((name, at) => (at % 2 === 0 ? line(name, flat[at + 1] ?? '') : '')).join('')
}

function line(name: string, value: string): string {
  return `${name}: ${value}\r\n`
}

// Written once a second.
let dateSecond = Number.NaN
let date = ''

function dateLine(): string {
  const now = systemClock.now()
  const second = Math.floor(now / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    date = line('Date', new Date(now).toUTCString())
  }
  return date
}
