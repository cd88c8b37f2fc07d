// What changed from one scorecard to another by more than chance: figures whose intervals do not touch.

import { OperatorError } from '../../src/lib/operator-error.ts'
import type { Mean, Share } from './interval.ts'
import type { ClassScore } from './judging/score.ts'
import type { Scorecard } from './scorecard.ts'

export const FIGURES = [
  'first',
  'within_six',
  'reciprocal_rank',
  'keystrokes',
  'drop_out',
  'building_first_violations',
  'digits_guessed',
  'validate_right',
  'false_accepts',
] as const satisfies readonly (keyof ClassScore)[]

export type Figure = (typeof FIGURES)[number]

/** Of these, less is better. */
const FAULTS: readonly Figure[] = [
  'keystrokes',
  'drop_out',
  'building_first_violations',
  'digits_guessed',
  'false_accepts',
]

export interface Change {
  readonly name: string
  readonly figure: Figure
  readonly before: number
  readonly now: number
  readonly isBetter: boolean
}

export function changesSince(before: Scorecard, now: Scorecard): Change[] {
  return now.classes.flatMap((score) => {
    const former = before.classes.find(({ name }) => name === score.name)
    return former === undefined ? [] : changesIn(former, score)
  })
}

function changesIn(former: ClassScore, score: ClassScore): Change[] {
  return FIGURES.flatMap((figure) => {
    const [a, b] = [former[figure], score[figure]]
    if (a.of === 0 || b.of === 0 || (a.high >= b.low && b.high >= a.low)) return []
    const [was, is] = [figureValue(a), figureValue(b)]
    const isBetter = FAULTS.includes(figure) ? is < was : is > was
    return [{ name: score.name, figure, before: was, now: is, isBetter }]
  })
}

export function figureValue(figure: Share | Mean): number {
  return 'share' in figure ? figure.share : figure.mean
}

/** A scorecard that `quality --json` printed before. */
export function readScorecard(text: string, path: string): Scorecard {
  const refused = new OperatorError(`The file ${path} is no output of "quality --json".`)
  try {
    const read = JSON.parse(text) as Partial<Scorecard>
    const isWhole = Array.isArray(read.classes) && read.classes.every(hasFigures)
    if (!isWhole || read.release === undefined) throw refused
    return read as Scorecard
  } catch {
    throw refused
  }
}

function hasFigures(score: Partial<ClassScore>): boolean {
  return FIGURES.every((figure) => typeof score[figure]?.low === 'number')
}
