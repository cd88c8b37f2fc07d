// The UK sample data: of every kind, and plausible.
// Covers: dev/sample/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_DISTRICTS } from '../../../dev/sample/places-uk.ts'
import { samplePostalSource } from '../../../dev/sample/sample-postal.ts'
import { metresBetween } from '../../../src/address/geo.ts'
import type { PostalRow } from '../../../src/address/postal.ts'
import { formattedAddressText, postalAddress } from '../../../src/address/postal-lines.ts'
import { normalisePostcode, outcodeOf } from '../../../src/address/postcode.ts'

const SOURCE = samplePostalSource()
const ROWS: readonly PostalRow[] = await Array.fromAsync(SOURCE.rows())

test('the sample has about 20,000 addresses', () => {
  assert.ok(ROWS.length > 19_000 && ROWS.length < 21_000, String(ROWS.length))
})

test('the sample says that its data is not real', () => {
  assert.equal(SOURCE.product, 'uk')
  assert.equal(SOURCE.format, 'sample')
  assert.match(SOURCE.attribution, /^Made-up sample data: /)
})

test('the sample covers the four countries and every district of the table', () => {
  const countries = new Set(ROWS.map((row) => row.country))
  assert.deepEqual([...countries].sort(), ['England', 'Northern Ireland', 'Scotland', 'Wales'])
  const outcodes = new Set(ROWS.map((row) => outcodeOf(row.postcode)))
  assert.deepEqual([...outcodes].sort(), SAMPLE_DISTRICTS.map((d) => d.outcode).sort())
})

test('every kind of address is in the sample', () => {
  const kinds: readonly (readonly [string, (row: PostalRow) => boolean])[] = [
    ['number and street', (row) => /^\d+$/.test(row.buildingNumber) && row.subBuilding === ''],
    ['number and letter', (row) => /^\d+[A-Z]$/.test(row.buildingNumber)],
    ['range', (row) => /^\d+-\d+$/.test(row.buildingNumber)],
    ['flat in a house', (row) => /^Flat/.test(row.subBuilding) && row.buildingName === ''],
    ['flat in a named block', (row) => /^Flat/.test(row.subBuilding) && row.buildingName !== ''],
    ['apartment', (row) => /^Apartment \d/.test(row.subBuilding)],
    ['named house', (row) => row.buildingName !== '' && row.buildingNumber === ''],
    ['name and number', (row) => row.buildingName !== '' && row.buildingNumber !== ''],
    ['organisation', (row) => row.organisation !== '' && row.buildingNumber !== ''],
    ['without number', (row) => row.organisation !== '' && row.buildingNumber === ''],
    ['department', (row) => row.department !== ''],
    ['unit of an estate', (row) => /^Unit \d/.test(row.subBuilding)],
    ['dependent thoroughfare', (row) => row.dependentThoroughfare !== ''],
    ['dependent locality', (row) => row.dependentLocality !== ''],
    ['double dependent locality', (row) => row.doubleDependentLocality !== ''],
    ['PO box', (row) => row.poBox !== ''],
    ['without county', (row) => row.county === ''],
    ['company', (row) => !row.residential],
  ]
  for (const [kind, isOf] of kinds) assert.ok(ROWS.filter(isOf).length >= 20, kind)
})

test('an organisation is never a home, and a home never an organisation', () => {
  for (const row of ROWS) assert.equal(row.residential, row.organisation === '')
})

test('a double dependent locality lies in a dependent one', () => {
  for (const row of ROWS) {
    if (row.doubleDependentLocality !== '') assert.notEqual(row.dependentLocality, '')
  }
})

test('every row becomes an address with a first line and five formatted entries', () => {
  for (const row of ROWS) {
    const address = postalAddress(row)
    assert.notEqual(address.line_1, '')
    assert.equal(address.formatted_address.length, 5)
    assert.ok(address.formatted_address.every((entry) => typeof entry === 'string'))
    assert.notEqual(address.town_or_city, '')
    assert.notEqual(address.district, '')
  }
})

test('no two rows have the same key or read the same', () => {
  assert.equal(new Set(ROWS.map((row) => row.sourceKey)).size, ROWS.length)
  const texts = ROWS.map((row) => `${formattedAddressText(postalAddress(row))} ${row.postcode}`)
  assert.equal(new Set(texts).size, ROWS.length)
})

test('postcodes are well formed and have at most 60 addresses each', () => {
  const counts = new Map<string, number>()
  for (const { postcode } of ROWS) {
    assert.equal(normalisePostcode(postcode), postcode)
    counts.set(postcode, (counts.get(postcode) ?? 0) + 1)
  }
  assert.ok(Math.max(...counts.values()) <= 60)
  assert.ok(counts.has('SK1 1AA') && counts.has('SK10 1AA'))
})

test('the addresses of one postcode lie together', () => {
  const streets = new Map<string, Set<string>>()
  for (const row of ROWS) {
    const known = streets.get(row.postcode) ?? new Set()
    streets.set(row.postcode, known.add(row.thoroughfare))
  }
  for (const [postcode, names] of streets) assert.equal(names.size, 1, postcode)
})

test('every address lies in its district', () => {
  const centres = new Map(SAMPLE_DISTRICTS.map((district) => [district.outcode, district]))
  for (const row of ROWS) {
    const centre = centres.get(outcodeOf(row.postcode))
    assert.ok(centre && metresBetween(centre, row) < 2_500, row.postcode)
    assert.ok(row.latitude > 49.8 && row.latitude < 61)
    assert.ok(row.longitude > -8.3 && row.longitude < 1.9)
  }
})

test('one street name is found in many towns', () => {
  const towns = ROWS.filter((row) => row.thoroughfare === 'High Street')
  assert.ok(new Set(towns.map((row) => row.townOrCity)).size > 10)
  const homestead = ROWS.filter((row) => row.thoroughfare === 'Homestead Road')
  assert.ok(homestead.some((row) => row.townOrCity === 'Sheffield'))
  assert.ok(homestead.some((row) => row.townOrCity === 'London'))
})
