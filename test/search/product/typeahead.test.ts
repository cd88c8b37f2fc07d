// Typeahead against brute force over the rows, with and without filters.
// Covers: src/search/product/field-values.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { foldedValue } from '../../../src/index/words/fold.ts'
import type { FieldFilter } from '../../../src/search/address-search.ts'
import { STEPS, Work } from '../../../src/search/work.ts'
import { builtNational, builtPostal } from '../built.ts'
import {
  national as national2,
  nationalSource,
  postal as postalRow,
  postalSource,
} from '../small-world.ts'
import { nationalWorld, postalWorld } from '../synthetic.ts'

const WORLD_ROWS = 1200
const ROUNDS = 150

const national = await builtNational(nationalWorld(3, WORLD_ROWS))
const postal = await builtPostal(postalWorld(4, WORLD_ROWS))

type Fields = Readonly<Record<string, string>>

/** Every address as the fields that typeahead and filters go by. */
const addresses = {
  au: Array.from({ length: national.release.addresses }, (_, row): Fields => {
    const { item } = national.at(row)
    const { street_name, locality_name: locality, state, postcode } = item
    return { street_name, locality, state, postcode }
  }),
  uk: Array.from({ length: postal.release.addresses }, (_, row): Fields => {
    const { item } = postal.at(row)
    const { postcode, locality, town_or_city, district, county, country } = item
    return { postcode, locality, town_or_city, district, county, country }
  }),
}

function bruteForce(all: readonly Fields[], field: string, begin: string, filter: FieldFilter) {
  const counts = new Map<string, number>()
  for (const fields of all) {
    const value = fields[field] ?? ''
    const isAllowed = Object.entries(filter).every(([name, values]) =>
      values.some((wanted) => foldedValue(wanted) === foldedValue(fields[name] ?? '')),
    )
    if (value === '' || !isAllowed || !foldedValue(value).startsWith(foldedValue(begin))) continue
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .map(([value]) => value)
}

for (const [product, search] of [
  ['au', national],
  ['uk', postal],
] as const) {
  test(`${product}: values are those of brute force, in the same order, whatever the filter`, () => {
    const random = new SeededRandom(5)
    const all = addresses[product]
    for (let round = 0; round < ROUNDS; round++) {
      const one = random.pick(all)
      const other = random.pick(all)
      const field = random.pick(Object.keys(one))
      const by = random.pick(Object.keys(one))
      const begin = (one[field] ?? '').slice(0, 1 + random.below(4))
      if (foldedValue(begin) === '' || (other[by] ?? '') === '') continue
      if (field === 'postcode' || begin.endsWith(' ')) continue
      for (const filter of [{}, { [by]: [other[by] ?? ''] }]) {
        const found = search.typeahead({ term: begin, top: 100, search: [field], filter })
        const expected = bruteForce(all, field, begin, filter)
        assert.deepEqual(
          found,
          expected.slice(0, 100),
          `${field} ${begin} ${JSON.stringify(filter)}`,
        )
      }
    }
  })
}

test('uk: a beginning without its space is of an outcode, and of a shorter one with a sector', async () => {
  const codes = ['SK1 1AA', 'SK1 1AB', 'SK1 2AA', 'SK11 0AA', 'SK11 1AA', 'SK2 1AA']
  const some = await builtPostal(postalSource(codes.map((postcode) => postalRow({ postcode }))))
  const found = (term: string) => some.typeahead({ term, top: 10, search: ['postcode'] })
  assert.deepEqual(found('sk11'), ['SK1 1AA', 'SK1 1AB', 'SK11 0AA', 'SK11 1AA'])
  assert.deepEqual(found('sk11 '), ['SK11 0AA', 'SK11 1AA'])
  assert.deepEqual(found('sk1 '), ['SK1 1AA', 'SK1 1AB', 'SK1 2AA'])
  assert.deepEqual(found('sk11a'), ['SK1 1AA', 'SK1 1AB'])
})

test('uk: postcodes that begin so, within a county', () => {
  const counties = new Set(
    addresses.uk.map(({ county = '' }) => county).filter((name) => name !== ''),
  )
  for (const county of counties) {
    const filter = { county: [county] }
    const found = postal.typeahead({ term: 's', top: 100, search: ['postcode'], filter })
    assert.deepEqual(found, bruteForce(addresses.uk, 'postcode', 's', filter).slice(0, 100), county)
  }
})

test('uk: an empty value as a filter wants what has none', () => {
  const field = ['locality', 'county', 'district'].find((name) =>
    addresses.uk.some((each) => each[name] === ''),
  )
  const filter = { [field ?? '']: [''] }
  const begin = addresses.uk.find((each) => each[field ?? ''] === '')?.town_or_city?.[0] ?? ''
  const expected = bruteForce(addresses.uk, 'town_or_city', begin, filter)
  assert.ok(expected.length > 0)
  const found = postal.typeahead({ term: begin, top: 100, search: ['town_or_city'], filter })
  assert.deepEqual(found, expected)
})

test('uk: to have no value, or one of some, is a filter beside others too', () => {
  const none = addresses.uk.find(({ county }) => county === '') ?? assert.fail()
  const some = addresses.uk.find(({ county }) => county !== '') ?? assert.fail()
  for (const county of [[''], ['', 'Nowhere'], ['', some.county ?? '']]) {
    for (const more of [{}, { postcode: [none.postcode ?? '', some.postcode ?? ''] }]) {
      const filter: FieldFilter = { county, ...more }
      const fits = (each: Fields) =>
        county.includes(each.county ?? '') &&
        (filter.postcode === undefined || filter.postcode.includes(each.postcode ?? ''))
      const towns = new Set(addresses.uk.filter(fits).map(({ town_or_city }) => town_or_city))
      assert.ok(towns.size > 0)
      for (const town of towns) {
        const term = town ?? ''
        const names = postal.typeahead({ term, top: 50, search: ['town_or_city'], filter })
        assert.ok(names.includes(term), `${term} ${JSON.stringify(filter)}`)
        const listed = postal.autocomplete({ term: `${term} `, top: 9, filter: { fields: filter } })
        assert.ok(listed.length > 0, `${term} ${JSON.stringify(filter)}`)
        for (const { item } of listed) assert.ok(county.includes(item.county))
      }
    }
  }
})

test('a filter that lets everything through costs few steps more than there are streets and places', () => {
  const filter = { state: ['VIC', 'NSW', 'TAS', 'WA', 'ACT'] }
  const work = new Work()
  const found = national.typeahead({ term: 's', top: 6, search: ['street_name'], filter, work })
  assert.ok(found.length > 0)
  const places = new Set(addresses.au.map(({ locality, postcode }) => `${locality} ${postcode}`))
  const streets = new Set(
    Array.from({ length: national.release.addresses }, (_, row) => {
      const { street_name, street_type, locality_name, postcode } = national.at(row).item
      return [street_name, street_type, locality_name, postcode].join()
    }),
  )
  const most = places.size * STEPS.lookUp + (streets.size + 32) * STEPS.lookUp
  assert.ok(work.spent > 0 && work.spent < most, `${work.spent} of ${most}`)
})

test('the best so far is answered when the steps are spent', () => {
  const filter = { state: ['VIC', 'NSW', 'TAS', 'WA', 'ACT'] }
  const work = new Work(1)
  assert.ok(Array.isArray(national.typeahead({ term: 's', top: 6, filter, work })))
  assert.ok(work.spent < 100, `${work.spent} steps`)
})

test('a value that no address has, as a filter, costs nothing', () => {
  const work = new Work()
  assert.deepEqual(
    national.typeahead({ term: 's', top: 6, filter: { locality: ['Xyzzy'] }, work }),
    [],
  )
  assert.equal(work.spent, 0)
})

test('au: names with punctuation and accents stand among the others', async () => {
  const names = [
    "O'BRIEN",
    'OBRIEN',
    'OAK',
    'O BRIEN',
    'OB-LONG',
    'ÉCLAIR',
    'EDGE',
    'Oaklands',
    'OZ',
  ]
  const search = await builtNational(
    nationalSource(
      names.map((streetName, at) =>
        national2(`${at + 1} KING ST, RICHMOND VIC 3121`, { streetName }),
      ),
    ),
  )
  for (const begin of ['o', 'ob', "o'b", 'obr', 'o b', 'e', 'éc', 'oak', 'ob lo', 'oz', 'p']) {
    const expected = names.filter((name) => foldedValue(name).startsWith(foldedValue(begin)))
    for (const filter of [undefined, { state: ['VIC'] }]) {
      assert.deepEqual(
        search.typeahead({
          term: begin,
          top: 20,
          search: ['street_name'],
          ...(filter && { filter }),
        }),
        expected.toSorted(),
        begin,
      )
    }
  }
})

/** Of several fields: a value that two of them have counts as in the one that has it more often. */
function bruteForceOf(
  all: readonly Fields[],
  fields: readonly string[],
  begin: string,
  filter: FieldFilter,
  top: number,
): string[] {
  const counts = new Map<string, number>()
  for (const field of fields) {
    const own = new Map<string, number>()
    for (const each of all) {
      const value = each[field] ?? ''
      const isAllowed = Object.entries(filter).every(([name, values]) =>
        values.some((wanted) => foldedValue(wanted) === foldedValue(each[name] ?? '')),
      )
      if (value === '' || !isAllowed || !foldedValue(value).startsWith(begin)) continue
      own.set(value, (own.get(value) ?? 0) + 1)
    }
    for (const [value, count] of own) counts.set(value, Math.max(count, counts.get(value) ?? 0))
  }
  return [...counts]
    .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .map(([value]) => value)
    .slice(0, top)
}

for (const [product, search, fields] of [
  ['au', national, ['street_name', 'locality', 'state']],
  ['uk', postal, ['locality', 'town_or_city', 'county', 'district']],
] as const) {
  test(`${product}: several fields, several filters and a word that is whole give what brute force gives`, () => {
    const random = new SeededRandom(15)
    const all = addresses[product]
    for (let round = 0; round < 20; round++) {
      const one = random.pick(all)
      const [field, other] = [random.pick(fields), random.pick(fields)]
      const value = foldedValue(one[field] ?? '')
      const [word = ''] = value.split(' ')
      const term = random.pick([word.slice(0, 2), word, `${word} `, value])
      if (word === '') continue
      const begin = term.endsWith(' ') ? `${word} ` : foldedValue(term)
      const top = random.pick([1, 3, 50])
      const filter = random.pick([
        {},
        { [other]: [one[other] ?? ''] },
        { [other]: [one[other] ?? '', 'Nowhere'], postcode: [one.postcode ?? ''] },
      ])
      for (const named of [[field], [field, other], fields]) {
        const found = search.typeahead({ term, top, search: named, filter })
        const expected = bruteForceOf(all, named, begin, filter, top)
        assert.deepEqual(found, expected, JSON.stringify({ term, named, filter, top }))
      }
    }
  })
}

test('nothing is asked for, or in no words, and nothing is given', () => {
  for (const search of [national, postal]) {
    assert.deepEqual(search.typeahead({ term: 's', top: 0 }), [])
    assert.deepEqual(search.autocomplete({ term: 's', top: 0 }), [])
    for (const term of ['', ' ', '?']) assert.deepEqual(search.typeahead({ term, top: 6 }), [])
  }
})
