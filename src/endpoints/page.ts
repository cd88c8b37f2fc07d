// What the service serves without a key: health, the OpenAPI documents and the pages for people.

import type { Query } from '../http/target.ts'

export interface Page {
  /** Matched in any letter case, with or without a trailing slash; `{number}` is one segment. */
  readonly path: string
  readonly summary: string
  render(request: PageRequest): PageReply | Promise<PageReply>
}

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
}

export interface PageReply {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
  readonly retryAfterSeconds?: number
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
}
