// What the service serves without a key: health, the OpenAPI documents, the pages for people and their files.

import type { Reply, Request } from '../../http/message.ts'
import { textReply } from '../../http/reply.ts'
import type { Method } from '../endpoint.ts'

export interface Page {
  /** Matched in any letter case, with or without a trailing slash; `{number}` is one segment. */
  readonly path: string
  readonly summary: string
  /** GET by default. */
  readonly methods?: readonly Method[]
  /** `params` are the segments of its path that have a name. */
  render(request: Request, params: Readonly<Record<string, string>>): PageReply | Promise<PageReply>
  /** For operators only; to anybody else it is an unknown path. */
  readonly isPrivate?: boolean
  /** Only for the networks of the setting OPERATOR_FROM. */
  readonly isForOperators?: boolean
  /** Its cost in addition to that of every page, in steps of about ten nanoseconds. */
  readonly steps?: number
  /** Answered even under overload, because it is how overload is seen. */
  readonly isVital?: boolean
}

export interface PageReply {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
  /** Such as a content policy or a caching time. */
  readonly headers?: Readonly<Record<string, string>>
}

export async function pageReply(
  page: Page,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<Reply> {
  const { status, contentType, body, headers } = await page.render(request, params)
  return textReply(status, contentType, body, headers)
}
