// Every address that went into an index comes out of it as it was.
// Covers: src/index/**, src/address/national.ts

import assert from 'node:assert/strict'
import test from 'node:test'
import { nationalAddress } from '../../src/address/national.ts'
import { postalAddress } from '../../src/address/postal-lines.ts'
import { AU } from '../../src/countries/au.ts'
import { postalIdOf, postalIdText } from '../../src/index/ids/postal-id.ts'
import { builtNational, builtPostal } from './built.ts'
import { nationalWorld, postalWorld, rowsOf } from './synthetic.ts'

test('Get by its pid gives every row of the national file back, field by field, and suggestions show its label', async () => {
  const source = nationalWorld(1, 3000)
  const search = await builtNational(source)
  for (const row of rowsOf(source)) {
    assert.deepEqual(search.get(row.addressDetailPid), nationalAddress(row, AU.national))
    const [shown] = search.autocomplete({ term: row.addressDetailPid, top: 1 })
    assert.equal(shown?.label, row.addressLabel)
  }
  assert.equal(search.release.addresses, 3000)
})

test('Get gives every UK delivery point back, with the lines that Royal Mail writes', async () => {
  const source = postalWorld(2, 3000)
  const search = await builtPostal(source)
  const seen = new Set<string>()
  for (const row of rowsOf(source)) {
    const id = postalIdText(postalIdOf(row))
    if (!seen.has(id)) assert.deepEqual(search.get(id), postalAddress(row))
    seen.add(id)
  }
  assert.equal(search.release.addresses, seen.size)
})

test('of two rows with the same id the first is kept, and the build says how many were left out', async () => {
  const [row] = rowsOf(nationalWorld(3, 1))
  const again = { ...row, addressLabel: 'THE SECOND' }
  const search = await builtNational({ ...nationalWorld(3, 1), rows: () => [row, again, row] })
  assert.equal(search.release.addresses, 1)
  assert.equal(search.get(row.addressDetailPid)?.address_label, row.addressLabel)
})

test('an id that is nobody’s is not found', async () => {
  const national = await builtNational(nationalWorld(4, 50))
  const postal = await builtPostal(postalWorld(4, 50))
  for (const id of [
    '',
    'GAVIC1',
    'GAVIC',
    '0',
    'x'.repeat(500),
    'AAAAAAAAAAA',
    '-_-_-_-_-_-',
    'é',
  ]) {
    assert.equal(national.get(id), undefined)
    assert.equal(postal.get(id), undefined)
  }
})

test('ids of UK addresses are the same in the next release and have only safe characters', async () => {
  const source = postalWorld(5, 400)
  const first = await builtPostal(source)
  const next = await builtPostal({ ...source, rows: () => rowsOf(source).slice(0, 300) })
  const found = next.autocomplete({ term: 'station', top: 50 })
  assert.ok(found.length > 0)
  for (const { id } of found) {
    assert.match(id, /^[A-Za-z0-9_-]+$/)
    assert.deepEqual(first.get(id), next.get(id))
  }
})
