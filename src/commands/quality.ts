// `quality`: the scorecard of the release that a product uses, and what changed since an earlier one.

import { readFile } from 'node:fs/promises'
import type { Product } from '../address/product.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { Scorecard } from '../quality/scorecard.ts'
import {
  type Command,
  type Given,
  numberOption,
  PRODUCT_OPTION,
  type Printed,
  requiredProduct,
} from './shared/command.ts'
import { openReleaseInUse } from './shared/release-in-use.ts'

const PER_CLASS = 1000
const EXAMPLES = 3
const SEED_MAX = 2 ** 31

export const qualityCommand: Command = {
  name: 'quality',
  usage:
    '--product au|uk [--seed N] [--lines N] [--walks N] [--only TEXT] [--examples N] [--compare FILE]' +
    ' [--match [--labelled FILE] [--columns TEXT] [--plot FILE] [--fit]]',
  summary:
    'Score the release in use: type addresses drawn from it in many forms, and count right answers.',
  example: '--product au --seed 1',
  options: {
    ...PRODUCT_OPTION,
    seed: 'the same seed types the same lines; another one each time by default',
    lines: `how many lines of each class; ${PER_CLASS} by default`,
    walks: 'how many of them are typed key by key; all by default',
    only: 'only classes whose name has this text',
    examples: `how many wrong answers of a class are shown; ${EXAMPLES} by default`,
    compare: 'what --json printed before: only what changed since then is shown',
    labelled:
      'with --match: a list of your own with a column "expected", the id or the address or nothing',
    columns: 'with --labelled: which columns are read as what, as for match',
    plot: 'with --match: where to write the calibration as SVG',
  },
  flags: {
    match: 'score how well the rows of lists are matched',
    fit: 'with --match: fit the weights of confidence to the rows, and print them',
  },
  async run(given) {
    const product = requiredProduct(given)
    const { compare } = given.options
    if (given.flags.has('match')) {
      const seed = numberOption(given, 'seed', 0, SEED_MAX) ?? given.clock.now() % SEED_MAX
      const examples = numberOption(given, 'examples', 0, SEED_MAX) ?? EXAMPLES
      // Here and below: what no other command needs is loaded when it is used.
      const { matchQuality } = await import('./quality-match.ts')
      return matchQuality(given, product, { seed, examples })
    }
    const before = compare === undefined ? undefined : await readFormer(compare)
    const scorecard = await score(given, product)
    return before === undefined ? printed(scorecard) : compared(before, scorecard)
  },
}

async function score(given: Given, product: Product): Promise<Scorecard> {
  const search = await openReleaseInUse(given, product)
  const number = (name: string) => numberOption(given, name, 0, SEED_MAX)
  const seed = number('seed') ?? given.clock.now() % SEED_MAX
  const perClass = number('lines') ?? PER_CLASS
  const { scorecardOf } = await import('../quality/scorecard.ts')
  const { classesFor } = await import('../quality/classes/all-classes.ts')
  const only = (name: string) => name.includes(given.options.only ?? '')
  if (!classesFor(product).some(({ name }) => only(name))) {
    throw new OperatorError('--only is in the name of no class of lines.')
  }
  given.tell(`Scoring ${search.release.release} with seed ${seed} …`)
  return scorecardOf(search, {
    seed,
    perClass,
    walksPerClass: number('walks') ?? perClass,
    examples: number('examples') ?? EXAMPLES,
    only,
    onClass: (name) => given.tell(`  ${name}`),
  })
}

async function readFormer(path: string): Promise<Scorecard> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`The file ${path} cannot be read.`)
  })
  const { readScorecard } = await import('../quality/compare.ts')
  return readScorecard(text, path)
}

async function printed(scorecard: Scorecard): Promise<Printed> {
  const { scorecardText } = await import('../quality/print.ts')
  return { json: scorecard, text: scorecardText(scorecard) }
}

async function compared(before: Scorecard, now: Scorecard): Promise<Printed> {
  const { changesSince } = await import('../quality/compare.ts')
  const { changesText } = await import('../quality/print.ts')
  const changes = changesSince(before, now)
  return {
    json: { release: now.release, before: before.release, seed: now.seed, changes },
    text: changesText(before, now, changes),
  }
}
