// No part of an address is lost, whatever fields a form has: every combination of fields, a thousand addresses.
// Covers: src/client/address-fit.js, src/client/address-fields.js

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NationalRow, nationalAddress } from '../../src/address/national.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../src/address/postal.ts'
import { postalAddress } from '../../src/address/postal-lines.ts'
import { addressNames } from '../../src/client/address-fields.js'
import { fitAddress } from '../../src/client/address-fit.js'
import { AU } from '../../src/countries/au.ts'
import { sampleSource } from '../../src/sample/sample.ts'

type Names = Record<string, string>

/** Fields that hold places or lines, and some that hold pieces of a line. */
const FIELDS = [
  ...['line_1', 'line_2', 'line_3', 'line_4', 'street-address'],
  ...['locality', 'town_or_city', 'county', 'postcode'],
  ...['thoroughfare', 'street_name', 'building_name', 'building_number', 'sub_building_number'],
]
/** A postcode, and a number alone, are no field to put a street into. */
const TAKES_ANY = (field: string) => field !== 'postcode'
const PIECES_FROM = FIELDS.indexOf('thoroughfare')
const ADDRESSES = 1_000

function fit(names: Names, fields: readonly string[], lines?: number): Names {
  const has = (name: string) => fields.includes(name)
  return fitAddress(names, { takesText: has, takes: has, lines })
}

/** The parts of an address in their order; a UK county is no part of where mail goes. */
function parts(names: Names): string[] {
  const isNational = 'address_detail_pid' in names
  const lines = [names.line_1, names.line_2, names.line_3, names.line_4]
  const places = [names.locality, names.town_or_city, isNational ? names.county : '']
  return [...lines, ...places, names.postcode].flatMap((part) => (part ? [part] : []))
}

function lost(names: Names, fields: readonly string[], lines?: number): string[] {
  const values = fit(names, fields, lines)
  const filled = fields.map((field) => values[field] ?? '')
  const whole = filled.join(' | ')
  const isThere = (part: string) =>
    whole.includes(part) ||
    part.split(/[\s,]+/).every((word) => whole.split(/[\s,|]+/).includes(word))
  return parts(names).filter((part) => !isThere(part))
}

/** Every n-th of the sample, so that all districts and kinds of premises are among them. */
function some<Row>(rows: Iterable<Row>, address: (row: Row) => object): Names[] {
  const all = [...rows]
  const every = Math.floor(all.length / (ADDRESSES / 2))
  const picked = all.filter((_, at) => at % every === 0).slice(0, ADDRESSES / 2)
  return picked.map((row) => addressNames({ ...address(row) }))
}

const uk = (row: Partial<PostalRow>) =>
  addressNames({ ...postalAddress({ ...EMPTY_POSTAL_ROW, ...row }) })

const DANES = uk({
  subBuilding: '3C',
  buildingName: 'The Danes',
  thoroughfare: 'Crumpsall Lane',
  townOrCity: 'Manchester',
  county: 'Greater Manchester',
  postcode: 'M8 4ED',
})
const SWINTON = uk({
  buildingNumber: '43',
  thoroughfare: 'Victoria Lane',
  dependentLocality: 'Swinton',
  townOrCity: 'Manchester',
  postcode: 'M27 9LW',
})
const LONG = uk({
  organisation: 'Acme Ltd',
  department: 'Goods In',
  subBuilding: 'Unit 4',
  buildingName: 'Mill House',
  buildingNumber: '7',
  dependentThoroughfare: 'Mill Mews',
  thoroughfare: 'High Street',
  doubleDependentLocality: 'Nether End',
  dependentLocality: 'Upper Mill',
  townOrCity: 'Oldham',
  postcode: 'OL3 6AA',
})

test('a form of three fields gets the street in its first line', () => {
  const values = fit(DANES, ['line_1', 'town_or_city', 'postcode'])
  assert.equal(values.line_1, '3C The Danes, Crumpsall Lane')
  assert.equal(values.town_or_city, 'Manchester')
  assert.equal(values.postcode, 'M8 4ED')
})

test('a locality without a field takes a free line, or shares the last one', () => {
  const two = fit(SWINTON, ['line_1', 'line_2', 'town_or_city', 'county', 'postcode'])
  assert.deepEqual([two.line_1, two.line_2], ['43 Victoria Lane', 'Swinton'])
  const one = fit(SWINTON, ['line_1', 'town_or_city', 'postcode'])
  assert.equal(one.line_1, '43 Victoria Lane, Swinton')
})

test('a form that is one box gets the whole address, line by line', () => {
  assert.equal(
    fit(SWINTON, ['street-address'])['street-address'],
    '43 Victoria Lane\nSwinton\nManchester\nM27 9LW',
  )
  assert.equal(
    fit(SWINTON, ['street-address'], 2)['street-address'],
    '43 Victoria Lane\nSwinton, Manchester, M27 9LW',
  )
})

test('a form can say how many lines it has, and its other fields are left alone', () => {
  const fields = ['line_1', 'line_2', 'line_3', 'town_or_city', 'postcode']
  const values = fit(LONG, fields, 2)
  assert.equal(values.line_1, 'Acme Ltd')
  assert.match(values.line_2 ?? '', /^Goods In, .*High Street, Nether End, Upper Mill$/)
  assert.equal(values.line_3, undefined)
  assert.deepEqual(lost(LONG, ['line_1', 'line_2', 'town_or_city', 'postcode'], 2), [])
})

test('an Australian suburb, state and postcode stay together where they have no fields', () => {
  const names = addressNames({
    address_label: 'UNIT 3, 8-10 TAYLOR ST, MELBOURNE VIC 3000',
    address_detail_pid: 'GAVIC1',
    locality_name: 'MELBOURNE',
    state: 'VIC',
    postcode: '3000',
    coordinates: { latitude: -37.8, longitude: 144.9 },
  })
  assert.equal(names.latitude, '-37.8')
  assert.equal(fit(names, ['line_1', 'line_2']).line_2, 'MELBOURNE VIC 3000')
  assert.equal(fit(names, ['line_1', 'town_or_city', 'postcode']).town_or_city, 'MELBOURNE VIC')
  assert.equal(fit(names, ['line_1', 'town_or_city']).line_1, 'UNIT 3, 8-10 TAYLOR ST')
})

test('a list that lacks the value is no field for it, and takes nothing else', () => {
  const isOpen = (name: string) => name === 'line_1' || name === 'postcode'
  const values = fitAddress(SWINTON, {
    takesText: isOpen,
    takes: (name, value) => isOpen(name) || (name === 'town_or_city' && value === 'Leeds'),
  })
  assert.equal(values.line_1, '43 Victoria Lane, Swinton, Manchester')
})

test('a town of the same name as the street is not taken for said', () => {
  const names = uk({
    buildingNumber: '5',
    thoroughfare: 'Manchester Road',
    townOrCity: 'Manchester',
    postcode: 'M1 1AA',
  })
  assert.equal(
    fit(names, ['town_or_city', 'postcode']).town_or_city,
    '5 Manchester Road, Manchester',
  )
})

test('a thousand addresses lose nothing in any combination of fields', () => {
  const addresses = [
    ...some(sampleSource('uk').rows() as Iterable<PostalRow>, postalAddress),
    ...some(sampleSource('au').rows() as Iterable<NationalRow>, (row) =>
      nationalAddress(row, AU.national),
    ),
    DANES,
  ]
  assert.ok(addresses.length > ADDRESSES)
  for (let mask = 1; mask < 1 << FIELDS.length; mask++) {
    const fields = FIELDS.filter((_, bit) => (mask & (1 << bit)) !== 0)
    if (!fields.some(TAKES_ANY)) continue
    for (const names of [LONG, SWINTON]) check(names, fields)
    // Without pieces of lines, every form meets every sixteenth address, from another one on.
    const step = mask < 1 << PIECES_FROM ? 16 : 1024
    for (let at = mask % step; at < addresses.length; at += step) check(addresses[at], fields)
  }

  function check(names: Names | undefined, fields: readonly string[]): void {
    assert.ok(names !== undefined)
    // A form of nothing but pieces that this country does not have has no field for it.
    if (!fields.some((field) => TAKES_ANY(field) && field in { ...names, 'street-address': 1 }))
      return
    for (const lines of [undefined, 1]) {
      const missing = lost(names, fields, lines)
      if (missing.length > 0) assert.fail(`${missing} of ${parts(names)} in ${fields}`)
    }
  }
})

test('a label that does not end with its suburb is the first line as it is', () => {
  const place = { locality_name: 'NEWTOWN', state: 'NSW', postcode: '2042' }
  const lineOf = (address_label: string) =>
    addressNames({ address_detail_pid: 'GANSW1', address_label, ...place }).line_1
  assert.equal(lineOf('12 KING ST, NEWTOWN NSW 2042'), '12 KING ST')
  assert.equal(lineOf('12 KING ST, ENMORE NSW 2042'), '12 KING ST, ENMORE NSW 2042')
  assert.equal(lineOf('12 KING ST'), '12 KING ST')
})
