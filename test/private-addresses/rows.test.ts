// Free lines are found as the same address of a release would be, however they are written.
// Covers: src/private-addresses/**, src/index/lines/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ScoredSearch } from '../../bench/quality/release-contents.ts'
import { nationalLabel } from '../../src/address/national.ts'
import { EMPTY_POSTAL_ADDRESS, postalAddress } from '../../src/address/postal-lines.ts'
import type { Product } from '../../src/address/product.ts'
import { AU } from '../../src/countries/au.ts'
import type { ImportSource } from '../../src/index/rows/row-source.ts'
import { type NewPrivateAddress, pointGiven } from '../../src/private-addresses/private-address.ts'
import { buildPrivateIndex } from '../../src/private-addresses/private-index-worker.ts'
import { sampleSource } from '../../src/sample/sample.ts'
import { searchOver } from '../../src/search/open-index.ts'
import { builtNational, builtPostal } from '../search/built.ts'
import { typedLines } from '../search/typed-lines.ts'
import { runs } from '../support/runs.ts'

const SEED = 11
const TWINS = 900
const LINES_PER_CLASS = 30

const BARE: NewPrivateAddress = {
  ...EMPTY_POSTAL_ADDRESS,
  postcode: 'SK10 1AA',
  residential: true,
  point: undefined,
}

interface Twins {
  readonly release: ScoredSearch
  /** By id in the release. */
  readonly own: readonly (readonly [string, NewPrivateAddress])[]
}

function every<Row>(rows: readonly Row[]): Row[] {
  const step = rows.length / TWINS
  return Array.from({ length: TWINS }, (_, at) => rows[Math.floor(at * step)])
}

async function all<Row>(rows: Iterable<Row> | AsyncIterable<Row>): Promise<Row[]> {
  const gathered: Row[] = []
  for await (const row of rows) gathered.push(row)
  return gathered
}

const twins: Readonly<Record<'au' | 'uk', () => Promise<Twins>>> = {
  async uk() {
    const source = sampleSource('uk')
    const rows = every(await all(source.rows()))
    const release = await builtPostal({ ...only(source), product: 'uk', rows: () => rows })
    const own = Array.from({ length: release.release.addresses }, (_, at) => {
      const { id, item } = release.at(at)
      const { latitude, longitude, ...fields } = item
      return [id, { ...BARE, ...fields, point: { latitude, longitude } }] as const
    })
    assert.equal(own.length, new Set(rows.map((row) => JSON.stringify(postalAddress(row)))).size)
    return { release, own }
  },
  async au() {
    const source = sampleSource('au')
    const current = (await all(source.rows())).filter(
      (row) => row.aliasPrincipal === 'P' && row.addressStatus === 'CURRENT',
    )
    const rows = every(current)
    const release = await builtNational({ ...only(source), product: 'au', rows: () => rows })
    const own = rows.map((row) => {
      const front = nationalLabel(
        { ...row, localityName: '', state: '', postcode: '' },
        AU.national,
      )
      const lines = [row.buildingName, row.addressSiteName, front.replace(/, $/, '')]
      const [line_1 = '', line_2 = '', line_3 = ''] = lines.filter((line) => line !== '')
      const place = { town_or_city: row.localityName, county: row.state, postcode: row.postcode }
      const { latitude, longitude } = row
      const address = { ...BARE, line_1, line_2, line_3, ...place, point: { latitude, longitude } }
      return [row.addressDetailPid, address] as const
    })
    return { release, own }
  },
}

function only({ format, attribution }: ImportSource) {
  return { format, attribution }
}

async function indexOf(product: Product, addresses: readonly NewPrivateAddress[]) {
  const answer = await buildPrivateIndex({ product, addresses })
  const at = new Map(answer.ids.map((id, place) => [id, place]))
  return { search: searchOver(answer.buffer), placeOf: (id: string) => at.get(id) }
}

for (const product of ['uk', 'au'] as const) {
  test(`${product}: every line that finds or confirms an address of a release does so for its private twin`, async () => {
    const { release, own } = await twins[product]()
    const mine = await indexOf(
      product,
      own.map(([, address]) => address),
    )
    const placeOf = new Map(own.map(([id], at) => [id, at]))
    const lines = typedLines(release, product, LINES_PER_CLASS, SEED)
    for (const { text, meant, about, isRight, verdict: due } of lines) {
      const query = { term: text, top: 6 }
      const known = release.autocomplete(query).map(({ id }) => placeOf.get(id))
      const found = mine.search.autocomplete(query).map(({ id }) => mine.placeOf(id))
      const place = placeOf.get(meant.shownId)
      // Of all addresses of an outcode or a town, either may show others.
      const isOneOfMany = isRight !== undefined && due === undefined
      if (known.includes(place) && !isOneOfMany) assert.ok(found.includes(place), about)
      const judged = { line: text, strict: true }
      const [verdict, mineToo] = [release.validate(judged), mine.search.validate(judged)]
      assert.equal(mineToo.kind, verdict.kind, about)
      if (verdict.kind !== 'one' || mineToo.kind !== 'one') continue
      assert.equal(mine.placeOf(mineToo.id), placeOf.get(verdict.id), text)
    }
    assert.ok(lines.length > 300, String(lines.length))
  })
}

const ODD: Readonly<
  Record<'au' | 'uk', readonly (readonly [lines: string, ...terms: string[]])[]>
> = {
  uk: [
    ['Rear of 12-14 High St.', '12-14 high street', 'rear of 12-14 high st'],
    ['Mill House 18A Okapi Rd', '18a okapi road', 'mill house'],
    ['Flat 3 Rose House, 12 Okapi Road', 'flat 3 12 okapi', 'rose house okapi'],
    ['3/12 Okapi Road', '3/12 okapi', 'flat 3 12 okapi rd'],
    ['12, Okapi Road', '12 okapi', 'okapi road 12'],
    ['PO Box 77', 'po box 77'],
    ['The Barn', 'the barn', 'barn sk101aa'],
    ['Stand 4B, Hall 12, Expo', 'hall 12 expo', 'expo'],
    ['O’Brien & Søn Ltd, 1 Łódź Mews', "o'brien and son", '1 lodz mews'],
    ['Gate 3 (deliveries)', 'gate 3 deliveries', 'deliveries'],
    ['12', '12 sk10 1aa'],
    ['Unit 7 Riverside Park', 'unit 7 riverside', 'riverside park'],
    ['1st Floor Flat, 9 Okapi Rd', '9 okapi rd', '1st floor flat 9 okapi'],
    ['東京 12', '東京'],
  ],
  au: [
    ['Rear 12 High St', '12 high street', 'rear 12 high st'],
    ['Summit Gardens, 12 Queen St', '12 queen', 'summit gardens'],
    ['U3/12 Okapi Rd', '3/12 okapi', 'unit 3 12 okapi road'],
    ['Level 2, 12-18 Okapi Hwy North', 'level 2 12 okapi highway', '12-18 okapi hwy nth'],
    ['Lot 7 Okapi Track', 'lot 7 okapi', 'okapi track'],
    ['Shop 4, 9 The Esplanade', 'shop 4 9 the esplanade', '4/9 the esplanade'],
    ['PO Box 77', 'po box 77'],
    ['Gate 3 (deliveries)', 'deliveries', 'gate 3 deliveries'],
    ['RMB 1204 Okapi Rd', 'okapi road', 'rmb 1204'],
  ],
}

for (const product of ['uk', 'au'] as const) {
  test(`${product}: lines as people write them are found by what is in them`, async () => {
    const postcode = product === 'uk' ? 'SK10 1AA' : '3121'
    for (const [line_1, ...terms] of ODD[product]) {
      const town_or_city = product === 'uk' ? 'Macclesfield' : 'Richmond'
      const { search } = await indexOf(product, [{ ...BARE, line_1, town_or_city, postcode }])
      for (const term of terms) {
        const [found] = search.autocomplete({ term, top: 6 })
        assert.ok((found?.penalty ?? 1) <= 0, `${line_1}: ${term}`)
      }
      assert.equal(search.autocomplete({ term: postcode, top: 6 }).length, 1, line_1)
    }
  })
}

test('any text at all can be added, and is found by its postcode', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ line_1: text, line_2: text, locality: text, county: text }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.constantFrom<Product>('uk', 'au'),
      async (given, product) => {
        const postcode = product === 'uk' ? 'SK10 1AA' : '3121'
        const addresses = given.map((texts) => ({ ...BARE, ...texts, postcode }))
        const { search } = await indexOf(product, addresses)
        assert.equal(search.autocomplete({ term: postcode, top: 20 }).length, given.length)
        for (const { line_1 } of given) {
          search.autocomplete({ term: line_1, top: 6 })
          search.validate({ line: `${line_1} ${postcode}`, strict: true })
        }
      },
    ),
    { numRuns: runs(20) },
  )
})

for (const product of ['uk', 'au'] as const) {
  test(`an own address of ${product} stands where its point is, and at 0, 0 without one`, async () => {
    const place =
      product === 'uk' ? { town_or_city: 'Leeds' } : { town_or_city: 'NEWTOWN', county: 'NSW' }
    const postcode = product === 'uk' ? 'LS1 3AA' : '2042'
    const own = { ...BARE, ...place, postcode }
    for (const point of [undefined, { latitude: -33.5, longitude: 151.25 }]) {
      const { search } = await indexOf(product, [{ ...own, line_1: '1 Own Street', point }])
      assert.deepEqual(search.locate(search.at(0).id), point ?? { latitude: 0, longitude: 0 })
    }
  })
}

test('zero and zero is no point; the meridian of Greenwich and the equator are', () => {
  assert.equal(pointGiven(0, 0), undefined)
  assert.deepEqual(pointGiven(51.48, 0), { latitude: 51.48, longitude: 0 })
  assert.deepEqual(pointGiven(0, 151.2), { latitude: 0, longitude: 151.2 })
})
