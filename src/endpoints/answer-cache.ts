// Answers that were just given: many people type the same beginnings, and the data does not change under them.

import type { Product } from '../address/product.ts'
import type { Request } from '../http/message.ts'
import { ownCopy } from '../http/target.ts'
import { BoundedMap } from '../lib/bounded-map.ts'
import type { Searches } from '../search/address-search.ts'
import type { Endpoint } from './endpoint.ts'

const ANSWERS_MAX = 10_000
/** Together with their number these bound the memory. */
const BODY_CHARACTERS_MAX = 4096
const QUESTION_CHARACTERS_MAX = 512

/** The answers of one release; they end with it. */
interface Kept {
  readonly release: string
  readonly bodies: BoundedMap<string, string>
}

/** A request as far as its answer depends on it: not on the key. */
export interface Question {
  readonly product: Product
  readonly release: string
  readonly text: string
}

/** Only what is free is kept: an answer that costs a look-up is always made, and charged. */
export class AnswerCache {
  readonly #kept: Record<Product, Kept> = { au: keptOf(''), uk: keptOf('') }

  /** Undefined for a request whose answer may not be kept. */
  questionOf(request: Request, endpoint: Endpoint, data: Searches): Question | undefined {
    const { product, isRepeatable } = endpoint
    if (isRepeatable !== true || product === undefined || request.method !== 'GET') return undefined
    const release = data[product]?.release.release
    return release === undefined ? undefined : { product, release, text: textOf(request) }
  }

  get({ product, release, text }: Question): string | undefined {
    const kept = this.#kept[product]
    return kept.release === release ? kept.bodies.get(text) : undefined
  }

  keep({ product, release, text }: Question, body: string): void {
    if (text.length > QUESTION_CHARACTERS_MAX || body.length > BODY_CHARACTERS_MAX) return
    if (this.#kept[product].release !== release) this.#kept[product] = keptOf(release)
    this.#kept[product].bodies.set(ownCopy(text), body)
  }
}

function textOf({ path, query }: Request): string {
  let text = path
  for (const [name, values] of query) {
    if (name !== 'api-key') text += `\n${name}=${values.join('\n')}`
  }
  return text
}

function keptOf(release: string): Kept {
  return { release, bodies: new BoundedMap(ANSWERS_MAX) }
}
