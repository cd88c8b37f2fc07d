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
  /** Nobody reads its answer any more. */
  readonly isAbandoned?: boolean
  /** Reads the body, once. It is not read before the pipeline asks, so a refusal never waits for it. */
  readBody(bytesMax?: number): Promise<Body>
  /** Writes the body to a new file, for as long as data keeps arriving; absent if there is no body. */
  saveBody?(path: string, bytesMax: number): Promise<SavedBody>
}

export type SavedBody =
  | { readonly kind: 'saved'; readonly bytes: number }
  | Exclude<Body, { readonly kind: 'text' | 'not-utf8' }>

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf8' }
  /** The caller is gone or was too slow, so no answer will arrive. */
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'encoded'; readonly encoding: string }

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The state of the rate limits, on every answer that was counted. */
  readonly standing?: Standing | undefined
  /** Empty for 204. Bytes if the answer is not text. */
  readonly body: string | Buffer
  /** Instead of a body that is too large to hold. If it ends early, the connection is closed. */
  stream?: AsyncIterable<string | Uint8Array>
  /** How long it is kept before it is sent. */
  readonly holdMs?: number
  /** A refusal that the caller asked for, to try it out; it raises no alert. */
  readonly isRehearsal?: boolean
}

/** The values of two headers. What they say of the caller's work is added when the request is done. */
export interface Standing {
  /** `RateLimit-Policy` */
  policy: string
  /** `RateLimit` */
  limits: string
}

/** Answers without a promise where it can: a promise costs more than finding a kept answer. */
export type Handler = (request: Request) => Reply | Promise<Reply>

export function header({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
