// How many streets have what a requirement asks for, and what it costs to read them.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement, RequirementSize } from '../query/requirement.ts'

/** Looked up once for each requirement, as several parts of a walk ask for it. */
export function sizeOf(postings: Postings, requirement: Requirement): RequirementSize {
  requirement.size ??= measured(postings, requirement)
  return requirement.size
}

function measured(postings: Postings, { ranges, streets }: Requirement): RequirementSize {
  if (streets !== undefined) {
    const { length } = streets
    return { streets: length, terms: 0, read: length, hasMap: false, common: undefined }
  }
  let count = 0
  let terms = 0
  let read = 0
  let maps = 0
  for (const { from, to } of ranges) {
    count += postings.count(from, to)
    terms += to - from
    read += postings.start(to) - postings.start(from)
    maps += postings.mapsIn(from, to)
  }
  const [range] = ranges
  const common = terms === 1 && maps === 1 ? range?.from : undefined
  read += maps * postings.mapWords
  return { streets: count, terms, read, hasMap: maps > 0, common }
}

/** About how many postings are read to unite the lists of a requirement in a bit map. */
export function workToUnite(postings: Postings, requirement: Requirement): number {
  if (requirement.streets !== undefined) return Number.POSITIVE_INFINITY
  const clearing = postings.mapWords >>> 2
  return sizeOf(postings, requirement).read + clearing
}
