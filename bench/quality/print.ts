// The scorecard and its changes as text for people.

import { columns } from '../../src/lib/columns.ts'
import { type Change, FIGURES, type Figure, figureValue } from './compare.ts'
import { percent } from './interval.ts'
import type { ClassScore } from './judging/score.ts'
import type { Scorecard } from './scorecard.ts'

const HEADS: Readonly<Record<Figure, string>> = {
  first: 'FIRST',
  within_six: 'IN SIX',
  reciprocal_rank: 'MRR',
  keystrokes: 'KEYS',
  drop_out: 'DROP-OUT',
  building_first_violations: 'UNIT FIRST',
  digits_guessed: 'GUESSED',
  validate_right: 'VALIDATE',
  false_accepts: 'FALSE 200',
}

export function scorecardText(card: Scorecard): string {
  const { release, seed, per_class, walks_per_class } = card
  const rows = card.classes.map((score) => [
    score.name,
    String(score.lines),
    ...FIGURES.map((figure) => cell(score, figure)),
  ])
  const table = columns([['CLASS', 'LINES', ...FIGURES.map((figure) => HEADS[figure])], ...rows])
  const bars = card.bars.map(({ bar, isMet, share, worst }) => {
    const where = worst === '' ? '' : `, ${worst}`
    return `${isMet ? 'met   ' : 'MISSED'}  ${bar} (${percent(share)}${where})`
  })
  const examples = card.classes.flatMap(examplesOf)
  return [
    `${release.release}: ${release.addresses.toLocaleString('en-GB')} addresses, seed ${seed}, ` +
      `${per_class} lines a class, ${walks_per_class} of them typed key by key.`,
    'Per cent of lines, with 95% intervals; a dash where a class does not try it.',
    '',
    table,
    '',
    ...bars,
    ...(examples.length === 0 ? [] : ['', 'Wrong answers, some of each kind:', ...examples]),
  ].join('\n')
}

function cell(score: ClassScore, figure: Figure): string {
  const { of, low, high } = score[figure]
  if (of === 0) return '-'
  return `${digits(figureValue(score[figure]))} (${digits(low)}-${digits(high)})`
}

function examplesOf({ name, examples }: ClassScore): string[] {
  return examples.flatMap(({ kind, line, expected, got }) => [
    `  ${name}, ${kind}: ${JSON.stringify(line)}`,
    `      expected ${expected}`,
    `      got      ${got.length === 0 ? 'nothing' : got.slice(0, 3).join(' | ')}`,
  ])
}

export function changesText(before: Scorecard, now: Scorecard, changes: readonly Change[]): string {
  const head = `${before.release.release} (seed ${before.seed}) to ${now.release.release} (seed ${now.seed}):`
  if (changes.length === 0) return `${head} nothing changed beyond chance.`
  const rows = changes.map(({ name, figure, before: was, now: is, isBetter }) => [
    isBetter ? 'better' : 'WORSE',
    name,
    HEADS[figure],
    `${percent(was)} to ${percent(is)}`,
  ])
  return `${head}\n${columns(rows)}`
}

function digits(share: number): string {
  return (share * 100).toFixed(1)
}
