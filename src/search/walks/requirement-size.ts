// How many streets have what a requirement asks for, and what it costs to read them.

import type { Postings } from '../../index/terms/postings.ts'
import { NO_TERM, type Requirement } from '../query/requirement.ts'

/** Looked up once for each requirement, as several parts of a walk ask for it. */
export function measured(postings: Postings, requirement: Requirement): Requirement {
  if (!requirement.isMeasured) measure(postings, requirement)
  return requirement
}

function measure(postings: Postings, requirement: Requirement): void {
  const { ranges, streets } = requirement
  let count = streets?.length ?? 0
  let terms = 0
  let read = count
  let maps = 0
  for (const { from, to } of streets === undefined ? ranges : []) {
    count += postings.count(from, to)
    terms += to - from
    read += postings.start(to) - postings.start(from)
    maps += postings.mapsIn(from, to)
  }
  requirement.count = count
  requirement.terms = terms
  requirement.read = read + maps * postings.mapWords
  requirement.hasMap = maps > 0
  requirement.common = maps === 1 ? requirement.term : NO_TERM
}

/** About how many postings are read to unite the lists of a requirement in a bit map. */
export function workToUnite(postings: Postings, requirement: Requirement): number {
  if (requirement.streets !== undefined) return Number.POSITIVE_INFINITY
  const clearing = postings.mapWords >>> 2
  return measured(postings, requirement).read + clearing
}
