// Streets as the search judges them: what is read of each stands side by side, so that it is one place in memory.
// Unchecked: hot, read for every candidate street, and every street has a name part and a place part.

import type { Lists } from '../columns/lists.ts'
import type { NarrowArray } from '../file/sections.ts'

/** How many words a street has, and what stands at which. */
export const STREET_WORDS = 4
export const STREET_AT = {
  /** Its first record; that of the next street ends it. */
  start: 0,
  /** Where the terms of its name part, and those of its place part, begin. */
  name: 1,
  place: 2,
  /** Its widest range, and above it its flags. */
  span: 3,
} as const

/** Both halves of a word: of the span and the flags of a street, of how many strong and weak terms a part has. */
const LOW = 0xffff
const HIGH_FROM = 16

export function spanOf(word: number): number {
  return word & LOW
}

export function flagsOf(word: number): number {
  return word >>> HIGH_FROM
}

/** Where the strong and the weak terms of the part that begins at `at` end; the strong ones begin behind `at`. */
export function strongEnd(terms: Uint32Array, at: number): number {
  return at + 1 + (terms[at] & LOW)
}

export function weakEnd(terms: Uint32Array, at: number): number {
  return strongEnd(terms, at) + (terms[at] >>> HIGH_FROM)
}

interface StreetColumns {
  readonly start: Uint32Array
  readonly flags: Uint8Array
  readonly span: Uint16Array
  readonly name: NarrowArray
  readonly place: NarrowArray
}

/** `names` and `places` have for each part where its terms begin. */
export function streetNodes(
  { start, flags, span, name, place }: StreetColumns,
  names: Uint32Array,
  places: Uint32Array,
): Uint32Array {
  const count = start.length - 1
  const nodes = new Uint32Array(STREET_WORDS * (count + 1))
  for (let street = 0; street < count; street++) {
    const node = STREET_WORDS * street
    nodes[node + STREET_AT.start] = start[street]
    nodes[node + STREET_AT.name] = names[name[street]]
    nodes[node + STREET_AT.place] = places[place[street]]
    nodes[node + STREET_AT.span] = span[street] | (flags[street] << HIGH_FROM)
  }
  nodes[STREET_WORDS * count + STREET_AT.start] = start[count]
  return nodes
}

/** The strong and the weak terms of parts. */
type PartLists = readonly [strong: Lists, weak: Lists]

/** All of them, and where those of each name part and of each place part begin. */
export function packTerms(names: PartLists, places: PartLists) {
  let size = 0
  for (const [strong, weak] of [names, places]) {
    size += strong.count + strong.values.length + weak.values.length
  }
  const terms = new Uint32Array(size)
  let at = 0
  const pack = ([strong, weak]: PartLists): Uint32Array => {
    const starts = new Uint32Array(strong.count)
    for (let part = 0; part < starts.length; part++) {
      starts[part] = at
      const strongs = strong.offset[part + 1] - strong.offset[part]
      const weaks = weak.offset[part + 1] - weak.offset[part]
      terms[at++] = strongs | (weaks << HIGH_FROM)
      for (let i = 0; i < strongs; i++) terms[at++] = strong.values[strong.offset[part] + i]
      for (let i = 0; i < weaks; i++) terms[at++] = weak.values[weak.offset[part] + i]
    }
    return starts
  }
  return { terms, names: pack(names), places: pack(places) }
}
