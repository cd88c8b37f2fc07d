// How often the right address is found in the release in use: the scorecard, and how well lists are matched.
// Usage: npm run -s bench -- quality --product au|uk [--seed N] [--lines N] [--json] …; see docs/quality.md

import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { numberOption, type Printed, requiredProduct } from '../../src/commands/shared/command.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import type { AnySearch } from '../../src/search/address-search.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { classesFor } from './classes/all-classes.ts'
import { changesSince, readScorecard } from './compare.ts'
import { calibrationPlot } from './matching/calibration-plot.ts'
import { fittedWeights } from './matching/fit-weights.ts'
import { labelledFile } from './matching/labelled-file.ts'
import { labelledList } from './matching/labelled-list.ts'
import { matchScoreText } from './matching/match-print.ts'
import { scoreMatches } from './matching/match-score.ts'
import { changesText, scorecardText } from './print.ts'
import { scorecardOf } from './scorecard.ts'
import { strangersFor } from './strangers/lines.ts'
import { strangersList } from './strangers/list.ts'

const PER_CLASS = 1000
const ROWS = 20_000
const EXAMPLES = 3
const NUMBER_MAX = 2 ** 31

type Options = ReturnType<typeof readOptions>

export async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args)
  const { search } = await releasesIn(loadConfig().dataDir).loadInUse(options.product)
  const { json, text } = await (options.match ? matched : scored)(search, options)
  process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`)
}

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      product: { type: 'string' },
      seed: { type: 'string' },
      lines: { type: 'string' },
      walks: { type: 'string' },
      only: { type: 'string', default: '' },
      examples: { type: 'string' },
      compare: { type: 'string' },
      strangers: { type: 'boolean', default: false },
      match: { type: 'boolean', default: false },
      labelled: { type: 'string' },
      columns: { type: 'string' },
      plot: { type: 'string' },
      fit: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { product, seed, lines, walks, examples, ...others } = values
  const numbers = { options: { seed, lines, walks, examples } }
  const number = (name: string) => numberOption(numbers, name, 0, NUMBER_MAX)
  return {
    ...others,
    product: requiredProduct({ options: { product } }),
    seed: number('seed') ?? systemClock.now() % NUMBER_MAX,
    lines: number('lines'),
    walks: number('walks'),
    examples: number('examples') ?? EXAMPLES,
  }
}

async function scored(search: AnySearch, options: Options): Promise<Printed> {
  const { seed, compare, examples, strangers } = options
  const before = compare === undefined ? undefined : readScorecard(await textOf(compare), compare)
  const only = (name: string) => name.includes(options.only)
  const classes = strangers ? strangersFor(search.product) : classesFor(search.product)
  if (!classes.some(({ name }) => only(name))) {
    throw new OperatorError('--only is in the name of no class of lines.')
  }
  tell(`Scoring ${search.release.release} with seed ${seed} …`)
  const perClass = options.lines ?? PER_CLASS
  const walksPerClass = options.walks ?? perClass
  const onClass = (name: string) => tell(`  ${name}`)
  const wanted = { seed, perClass, walksPerClass, examples, only, onClass, strangers }
  const now = scorecardOf(search, wanted)
  if (before === undefined) return { json: now, text: scorecardText(now) }
  const changes = changesSince(before, now)
  return {
    json: { release: now.release, before: before.release, seed, changes },
    text: changesText(before, now, changes),
  }
}

/** How well the rows of lists are matched: those of a file, or of a list made from the release. */
async function matched(search: AnySearch, options: Options): Promise<Printed> {
  const { seed, labelled, columns, plot } = options
  tell(`Matching rows of ${search.release.release} with seed ${seed} …`)
  const rows =
    labelled === undefined
      ? (options.strangers ? strangersList : labelledList)(search, options.lines ?? ROWS, seed)
      : await labelledFile(labelled, { product: search.product, columns })
  if (options.fit) {
    const weights = fittedWeights(search, rows)
    return { json: weights, text: JSON.stringify(weights, undefined, 2) }
  }
  const score = scoreMatches(search, rows, options.examples)
  if (plot !== undefined) await writeFile(plot, calibrationPlot(score))
  const about = { release: search.release, seed: labelled === undefined ? seed : undefined }
  return { json: { ...about, ...score }, text: matchScoreText(score) }
}

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`The file ${path} cannot be read.`)
  })
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
