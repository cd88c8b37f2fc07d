// Lists with noise and labels, and the score of how well they are matched.
// Covers: bench/quality/matching/**

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { calibrationPlot } from '../../../../bench/quality/matching/calibration-plot.ts'
import { fittedWeights } from '../../../../bench/quality/matching/fit-weights.ts'
import { labelledFile } from '../../../../bench/quality/matching/labelled-file.ts'
import { labelledList } from '../../../../bench/quality/matching/labelled-list.ts'
import { matchScoreText } from '../../../../bench/quality/matching/match-print.ts'
import { scoreMatches } from '../../../../bench/quality/matching/match-score.ts'
import { builtNational, builtPostal, testFolder } from '../../../search/built.ts'
import { nationalWorld, postalWorld } from '../../../search/synthetic.ts'

const search = await builtNational(nationalWorld(41, 1200))
const rows = labelledList(search, 300, 7)

test('a list has rows with noise, rows as they are held, and rows that do not exist, the same for a seed', () => {
  const kinds = new Set(rows.flatMap((row) => row.kinds))
  for (const kind of ['as it is held', 'no postcode', 'held back from the index']) {
    assert.ok(kinds.has(kind), kind)
  }
  assert.deepEqual(labelledList(search, 300, 7), rows)
  assert.notDeepEqual(labelledList(search, 300, 8), rows)
})

test('nothing that does not exist is accepted, and nearly all that exists is found', async () => {
  const uk = await builtPostal(postalWorld(43, 800))
  for (const score of [
    scoreMatches(search, rows, 3),
    scoreMatches(uk, labelledList(uk, 200, 9), 3),
  ]) {
    const accepted = score.thresholds.find(({ threshold }) => threshold === 0.9)
    assert.equal(accepted?.false_accepts.hits, 0, matchScoreText(score))
    assert.ok((accepted?.precision.share ?? 0) > 0.98, matchScoreText(score))
    assert.ok((accepted?.recall.share ?? 0) > 0.9, matchScoreText(score))
  }
})

test('a search that confirms the address next door is caught', () => {
  const faulty = {
    ...search,
    validate: () => {
      const { id, item } = search.at(0)
      return { kind: 'one', id, address: item } as const
    },
    autocomplete: () => [],
    onStreet: undefined,
  }
  const { thresholds } = scoreMatches(faulty, rows, 0)
  assert.ok((thresholds[0]?.recall.share ?? 1) < 0.1)
})

test('the score is shown as text and as a picture with a dot for each step of confidence', () => {
  const score = scoreMatches(search, rows, 1)
  assert.match(matchScoreText(score), />= 0\.9/)
  const counts = { share: 0.25, low: 0.1, high: 0.5, hits: 1, of: 4 }
  const kinds = [
    { name: 'no such house', rows: 9, isAbsent: true, precision: counts, recall: counts },
    { name: 'no postcode', rows: 8, isAbsent: false, precision: counts, recall: counts },
  ]
  const text = matchScoreText({ ...score, kinds })
  assert.match(
    text,
    /^no such house +9 +4 accepted +-$/m,
    'of what does not exist, all accepted are wrong',
  )
  assert.match(text, /^no postcode +8 +25\.00 \(10\.00-50\.00\) +25\.00 \(10\.00-50\.00\)$/m)
  const bins = score.calibration
  const distances = bins.map((bin) => bin.rows * Math.abs(bin.confidence - bin.right.share))
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const error = sum(distances) / sum(bins.map((bin) => bin.rows))
  assert.ok(
    Math.abs(score.calibration_error - error) < 1e-12,
    'distances do not make up for others',
  )
  for (const { from, to, confidence, right, rows: count } of bins) {
    assert.ok(from <= confidence && confidence <= to && right.of === count)
  }
  const plot = calibrationPlot(score)
  assert.match(plot, /^<svg /)
  assert.equal(plot.match(/<circle /g)?.length, score.calibration.length)
})

test('the rows of a labelled file are scored by the id or the address that they should get', async () => {
  const folder = await testFolder()
  const { id, item } = search.at(3)
  const label = item.address_label
  const file = join(folder, 'list.csv')
  const absent = label.replace(/\d+/, '99999')
  writeFileSync(file, `address,expected\n"${label}",${id}\n"${label}","${label}"\n"${absent}",\n`)
  const labelled = await labelledFile(file, { product: 'au', columns: undefined })
  const { rows: count, absent: none, thresholds } = scoreMatches(search, labelled, 3)
  assert.deepEqual([count, none], [3, 1])
  writeFileSync(file, `address,expected_address\nnowhere,"${label}"\n`)
  for (const columns of [undefined, 'address=1', 'address=2']) {
    const [hidden] = await labelledFile(file, { product: 'au', columns })
    assert.ok(!JSON.stringify(hidden?.input).includes(label), 'the answer is not shown')
  }
  assert.equal(thresholds[0]?.recall.share, 1)
  assert.equal(thresholds[0]?.false_accepts.hits, 0)
  writeFileSync(file, `address,town\n"${label}",x\n`)
  const unlabelled = labelledFile(file, { product: 'au', columns: undefined })
  await assert.rejects(unlabelled, /no column named expected/)
})

test('to differ never makes a match surer, however the rows fall', () => {
  const { validated, found, ...differences } = fittedWeights(search, rows.slice(0, 60))
  assert.ok(validated > 0 && found > 0)
  for (const weight of Object.values(differences)) assert.ok(weight <= 0)
})
