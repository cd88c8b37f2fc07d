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

/** About how many postings are read to unite the lists of a requirement in a bit map. */
export function workToUnite(postings: Postings, requirement: Requirement): number {
  if (requirement.streets !== undefined) return Number.POSITIVE_INFINITY
  return measured(postings, requirement).read + (postings.mapWords >>> 2)
}

/** What it takes to mark the streets of the lists of a requirement. */
export function stepsToMark(postings: Postings, requirement: Requirement): number {
  const { listed, ranges } = measured(postings, requirement)
  const marked = listed + clearing(listed, postings.mapWords)
  const perStep = isFolded(listed) ? POSTINGS_PER_STEP : MARKED_PER_STEP
  return marked / perStep + ranges.length * STEPS.listRead
}

/** About how many postings are read for that; all streets where a term has a bit map. */
export function workToMark(postings: Postings, requirement: Requirement): number {
  const { listed, hasMap } = measured(postings, requirement)
  const isWhole = hasMap || requirement.streets !== undefined
  return isWhole ? workToUnite(postings, requirement) : listed + clearing(listed, postings.mapWords)
}
