// Other names and neighbours of suburbs and streets are those of one state, whatever is called alike elsewhere.
// Covers: src/index/national/national-writer.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KnownNames } from '../../../src/index/national/national-writer.ts'

const RICHMOND = { localityName: 'RICHMOND', state: 'VIC' }
const KING = { streetName: 'KING', streetType: 'ST', streetSuffix: '' }
const names = new KnownNames({
  localityAliases: [
    { ...RICHMOND, alias: 'BURNLEY' },
    { ...RICHMOND, alias: 'CREMORNE' },
  ],
  localityNeighbours: [{ ...RICHMOND, neighbour: 'HAWTHORN' }],
  streetAliases: [{ ...RICHMOND, ...KING, aliasName: 'OLD', aliasType: 'RD', aliasSuffix: 'N' }],
})

test('names are found by suburb and state, in any letters, and by no other state', () => {
  const here = { localityName: 'Richmond', state: 'vic' }
  const there = { localityName: 'RICHMOND', state: 'TAS' }
  assert.deepEqual(names.localityNames(here), ['Richmond', 'BURNLEY', 'CREMORNE'])
  assert.deepEqual(names.localityNames(there), ['RICHMOND'])
  assert.deepEqual([names.neighbours(here), names.neighbours(there)], [['HAWTHORN'], []])
  const old = { streetName: 'OLD', streetType: 'RD', streetSuffix: 'N' }
  const written = { ...KING, streetType: 'Street' }
  assert.deepEqual(names.streetAliases(written, here), [old])
  assert.deepEqual(names.streetAliases(KING, there), [])
  for (const other of [{ streetName: 'KINGS' }, { streetType: 'RD' }, { streetSuffix: 'N' }]) {
    assert.deepEqual(names.streetAliases({ ...KING, ...other }, here), [])
  }
  assert.deepEqual(new KnownNames(undefined).localityNames(here), ['Richmond'])
})
