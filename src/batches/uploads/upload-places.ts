// How many uploads and previews may be under way: few of each account, so that a slow sender holds up only itself.

import type { Owner } from '../batch.ts'

/** Of one account, or of all operators together. */
export const OWN_UPLOADS_MAX = 2
/** Of everybody: a last resort, far above what one account can have. */
const ALL_UPLOADS_MAX = 64

export type NoPlace = 'own-uploads' | 'all-uploads'

interface Place {
  release(): void
}

export class UploadPlaces {
  /** By account; '' is for operators. */
  readonly #held = new Map<string, number>()
  #all = 0

  /** A place, which has to be released, or why there is none. */
  take({ accountId = '' }: Owner): Place | NoPlace {
    const own = this.#held.get(accountId) ?? 0
    if (own >= OWN_UPLOADS_MAX) return 'own-uploads'
    if (this.#all >= ALL_UPLOADS_MAX) return 'all-uploads'
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
