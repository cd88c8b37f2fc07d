// What the service serves without a key: health, the OpenAPI documents, the pages for people and their files.

import type { Request } from '../../http/message.ts'

export interface Page {
  /** Matched in any letter case, with or without a trailing slash; `{number}` is one segment. */
  readonly path: string
  readonly summary: string
  /** `params` are the segments of its path that have a name. */
  render(request: Request, params: Readonly<Record<string, string>>): PageReply | Promise<PageReply>
  /** For those who run the service only: elsewhere it is an unknown path. */
  readonly isPrivate?: boolean
  /** Answered also when the service has too much to do: it is how one sees that. */
  readonly isVital?: boolean
}

export interface PageReply {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
  readonly retryAfterSeconds?: number
  /** Of its own: what the page may load, how long a file may be kept. */
  readonly headers?: Readonly<Record<string, string>>
}
