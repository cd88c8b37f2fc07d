// Answers that were just given: many people type the same beginnings, and the data does not change under them.

import type { Endpoint } from './endpoints/endpoint.ts'
import type { Request } from './http/message.ts'
import { BoundedMap } from './lib/bounded-map.ts'

const ANSWERS_MAX = 10_000
/** Together with their number this bounds the memory. */
const BODY_CHARACTERS_MAX = 4096

/** Only what is free is kept: an answer that costs a look-up is always made, and charged. */
export class AnswerCache {
  readonly #bodies = new BoundedMap<string, string>(ANSWERS_MAX)

  /** Undefined for a request whose answer may not be kept. `release` ends with the data that answers were made of. */
  keyOf(request: Request, endpoint: Endpoint, release: string | undefined): string | undefined {
    if (endpoint.isRepeatable !== true || request.method !== 'GET' || release === undefined) return
    let key = `${release}\n${request.path}`
    for (const [name, values] of request.query) {
      if (name !== 'api-key') key += `\n${name}=${values.join('\n')}`
    }
    return key
  }

  get(key: string | undefined): string | undefined {
    return key === undefined ? undefined : this.#bodies.get(key)
  }

  keep(key: string | undefined, body: string): void {
    if (key !== undefined && body.length <= BODY_CHARACTERS_MAX) this.#bodies.set(key, body)
  }
}
