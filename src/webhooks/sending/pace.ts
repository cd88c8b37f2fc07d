// Limits deliveries per account and per destination, so that nobody is flooded through us.

import { BoundedMap } from '../../lib/bounded-map.ts'

const KEYS_MAX = 10_000
const SECOND_MS = 1000

interface Bucket {
  readonly left: number
  readonly at: number
}

/** At most `perSecond` for each key, with bursts of one second. */
export class Pace {
  readonly #perSecond: number
  readonly #monotonicMs: () => number
  readonly #buckets = new BoundedMap<string, Bucket>(KEYS_MAX)

  constructor(perSecond: number, monotonicMs: () => number) {
    this.#perSecond = perSecond
    this.#monotonicMs = monotonicMs
  }

  /** Takes one and returns 0, or returns the milliseconds until there is one. */
  take(key: string): number {
    const at = this.#monotonicMs()
    const bucket = this.#buckets.get(key) ?? { left: this.#perSecond, at }
    const gained = ((at - bucket.at) * this.#perSecond) / SECOND_MS
    const left = Math.min(this.#perSecond, bucket.left + gained)
    if (left < 1) return Math.ceil(((1 - left) * SECOND_MS) / this.#perSecond)
    this.#buckets.set(key, { left: left - 1, at })
    return 0
  }
}
