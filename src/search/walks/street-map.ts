// Bit maps of the streets that requirements have, kept for the walks of one request.

import { addList, EVERY_WORD } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'

/** Up to so many postings are marked in a folded map, in which hardly one street in ten is then taken for another. */
const FOLDED_MAX = 16_384
/** The words of a folded map: so few that it stays in the processor's nearest cache. A power of two. */
const FOLDED_WORDS = 16_384

/** A bit for each street; where it is folded, one for all streets that are alike in the last bits of their numbers. */
export interface StreetMap {
  readonly map: Uint32Array
  /** Which bits of the number of a word say where it is. */
  readonly mask: number
}

/** Whether so many postings are marked in a folded map. */
export function isFolded(count: number): boolean {
  return count <= FOLDED_MAX
}

/** How many postings are marked in the time that it takes to empty a map before. */
export function clearing(isFew: boolean, mapWords: number): number {
  return (isFew ? Math.min(FOLDED_WORDS, mapWords) : mapWords) >>> 2
}

/** Maps of one size. */
export class StreetMaps {
  readonly #words: number
  readonly #mask: number
  readonly #most: number
  readonly #maps: KeptMap[] = []

  constructor(words: number, most: number, mask = EVERY_WORD) {
    this.#words = words
    this.#most = most
    this.#mask = mask
  }

  static folded(mapWords: number, most: number): StreetMaps {
    const isSmaller = mapWords < FOLDED_WORDS
    return isSmaller
      ? new StreetMaps(mapWords, most)
      : new StreetMaps(FOLDED_WORDS, most, FOLDED_WORDS - 1)
  }

  forget(): void {
    for (const each of this.#maps) each.requirement = undefined
  }

  /** That of a requirement, which the walk needs; undefined where it was not made yet. */
  kept(requirement: Requirement, walk: number): StreetMap | undefined {
    for (const each of this.#maps) {
      if (each.requirement !== requirement) continue
      each.walk = walk
      return each
    }
    return undefined
  }

  /** An empty one for a requirement; undefined where the walk needs all that there are. */
  add(requirement: Requirement, walk: number): StreetMap | undefined {
    const free = this.#free(walk)
    if (free === undefined) return undefined
    free.requirement = requirement
    free.walk = walk
    free.map.fill(0)
    return free
  }

  /** One that this walk does not need: the first that no walk does, as that was used last and is in the caches. */
  #free(walk: number): KeptMap | undefined {
    for (const each of this.#maps) if (each.requirement === undefined) return each
    if (this.#maps.length < this.#most) {
      const map = new Uint32Array(this.#words)
      const added = { map, mask: this.#mask, requirement: undefined, walk: 0 }
      this.#maps.push(added)
      return added
    }
    const oldest = this.#maps.reduce((a, b) => (b.walk < a.walk ? b : a))
    return oldest.walk < walk ? oldest : undefined
  }
}

/** Marks all streets that have a requirement. */
export function markAll(
  { map, mask }: StreetMap,
  postings: Postings,
  { ranges }: Requirement,
): void {
  for (const range of ranges) {
    if (mask === EVERY_WORD) postings.markStreets(map, range, 0, postings.streetCount)
    else addList(map, mask, postings.lists, postings.start(range.from), postings.start(range.to))
  }
}

interface KeptMap extends StreetMap {
  /** Whose streets it has, and the last walk that needed it. */
  requirement: Requirement | undefined
  walk: number
}
