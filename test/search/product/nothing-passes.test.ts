// A filter that no address of the index passes is answered at once, with the same as by looking for one.
// Covers: src/search/product/**, src/search/match/filter.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddressFilter } from '../../../src/search/address-search.ts'
import { Work } from '../../../src/search/work.ts'
import { builtNational, builtPostal } from '../built.ts'
import { nationalWorld, postalWorld, rowsOf } from '../synthetic.ts'

const ROWS = 600
/** No row of it is known to be residential. */
const national = await builtNational(nationalWorld(31, ROWS))
const postalSource = postalWorld(32, ROWS)
const postal = await builtPostal(postalSource)

const TERMS = ['s', '1 smith', 'richmond', 'unit 1 12 richmond rd', 'flat 1', 'zzz 1']
const POINT = { latitude: -38, longitude: 146 }

function steps(ask: (work: Work) => readonly unknown[] | { readonly kind: string }): number {
  const work = new Work()
  const found = ask(work)
  assert.ok('kind' in found ? found.kind === 'none' : found.length === 0)
  return work.spent
}

test('if no address is residential, asking for residential ones costs nothing', () => {
  const residential = true
  for (const term of TERMS) {
    const filter = { residential }
    const all = { ...POINT, radiusKm: 5_000, top: 20, residential }
    const asked = [
      (work: Work) => national.autocomplete({ term, top: 20, filter, work }),
      (work: Work) => national.autocomplete({ term, top: 20, filter, location: POINT, work }),
      (work: Work) => national.nearest({ ...all, term, work }),
      (work: Work) => national.nearest({ ...all, work }),
      (work: Work) => national.validate({ line: term, strict: false, residential, work }),
    ]
    for (const ask of asked) assert.equal(steps(ask), 0, `${term}: ${ask}`)
  }
})

test('a word that the index does not have, as a value of a filter, costs nothing', () => {
  const filter: AddressFilter = { fields: { locality: ['Xyzzy'], state: ['VIC'] } }
  for (const term of TERMS) {
    assert.equal(
      steps((work) => national.autocomplete({ term, top: 20, filter, work })),
      0,
    )
  }
})

test('one value that is known among others is looked for', () => {
  const row = rowsOf(postalSource).find(({ townOrCity }) => townOrCity !== '')
  const townOrCity = row?.townOrCity ?? ''
  const fields = { town_or_city: ['Xyzzy', townOrCity] }
  const found = postal.autocomplete({ term: townOrCity, top: 5, filter: { fields } })
  assert.ok(found.length > 0)
})

test('where some addresses are residential and some are not, each are found', () => {
  for (const residential of [true, false]) {
    const found = postal.autocomplete({ term: '1', top: 5, filter: { residential } })
    assert.ok(found.length > 0)
  }
  assert.ok(national.autocomplete({ term: '1', top: 5, filter: { residential: false } }).length > 0)
})
