// How many requests of one caller may be at work at once where each keeps the store or another thread busy.

import { Problem } from '../http/problem.ts'

/** How many work at once, and how many may wait behind them. */
const PLACES = 4
const WAITING_MAX = 128
const TOO_MANY_AT_ONCE = `At most ${PLACES} of these requests can run at once and ${WAITING_MAX} can wait. Send fewer at once.`

interface Taken {
  places: number
  readonly waiting: (() => void)[]
}

/** Each caller has its own places, so nobody waits for those of another. */
export class Places {
  readonly #taken = new Map<string, Taken>()

  /** Runs the work when there is a place for it, after all of the caller that came before. */
  async hold<T>(caller: string, work: () => T | Promise<T>): Promise<T> {
    const taken = this.#takenBy(caller)
    if (taken.places < PLACES) taken.places += 1
    else if (taken.waiting.length < WAITING_MAX) {
      await new Promise<void>((resolve) => taken.waiting.push(resolve))
    } else throw new Problem('rate-limit', TOO_MANY_AT_ONCE, { retryAfterSeconds: 1 })
    try {
      return await work()
    } finally {
      this.#leave(caller, taken)
    }
  }

  #takenBy(caller: string): Taken {
    const known = this.#taken.get(caller)
    if (known !== undefined) return known
    const taken = { places: 0, waiting: [] }
    this.#taken.set(caller, taken)
    return taken
  }

  /** The place changes hands without being free in between, and others have their turn before it is used. */
  #leave(caller: string, taken: Taken): void {
    const next = taken.waiting.shift()
    if (next !== undefined) setImmediate(next)
    else taken.places -= 1
    if (taken.places === 0) this.#taken.delete(caller)
  }
}
