// `quality --match`: how well the rows of lists are matched, on lists made from the release or on one's own.

import { writeFile } from 'node:fs/promises'
import type { Product } from '../address/product.ts'
import { calibrationPlot } from '../quality/matching/calibration-plot.ts'
import { fittedWeights } from '../quality/matching/fit-weights.ts'
import { labelledFile } from '../quality/matching/labelled-file.ts'
import { labelledList } from '../quality/matching/labelled-list.ts'
import { matchScoreText } from '../quality/matching/match-print.ts'
import { scoreMatches } from '../quality/matching/match-score.ts'
import { type Given, numberOption, type Printed } from './shared/command.ts'
import { openReleaseInUse } from './shared/release-in-use.ts'

const ROWS = 20_000
const ROWS_MAX = 1_000_000

export async function matchQuality(
  given: Given,
  product: Product,
  { seed, examples }: { readonly seed: number; readonly examples: number },
): Promise<Printed> {
  const search = await openReleaseInUse(given, product)
  const { labelled, columns, plot } = given.options
  const count = numberOption(given, 'lines', 1, ROWS_MAX) ?? ROWS
  given.tell(`Matching rows of ${search.release.release} with seed ${seed} …`)
  const rows =
    labelled === undefined
      ? labelledList(search, count, seed)
      : await labelledFile(labelled, { product, columns })
  if (given.flags.has('fit')) {
    const weights = fittedWeights(search, rows)
    return { json: weights, text: JSON.stringify(weights, undefined, 2) }
  }
  const score = scoreMatches(search, rows, examples)
  if (plot !== undefined) await writeFile(plot, calibrationPlot(score))
  const about = { release: search.release, seed: labelled === undefined ? seed : undefined }
  return { json: { ...about, ...score }, text: matchScoreText(score) }
}
