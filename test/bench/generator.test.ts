// The generator: files that the importers take whole, the same for the same seed, shaped like real ones.
// Covers: bench/generator/**

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gnafCore } from '../../bench/generator/gnaf-core.ts'
import { codePoint, paf, pricePaid } from '../../bench/generator/price-paid.ts'
import { openGnafCore } from '../../src/importers/au/gnaf-core.ts'
import { openPaf } from '../../src/importers/uk/paf.ts'
import { openPricePaid } from '../../src/importers/uk/price-paid.ts'
import { buildIndex } from '../../src/index/build/build.ts'
import { testFolder } from '../search/built.ts'

const ROWS = 20_000
const core = [...gnafCore(ROWS, 1)].join('')
const rows = core
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('|'))

test('the same seed writes the same bytes, and another seed writes others', () => {
  assert.equal([...gnafCore(2_000, 5)].join(''), [...gnafCore(2_000, 5)].join(''))
  assert.notEqual([...gnafCore(2_000, 5)].join(''), [...gnafCore(2_000, 6)].join(''))
  assert.equal([...pricePaid(2_000, 5)].join(''), [...pricePaid(2_000, 5)].join(''))
})

test('a G-NAF Core file has as many rows as asked for, each with its own id, and all 27 columns in use', () => {
  assert.equal(rows.length, ROWS)
  assert.equal(new Set(rows.map(([pid]) => pid)).size, ROWS)
  const isUsed = Array.from({ length: 27 }, (_, at) => rows.some((row) => row[at] !== ''))
  assert.deepEqual(isUsed, new Array(27).fill(true))
  assert.ok(rows.every((row) => row.length === 27))
})

test('units, ranges, lots, letters and aliases are about as common as in the real file', () => {
  const share = (is: (row: string[]) => boolean) => rows.filter(is).length / ROWS
  const within = (figure: number, low: number, high: number) =>
    assert.ok(figure > low && figure < high, `${figure} is not from ${low} to ${high}`)
  within(
    share((row) => row[6] !== ''),
    0.15,
    0.35,
  )
  within(
    share((row) => row[10] !== ''),
    0.035,
    0.09,
  )
  within(
    share((row) => row[9] === '' && row[11] !== ''),
    0.008,
    0.04,
  )
  within(
    share((row) => /\d[A-Z]$/.test(row[9])),
    0.03,
    0.09,
  )
  within(
    share((row) => row[20] === 'A'),
    0.02,
    0.07,
  )
  const streets = new Set(rows.map((row) => row.slice(12, 17).join('|'))).size
  within(ROWS / streets, 15, 45)
})

test('the importers take all files without rejecting a row', async () => {
  const folder = await testFolder()
  const path = (name: string) => join(folder, name)
  writeFileSync(path('core.psv'), core)
  writeFileSync(path('paid.csv'), [...pricePaid(3_000, 1)].join(''))
  writeFileSync(path('codes.csv'), [...codePoint(3_000, 1)].join(''))
  const options = { directory: path('releases'), now: 0 }
  const national = await openGnafCore([path('core.psv')])
  assert.equal((await buildIndex(national, options)).addresses, ROWS)
  const postal = await openPricePaid([path('paid.csv')], { postcodes: [path('codes.csv')] })
  assert.equal((await buildIndex(postal, options)).addresses, 3_000)
  writeFileSync(path('paf.csv'), [...paf(3_000, 1)].join(''))
  const points = await openPaf([path('paf.csv')], { postcodes: [path('codes.csv')] })
  assert.equal((await buildIndex(points, options)).addresses, 3_000)
})

test('a PAF file has named blocks, flats, floors, organisations and PO boxes', () => {
  const points = [...paf(ROWS, 1)].join('').trimEnd().split('\n')
  assert.equal(points.length, ROWS)
  for (const [what, pattern, least] of [
    ['named block', /,[A-Z]+ COURT,FLAT \d/, 100],
    ['floor', /,(?:FLOOR \d+|(?:GROUND|FIRST) FLOOR),/, 20],
    ['organisation', / LTD,/, 200],
    ['PO box', /,,,,,,,\d+,,/, 20],
  ] as const) {
    const count = points.filter((line) => pattern.test(line)).length
    assert.ok(count >= least, `${what}: ${count}`)
  }
})
