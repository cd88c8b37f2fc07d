// How many streets have what a requirement asks for, and what it costs to read them.

import type { Postings } from '../../index/terms/postings.ts'
import { NO_TERM, type Requirement } from '../query/requirement.ts'
import { MARKED_PER_STEP, POSTINGS_PER_STEP, STEPS } from '../steps.ts'
import { clearing, isFolded } from './street-map.ts'

/** Looked up once for each requirement, as several parts of a walk ask for it. */
export function measured(postings: Postings, requirement: Requirement): Requirement {
  if (!requirement.isMeasured) measure(postings, requirement)
  return requirement
}

function measure(postings: Postings, requirement: Requirement): void {
  const { ranges, streets } = requirement
  let count = streets?.length ?? 0
  let terms = 0
  let listed = count
  let maps = 0
  for (const { from, to } of streets === undefined ? ranges : []) {
    count += postings.count(from, to)
    terms += to - from
    listed += postings.start(to) - postings.start(from)
    maps += postings.mapsIn(from, to)
  }
  requirement.count = count
  requirement.terms = terms
  requirement.listed = listed
  requirement.read = listed + maps * postings.mapWords
  requirement.hasMap = maps > 0
  requirement.common = maps === 1 ? requirement.term : NO_TERM
}

/** Whether a requirement has so few streets that they are marked in a folded map. */
export function isFoldedFor(postings: Postings, requirement: Requirement): boolean {
  const { hasMap, listed } = measured(postings, requirement)
  return !hasMap && isFolded(listed)
}

/** What it takes to unite all that a requirement has in one map. */
export function stepsToUnite(postings: Postings, requirement: Requirement): number {
  if (requirement.streets !== undefined) return Number.POSITIVE_INFINITY
  const { read, ranges } = measured(postings, requirement)
  const isFew = isFoldedFor(postings, requirement)
  const marked = read + clearing(isFew, postings.mapWords)
  const perStep = isFew ? POSTINGS_PER_STEP : MARKED_PER_STEP
  return marked / perStep + ranges.length * STEPS.listRead
}
