// Small files of every format with good and bad rows, each with the rows and the report that come of it today.
// Covers: src/importers/**, src/address/**

import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isProduct } from '../../src/address/product.ts'
import { IMPORT_FORMATS } from '../../src/engine/formats.ts'
import { ImportRefused } from '../../src/lib/operator-error.ts'
import { Folder, rowsOf } from './fixtures.ts'

const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/importers/kept-imports.test.ts'
const CASES = join(import.meta.dirname, 'kept')

for (const name of await readdir(CASES)) {
  test(`the imports of ${name} give what they gave`, async (t) => {
    const path = join(CASES, name)
    const kept = await readFile(path, 'utf8')
    const now = await withAnswers(t, kept.trimEnd().split('\n'))
    const text = `${now.join('\n')}\n`
    if (process.env.UPDATE_DOCS === '1') await writeFile(path, text)
    else assert.equal(text, kept, `if it is meant: ${AGAIN}`)
  })
}

/**
 * `file NAME` begins a file, whose lines follow with `> ` before them; `import FORMAT FILE… [WORD=VALUE…]` and
 * `preview` read such files; what comes of it stands below with `< ` before it.
 */
async function withAnswers(t: TestContext, lines: readonly string[]): Promise<string[]> {
  const folder = new Folder(t)
  const files = new Map<string, string>()
  const now: string[] = []
  let file = ''
  for (const line of lines) {
    if (line.startsWith('<')) continue
    now.push(line)
    const [word = '', ...rest] = line.split(' ')
    if (word === 'file') {
      file = rest.join(' ')
      files.set(file, '')
    } else if (word === '>') files.set(file, `${files.get(file) ?? ''}${rest.join(' ')}\n`)
    else if (word === 'import' || word === 'preview') {
      for (const [name, text] of files) folder.write(name, text)
      const said = await outcomeOf(word, rest, (name) => join(folder.path, name))
      now.push(...said.map((each) => `< ${each.replaceAll(`${folder.path}/`, '')}`))
    }
  }
  return now
}

async function outcomeOf(
  word: string,
  [format = '', ...rest]: readonly string[],
  pathOf: (name: string) => string,
): Promise<string[]> {
  const named = (name: string) =>
    rest.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
  const paths = rest.filter((each) => !each.includes('=')).map(pathOf)
  const product = named('product')
  const postcodes = named('postcodes')
  const columns = named('columns')
  const request = {
    paths,
    ...(postcodes !== undefined && { postcodes: postcodes.split(';').map(pathOf) }),
    ...(product !== undefined && isProduct(product) && { product }),
    ...(columns !== undefined && { columns: columns.replaceAll('_', ' ').replaceAll(';', ',') }),
  }
  const found = IMPORT_FORMATS.find(({ name }) => name === format)
  assert(found !== undefined, format)
  try {
    if (word === 'preview') return [JSON.stringify(await found.preview?.(request, false))]
    const source = await found.open(request)
    const rows = (await rowsOf<object>(source)).map((row) => JSON.stringify(row, filled))
    const more = 'knowledge' in source ? [JSON.stringify(source.knowledge)] : []
    return [...rows, ...more, JSON.stringify(source.report, filled)]
  } catch (error) {
    if (error instanceof ImportRefused) return [`refused: ${error.message}`]
    throw error
  }
}

/** Without what is empty, and with places to a metre. */
function filled(_key: string, value: unknown): unknown {
  if (value === '' || value === 0 || value === false) return undefined
  return typeof value === 'number' ? Math.round(value * 1e5) / 1e5 : value
}
