// How many streets have what a requirement asks for, and what it costs to read them.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import type { Requirement } from '../query/requirements.ts'

/** How many streets have it; one that has two of the terms counts twice. */
export function streetsMax(postings: Postings, { ranges, streets }: Requirement): number {
  if (streets !== undefined) return streets.length
  let count = 0
  for (const { from, to } of ranges) count += postings.count(from, to)
  return count
}

export function termCount(ranges: readonly TermRange[]): number {
  let terms = 0
  for (const { from, to } of ranges) terms += to - from
  return terms
}

/** About how many postings are read to unite the lists of a requirement in a bit map. */
export function workToUnite(postings: Postings, requirement: Requirement): number {
  if (requirement.streets !== undefined) return Number.POSITIVE_INFINITY
  const clearing = postings.mapWords >>> 4
  return streetsMax(postings, requirement) + termCount(requirement.ranges) + clearing
}

/** The one term of a requirement that so many streets have that the index keeps them as a bit map. */
export function commonTerm(
  postings: Postings,
  { ranges, streets }: Requirement,
): number | undefined {
  const [range] = ranges
  if (streets !== undefined || range === undefined || ranges.length !== 1) return undefined
  return range.to - range.from === 1 && postings.isMap(range.from) ? range.from : undefined
}
