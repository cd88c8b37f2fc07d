// A request and its answer as the pipeline sees them: no framework, no sockets.

import type { Query } from './target.ts'

export interface Request {
  readonly id: string
  readonly method: string
  /** The path as it came, not decoded, without the query. */
  readonly path: string
  readonly query: Query
  /** By lower-case name; a repeated header is joined as Node joins it. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly remoteAddress: string
  /** Reads the body, once. It is not read before the pipeline asks, so a refusal never waits for it. */
  readBody(): Promise<Body>
}

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'encoded'; readonly encoding: string }

export interface Reply {
  readonly status: number
  /** Besides those that every answer carries. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty for 204. Bytes where the answer is no text. */
  readonly body: string | Buffer
}

export type Handler = (request: Request) => Promise<Reply>

export function header(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
