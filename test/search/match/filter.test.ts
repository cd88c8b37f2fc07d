// Filters against brute force: all that is found without one and passes it is found with it, and nothing else is.
// Covers: src/search/match/filter.ts, src/search/product/*-layer.ts, src/search/product/p*.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EMPTY_POSTAL_ROW } from '../../../src/address/postal.ts'
import { sampleSource } from '../../../src/sample/sample.ts'
import type {
  AddressFilter,
  AddressSearch,
  FieldFilter,
} from '../../../src/search/address-search.ts'
import { runs } from '../../support/runs.ts'
import { builtNational, builtPostal } from '../built.ts'

/** More than any world here has, so that nothing is cut off. */
const ALL = 100_000
const RUNS = runs(40)

async function some<Row>(rows: Iterable<Row> | AsyncIterable<Row>, every: number): Promise<Row[]> {
  const taken: Row[] = []
  let at = 0
  for await (const row of rows) if (at++ % every === 0) taken.push(row)
  return taken
}

const postalSource = sampleSource('uk')
const postalRows = await some(postalSource.rows(), 8)
const postal = await builtPostal({ ...postalSource, rows: () => postalRows })
const nationalSource = sampleSource('au')
const nationalRows = await some(nationalSource.rows(), 8)
const national = await builtNational({ ...nationalSource, rows: () => nationalRows })

type Fields = Readonly<Record<string, unknown>>

interface World {
  readonly name: string
  readonly search: Pick<AddressSearch<object, object>, 'autocomplete' | 'at' | 'release'>
  readonly fields: readonly string[]
  readonly isResidential?: (address: Fields) => boolean
}

const WORLDS: readonly World[] = [
  {
    name: 'uk',
    search: postal,
    fields: ['postcode', 'locality', 'town_or_city', 'county', 'country', 'thoroughfare'],
    isResidential: ({ residential }) => residential === true,
  },
  {
    name: 'au',
    search: national,
    fields: ['postcode', 'locality_name', 'state', 'street_name'],
  },
]

const folded = (text: unknown) =>
  String(text)
    .toUpperCase()
    .replace(/[ '.-]/g, '')

function passes({ isResidential }: World, { fields, residential }: AddressFilter, item: object) {
  const address: Fields = { ...item }
  if (residential !== undefined && isResidential?.(address) !== residential) return false
  return Object.entries(fields ?? {}).every(([name, wanted]) => {
    // An address may lie in a locality of a locality, and either may be asked for.
    const own = String(address[name])
    const values = name === 'locality' ? [own, ...own.split(', ')] : [own]
    return values.some((value) => wanted.some((each) => folded(each) === folded(value)))
  })
}

const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => (/\d/.test(text) ? text.replace(' ', '') : text),
]

for (const world of WORLDS) {
  const { search, fields, isResidential } = world
  const count = search.release.addresses
  const address = (row: number): Fields => ({ ...search.at(row % count).item })
  const value = fc.tuple(fc.nat(), fc.constantFrom(...SPELLINGS))
  const asked = fc.record({
    row: fc.nat(),
    by: fc.constantFrom(...fields),
    letters: fc.integer({ min: 2, max: 12 }),
    wanted: fc.uniqueArray(fc.constantFrom(...fields), { maxLength: 3 }),
    own: fc.constantFrom(...SPELLINGS),
    others: fc.array(value, { maxLength: 2 }),
    residential: fc.option(fc.boolean(), { nil: undefined }),
  })
  test(`${world.name}: with any filter all that pass it are found, and nothing else`, () => {
    let compared = 0
    fc.assert(
      fc.property(asked, ({ row, by, letters, wanted, own, others, residential }) => {
        const chosen = address(row)
        const term = String(chosen[by]).split(', ')[0]?.slice(0, letters) ?? ''
        const valuesOf = (name: string) => [
          own(String(chosen[name])),
          ...others.map(([at, spell]) => spell(String(address(at)[name]))),
        ]
        const filter: AddressFilter = {
          fields: Object.fromEntries(wanted.map((name) => [name, valuesOf(name)])),
          ...(isResidential === undefined || residential === undefined ? {} : { residential }),
        }
        const found = search.autocomplete({ term, top: ALL, filter })
        for (const { item } of found) assert(passes(world, filter, item), JSON.stringify(item))
        const expected = search
          .autocomplete({ term, top: ALL })
          .filter(({ item }) => passes(world, filter, item))
        const ids = new Set(found.map(({ id }) => id))
        // Where few pass, guesses that were not needed without the filter may come behind them.
        for (const { id } of expected) assert(ids.has(id), id)
        if (wanted.length > 0 && expected.length > 0) compared += 1
      }),
      { numRuns: RUNS, seed: 20_261 },
    )
    assert(compared > RUNS / 3, `${compared}`)
  })
}

function postalWorld(lines: readonly string[]) {
  const rows = lines.map((line) => {
    const [thoroughfare = '', townOrCity = '', postcode = ''] = line.split(', ')
    return { ...EMPTY_POSTAL_ROW, buildingNumber: '1', thoroughfare, townOrCity, postcode }
  })
  return builtPostal({ ...postalSource, rows: () => rows })
}

test('where a street and a postcode are asked for, both must fit', async () => {
  const small = await postalWorld([
    'Mill Lane, Macclesfield, SK10 1AA',
    'Old Mill Lane, Macclesfield, SK10 1AA',
    'Mill Lane, Macclesfield, SK10 1AB',
  ])
  const fields = { thoroughfare: ['Mill Lane'], postcode: ['SK10 1AA'] }
  const found = small.autocomplete({ term: 'mill', top: 6, filter: { fields } })
  assert.deepEqual(
    found.map(({ item }) => [item.thoroughfare, item.postcode]),
    [['Mill Lane', 'SK10 1AA']],
  )
})

test('a filter on places finds a postcode behind others that begin alike and do not pass', async () => {
  const small = await postalWorld([
    ...['AA', 'AB', 'AD'].map((unit) => `High Street, Stockport, SK1 1${unit}`),
    'High Street, Cheadle, SK1 1AE',
  ])
  const filter = { town_or_city: ['Cheadle'] }
  const found = small.places({ term: 'sk1 1', top: 1, filter })
  assert.deepEqual(
    found.map(({ id }) => id),
    ['sk1-1ae'],
  )
})

test('a filter on places keeps the postcodes that have its values, whichever field it names', async () => {
  const small = await postalWorld([
    'High Street, Stockport, SK1 1AA',
    'High Street, Cheadle, SK1 2AA',
    'High Street, Macclesfield, SK10 1AA',
  ])
  const found = (filter: FieldFilter) =>
    small
      .places({ term: 'sk1', top: 9, filter })
      .map(({ id }) => id)
      .filter((id) => id.includes('-'))
  assert.deepEqual(found({ outcode: ['SK1'] }), ['sk1-1aa', 'sk1-2aa'])
  assert.deepEqual(found({ outcode: ['sk10'] }), ['sk10-1aa'])
  assert.deepEqual(found({ postcode: ['SK1 2AA'] }), ['sk1-2aa'])
  assert.deepEqual(found({ town_or_city: ['Stockport', 'Macclesfield'] }), ['sk1-1aa', 'sk10-1aa'])
  assert.deepEqual(found({ outcode: ['SK1'], town_or_city: ['Cheadle'] }), ['sk1-2aa'])
})

test('a value of a filter is a whole one, also within a radius', async () => {
  const rows = ['Newton', 'Newton Abbot', 'Newton Heath'].map((townOrCity) => ({
    ...EMPTY_POSTAL_ROW,
    ...{ buildingNumber: '1', thoroughfare: 'High Street', townOrCity, postcode: 'SK1 1AA' },
    ...{ latitude: 53.4, longitude: -2.1 },
  }))
  const small = await builtPostal({ ...postalSource, rows: () => rows })
  const fields = { town_or_city: ['Newton'] }
  const around = { radius: { latitude: 53.4, longitude: -2.1, km: 5 } }
  for (const filter of [{ fields }, { fields, ...around }]) {
    const towns = ['1', 'high street newton', '1 high'].map((term) =>
      small.autocomplete({ term, top: 6, filter }).map(({ item }) => item.town_or_city),
    )
    assert.deepEqual(towns, [['Newton'], ['Newton'], ['Newton']])
  }
  assert.equal(small.autocomplete({ term: '1 high', top: 6, filter: around }).length, 3)
})

test('addresses that are left out by their ids are not found, alone or beside another filter', () => {
  for (const { name, search } of WORLDS) {
    const term = '1 '
    const all = search.autocomplete({ term, top: 20 }).map(({ id }) => id)
    assert.ok(all.length === 20, name)
    const [first = '', second = '', ...rest] = all
    const exceptIds = new Set([first, second])
    const found = (filter: AddressFilter) =>
      search.autocomplete({ term, top: 18, filter }).map(({ id }) => id)
    assert.deepEqual(found({ exceptIds }), rest, name)
    const near = { latitude: 0, longitude: 0, km: 20_100 }
    assert.deepEqual(found({ exceptIds, radius: near }).toSorted(), rest.toSorted(), name)
  }
  const [row] = nationalRows.filter(({ aliasPrincipal, addressStatus }) => {
    return aliasPrincipal === 'P' && addressStatus === 'CURRENT'
  })
  const { addressLabel: line = '', addressDetailPid: id = '' } = row ?? {}
  assert.equal(national.validate({ line, strict: true }).kind, 'one')
  const without = national.validate({ line, strict: true, exceptIds: new Set([id]) })
  assert.ok(without.kind !== 'one' || without.id !== id)
})
