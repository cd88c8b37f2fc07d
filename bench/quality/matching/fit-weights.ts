// Fits the weights of confidence to labelled rows, so that the table in src/judge/differences.ts can be made anew.

import { type Difference, START, WEIGHTS } from '../../../src/judge/differences.ts'
import { judgedCandidates } from '../../../src/match/candidates.ts'
import { lineOf } from '../../../src/match/input-line.ts'
import type { AnySearch } from '../../../src/search/address-search.ts'
import type { LabelledRow } from './labelled-list.ts'
import { isMeant, searchFor } from './match-score.ts'

type Weight = Difference | keyof typeof START

type Weights = Readonly<Record<Weight, number>>

interface Example {
  /** What each candidate has. */
  readonly candidates: readonly (readonly Weight[])[]
  /** Which of them is meant, or -1. */
  readonly right: number
}

const ROUNDS = 600
const STEP = 0.5
/** How strongly a weight that few rows speak of is held at the value that it has. */
const PULL = 2

/** The multinomial logit of `confidences`: none of the candidates, or one. Plain gradient ascent finds its one peak. */
export function fittedWeights(search: AnySearch, rows: readonly LabelledRow[]): Weights {
  return fitted(rows.map((row) => exampleOf(search, row)))
}

function fitted(examples: readonly Example[]): Weights {
  const start: Record<Weight, number> = { ...WEIGHTS, ...START }
  const weights = { ...start }
  const names = Object.keys(weights) as Weight[]
  const seen = countsOf(examples)
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = slopeOf(examples, weights)
    for (const name of names) {
      const pull = PULL * (start[name] - weights[name])
      const step = STEP / ((seen.get(name) ?? 0) / 10 + PULL)
      const next = weights[name] + step * ((slope.get(name) ?? 0) + pull)
      // To differ never makes a match surer.
      weights[name] = name in START ? next : Math.min(next, 0)
    }
  }
  return weights
}

function exampleOf(search: AnySearch, row: LabelledRow): Example {
  const line = lineOf(row.input, search.product)
  const judged = judgedCandidates(searchFor(search, row), line)
  return {
    candidates: judged.map(({ differences, isValidated }) => [
      isValidated ? 'validated' : 'found',
      ...differences,
    ]),
    right: judged.findIndex(({ id, held }) => isMeant(row, id, held.label)),
  }
}

function countsOf(examples: readonly Example[]): Map<Weight, number> {
  const counts = new Map<Weight, number>()
  for (const { candidates } of examples) {
    for (const name of candidates.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** For each weight, how much more often it is in what is meant than the weights expect. */
function slopeOf(examples: readonly Example[], weights: Weights): Map<Weight, number> {
  const slope = new Map<Weight, number>()
  for (const { candidates, right } of examples) {
    const odds = candidates.map((names) =>
      Math.exp(names.reduce((sum, name) => sum + weights[name], 0)),
    )
    const all = odds.reduce((sum, each) => sum + each, 1)
    candidates.forEach((names, at) => {
      const off = (at === right ? 1 : 0) - (odds[at] ?? 0) / all
      for (const name of names) slope.set(name, (slope.get(name) ?? 0) + off)
    })
  }
  return slope
}
