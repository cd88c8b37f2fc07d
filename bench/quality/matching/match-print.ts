// The score of matching as text for people.

import { columns } from '../../../src/lib/columns.ts'
import type { Share } from '../interval.ts'
import { ACCEPTED_MIN, type MatchScore } from './match-score.ts'

export function matchScoreText(score: MatchScore): string {
  const { rows, absent, verdicts, calibration_error: error } = score
  const said = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`)
  return [
    `${rows} rows, ${absent} of them of addresses that do not exist: ${said.join(', ')}.`,
    '',
    columns([
      ['CONFIDENCE', 'ACCEPTED', 'RIGHT', 'FOUND', 'ABSENT ACCEPTED'],
      ...score.thresholds.map(({ threshold, accepted, precision, recall, false_accepts }) => [
        `>= ${threshold}`,
        String(accepted),
        percent(precision),
        percent(recall),
        percent(false_accepts),
      ]),
    ]),
    '',
    columns([
      [`KIND, AT ${ACCEPTED_MIN}`, 'ROWS', 'RIGHT', 'FOUND'],
      ...score.kinds.map(({ name, rows: count, isAbsent, precision, recall }) => [
        name,
        String(count),
        isAbsent ? `${precision.of} accepted` : percent(precision),
        isAbsent ? '-' : percent(recall),
      ]),
    ]),
    '',
    columns([
      ['CONFIDENCE', 'ROWS', 'MEAN', 'RIGHT'],
      ...score.calibration.map(({ from, to, rows: count, confidence, right }) => [
        `${from} to ${to}`,
        String(count),
        confidence.toFixed(4),
        percent(right),
      ]),
    ]),
    `Confidence and the share that is right are ${(100 * error).toFixed(2)} per cent apart on average.`,
    ...score.examples.flatMap(({ fault, line, kinds, meant, got, confidence, reason }) => [
      '',
      `${fault}: ${line}   [${kinds.join(', ')}]`,
      `  meant ${meant === '' ? 'nothing' : meant}`,
      `  got   ${got === '' ? 'nothing' : got} at ${confidence.toFixed(3)} ${reason}`,
    ]),
  ].join('\n')
}

function percent({ share, low, high, of }: Share): string {
  if (of === 0) return '-'
  return `${(100 * share).toFixed(2)} (${(100 * low).toFixed(2)}-${(100 * high).toFixed(2)})`
}
