// Recent free answers: many people type the same first letters, and the data rarely changes.

import type { Request } from '../http/message.ts'
import { ownCopy } from '../http/target.ts'
import type { Clock } from '../lib/clock.ts'
import type { Searches } from '../search/address-search.ts'
import type { Endpoint } from './endpoint.ts'
import { FairMap } from './fair-map.ts'

/** All three together bound the memory: 52 million characters at most. */
export const ANSWERS_MAX = 10_000
const BODY_CHARACTERS_MAX = 4096
const QUESTION_CHARACTERS_MAX = 512
/** After this an answer is computed again. */
export const ANSWER_KEPT_MS = 10 * 60_000

/** A power of two. */
const MARKS = 2 ** 16

/** Only what is free is kept: an answer that costs a look-up is always made, and charged. */
export class AnswerCache {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #kept = new FairMap<{ readonly body: string; readonly untilMs: number }>(ANSWERS_MAX)
  /** Hashes of questions that were asked while it was full. */
  readonly #marks = new Uint32Array(MARKS)
  /** The beginning of the questions to each release. */
  readonly #beginnings = new WeakMap<object, string>()
  #releases = 0

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** What an answer is kept under; undefined for a request whose answer may not be kept. */
  questionOf(request: Request, endpoint: Endpoint, data: Searches): string | undefined {
    const { product, isRepeatable } = endpoint
    if (isRepeatable !== true || product === undefined || request.method !== 'GET') return undefined
    const search = data[product]
    return search === undefined ? undefined : questionText(this.#beginningOf(search), request)
  }

  /** A short number for each release, which is never used again. */
  #beginningOf(search: object): string {
    const known = this.#beginnings.get(search)
    if (known !== undefined) return known
    this.#releases += 1
    this.#beginnings.set(search, `${this.#releases} `)
    return `${this.#releases} `
  }

  get(question: string): string | undefined {
    const kept = this.#kept.get(question)
    return kept === undefined || kept.untilMs <= this.#clock.monotonicMs() ? undefined : kept.body
  }

  /** Most terms are never typed again, so a full cache keeps an answer only when it is asked for a second time. */
  keep(question: string, body: string, accountId: string): void {
    if (question.length > QUESTION_CHARACTERS_MAX || body.length > BODY_CHARACTERS_MAX) return
    if (this.#kept.size >= ANSWERS_MAX && !this.#wasAsked(question)) return
    const untilMs = this.#clock.monotonicMs() + ANSWER_KEPT_MS
    this.#kept.set(ownCopy(question), { body, untilMs }, accountId)
  }

  #wasAsked(question: string): boolean {
    const hash = hashOf(question)
    const place = hash % MARKS
    if (this.#marks[place] === hash) return true
    this.#marks[place] = hash
    return false
  }
}

/** The hash by Fowler, Noll and Vo. If two questions share a mark, one of them is only kept a moment earlier. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

/** Everything but the key. Each part follows its length, so no text in a value can pass for another part. */
function questionText(beginning: string, { path, query }: Request): string {
  let text = beginning + part(path)
  for (const [name, values] of query) {
    if (name === 'api-key') continue
    for (const value of values) text += part(name) + part(value)
  }
  return text
}

function part(text: string): string {
  return `${text.length}:${text}`
}
