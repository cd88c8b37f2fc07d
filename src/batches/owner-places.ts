// How much of a thing each account may have under way at a time, so that one account never takes the room of another.

import type { Owner } from './batch.ts'

interface Place {
  release(): void
}

export class OwnerPlaces {
  readonly #ownMax: number
  readonly #allMax: number
  /** By account; '' is for operators, who count as one. */
  readonly #held = new Map<string, number>()
  #all = 0

  constructor(ownMax: number, allMax: number) {
    this.#ownMax = ownMax
    this.#allMax = allMax
  }

  /** A place, which has to be released; or whether the owner or everybody together has too many. */
  take({ accountId = '' }: Owner): Place | 'own' | 'all' {
    const own = this.#held.get(accountId) ?? 0
    if (own >= this.#ownMax) return 'own'
    if (this.#all >= this.#allMax) return 'all'
    this.#held.set(accountId, own + 1)
    this.#all += 1
    return { release: () => this.#release(accountId) }
  }

  #release(accountId: string): void {
    const left = (this.#held.get(accountId) ?? 1) - 1
    if (left > 0) this.#held.set(accountId, left)
    else this.#held.delete(accountId)
    this.#all -= 1
  }
}
