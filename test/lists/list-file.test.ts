// How a list is written is told by its beginning: titles above the header, cut samples, names of columns, towns.
// Covers: src/lists/*.ts, src/lists/importing/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { PostalRow } from '../../src/address/postal.ts'
import { requireInputs } from '../../src/importers/reading/archive.ts'
import { openCsv } from '../../src/lists/importing/csv.ts'
import { previewList, previewText } from '../../src/lists/importing/preview.ts'
import { openListFile } from '../../src/lists/list-file.ts'
import { openMatchList } from '../../src/lists/matching/match-list.ts'
import { Folder, rowsOf } from '../importers/fixtures.ts'

async function postal(t: TestContext, content: string) {
  const source = await openCsv([new Folder(t).write('list.csv', content)], {})
  assert.ok(source.product === 'uk')
  const rows: PostalRow[] = await rowsOf<PostalRow>(source)
  return { rows, report: source.report }
}

test('of a record with tens of thousands of cells, 256 are looked at and one more is kept', async (t) => {
  const path = new Folder(t).write('wide.csv', `${'a,'.repeat(30_000)}\n${'1,'.repeat(30_000)}\n`)
  const [input = assert.fail()] = await requireInputs([path], 'list', () => true)
  const widths: number[] = []
  const { shape } = await openListFile(input, {
    expected: '',
    isHeader: (fields) => widths.push(fields.length) < 0,
    delimiterOf: () => undefined,
  })
  assert.deepEqual([...new Set(widths)], [256])
  assert.deepEqual(
    shape.records.map(({ fields }) => fields.length),
    [257, 257],
  )
})

test('a header is found below ten lines of title, and not below eleven', async (t) => {
  const rows = Array.from({ length: 60 }, (_, at) => `${at + 1} Oak Road,Sutton,SM1 1AA\n`).join('')
  const titled = (lines: number) => `${'title\n'.repeat(lines)}Address,Town,Postcode\n${rows}`
  for (const lines of [0, 1, 10]) {
    const path = new Folder(t).write('a.csv', titled(lines))
    const { headerLine, columns } = await previewList([path], {})
    assert.equal(headerLine, lines + 1)
    assert.deepEqual(columns, { address: 'Address', town_or_city: 'Town', postcode: 'Postcode' })
  }
  const { refusal } = await previewList([new Folder(t).write('a.csv', titled(11))], {
    product: 'uk',
    columns: { address: 'Address' },
  })
  assert.match(refusal, /no column Address/)
})

test('a long list is read to its end, however its beginning is cut for a first look', async (t) => {
  const row = (at: number) => `"Flat ${at}, 12 Oak Road, Sutton",SM1 1AA,${'x'.repeat(1500)}\n`
  const list = `Address,Postcode,Notes\n${Array.from({ length: 200 }, (_, at) => row(at)).join('')}`
  assert.ok(list.length > 256 * 1024)
  const { rows, report } = await postal(t, list)
  assert.equal(rows.length, 200)
  assert.equal(rows.at(-1)?.subBuilding, 'Flat 199')
  assert.equal(report.rejected, 0)
})

test('objects on lines are read wherever the first kilobyte of them is cut', async (t) => {
  const begin = '{"address":"12 Oak Road, Sutton, SM1 1AA","note":"'
  for (const more of [1020, 1021, 1022, 1023]) {
    const line = `${begin}${'x'.repeat(more - begin.length - 2)}"}`
    const path = new Folder(t).write('a.ndjson', `${line}\n${line}\n`)
    assert.equal((await openMatchList(path, {})).layout.format, 'ndjson')
  }
})

test('a column map can be given as it is shown, whatever the columns are called', async (t) => {
  const list = `"It's ""an"" address",Post Code\n"12 Oak Road, Sutton",SM1 1AA\n`
  const path = new Folder(t).write('a.csv', list)
  const preview = await previewList([path], {
    product: 'uk',
    columns: { address: 1, postcode: 2 },
  })
  assert.ok(preview.table.every(({ readAs }) => readAs !== ''))
  const named = await previewList([path], {
    product: 'uk',
    columns: { address: `It's "an" address`, postcode: 'Post Code' },
  })
  assert.match(
    previewText(named, 'a.csv', 'import'),
    /--columns 'address=It'\\''s "an" address,postcode=Post Code' --show$/,
  )
})

test('the town that most rows of an outcode name is that of a row that names none', async (t) => {
  const { rows } = await postal(
    t,
    'Address\n"1 Oak Road, Cheam, SM3 1AA"\n"2 Oak Road, Sutton, SM3 1AA"\n"3 Oak Road, Sutton, SM3 1AA"\n' +
      '"4 Oak Road, SM3 1AA"\n"5 Elm Road, Ely, CB7 4AA"\n"6 Elm Road, CB7 4AB"\n',
  )
  assert.deepEqual(
    rows.map(({ townOrCity }) => townOrCity),
    ['Cheam', 'Sutton', 'Sutton', 'Sutton', 'Ely', 'Ely'],
  )
})
