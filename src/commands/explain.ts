// `explain TERM --product P`: how a term was read, what was found, and why each answer has its rank.

import { join } from 'node:path'
import { isProduct } from '../address/product.ts'
import { Releases } from '../releases/release-folder.ts'
import type { Explanation } from '../search/match/explain.ts'
import { openIndex } from '../search/open-index.ts'
import { type Command, columns, required, UsageError } from './command.ts'

const TOP = 6
const WORDS_MAX = 50

export const explainCommand: Command = {
  name: 'explain',
  usage: 'TERM --product au|uk',
  summary: 'Show how a term is read and why each suggestion was found and ranked as it was.',
  options: ['product'],
  words: [1, WORDS_MAX],
  async run(given) {
    const product = required(given, 'product')
    if (!isProduct(product)) throw new UsageError('--product must be au or uk.')
    const releases = new Releases(join(given.config.dataDir, 'releases'))
    const release = await releases.inUse(product)
    if (release === undefined) throw new UsageError(`There is no data of the product ${product}.`)
    const search = await openIndex(releases.pathOf(release))
    const explanation = search.explain(given.words.join(' '), TOP)
    return { json: { release, ...explanation }, text: textOf(release, explanation) }
  },
}

function textOf(release: string, { words, open, readings, passes, answers }: Explanation): string {
  const head = ['', 'ADDRESS', 'PASS', 'PENALTY', 'WHY', 'STREET']
  const rows = answers.map((answer, at) => [
    String(at + 1),
    answer.label,
    answer.pass,
    String(answer.penalty),
    answer.because + (answer.isUnit ? ', a unit' : ''),
    `#${answer.streetRank.toLocaleString('en-GB')}`,
  ])
  return [
    `Release ${release}`,
    `Words: ${words.join(' · ')}${open ? '… (still being typed)' : ''}`,
    'Read as:',
    ...readings.map((reading) => `  ${reading}`),
    `Passes: ${passes.map(({ name, ran, found }) => `${name} ${ran ? found : 'not needed'}`).join(', ')}`,
    '',
    answers.length === 0 ? 'Nothing was found.' : columns([head, ...rows]),
  ].join('\n')
}
