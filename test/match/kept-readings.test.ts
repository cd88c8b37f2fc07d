// Lines beside addresses, cells that become lines, and lists of every shape, each with how it is read today.
// Covers: src/match/**

import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { nationalAddress } from '../../src/address/national.ts'
import { postalAddress } from '../../src/address/postal-lines.ts'
import { isProduct, type Product } from '../../src/address/product.ts'
import { AU } from '../../src/countries/au.ts'
import { countryOf } from '../../src/countries/country.ts'
import { compare, ownLabel } from '../../src/judge/compare.ts'
import { type HeldParts, heldParts } from '../../src/judge/held-parts.ts'
import { ImportRefused } from '../../src/lib/operator-error.ts'
import { TypedWords } from '../../src/lines/typed-words.ts'
import { layoutText } from '../../src/lists/matching/list-text.ts'
import { openMatchList } from '../../src/lists/matching/match-list.ts'
import { inputOf } from '../../src/lists/matching/match-rows.ts'
import { headerText, rowText } from '../../src/lists/matching/result-columns.ts'
import { rowsOf } from '../../src/lists/matching/rows.ts'
import { lineOf } from '../../src/match/input-line.ts'
import type { Match } from '../../src/match/verdict.ts'
import { Folder } from '../importers/fixtures.ts'
import { national, postal } from '../search/small-world.ts'

const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/match/kept-readings.test.ts'
const CASES = join(import.meta.dirname, 'kept')

for (const name of await readdir(CASES)) {
  test(`what ${name} says is read as it was`, async (t) => {
    const path = join(CASES, name)
    const kept = await readFile(path, 'utf8')
    const now: string[] = []
    const reader = new Reader(t)
    for (const line of kept.trimEnd().split('\n')) {
      if (line.startsWith('< ')) continue
      now.push(line, ...(await reader.said(line)).map((each) => `< ${each}`))
    }
    const text = `${now.join('\n')}\n`
    if (process.env.UPDATE_DOCS === '1') await writeFile(path, text)
    else assert.equal(text, kept, `if it is meant: ${AGAIN}`)
  })
}

/**
 * `held PRODUCT ROW` is an address, and each `> LINE` below is put beside it. `cells PRODUCT CELLS` and `line PRODUCT
 * LINE` become the line that is searched for. `file NAME` begins a list, whose lines follow with `| ` before them, and
 * `list [WORD=VALUE…]` opens it.
 */
class Reader {
  readonly #folder: Folder
  #held: HeldParts | undefined
  #product: Product = 'au'
  #file = ''
  #content = ''

  constructor(t: TestContext) {
    this.#folder = new Folder(t)
  }

  async said(line: string): Promise<string[]> {
    const [word = '', product = ''] = line.split(' ', 2)
    const rest = line.slice(word.length + 1)
    const of = isProduct(product) ? product : 'au'
    if (word === 'held') [this.#held, this.#product] = [heldOf(of, rest.slice(3)), of]
    else if (word === '>') {
      return [compared(rest, this.#held ?? assert.fail(line), this.#product)]
    } else if (word === 'cells') return [lineOf(JSON.parse(rest.slice(3)), of)]
    else if (word === 'line') return [lineOf(rest.slice(3), of)]
    else if (word === 'file') [this.#file, this.#content] = [rest, '']
    else if (word === '|') this.#content += `${rest}\n`
    else if (word === 'list') return this.#listed(rest)
    return []
  }

  async #listed(options: string): Promise<string[]> {
    const named = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(options)?.[1]
    const product = named('product')
    const columns = named('columns')?.replaceAll('_', ' ')
    try {
      const list = await openMatchList(this.#folder.write(this.#file, this.#content), {
        ...(isProduct(product) && { product }),
        ...(columns !== undefined && { columns }),
      })
      const said = [...layoutText(list.layout).split('\n'), headerText(list.layout).trimEnd()]
      for await (const rows of rowsOf(list)) {
        for (const row of rows) {
          const input = JSON.stringify(inputOf(row.cells, list.layout))
          said.push(`${row.row} line ${row.line} ${input} ${row.fault}`.trimEnd())
          said.push(rowText(row, FOUND, list.layout).replace(/\n$/, '').replaceAll('\n', '⏎'))
        }
      }
      return said
    } catch (error) {
      if (error instanceof ImportRefused) {
        return [`refused: ${error.message.replaceAll(`${this.#folder.path}/`, '')}`]
      }
      throw error
    }
  }
}

const FOUND: Match = {
  verdict: 'corrected',
  confidence: 0.9876,
  id: 'GA1',
  address: '12 KING ST, NEWTOWN',
  parts: [{ name: 'street', state: 'corrected', typed: 'KNIG', held: 'KING' }],
  candidates: [{ id: 'GA2', address: '14 KING ST', confidence: 0.0123 }],
  reason: '',
}

function heldOf(product: Product, row: string): HeldParts {
  if (product === 'uk') return heldParts(postalAddress(postal(JSON.parse(row))))
  const [label = '', more = '{}'] = row.split(' + ')
  return heldParts(nationalAddress(national(label, JSON.parse(more)), AU.national))
}

/** Each part with what was typed and what is held, and in what they differ. */
function compared(line: string, held: HeldParts, product: Product): string {
  const words = new TypedWords(line, countryOf(product))
  const { parts, differences } = ownLabel(words, held) ?? compare(words, held)
  const said = parts.map(({ name, state, typed, held: own }) => {
    const texts = typed === own ? typed : `${typed || '-'} ~ ${own || '-'}`
    return `${name} ${state} ${texts}`
  })
  return `${[...differences].sort().join(', ') || 'no difference'}: ${said.join(' | ')}`
}
