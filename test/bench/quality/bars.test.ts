// The least that a release must reach: each bar at its edge, what is reported as changed, and how it is shown.
// Covers: bench/quality/{bars,compare,print}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barsMet } from '../../../bench/quality/bars.ts'
import { changesSince, FIGURES, type Figure } from '../../../bench/quality/compare.ts'
import { shareOf } from '../../../bench/quality/interval.ts'
import type { ClassScore } from '../../../bench/quality/judging/score.ts'
import { changesText, scorecardText } from '../../../bench/quality/print.ts'
import type { Scorecard } from '../../../bench/quality/scorecard.ts'

const NONE = shareOf(0, 1000)
const ALL = shareOf(1000, 1000)
const mean = (value: number, spread: number) => ({
  of: 1000,
  mean: value,
  low: value - spread,
  high: value + spread,
})

const GOOD: ClassScore = {
  name: '',
  lines: 1000,
  first: ALL,
  within_six: ALL,
  reciprocal_rank: mean(1, 0),
  keystrokes: mean(0.5, 0.1),
  drop_out: NONE,
  building_first_violations: NONE,
  digits_guessed: NONE,
  validate_right: ALL,
  false_accepts: NONE,
  examples: [],
}

/** Class, figure, how many of a thousand are just enough, and the bar that is missed with one less. */
const AT_LEAST: readonly (readonly [string, Figure, number, string])[] = [
  ['exact', 'within_six', 995, 'right within six at least 99.5%'],
  ['abbreviations both ways', 'within_six', 995, 'right within six at least 99.5%'],
  ['unit forms', 'within_six', 995, 'right within six at least 99.5%'],
  ['exact', 'first', 980, 'first answer right at least 98%'],
  ['unit forms', 'first', 980, 'first answer right at least 98%'],
  ['no suburb', 'first', 990, 'no suburb, first at least 99%'],
  ['wrong state', 'first', 950, 'one thing wrong, first at least 95%'],
  ['wrong state', 'within_six', 980, 'one thing wrong, within six at least 98%'],
  ['two slips in the street', 'first', 850, 'two slips or a split word, first at least 85%'],
  ['two slips in the suburb', 'first', 850, 'two slips or a split word, first at least 85%'],
  ['one-word suburb split in two', 'first', 850, 'two slips or a split word, first at least 85%'],
  [
    'exact label beside a longer name',
    'validate_right',
    999,
    'exact labels accepted at least 99.9%',
  ],
  [
    'typing error in the street',
    'within_six',
    970,
    'one typing error, right within six at least 97%',
  ],
  [
    'typing error in the suburb',
    'within_six',
    970,
    'one typing error, right within six at least 97%',
  ],
  ['round trip', 'first', 1000, 'a label typed back, first at least 100%'],
  ['round trip', 'validate_right', 1000, 'a label typed back, validated at least 100%'],
]

const missedBy = (name: string, figure: Figure, hits: number) =>
  barsMet([{ ...GOOD, name, [figure]: shareOf(hits, 1000) }])
    .filter(({ isMet }) => !isMet)
    .map(({ bar, worst }) => [bar, worst])

test('a bar is met at its edge, and missed by one line in a thousand', () => {
  for (const [name, figure, least, bar] of AT_LEAST) {
    const why = `${name} ${figure}`
    assert.deepEqual(missedBy(name, figure, least), [], why)
    const missed = missedBy(name, figure, least - 1)
    assert.ok(
      missed.some(([each, worst]) => each === bar && worst === name),
      `${why}: ${missed}`,
    )
  }
})

test('nothing may be lost, guessed, in front of its building or accepted though it does not exist', () => {
  for (const [name, figure, bar] of [
    ['exact', 'drop_out', 'drop-out none'],
    ['exact', 'building_first_violations', 'units before their building none'],
    ['exact', 'digits_guessed', 'digits guessed none'],
    ['number past the end', 'false_accepts', 'false accepts of numbers that do not exist none'],
    ['street and place swapped', 'false_accepts', 'false accepts of swapped and longer names none'],
  ] as const) {
    assert.deepEqual(missedBy(name, figure, 0), [])
    assert.deepEqual(missedBy(name, figure, 1)[0], [bar, name])
  }
})

test('of all classes together one in a thousand may be accepted falsely, and no more', () => {
  const bar = 'false accepts of all classes together at most 0.1%'
  const met = (hits: number) => {
    const classes = [GOOD, { ...GOOD, name: 'wrong suburb', false_accepts: shareOf(hits, 1000) }]
    return barsMet(classes).find((each) => each.bar === bar)?.isMet
  }
  assert.deepEqual([met(0), met(2), met(3)], [true, true, false])
})

test('the worst of the classes decides, and one that was not tried does not', () => {
  const [, first] = barsMet([
    { ...GOOD, name: 'exact', first: shareOf(990, 1000) },
    { ...GOOD, name: 'unit forms', first: shareOf(985, 1000) },
    { ...GOOD, name: 'abbreviations both ways', first: shareOf(0, 0) },
  ])
  assert.deepEqual(first, {
    bar: 'first answer right at least 98%',
    isMet: true,
    share: 0.985,
    worst: 'unit forms',
  })
  assert.equal(
    barsMet([]).some(({ isMet }) => !isMet),
    false,
  )
})

function cardOf(name: string, score: Partial<ClassScore>): Scorecard {
  const classes = [{ ...GOOD, name, ...score }]
  const release = { release: `uk-2026-01-01-${name}`, addresses: 12_345 } as Scorecard['release']
  return { release, seed: 7, per_class: 50, walks_per_class: 8, classes, bars: barsMet(classes) }
}

test('a figure has changed where its intervals do not touch, for better or worse by what it counts', () => {
  const faults = 'keystrokes drop_out building_first_violations digits_guessed false_accepts'.split(
    ' ',
  )
  for (const figure of FIGURES) {
    const isMean = figure === 'reciprocal_rank' || figure === 'keystrokes'
    const [few, many] = isMean
      ? [mean(0.2, 0.1), mean(0.6, 0.1)]
      : [shareOf(200, 1000), shareOf(600, 1000)]
    const [less, more] = [cardOf('exact', { [figure]: few }), cardOf('exact', { [figure]: many })]
    const rose = changesSince(less, more)
    const fell = changesSince(more, less)
    assert.deepEqual(
      rose.map((change) => [change.figure, change.isBetter]),
      [[figure, !faults.includes(figure)]],
    )
    assert.equal(fell[0]?.isBetter, faults.includes(figure), figure)
    assert.deepEqual(changesSince(less, less), [])
  }
  const touching = [mean(0.25, 0.25), mean(0.75, 0.25)]
  const [one, other] = touching.map((keystrokes) => cardOf('exact', { keystrokes }))
  assert.deepEqual(one && other && changesSince(one, other), [])
  assert.deepEqual(changesSince(cardOf('exact', {}), cardOf('lot', { first: NONE })), [])
  const untried = cardOf('exact', { first: shareOf(0, 0) })
  assert.deepEqual(changesSince(cardOf('exact', {}), untried), [])
})

test('the text has each figure with its interval, each bar as met or missed, and the wrong answers', () => {
  const example = {
    kind: 'not-first',
    line: '1 x',
    expected: 'A',
    got: ['B', 'C', 'D', 'E'],
  } as const
  const nothing = { ...example, kind: 'validate', got: [] } as const
  const card = cardOf('exact', { first: shareOf(5, 10), examples: [example, nothing] })
  const text = scorecardText(card)
  assert.match(
    text,
    /^uk-2026-01-01-exact: 12,345 addresses, seed 7, 50 lines a class, 8 of them typed/,
  )
  assert.match(
    text,
    /CLASS +LINES +FIRST +IN SIX +MRR +KEYS +DROP-OUT +UNIT FIRST +GUESSED +VALIDATE +FALSE 200/,
  )
  assert.match(text, /exact +1000 +50\.0 \(23\.7-76\.3\) +100\.0 \(99\.6-100\.0\)/)
  assert.match(text, /MISSED {2}first answer right at least 98% \(50%, exact\)/)
  assert.match(text, /met {5}drop-out none \(0%\)/)
  assert.match(text, /exact, not-first: "1 x"\n {6}expected A\n {6}got {6}B \| C \| D\n/)
  assert.match(text, /exact, validate: "1 x"\n {6}expected A\n {6}got {6}nothing$/)
  const untried = scorecardText(cardOf('lot', { first: shareOf(0, 0) }))
  assert.match(untried, /lot +1000 +- +100\.0/)
})

test('changes are shown as better, worse or none', () => {
  const [before, now] = [cardOf('exact', { first: NONE }), cardOf('exact', {})]
  const text = changesText(before, now, changesSince(before, now))
  assert.match(text, /^uk-2026-01-01-exact \(seed 7\) to uk-2026-01-01-exact \(seed 7\):\nbetter/)
  assert.match(text, /better +exact +FIRST +0% to 100%/)
  assert.match(
    changesText(now, before, changesSince(now, before)),
    /WORSE +exact +FIRST +100% to 0%/,
  )
  assert.match(changesText(now, now, []), /: nothing changed beyond chance\.$/)
})
