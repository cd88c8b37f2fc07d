// The least that a release must reach, and whether it does.

import { disturbedClasses } from './classes/disturbed.ts'
import { otherNameClasses } from './classes/other-names.ts'
import { ukClasses } from './classes/uk-forms.ts'
import { type Share, shareOf } from './interval.ts'
import type { ClassScore } from './judging/score.ts'

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

const WITHIN_SIX_MIN = 0.995
const FIRST_MIN = 0.98
const TYPING_ERROR_WITHIN_SIX_MIN = 0.97
const FALSE_ACCEPTS_MAX = 0.001

/** Classes of disturbed lines that no reader could be sure of. */
const HARD_LINES: readonly string[] = [
  'two slips in the street',
  'two slips in the suburb',
  'one-word suburb split in two',
]
const EXACT_LABEL = 'exact label beside a longer name'

const NO_SUBURB_FIRST_MIN = 0.99
const DISTURBED_FIRST_MIN = 0.95
const DISTURBED_WITHIN_SIX_MIN = 0.98
const HARD_FIRST_MIN = 0.85
const EXACT_LABEL_MIN = 0.999

export function barsMet(scores: readonly ClassScore[]): BarResult[] {
  const of = (names: readonly string[]) => scores.filter(({ name }) => names.includes(name))
  const right = of(RIGHT_LINES)
  const disturbed = of(
    disturbedClasses.map(({ name }) => name).filter((name) => !HARD_LINES.includes(name)),
  )
  return [
    atLeast('right within six', right, ({ within_six }) => within_six, WITHIN_SIX_MIN),
    atLeast('first answer right', right, ({ first }) => first, FIRST_MIN),
    atLeast('no suburb, first', of(['no suburb']), ({ first }) => first, NO_SUBURB_FIRST_MIN),
    atLeast('one thing wrong, first', disturbed, ({ first }) => first, DISTURBED_FIRST_MIN),
    atLeast(
      'one thing wrong, within six',
      disturbed,
      ({ within_six }) => within_six,
      DISTURBED_WITHIN_SIX_MIN,
    ),
    atLeast(
      'two slips or a split word, first',
      of(HARD_LINES),
      ({ first }) => first,
      HARD_FIRST_MIN,
    ),
    atLeast(
      'exact labels accepted',
      of([EXACT_LABEL]),
      ({ validate_right }) => validate_right,
      EXACT_LABEL_MIN,
    ),
    atLeast(
      'one typing error, right within six',
      of(TYPING_ERRORS),
      ({ within_six }) => within_six,
      TYPING_ERROR_WITHIN_SIX_MIN,
    ),
    atMost('drop-out', scores, ({ drop_out }) => drop_out, 0),
    atMost('units before their building', scores, (s) => s.building_first_violations, 0),
    atMost('digits guessed', scores, ({ digits_guessed }) => digits_guessed, 0),
    atMost(
      'false accepts of numbers that do not exist',
      of(['number past the end']),
      ({ false_accepts }) => false_accepts,
      0,
    ),
    atMost(
      'false accepts of swapped and longer names',
      of(otherNameClasses.map(({ name }) => name)),
      ({ false_accepts }) => false_accepts,
      0,
    ),
    overall(scores),
    ...ukBars(of),
  ]
}

function ukBars(of: (names: readonly string[]) => readonly ClassScore[]): BarResult[] {
  const typedBack = of(['round trip'])
  if (typedBack.length === 0) return []
  return [
    atLeast(
      'forms that people in the UK write, first',
      of(UK_FORMS),
      ({ first }) => first,
      FIRST_MIN,
    ),
    atLeast('a label typed back, first', typedBack, ({ first }) => first, 1),
    atLeast('a label typed back, validated', typedBack, (score) => score.validate_right, 1),
  ]
}

function atLeast(
  what: string,
  scores: readonly ClassScore[],
  shareIn: (score: ClassScore) => Share,
  least: number,
): BarResult {
  const tried = scores.filter((score) => shareIn(score).of > 0)
  const [worst] = tried.toSorted((a, b) => shareIn(a).share - shareIn(b).share)
  const share = worst === undefined ? 1 : shareIn(worst).share
  const bar = `${what} at least ${percent(least)}`
  return { bar, isMet: share >= least, share, worst: worst?.name ?? '' }
}

function atMost(
  what: string,
  scores: readonly ClassScore[],
  shareIn: (score: ClassScore) => Share,
  most: number,
): BarResult {
  const [worst] = scores.toSorted((a, b) => shareIn(b).share - shareIn(a).share)
  const share = worst === undefined ? 0 : shareIn(worst).share
  return {
    bar: `${what} ${most === 0 ? 'none' : `at most ${percent(most)}`}`,
    isMet: share <= most,
    share,
    worst: share > 0 ? (worst?.name ?? '') : '',
  }
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

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`
}
