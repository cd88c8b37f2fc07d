// The Australian sample data: of every kind, and plausible.
// Covers: dev/sample/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_SUBURBS } from '../../../dev/sample/places-au.ts'
import { sampleNationalSource } from '../../../dev/sample/sample-national.ts'
import { metresBetween } from '../../../src/address/geo.ts'
import { type NationalRow, nationalLabel } from '../../../src/address/national.ts'
import { AU } from '../../../src/countries/au.ts'

const SOURCE = sampleNationalSource()
const ROWS: readonly NationalRow[] = await Array.fromAsync(SOURCE.rows())

function share(isOf: (row: NationalRow) => boolean): number {
  return ROWS.filter(isOf).length / ROWS.length
}

test('the sample has about 20,000 addresses', () => {
  assert.ok(ROWS.length > 19_000 && ROWS.length < 21_000, String(ROWS.length))
})

test('the sample says that its data is not real', () => {
  assert.equal(SOURCE.product, 'au')
  assert.equal(SOURCE.format, 'sample')
  assert.match(SOURCE.attribution, /^Made-up sample data: /)
})

test('the sample covers every state and territory, and every suburb of the table', () => {
  const states = new Set(ROWS.map((row) => row.state))
  const wanted = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT', 'OT']
  assert.deepEqual([...states].sort(), wanted.sort())
  const suburbs = new Set(ROWS.map((row) => `${row.localityName} ${row.state} ${row.postcode}`))
  assert.equal(suburbs.size, SAMPLE_SUBURBS.length)
  assert.ok(suburbs.has('RICHMOND VIC 3121'))
})

test('every kind of address is in the sample, about as often as in the national file', () => {
  const shares: readonly (readonly [string, (row: NationalRow) => boolean, number, number])[] = [
    ['unit', (row) => row.flatType !== '', 0.15, 0.35],
    ['shop', (row) => row.flatType === 'SHOP', 0.005, 0.05],
    ['level', (row) => row.levelType !== '', 0.005, 0.05],
    ['level without a unit', (row) => row.levelType !== '' && row.flatType === '', 0.003, 0.05],
    ['range', (row) => row.numberLast !== '', 0.03, 0.1],
    ['lot only', (row) => row.numberFirst === '' && row.lotNumber !== '', 0.01, 0.04],
    ['suffix letter', (row) => /\d[A-Z]$/.test(row.numberFirst), 0.03, 0.08],
    ['building name', (row) => row.buildingName !== '', 0.02, 0.15],
    ['site name', (row) => row.addressSiteName !== '', 0.001, 0.02],
    ['alias', (row) => row.aliasPrincipal === 'A', 0.03, 0.07],
    ['street suffix', (row) => row.streetSuffix !== '', 0.001, 0.03],
    ['street without a type', (row) => row.streetType === '', 0.003, 0.05],
    ['primary', (row) => row.primarySecondary === 'P', 0.02, 0.1],
    ['secondary', (row) => row.primarySecondary === 'S', 0.1, 0.35],
    ['number of 1,000 and more', (row) => Number(row.numberFirst) >= 1_000, 0.002, 0.05],
  ]
  for (const [kind, isOf, low, high] of shares) {
    const found = share(isOf)
    assert.ok(found > low && found < high, `${kind}: ${found}`)
  }
})

test('a building may be held only as its units', () => {
  const unit = ROWS.find((row) => row.flatType === 'UNIT' && row.primarySecondary === '')
  assert.ok(unit)
  const own = { ...unit, flatType: '', flatNumber: '' }
  assert.ok(!ROWS.some((row) => row.addressLabel === nationalLabel(own, AU.national)))
})

test('identifiers are unique and look like those of the file', () => {
  assert.equal(new Set(ROWS.map((row) => row.addressDetailPid)).size, ROWS.length)
  for (const row of ROWS) {
    assert.match(row.addressDetailPid, /^GA(NSW|VIC|QLD|TAS|ACT|SA_|WA_|NT_|OT_)[47]\d{8}$/)
    assert.ok(row.addressDetailPid.startsWith(`GA${row.state}`))
    assert.match(row.mbCode, /^[1-9]\d{6}0000$/)
    assert.match(row.dateCreated, /^20[0-2]\d-[01]\d-[0-3]\d$/)
    assert.match(row.postcode, /^\d{4}$/)
    assert.notEqual(row.legalParcelId, '')
    assert.notEqual(row.geocodeType, '')
  }
})

test('labels are unique, in capitals, and made of the parts of the address', () => {
  assert.equal(new Set(ROWS.map((row) => row.addressLabel)).size, ROWS.length)
  for (const row of ROWS) {
    assert.equal(row.addressLabel, nationalLabel(row, AU.national))
    assert.equal(row.addressLabel, row.addressLabel.toUpperCase())
  }
})

test('every alias names a principal, and every secondary a primary, that exists', () => {
  const byPid = new Map(ROWS.map((row) => [row.addressDetailPid, row]))
  for (const row of ROWS) {
    assert.equal(row.aliasPrincipal === 'A', row.principalPid !== '')
    assert.equal(row.primarySecondary === 'S', row.primaryPid !== '')
    if (row.principalPid !== '') assert.equal(byPid.get(row.principalPid)?.aliasPrincipal, 'P')
    if (row.primaryPid !== '') assert.equal(byPid.get(row.primaryPid)?.primarySecondary, 'P')
  }
})

test('every address lies in its suburb', () => {
  const centres = new Map(SAMPLE_SUBURBS.map((s) => [`${s.localityName} ${s.state}`, s]))
  for (const row of ROWS) {
    const centre = centres.get(`${row.localityName} ${row.state}`)
    // An alias in the name of the next suburb lies where its principal does.
    const far = row.aliasPrincipal === 'A' ? 6_000 : 2_500
    assert.ok(centre && metresBetween(centre, row) < far, row.addressLabel)
  }
})

test('streets of one suburb do not coincide', () => {
  const streetOf = new Map<string, string>()
  for (const row of ROWS) {
    if (row.aliasPrincipal === 'A') continue
    const point = `${row.latitude} ${row.longitude}`
    const street = `${row.streetName} ${row.streetType} ${row.streetSuffix}`
    assert.equal(streetOf.get(point) ?? street, street)
    streetOf.set(point, street)
  }
})

test('other names of suburbs and streets are of suburbs and streets that exist', () => {
  const suburbs = new Set(ROWS.map((row) => `${row.state} ${row.localityName}`))
  const streets = new Set(
    ROWS.map((row) => [row.state, row.localityName, row.streetName, row.streetType].join(' ')),
  )
  const knowledge = SOURCE.knowledge
  assert.ok(knowledge && knowledge.localityNeighbours.length > 50)
  for (const { state, localityName } of knowledge.localityAliases) {
    assert.ok(suburbs.has(`${state} ${localityName}`), localityName)
  }
  for (const { state, localityName, neighbour } of knowledge.localityNeighbours) {
    assert.ok(suburbs.has(`${state} ${localityName}`) && suburbs.has(`${state} ${neighbour}`))
  }
  for (const { state, localityName, streetName, streetType } of knowledge.streetAliases) {
    assert.ok(streets.has([state, localityName, streetName, streetType].join(' ')), streetName)
  }
})

test('names that people try first are there', () => {
  for (const start of [
    'BRIDGE RD, RICHMOND VIC',
    'ST GEORGES TCE, PERTH WA',
    'MARTIN PL, SYDNEY',
  ]) {
    assert.ok(
      ROWS.some((row) => row.addressLabel.includes(start)),
      start,
    )
  }
  const highStreets = ROWS.filter((row) => row.streetName === 'HIGH' && row.streetType === 'ST')
  assert.ok(new Set(highStreets.map((row) => row.localityName + row.state)).size > 5)
})
