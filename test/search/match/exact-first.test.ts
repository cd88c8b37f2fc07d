// A full name comes before a longer one that holds it: a place, an outcode, a sector, a house, an organisation.
// Covers: src/search/match/exact-first.ts, src/search/match/place-alone.ts

import assert from 'node:assert/strict'
import test from 'node:test'
import { builtNational, builtPostal } from '../built.ts'
import { postal, postalSource } from '../small-world.ts'
import { nationalWorld } from '../synthetic.ts'

const barking = { townOrCity: 'Barking', postcode: 'IG11 8AA' }
const inHyde = { latitude: 53.45, longitude: -2.08 }
const hyde = { townOrCity: 'Hyde', county: 'Cheshire', postcode: 'SK14 1AA', ...inHyde }
const stockport = { townOrCity: 'Stockport', county: 'Cheshire', postcode: 'SK1 3AB' }

/** The longer names are better known: their streets have more addresses. */
function* rows() {
  for (let number = 1; number <= 30; number++) {
    const side = { dependentLocality: 'Barkingside', townOrCity: 'Ilford', postcode: 'IG6 1AA' }
    yield postal({ ...side, buildingNumber: `${number}`, thoroughfare: 'High Street' })
    yield postal({ ...hyde, buildingNumber: `${number}`, thoroughfare: 'Highfield Road' })
  }
  for (const street of ['Linton Road', 'Ripple Road', 'London Road', 'Axe Street']) {
    for (let number = 1; number <= 4; number++) {
      yield postal({ ...barking, buildingNumber: `${number}`, thoroughfare: street })
    }
  }
  yield postal({ ...stockport, buildingNumber: '3', thoroughfare: 'Mill Lane' })
  yield postal({ ...stockport, buildingNumber: '9', thoroughfare: 'Top Road', postcode: 'SK1 4AB' })
  yield postal({ ...hyde, buildingName: 'Highfield', thoroughfare: 'Birch Drive' })
  yield postal({ ...hyde, buildingName: 'Highfield Lodge', thoroughfare: 'Ash Drive' })
}
const search = await builtPostal(postalSource([...rows()]))
const world = nationalWorld(57, 600)
const rowsOfWorld = await Array.fromAsync(world.rows())
const national = await builtNational(world)
const labels = (term: string) => search.autocomplete({ term, top: 6 }).map(({ label }) => label)

test('a town alone shows one address of each of its streets, and no longer name before it', () => {
  const streets = ['Axe Street', 'Linton Road', 'London Road', 'Ripple Road']
  const expected = streets.map((street) => `1 ${street}, Barking`)
  for (const term of ['barking', 'Barking ', 'BARKING']) {
    assert.deepEqual(labels(term).slice(0, 4).sort(), expected, term)
    assert.equal(labels(term).length, 6, term)
  }
  assert.ok(labels('barkin').some((label) => label.includes('Barkingside')))
})

test('an outcode alone is that outcode, and a sector with its space that sector', () => {
  assert.match(labels('sk1')[0] ?? '', /Stockport/)
  assert.equal(labels('sk1').filter((label) => label.includes('Stockport')).length, 2)
  assert.deepEqual(labels('SK1 3'), ['3 Mill Lane, Stockport, Cheshire'])
  assert.deepEqual(labels('SK1 4'), ['9 Top Road, Stockport, Cheshire'])
  assert.deepEqual(labels('SK1 3A'), ['3 Mill Lane, Stockport, Cheshire'])
})

test('a house that has exactly the name that was typed comes before a street and a house of a longer one', () => {
  assert.equal(labels('Highfield, Hyde')[0], 'Highfield, Birch Drive, Hyde, Cheshire')
  assert.equal(labels('highfield birch drive hyde')[0], 'Highfield, Birch Drive, Hyde, Cheshire')
  assert.match(labels('Highfield Road, Hyde')[0] ?? '', /^1 Highfield Road/)
  assert.equal(search.explain('Highfield, Hyde', 6).answers[0]?.pass, 'own name')
})

test('a filter holds for what is named exactly, too', () => {
  const filter = { fields: { postcode: ['SK1 4AB'] } }
  const found = search.autocomplete({ term: 'sk1', top: 6, filter })
  assert.deepEqual(
    found.map(({ label }) => label),
    ['9 Top Road, Stockport, Cheshire'],
  )
  const aroundHyde = { radius: { ...inHyde, km: 1 } }
  assert.equal(search.autocomplete({ term: 'sk14', top: 6, filter: aroundHyde }).length, 6)
  assert.deepEqual(search.autocomplete({ term: 'ig11', top: 6, filter: aroundHyde }), [])
})

test('au: a suburb alone shows streets of its own, each by an address that is neither retired nor an alias', () => {
  const byId = new Map([...rowsOfWorld].map((row) => [row.addressDetailPid, row]))
  let shown = 0
  for (const { localityName } of new Map(
    [...byId.values()].map((row) => [row.localityName, row]),
  ).values()) {
    const { answers } = national.explain(localityName, 100)
    const exact = answers.filter(({ pass }) => pass === 'place alone')
    const rows = national.autocomplete({ term: localityName, top: 100 }).slice(0, exact.length)
    const streets = rows.map(({ id }) => {
      const row = byId.get(id)
      assert.ok(row?.localityName === localityName, id)
      assert.deepEqual([row.addressStatus, row.aliasPrincipal], ['CURRENT', 'P'])
      return [row.streetName, row.streetType, row.streetSuffix, row.state].join()
    })
    assert.equal(new Set(streets).size, streets.length, localityName)
    shown += streets.length
  }
  assert.ok(shown > 50)
})
