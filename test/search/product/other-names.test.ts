// Streets and places by their other names: found and validated by either, shown by their own.
// Covers: src/index/postal/**, src/index/national/national-writer.ts, src/search/product/postal-layer.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtNational, builtPostal } from '../built.ts'
import { national, nationalSource, postal, postalSource } from '../small-world.ts'

const CARDIFF = { dependentLocality: 'Cathays', townOrCity: 'Cardiff', postcode: 'CF24 4AA' }
const WELSH = { places: ['Cathays', 'Caerdydd'] }
const ofMarket = { streets: ['', 'Stryd y Farchnad'], ...WELSH }
const search = await builtPostal(
  postalSource([
    postal({
      ...CARDIFF,
      thoroughfare: 'Market Street',
      buildingNumber: '8',
      otherNames: ofMarket,
    }),
    postal({ ...CARDIFF, thoroughfare: 'Market Street', buildingNumber: '9' }),
    postal({ ...CARDIFF, thoroughfare: 'Wood Street', buildingNumber: '8' }),
    postal({
      townOrCity: 'Hyde',
      thoroughfare: 'Market Street',
      buildingNumber: '8',
      postcode: 'SK14 1AA',
    }),
  ]),
)
const found = (term: string) => search.autocomplete({ term, top: 6 }).map(({ label }) => label)

test('a street is found by its Welsh name and shown by its English one, with all its numbers', () => {
  assert.deepEqual(found('8 Stryd y Farchnad'), ['8 Market Street, Cathays, Cardiff'])
  assert.deepEqual(found('9 stryd y farchnad caerdydd'), ['9 Market Street, Cathays, Cardiff'])
  assert.equal(found('8 Market Street').length, 2)
})

test('a street with several Welsh names in its rows is found by each of them', async () => {
  const row = (buildingNumber: string, name: string) =>
    postal({
      ...CARDIFF,
      thoroughfare: 'Mill Lane',
      buildingNumber,
      otherNames: { streets: ['', name], places: [] },
    })
  const several = await builtPostal(
    postalSource([row('1', 'Lon y Felin'), row('2', 'Heol y Felin'), row('3', 'Mill Lane')]),
  )
  for (const name of ['Lon y Felin', 'Heol y Felin', 'Mill Lane']) {
    const answers = several.autocomplete({ term: `2 ${name}`, top: 6 })
    assert.deepEqual(
      answers.map(({ label }) => label),
      ['2 Mill Lane, Cathays, Cardiff'],
      name,
    )
  }
})

test('a place is found by its Welsh name, also alone, and nothing is given up for it', () => {
  assert.deepEqual(found('8 Wood Street, Caerdydd'), ['8 Wood Street, Cathays, Cardiff'])
  assert.deepEqual(found('Caerdydd').sort(), found('Cardiff').sort())
  assert.equal(found('Caerdydd').length, 3)
  const [first] = search.autocomplete({ term: '8 Wood St Caerdydd', top: 1 })
  assert.deepEqual(first?.without, [])
})

test('a line with Welsh names is valid, and one with names of two streets is not', () => {
  const verdict = (line: string) => search.validate({ line, strict: true }).kind
  assert.equal(verdict('8 Stryd y Farchnad, Caerdydd, CF24 4AA'), 'one')
  assert.equal(verdict('8 Market Street, Cardiff, CF24 4AA'), 'one')
  assert.equal(verdict('8 Stryd y Farchnad, Hyde'), 'none')
  assert.equal(verdict('8 Stryd Market, Caerdydd'), 'none')
})

test('every Australian street is found by its other name, the first and the last of a release too', async () => {
  const streets = ['ALBION', 'KING', 'YORK']
  const place = { state: 'NSW', localityName: 'NEWTOWN', streetSuffix: '', aliasSuffix: '' }
  const streetAliases = streets.map((streetName, at) => {
    const alias = { aliasName: `OLD TRACK ${'ABC'[at]}`, aliasType: 'LANE' }
    return { ...place, streetName, streetType: 'ST', ...alias }
  })
  const rows = streets.map((name) => national(`12 ${name} ST, NEWTOWN NSW 2042`))
  const knowledge = { localityAliases: [], localityNeighbours: [], streetAliases }
  const search = await builtNational(nationalSource(rows, knowledge))
  for (const { streetName, aliasName } of streetAliases) {
    const wanted = `12 ${streetName} ST, NEWTOWN NSW 2042`
    const judged = search.validate({ line: `12 ${aliasName} Lane, Newtown`, strict: true })
    assert.equal(judged.kind === 'one' && judged.address.address_label, wanted, aliasName)
  }
})

test('a UK street is found by its type in full and in short, whichever of them its data has', async () => {
  const types = [
    ['High St', 'High Street'],
    ['Mill Rd', 'Mill Road'],
    ['Park Ave', 'Park Avenue'],
    ['Ash Cl', 'Ash Close'],
    ['Oak Dr', 'Oak Drive'],
  ]
  for (const held of [0, 1]) {
    const streets = types.map((forms) => forms[held] ?? '')
    const rows = streets.map((thoroughfare) =>
      postal({ townOrCity: 'Bangor', postcode: 'LL57 1AA', buildingNumber: '3', thoroughfare }),
    )
    const small = await builtPostal(postalSource(rows))
    for (const [at, forms] of types.entries()) {
      for (const typed of forms) {
        const found = small.autocomplete({ term: `3 ${typed} bangor`, top: 6 })
        assert.deepEqual(
          found.map(({ item }) => item.thoroughfare),
          [streets[at]],
          typed,
        )
      }
    }
  }
})
