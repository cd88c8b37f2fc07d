// Delivery points as they are read from an index: their rows, the fields of their street, and what a line says of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostalRow } from '../../../src/address/postal.ts'
import { linesText, postalAddress } from '../../../src/address/postal-lines.ts'
import { Texts } from '../../../src/index/columns/texts.ts'
import { postalIdOf, postalIdText } from '../../../src/index/ids/postal-id.ts'
import { PostalRecords } from '../../../src/index/postal/postal-records.ts'
import { NONE, Records } from '../../../src/index/streets/records.ts'
import { Streets } from '../../../src/index/streets/streets.ts'
import { wordsOf } from '../../../src/index/words/fold.ts'
import { isWholeText } from '../../../src/search/match/whole-line.ts'
import { postalKinds } from '../../cases/kinds/kind-worlds.ts'
import { builtSections } from '../../search/built.ts'
import { everyKindOfDeliveryPoint } from '../../search/postal-kinds.ts'
import { postal, postalSource } from '../../search/small-world.ts'

const PLACE = { townOrCity: 'Ely', county: 'Cambs', district: 'Fenland', postcode: 'CB7 4AA' }
const STREET = { ...PLACE, thoroughfare: 'Mill Row' }
const rows: readonly PostalRow[] = [
  ...everyKindOfDeliveryPoint().filter((_, at) => at % 3 === 0),
  ...(postalKinds().rows() as readonly PostalRow[]),
  postal({
    ...{ buildingName: 'Ty Gwyn', thoroughfare: 'Mill Road', postcode: 'CF5 1AA' },
    ...{ dependentLocality: 'Canton', townOrCity: 'Cardiff', latitude: 51.48, longitude: -3.2 },
    otherNames: {
      streets: ['Heol y Felin', 'MILL ROAD', '', 'Heol Isaf'],
      places: ['Treganna', 'Caerdydd', 'canton'],
    },
  }),
  postal({ ...PLACE, dependentThoroughfare: 'Back Lane', buildingNumber: '3' }),
  postal({ ...PLACE, dependentLocality: 'Stuntney', buildingNumber: '3' }),
  postal({ ...PLACE, buildingNumber: '4' }),
  postal({ ...STREET, buildingNumber: '12a' }),
  postal({ ...STREET, buildingNumber: '12', subBuilding: 'b' }),
  postal({ ...STREET, buildingNumber: '0', buildingName: 'Zero House' }),
  postal({ ...STREET, buildingNumber: '3/1' }),
  postal({ ...STREET, buildingNumber: '14', poBox: '77' }),
  postal({ ...STREET, uprn: '10009999001', buildingNumber: '16' }),
  postal({ ...STREET, sourceKey: '10009999002', buildingNumber: '18' }),
]
const sections = await builtSections(postalSource(rows))
const texts = new Texts(sections)
const streets = new Streets(sections)
const records = new PostalRecords(sections, texts, streets, new Records(sections, streets))

const found = rows.map((row) => {
  const record = records.find(postalIdText(postalIdOf(row)))
  return { row, record, street: streets.ofRecord(record) }
})

test('every field that the addresses of a street share is read from the street', () => {
  const fields = [
    'postcode',
    'thoroughfare',
    'town_or_city',
    'locality',
    'county',
    'district',
    'country',
  ]
  for (const { record, street } of found) {
    const address = postalAddress(records.row(record))
    for (const field of fields) {
      assert.equal(records.field(street, field), address[field as keyof typeof address], field)
    }
    assert.equal(records.field(street, 'line_1'), '')
    assert.equal(records.localities(street).join(', '), address.locality)
  }
})

test('what is quickly told of a line is what its text tells, and a third of all lines are told quickly', () => {
  let answers = 0
  found.forEach(({ record, street }, at) => {
    const field = (name: string) => records.field(street, name)
    const lines = wordsOf(linesText(records.lineFields(record, street)))
    const other = found[(at * 7 + 3) % found.length] ?? assert.fail()
    const others = wordsOf(linesText(records.lineFields(other.record, other.street)))
    const localities = field('locality').split(', ')
    const names = [...localities, field('town_or_city'), field('county'), field('country')]
    const places = names.map(wordsOf)
    const [town, county, district] = ['town_or_city', 'county', 'district'].map((name) =>
      wordsOf(field(name)),
    )
    for (const words of [
      lines,
      [...lines, ...places.flat()],
      [...lines, ...(town ?? [])],
      [...lines, ...(county ?? []), ...(town ?? [])],
      [...lines, ...(district ?? [])],
      [...lines, 'MORE'],
      lines.slice(1),
      lines.slice(0, -1),
      ['PO', ...lines],
      [...(lines.slice(0, -1) ?? []), `${lines.at(-1)}S`],
      others,
      [...others, ...places.flat()],
      [],
    ]) {
      const said = records.isLine(record, street, words)
      if (said === undefined) continue
      answers += 1
      const line = `${words.join(' ')} for ${lines.join(' ')}`
      assert.equal(
        said,
        isWholeText(words, lines, () => places),
        line,
      )
    }
  })
  assert.ok(answers > 3900, `${answers} of ${found.length * 13}`)
})

test('an address is found by its own UPRN, and by no key that only looks like one', () => {
  const owner = records.findUprn('10009999001')
  assert.equal(records.row(owner).buildingNumber, '16')
  assert.equal(records.findUprn('10009999002'), NONE)
  assert.equal(records.findUprn('10009999003'), NONE)
  assert.equal(records.find('10009999001'), NONE)
})

test('no other text than its id finds an address', () => {
  const id = records.id(found[0]?.record ?? 0)
  assert.equal(records.find(id), found[0]?.record)
  for (const text of [` ${id}`, `${id} `, id.slice(1), `${id}A`, id.toLowerCase(), '']) {
    assert.equal(records.find(text), NONE, text)
  }
})

test('a postcode has its text, its best-known street and the middle of its addresses', () => {
  const { postcodes } = records
  const byPostcode = Map.groupBy(found, ({ row }) => row.postcode)
  const written = [...byPostcode.keys()].filter((text) => text !== '').toSorted()
  assert.ok(written.length > 5)
  written.forEach((text, postcode) => {
    assert.equal(postcodes.text(postcode), text)
    const own = byPostcode.get(text) ?? []
    const distinct = [...new Map(own.map((each) => [each.record, each])).values()]
    assert.equal(postcodes.street(postcode), Math.min(...distinct.map(({ street }) => street)))
    const mean = (field: 'latitude' | 'longitude') =>
      distinct.reduce((sum, { record }) => sum + records.row(record)[field], 0) / distinct.length
    const { latitude, longitude } = postcodes.centre(postcode)
    assert.ok(Math.abs(latitude - mean('latitude')) < 6e-7, text)
    assert.ok(Math.abs(longitude - mean('longitude')) < 6e-7, text)
  })
  assert.equal(postcodes.text(written.length), '')
})

test('a street and its place have all their names in another language, by the alphabet, and others have none', () => {
  const welsh = found.find(({ row }) => row.buildingName === 'Ty Gwyn') ?? assert.fail()
  assert.deepEqual(records.otherNames(welsh.street), {
    streets: ['Heol Isaf', 'Heol y Felin'],
    places: ['Caerdydd', 'Treganna'],
  })
  assert.deepEqual(records.placeNames(welsh.street), ['Canton', 'Cardiff', 'Caerdydd', 'Treganna'])
  const plain = found.find(({ row }) => row.buildingNumber === '12a') ?? assert.fail()
  assert.deepEqual(records.otherNames(plain.street), { streets: [], places: [] })
})
