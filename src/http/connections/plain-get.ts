// A GET as nearly every client sends it, read from the bytes that arrived; anything else is left to Node's own parser.

import type { Socket } from 'node:net'
import type { Body, Request } from '../message.ts'
import { ownCopy, parseTarget, type Query, TARGET_BYTES_MAX } from '../target.ts'

export const HEADER_BYTES_MAX = 8 * 1024
export const HEADERS_MAX = 64

const BEGINS = 'GET /'
const VERSION = ' HTTP/1.1'
const NO_BODY: Body = { kind: 'text', text: '' }

const HEAD_END = '\r\n\r\n'

type Headers = Request['headers']

interface FirstGet {
  readonly request: Request
  readonly end: number
}

/** What is read of one connection. Requests in a row mostly have the same headers, which are then read once. */
export class PlainGets {
  readonly #socket: Socket
  #block = ''
  #headers: Headers = {}

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Undefined unless the bytes certainly begin with a whole GET without a body. */
  read(bytes: Buffer, newRequestId: () => string): FirstGet | undefined {
    const arrived = bytes.toString('latin1', 0, Math.min(bytes.length, HEADER_BYTES_MAX))
    const end = arrived.indexOf(HEAD_END) + HEAD_END.length
    if (end < HEAD_END.length) return undefined
    const text = end === arrived.length ? arrived : arrived.slice(0, end)
    const lineEnd = text.indexOf('\r\n')
    const targetEnd = lineEnd - VERSION.length
    if (!text.startsWith(BEGINS) || !text.startsWith(VERSION, targetEnd)) return undefined
    const target = text.slice(BEGINS.length - 1, targetEnd)
    if (target.length > TARGET_BYTES_MAX || NOT_IN_TARGET.test(target)) return undefined
    const headers = this.#headersIn(text.slice(lineEnd + 2))
    const parsed = headers && parseTarget(target)
    if (headers === undefined || parsed === undefined) return undefined
    const { path, query } = parsed
    return { request: new PlainGet(newRequestId(), path, query, headers, this.#socket), end }
  }

  /** Headers do not stay in memory long after their request. */
  forget(): void {
    this.#block = ''
    this.#headers = {}
  }

  #headersIn(block: string): Headers | undefined {
    if (block === this.#block) return this.#headers
    // The text that this was cut from also has the key.
    const own = ownCopy(block)
    const headers = readHeaders(own)
    if (headers === undefined) return undefined
    // A header with a secret is read each time, and kept by nobody.
    if (headers.authorization === undefined && headers.cookie === undefined) {
      this.#block = own
      this.#headers = headers
    }
    return headers
  }
}

const NOT_IN_TARGET = /[^!-~]/
/** Lines of a name and a value each, then an empty line, then nothing. */
const WELL_FORMED = /^(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t -~]*\r\n)+\r\n$/

/** Headers that only Node's own parser handles. */
const NODES = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'trailer'])

/** Headers that can ask to close the connection after the answer. */
const CONNECTION = new Set(['connection', 'proxy-connection'])

function readHeaders(block: string): Headers | undefined {
  if (!WELL_FORMED.test(block)) return undefined
  const headers: Record<string, string> = Object.create(null)
  let count = 0
  for (let start = 0; start < block.length - 2; count += 1) {
    const end = block.indexOf('\r\n', start)
    const colon = block.indexOf(':', start)
    const name = block.slice(start, colon).toLowerCase()
    const value = block.slice(colon + 1, end).trim()
    // For a repeated header, Node decides which one counts, or joins them.
    if (headers[name] !== undefined || NODES.has(name)) return undefined
    if (CONNECTION.has(name) && value.toLowerCase() !== 'keep-alive') return undefined
    headers[name] = value
    start = end + 2
  }
  return headers.host === undefined || count > HEADERS_MAX ? undefined : headers
}

class PlainGet implements Request {
  readonly id: string
  readonly method = 'GET'
  readonly path: string
  readonly query: Query
  readonly headers: Headers
  readonly #socket: Socket

  constructor(id: string, path: string, query: Query, headers: Headers, socket: Socket) {
    this.id = id
    this.path = path
    this.query = query
    this.headers = headers
    this.#socket = socket
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? ''
  }

  get isAbandoned(): boolean {
    return this.#socket.destroyed
  }

  readBody(): Promise<Body> {
    return Promise.resolve(NO_BODY)
  }
}
