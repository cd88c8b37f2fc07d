// Files that are read in a thread of their own give what they give in this one: rows, report and refusals.
// Covers: src/engine/{reading-thread,reading-worker}.ts

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ngd, premium } from '../../bench/generator/price-paid.ts'
import { IMPORT_FORMATS } from '../../src/engine/formats.ts'
import { openForBuild } from '../../src/engine/reading-thread.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import { testFolder } from '../search/built.ts'

const directory = await testFolder()

async function read(name: string, path: string, bytesMin: number) {
  const steps: unknown[] = []
  const note = (...said: unknown[]) => void steps.push(said)
  const progress = { begin: note, advance: note, end: note }
  const format = IMPORT_FORMATS.find((each) => each.name === name)
  assert.ok(format !== undefined)
  const source = await openForBuild(format, { paths: [path], progress }, bytesMin)
  const rows: unknown[] = []
  for await (const row of source.rows()) rows.push(row)
  assert.ok(source.product === 'uk')
  const { report, changes, attribution, successors } = source
  const said = [...(successors?.sorted() ?? [])]
  return { rows, steps, report: { ...report }, changes, attribution, said }
}

test('large files are read in a thread, with the rows and the report of any other reading', async () => {
  for (const [name, pieces] of [
    ['ngd', ngd(3000, 5)],
    ['addressbase-premium', premium(3000, 5)],
  ] as const) {
    const path = join(directory, `${name}.csv`)
    const lines = [...pieces].map(String).join('').split('\n')
    writeFileSync(
      path,
      [...lines.slice(0, 7), elementAt(lines, 7).slice(1, 9), ...lines.slice(7)].join('\n'),
    )
    const here = await read(name, path, Number.POSITIVE_INFINITY)
    assert.equal(here.report.rejected, 1, name)
    assert.ok(here.rows.length > 2000)
    assert.deepEqual(await read(name, path, 0), here)
  }
})

test('a refusal in a thread keeps its sentence', async () => {
  const path = join(directory, 'other.csv')
  writeFileSync(path, 'name,price\napple,3\n')
  const message = (bytesMin: number) => read('ngd', path, bytesMin).then(() => '', String)
  assert.match(await message(0), /^ImportRefused: .*other\.csv is refused/)
  assert.equal(await message(0), await message(Number.POSITIVE_INFINITY))
})
