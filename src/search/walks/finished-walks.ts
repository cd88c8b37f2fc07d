// The streets of walks that went to their end, kept for the other walks of a request, which ask for much of the same.
// Unchecked: `next` runs for every street.

import type { Requirement } from '../query/requirement.ts'
import type { Work } from '../work.ts'
import { END, type Walk } from './walk.ts'

/** So many walks are kept, of so many streets at most, if they took so many steps. */
const KEPT_MAX = 16
const STREETS_MAX = 256
const STEPS_MIN = 2_000

export interface FinishedWalk {
  readonly requirements: readonly Requirement[]
  readonly streets: Uint32Array
}

export class FinishedWalks {
  readonly #kept: FinishedWalk[] = []
  readonly #streets = new Uint32Array(STREETS_MAX)

  forget(): void {
    this.#kept.length = 0
  }

  /** The one of fewest streets that asked for nothing but what is asked for now, so that no other street has that. */
  within(requirements: readonly Requirement[]): FinishedWalk | undefined {
    let fewest: FinishedWalk | undefined
    for (const each of this.#kept) {
      if (fewest !== undefined && fewest.streets.length <= each.streets.length) continue
      if (each.requirements.every((one) => isAmong(one, requirements))) fewest = each
    }
    return fewest
  }

  /** The walk, of which the streets are kept if it goes to its end. As all share the room, so does one at a time. */
  recorded(walk: Walk, requirements: readonly Requirement[], work: Work): Walk {
    return this.#kept.length === KEPT_MAX
      ? walk
      : new RecordedWalk(walk, this.#streets, work, (streets) =>
          this.#kept.push({ requirements, streets }),
        )
  }
}

export function isAmong({ ranges, streets }: Requirement, others: readonly Requirement[]): boolean {
  for (let i = 0; i < others.length; i++) {
    if (others[i].ranges === ranges && others[i].streets === streets) return true
  }
  return false
}

class RecordedWalk implements Walk {
  readonly #walk: Walk
  readonly #streets: Uint32Array
  readonly #work: Work
  readonly #begun: number
  readonly #keep: (streets: Uint32Array) => void
  #count = 0

  constructor(walk: Walk, streets: Uint32Array, work: Work, keep: (streets: Uint32Array) => void) {
    this.#walk = walk
    this.#streets = streets
    this.#work = work
    this.#begun = work.spent
    this.#keep = keep
  }

  next(): number {
    const street = this.#walk.next()
    if (street !== END) {
      if (this.#count < STREETS_MAX) this.#streets[this.#count] = street
      this.#count++
      return street
    }
    const isDear = this.#work.spent - this.#begun >= STEPS_MIN && !this.#work.isSpent
    if (isDear && this.#count <= STREETS_MAX) this.#keep(this.#streets.slice(0, this.#count))
    this.#count = Number.POSITIVE_INFINITY
    return END
  }
}
