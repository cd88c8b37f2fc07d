// `quality`: the scorecard of the release that a product uses, and what changed since an earlier one.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProduct, type Product } from '../address/product.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { changesSince, readScorecard } from '../quality/compare.ts'
import { changesText, scorecardText } from '../quality/print.ts'
import { type Scorecard, scorecardOf } from '../quality/scorecard.ts'
import { Releases } from '../releases/release-folder.ts'
import { openIndex } from '../search/open-index.ts'
import { type Command, type Given, type Printed, required, UsageError } from './command.ts'

const PER_CLASS = 1000
const EXAMPLES = 3
const SEED_MAX = 2 ** 31

export const qualityCommand: Command = {
  name: 'quality',
  usage: '--product au|uk [--seed N] [--lines N] [--walks N] [--examples N] [--compare FILE]',
  summary:
    'Score the release in use: type addresses drawn from it in many forms, and count right answers.',
  options: ['product', 'seed', 'lines', 'walks', 'examples', 'compare'],
  words: [0, 0],
  async run(given) {
    const product = required(given, 'product')
    if (!isProduct(product)) throw new UsageError('--product must be au or uk.')
    const before = given.options.compare === undefined ? undefined : await former(given)
    const scorecard = await score(given, product)
    return before === undefined ? printed(scorecard) : compared(before, scorecard)
  },
}

async function score(given: Given, product: Product): Promise<Scorecard> {
  const releases = new Releases(join(given.config.dataDir, 'releases'))
  const release = await releases.inUse(product)
  if (release === undefined) {
    throw new OperatorError(`No release of ${product} is in use; import one first.`)
  }
  const search = await openIndex(releases.pathOf(release))
  const seed = number(given, 'seed', given.clock.now() % SEED_MAX)
  const perClass = number(given, 'lines', PER_CLASS)
  given.tell(`Scoring ${release} with seed ${seed} …`)
  return scorecardOf(search, {
    seed,
    perClass,
    walksPerClass: number(given, 'walks', perClass),
    examples: number(given, 'examples', EXAMPLES),
    onClass: (name) => given.tell(`  ${name}`),
  })
}

function number(given: Given, option: string, fallback: number): number {
  const text = given.options[option]
  if (text === undefined) return fallback
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`--${option} must be a whole number.`)
  return Number(text)
}

async function former(given: Given): Promise<Scorecard> {
  const path = required(given, 'compare')
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`The file ${path} cannot be read.`)
  })
  return readScorecard(text, path)
}

function printed(scorecard: Scorecard): Printed {
  return { json: scorecard, text: scorecardText(scorecard) }
}

function compared(before: Scorecard, now: Scorecard): Printed {
  const changes = changesSince(before, now)
  return {
    json: { release: now.release, before: before.release, seed: now.seed, changes },
    text: changesText(before, now, changes),
  }
}
