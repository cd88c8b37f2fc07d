// The least that a release must reach, and whether it does.

import { disturbedClasses } from './classes/disturbed.ts'
import { otherNameClasses } from './classes/other-names.ts'
import { ukClasses } from './classes/uk-forms.ts'
import { percent, type Share, shareOf } from './interval.ts'
import type { ClassScore, ShareFigure } from './judging/score.ts'

export interface BarResult {
  readonly bar: string
  readonly isMet: boolean
  readonly share: number
  readonly worst: string
}

/** Classes whose lines are right and name one address. */
const RIGHT_LINES = ['exact', 'abbreviations both ways', 'unit forms'] as const
const UK_FORMS = ukClasses.map(({ name }) => name)
const TYPING_ERRORS = ['typing error in the street', 'typing error in the suburb'] as const

/** Classes of disturbed lines that no reader could be sure of. */
const HARD_LINES: readonly string[] = [
  'two slips in the street',
  'two slips in the suburb',
  'one-word suburb split in two',
]
const DISTURBED = disturbedClasses
  .map(({ name }) => name)
  .filter((name) => !HARD_LINES.includes(name))
const OTHER_NAMES = otherNameClasses.map(({ name }) => name)

/** What is held, the figure and its least value, and the classes; of several classes the worst counts. */
type Least = readonly [what: string, figure: ShareFigure, least: number, classes: readonly string[]]

const LEAST: readonly Least[] = [
  ['right within six', 'within_six', 0.995, RIGHT_LINES],
  ['first answer right', 'first', 0.98, RIGHT_LINES],
  ['no suburb, first', 'first', 0.99, ['no suburb']],
  ['one thing wrong, first', 'first', 0.95, DISTURBED],
  ['one thing wrong, within six', 'within_six', 0.98, DISTURBED],
  ['two slips or a split word, first', 'first', 0.85, HARD_LINES],
  ['exact labels accepted', 'validate_right', 0.999, ['exact label beside a longer name']],
  ['one typing error, right within six', 'within_six', 0.97, TYPING_ERRORS],
]
const LEAST_UK: readonly Least[] = [
  ['forms that people in the UK write, first', 'first', 0.98, UK_FORMS],
  ['a label typed back, first', 'first', 1, ['round trip']],
  ['a label typed back, validated', 'validate_right', 1, ['round trip']],
]
/** What must not happen at all, in these classes or in any. */
const NEVER: readonly (readonly [
  what: string,
  figure: ShareFigure,
  classes?: readonly string[],
])[] = [
  ['drop-out', 'drop_out'],
  ['units before their building', 'building_first_violations'],
  ['digits guessed', 'digits_guessed'],
  ['false accepts of numbers that do not exist', 'false_accepts', ['number past the end']],
  ['false accepts of swapped and longer names', 'false_accepts', OTHER_NAMES],
]
const FALSE_ACCEPTS_MAX = 0.001

export function barsMet(scores: readonly ClassScore[]): BarResult[] {
  const isUk = scores.some(({ name }) => name === 'round trip')
  return [
    ...LEAST.map((each) => atLeast(scores, each)),
    ...NEVER.map(([what, figure, classes]) => {
      const own = scores.filter(({ name }) => classes?.includes(name) ?? true)
      const [worst] = own.toSorted((a, b) => b[figure].share - a[figure].share)
      const share = worst?.[figure].share ?? 0
      const isMet = share === 0
      return { bar: `${what} none`, isMet, share, worst: isMet ? '' : (worst?.name ?? '') }
    }),
    overall(scores),
    ...(isUk ? LEAST_UK.map((each) => atLeast(scores, each)) : []),
  ]
}

/** What is asked of lines that nobody named before. */
export function strangersBars(scores: readonly ClassScore[]): BarResult[] {
  const names = scores.map(({ name }) => name)
  return [
    atLeast(scores, ['every class, first', 'first', 0.97, names]),
    atLeast(scores, ['every class, within six', 'within_six', 0.98, names]),
  ]
}

function atLeast(scores: readonly ClassScore[], [what, figure, least, classes]: Least): BarResult {
  const tried = scores.filter((score) => classes.includes(score.name) && score[figure].of > 0)
  const [worst] = tried.toSorted((a, b) => a[figure].share - b[figure].share)
  const share = worst?.[figure].share ?? 1
  const bar = `${what} at least ${percent(least)}`
  return { bar, isMet: share >= least, share, worst: worst?.name ?? '' }
}

function overall(scores: readonly ClassScore[]): BarResult {
  const sum = (pick: (share: Share) => number) =>
    scores.reduce((total, { false_accepts }) => total + pick(false_accepts), 0)
  const { share } = shareOf(
    sum(({ hits }) => hits),
    sum(({ of }) => of),
  )
  const bar = `false accepts of all classes together at most ${percent(FALSE_ACCEPTS_MAX)}`
  return { bar, isMet: share <= FALSE_ACCEPTS_MAX, share, worst: '' }
}
