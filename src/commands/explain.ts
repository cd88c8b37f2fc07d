// `explain TERM --product P`: how a term was read, what was found, and why each answer has its rank.

import { PRODUCT_CODES } from '../address/product.ts'
import { columns, count } from '../lib/columns.ts'
import { releasesIn } from '../releases/release-folder.ts'
import type { ExplainedAnswer, Explanation } from '../search/address-search.ts'
import { type Command, PRODUCT_OPTION, requiredProduct } from './shared/command.ts'

const TOP = 6
const WORDS_MAX = 50

export const explainCommand: Command = {
  name: 'explain',
  usage: `TERM --product ${PRODUCT_CODES}`,
  summary: 'Show how a term is read, and why each suggestion was found and ranked.',
  example: '"8-10 taylor" --product au',
  options: PRODUCT_OPTION,
  words: [1, WORDS_MAX],
  async run(given) {
    const { search } = await releasesIn(given.config.dataDir).loadInUse(requiredProduct(given))
    const explanation = search.explain(given.words.join(' '), TOP)
    const { release } = search.release
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
    whyOf(answer),
    `#${count(answer.streetRank)}`,
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

function whyOf({ because, isUnit, without }: ExplainedAnswer): string {
  const givenUp = without.length === 0 ? '' : ` (without ${without.join(' and ')})`
  return `${because}${givenUp}${isUnit ? ', a unit' : ''}`
}
