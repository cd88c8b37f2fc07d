// Bit maps of the streets that requirements of many lists have, kept for all walks of one request.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { STEPS, type Work } from '../work.ts'

/** The most requirements that are kept at once. */
const MAPS_MAX = 16

/** A bit for each street, from a word on. */
export interface StreetMap {
  readonly words: Uint32Array
  readonly start: number
}

/** Their memory is reused: clearing it costs less than asking for it. Only the last walk opened may go on. */
export class UnitedMaps {
  readonly #postings: Postings
  readonly #maps: StreetMap[] = []
  readonly #kept = new Map<Requirement, StreetMap>()
  #request: Work | undefined

  constructor(postings: Postings) {
    this.#postings = postings
  }

  beginWalk(work: Work): void {
    if (this.#request !== work || this.#kept.size === MAPS_MAX) this.#kept.clear()
    this.#request = work
  }

  /** The map of a requirement, if it was made before. */
  kept(requirement: Requirement): StreetMap | undefined {
    return this.#kept.get(requirement)
  }

  /** The same, made now; undefined where the walk has too many, or the work is spent. */
  unite(requirement: Requirement, work: Work): StreetMap | undefined {
    const kept = this.#kept.get(requirement)
    if (kept !== undefined) return kept
    const { size } = this.#kept
    const postings = this.#postings
    if (size === MAPS_MAX || !work.affords(stepsToUnite(postings, requirement))) return undefined
    this.#maps[size] ??= { words: new Uint32Array(postings.mapWords), start: 0 }
    const map = this.#maps[size]
    map.words.fill(0)
    for (const range of requirement.ranges) {
      postings.markStreets(map.words, range, 0, postings.streetCount)
    }
    this.#kept.set(requirement, map)
    return map
  }
}

/** What it takes to mark all streets that have a requirement. */
export function stepsToUnite({ mapWords }: Postings, { read, ranges }: Requirement): number {
  return (read + mapWords / 4) * STEPS.mark + ranges.length * STEPS.lookUp
}
