// What the service serves without a key: health, the OpenAPI documents, the pages for people and their files.

import type { Request } from '../http/message.ts'

export interface Page {
  /** One fixed path; matched in any letter case, with or without a trailing slash. */
  readonly path: string
  readonly summary: string
  render(request: Request): PageReply | Promise<PageReply>
}

export interface PageReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly retryAfterSeconds?: number
  /** Of its own: what the page may load, how long a file may be kept. */
  readonly headers?: Readonly<Record<string, string>>
}
