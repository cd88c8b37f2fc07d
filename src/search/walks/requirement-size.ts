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
    return { streets: streets.length, terms: 0, hasMap: false, common: undefined }
  }
  let count = 0
  let terms = 0
  let hasMap = false
  for (const { from, to } of ranges) {
    count += postings.count(from, to)
    terms += to - from
    hasMap ||= postings.hasMap(from, to)
  }
  const [range] = ranges
  const common = terms === 1 && hasMap ? range?.from : undefined
  return { streets: count, terms, hasMap, common }
}

/** About how many postings are read to unite the lists of a requirement in a bit map. */
export function workToUnite(postings: Postings, requirement: Requirement): number {
  if (requirement.streets !== undefined) return Number.POSITIVE_INFINITY
  const clearing = postings.mapWords >>> 4
  const { streets, terms } = sizeOf(postings, requirement)
  return streets + terms + clearing
}
