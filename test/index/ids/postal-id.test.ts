// Ids of UK addresses: what is part of one, what is not, and that they outlive releases and versions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../../src/address/postal.ts'
import { postalIdOf, postalIdText, readPostalId } from '../../../src/index/ids/postal-id.ts'

const ROW: PostalRow = {
  ...EMPTY_POSTAL_ROW,
  organisation: 'Harbour Books',
  department: 'Repairs',
  poBox: '12',
  subBuilding: 'Flat 2',
  buildingName: 'Quay House',
  buildingNumber: '7',
  dependentThoroughfare: 'Back Lane',
  thoroughfare: 'Netherby Road',
  doubleDependentLocality: 'Upper End',
  dependentLocality: 'Kingswells',
  townOrCity: 'Aberdeen',
  postcode: 'AB15 9HL',
}
const { sourceKey: _key, uprn: _uprn, residential: _home, ...TEXTS } = EMPTY_POSTAL_ROW
/** Districts are drawn anew, and a county is no part of where a letter goes. */
const NOT_OF_THE_ID = ['county', 'district', 'country', 'latitude', 'longitude']

const idOf = (row: Partial<PostalRow>) => postalIdText(postalIdOf({ ...ROW, ...row }))

test('an address has another id in each part that tells it from its neighbours, and in no other part', () => {
  for (const part of Object.keys(TEXTS)) {
    const other = idOf({ [part]: part.endsWith('tude') ? 51 : 'Elsewhere' })
    assert.equal(other === idOf({}), NOT_OF_THE_ID.includes(part), part)
  }
  assert.equal(idOf({ residential: false }), idOf({}))
})

test('case, accents and punctuation are no part of an id; the key of the source is, and a UPRN comes before it', () => {
  assert.equal(idOf({ thoroughfare: 'NÉTHERBY  ROAD.' }), idOf({}))
  const keyed = idOf({ sourceKey: '{a}' })
  assert.notEqual(keyed, idOf({}))
  assert.equal(idOf({ sourceKey: '{a}', townOrCity: 'Dyce' }), keyed)
  assert.notEqual(idOf({ sourceKey: '{b}' }), keyed)
  assert.equal(idOf({ sourceKey: '{a}', uprn: '100' }), idOf({ uprn: '100' }))
})

test('an id is the same for ever', () => {
  assert.deepEqual(
    [idOf({}), idOf({ uprn: '9051011234' }), idOf({ sourceKey: '{A-1}' })],
    ['HdvliU0K1o8', 'XQTOpWabSl0', 'ncew756_p4Y'],
  )
})

test('any 64 bits are eleven characters of base64url, and come back from them alone', () => {
  const word = fc.integer({ min: 0, max: 0xffffffff })
  fc.assert(
    fc.property(word, word, (high, low) => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32BE(high, 0)
      bytes.writeUInt32BE(low, 4)
      const text = postalIdText({ high, low })
      assert.equal(text, bytes.toString('base64url'))
      assert.deepEqual(readPostalId(text), { high, low })
    }),
  )
  assert.deepEqual(readPostalId('AAAAAAAAAAA'), { high: 0, low: 0 })
  for (const text of [
    '',
    'AAAAAAAAAAB',
    'AAAAAAAAAA',
    'AAAAAAAAAAAA',
    'AAAAAAAAAA=',
    'AAAA+AAAAAA',
  ]) {
    assert.equal(readPostalId(text), undefined, text)
  }
})
