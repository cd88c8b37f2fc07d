// What becomes of the rows of a list that cannot be asked for: each is not found, with the reason, and counted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewOf } from '../../../src/lists/matching/list-text.ts'
import { openMatchList } from '../../../src/lists/matching/match-list.ts'
import { matchRow, matchRows } from '../../../src/lists/matching/match-rows.ts'
import { type ListRow, rowsOf } from '../../../src/lists/matching/rows.ts'
import { Folder } from '../../importers/fixtures.ts'
import { builtNational, builtPostal } from '../../search/built.ts'
import { national, nationalSource, postal, postalSource } from '../../search/small-world.ts'

const LABEL = '12 KING ST, NEWTOWN NSW 2042'
const search = await builtNational(nationalSource([national(LABEL)]))

test('a row that cannot be read or is too long is not found, with the reason', async (t) => {
  const most = `12 King St, Newtown NSW 2042 ${'x'.repeat(500)}`.slice(0, 500)
  const content = `address\n${LABEL}\n"12 King St" Newtown NSW 2042\n${most}\n${most}x`
  const list = await openMatchList(new Folder(t).write('list.csv', content), {
    columns: 'address=address',
  })
  const rows: ListRow[] = []
  for await (const some of rowsOf(list)) rows.push(...some)
  const outcomes = rows.map((row) => {
    const { verdict, id, reason } = matchRow(search, row, list.layout).match
    return [verdict, id !== '', /quote|longer than \d+|no address/.exec(reason)?.[0]]
  })
  assert.deepEqual(outcomes.slice(0, 2), [
    ['exact', true, undefined],
    ['not-found', false, 'quote'],
  ])
  assert.equal(outcomes[2]?.[2], undefined, 'the longest that is asked for')
  assert.deepEqual(outcomes[3], ['not-found', false, 'longer than 500'])
  const { written, summary } = matchRows(search, rows, list.layout, ({ row }) => row)
  assert.deepEqual(
    written,
    rows.map(({ row }) => row),
  )
  assert.equal(summary.rows, rows.length)
})

test('a cell of more than 2,000 characters is too long, even if most of it is spaces', async (t) => {
  const spaced = (length: number) => `${LABEL.padEnd(length - 1)}2`
  const content = `address\n"${spaced(2_000)}"\n"${spaced(2_001)}"\n`
  const list = await openMatchList(new Folder(t).write('list.csv', content))
  const reasons: string[] = []
  for await (const rows of rowsOf(list))
    for (const row of rows) reasons.push(matchRow(search, row, list.layout).match.reason)
  assert.doesNotMatch(reasons[0] ?? '', /longer than/)
  assert.match(reasons[1] ?? '', /longer than 500 characters/)
})

test('the first ten rows of a list are shown, each with its cells and its match', async (t) => {
  const rows = Array.from({ length: 12 }, (_, at) => `${at + 1},"${LABEL}"`).join('\n')
  const folder = new Folder(t)
  const list = await openMatchList(folder.write('list.csv', `id,address\n${rows}\n`))
  const shown = await previewOf(list, search)
  assert.deepEqual(
    shown.rows.map(({ row, cells, match }) => [row, cells[0], match.verdict]),
    Array.from({ length: 10 }, (_, at) => [at + 1, String(at + 1), 'exact']),
  )
  const short = await openMatchList(folder.write('two.csv', `address\n"${LABEL}"\n\n"${LABEL}"\n`))
  assert.equal((await previewOf(short, search)).rows.length, 2)
})

test('the product is what was said, else what the rows tell, else what is likely', async (t) => {
  const folder = new Folder(t)
  const uk = folder.write('uk.csv', 'address\n"1 Oak Road, Sutton, SM1 1AA"\n')
  const unclear = folder.write('unclear.csv', 'address\n1 Oak Road\n')
  const productOf = async (...given: Parameters<typeof openMatchList>) =>
    (await openMatchList(...given)).layout.product
  assert.equal(await productOf(uk, { likelyProduct: 'au' }), 'uk')
  assert.equal(await productOf(uk, { product: 'au', likelyProduct: 'uk' }), 'au')
  assert.equal(await productOf(unclear, { likelyProduct: 'au' }), 'au')
  await assert.rejects(productOf(unclear), /say --product au, nz or uk\./)
})

test('a list without a column that looks like an address is read as none where a person is to say', async (t) => {
  const path = new Folder(t).write('colours.csv', 'Colour,Size\nred,1\nblue,2\n')
  const { layout } = await openMatchList(path, { product: 'au', mayReadNone: true })
  assert.deepEqual(layout.reads, [])
  await assert.rejects(
    openMatchList(path, { product: 'au' }),
    /no column that looks like an address/,
  )
})

test('of several occupants of one address, the one named in another cell is meant', async (t) => {
  const door = { buildingNumber: '12', thoroughfare: 'Dock Lane', townOrCity: 'Ormskirk' }
  const held = ['Ferry Cycles', 'Tern Opticians'].map((organisation) =>
    postal({ ...door, organisation, postcode: 'L39 2DP' }),
  )
  const inTheUk = await builtPostal(postalSource(held))
  const rows = ['Tern Opticians', 'J Smith', ''].map((name) => `${name},12 Dock Lane,L39 2DP`)
  const content = `Name,Address,Postcode\n${rows.join('\n')}\n`
  const list = await openMatchList(new Folder(t).write('list.csv', content))
  let searches = 0
  const autocomplete: typeof inTheUk.autocomplete = (query) => {
    searches += 1
    return inTheUk.autocomplete(query)
  }
  const validate: typeof inTheUk.validate = (query) => {
    searches += 1
    return inTheUk.validate(query)
  }
  const found: (string | number)[][] = []
  for await (const some of rowsOf(list)) {
    for (const row of some) {
      searches = 0
      const { match } = matchRow({ ...inTheUk, autocomplete, validate }, row, list.layout)
      found.push([match.address, searches])
    }
  }
  const [named, stranger, nobody] = found
  assert.equal(named?.[0], 'Tern Opticians, 12 Dock Lane, Ormskirk, L39 2DP')
  assert.equal(nobody?.[0], '')
  assert.deepEqual(stranger, nobody, 'nobody of that name is in the street: no further search')
})
