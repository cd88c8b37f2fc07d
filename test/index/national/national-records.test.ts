// Australian addresses as they are read from an index: their rows, their labels, and every name of street and place.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Texts } from '../../../src/index/columns/texts.ts'
import { NationalRecords } from '../../../src/index/national/national-records.ts'
import { NONE, Records } from '../../../src/index/streets/records.ts'
import { Streets } from '../../../src/index/streets/streets.ts'
import { builtSections } from '../../search/built.ts'
import { national, nationalSource } from '../../search/small-world.ts'
import { nationalWorld, rowsOf } from '../../search/synthetic.ts'

const known = national('1 KING ST N, NEWTOWN NSW 2042', { addressDetailPid: 'GANSW1' })
const rows = [...rowsOf(nationalWorld(95, 600)), known]
const alias = (aliasName: string, aliasType: string, aliasSuffix: string) => ({
  ...{ state: 'NSW', localityName: 'NEWTOWN', streetName: 'KING', streetType: 'STREET' },
  ...{ streetSuffix: 'NORTH', aliasName, aliasType, aliasSuffix },
})
const sections = await builtSections(
  nationalSource(rows, {
    localityAliases: ['OLD TOWN', 'MACDONALDTOWN'].map((name) => ({
      ...{ state: 'NSW', localityName: 'NEWTOWN', alias: name },
    })),
    localityNeighbours: [],
    streetAliases: [alias('BULLOCK', 'RD', ''), alias('COOKS RIVER', 'RD', 'S')],
  }),
)
const texts = new Texts(sections)
const streets = new Streets(sections)
const records = new NationalRecords(sections, texts, streets, new Records(sections, streets))

test('each row, its label and its id come back, in whatever order they are asked for', () => {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[(at * 97) % rows.length] ?? assert.fail()
    const record = records.find(row.addressDetailPid)
    assert.deepEqual(records.row(record), row)
    assert.equal(records.label(record), row.addressLabel)
    assert.equal(records.id(record), row.addressDetailPid)
    const street = streets.ofRecord(record)
    const place = streets.placeOf(street)
    assert.deepEqual(
      [
        records.streetName(street),
        records.placeField(place, 'localityName'),
        records.outer(place),
        records.placeField(place, 'postcode'),
      ],
      [row.streetName, row.localityName, row.state, row.postcode],
    )
    for (const field of ['streetName', 'localityName', 'outer', 'postcode'] as const) {
      const held = field === 'outer' ? row.state : row[field]
      assert.equal(texts.at(records.textNumber(street, field)), held)
    }
  }
  assert.equal(records.find('GANSW2'), NONE)
})

test('a street and a locality have all their other names behind their own', () => {
  const street = streets.ofRecord(records.find('GANSW1'))
  const [own, ...others] = records.streetNames(street)
  assert.deepEqual(own, ['KING', 'ST', 'N'])
  assert.deepEqual(others.toSorted(), [
    ['BULLOCK', 'RD', ''],
    ['COOKS RIVER', 'RD', 'S'],
  ])
  const names = records.placeNames(streets.placeOf(street))
  assert.deepEqual(names.toSorted(), ['MACDONALDTOWN', 'NEWTOWN', 'OLD TOWN'])
  const plain = streets.ofRecord(records.find(rows[0]?.addressDetailPid ?? ''))
  assert.equal(records.streetNames(plain).length, 1)
})
