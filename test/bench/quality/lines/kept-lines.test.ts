// The lines that the scorecard types and the rows that matching is tried on, a few of each kind, as they are today.
// Covers: bench/quality/**

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { classesFor } from '../../../../bench/quality/classes/all-classes.ts'
import type { LabelledRow } from '../../../../bench/quality/matching/labelled-list.ts'
import { labelledList } from '../../../../bench/quality/matching/labelled-list.ts'
import { readContents } from '../../../../bench/quality/release-contents.ts'
import { SeededRandom } from '../../../../dev/seeded-random.ts'
import type { NationalSearch, PostalSearch } from '../../../../src/search/address-search.ts'
import { builtNational, builtPostal } from '../../../search/built.ts'
import { nationalWorld, postalWorld } from '../../../search/synthetic.ts'

const KEPT = join(import.meta.dirname, 'kept-lines.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/bench/quality/lines/kept-lines.test.ts'
const LINES_PER_CLASS = 4
const ROWS = 60

function linesOf(search: NationalSearch | PostalSearch): string[] {
  const classes = classesFor(search.product)
  const contents = readContents(search, classes, 20, 5)
  const random = new SeededRandom(6)
  return classes.flatMap(({ name, write, isWalked }) => {
    const targets = contents.targets.get(name) ?? []
    const lines = targets.flatMap((target) => write(target, random, contents) ?? [])
    const shown = lines.slice(0, LINES_PER_CLASS).map((line) => {
      const { text, meant, asked, verdict, isFindable, isOneStroke } = line
      const parts = Object.entries(asked).filter(([, part]) => part !== '' && part !== false)
      const said = parts.map(([part, value]) => `${part}=${value}`).join(' ')
      const marks = [verdict, isFindable ? 'findable' : '', isOneStroke === true ? 'at once' : '']
      return `  ${JSON.stringify(text)} for ${meant.label}: ${marks.join(' ').trim()}; ${said}`
    })
    return [`${name}${isWalked ? ', key by key' : ''}: ${targets.length}`, ...shown]
  })
}

function rowText({ input, meant, kinds, heldBack }: LabelledRow): string {
  const hidden = heldBack === undefined ? '' : ', held back'
  return `  ${JSON.stringify(input)} for ${meant?.label ?? 'nothing'}: ${kinds.join(', ')}${hidden}`
}

test('every class of lines and every kind of noise writes what it wrote', async () => {
  const searches = [
    await builtNational(nationalWorld(71, 400)),
    await builtPostal(postalWorld(72, 300)),
  ]
  const now = searches.flatMap((search) => [
    `# ${search.product}`,
    ...linesOf(search),
    `# a list of ${search.product}`,
    ...labelledList(search, ROWS, 7).map(rowText),
  ])
  const text = `${now.join('\n')}\n`
  if (process.env.UPDATE_DOCS === '1') writeFileSync(KEPT, text)
  else assert.equal(text, readFileSync(KEPT, 'utf8'), `if it is meant: ${AGAIN}`)
})
