// What the service serves without a key: health, the OpenAPI documents and the pages for people.

export interface Page {
  /** One fixed path; matched in any letter case, with or without a trailing slash. */
  readonly path: string
  readonly summary: string
  /** For those who run the service only: elsewhere it is an unknown path. */
  readonly isPrivate?: boolean
  /** Answered also when the service has too much to do: it is how one sees that. */
  readonly isVital?: boolean
  render(): PageReply | Promise<PageReply>
}

export interface PageReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly retryAfterSeconds?: number
}
