// Validate: one address, several candidates or none, by the rules that the specification gives.

import assert from 'node:assert/strict'
import test from 'node:test'
import { builtNational, builtPostal } from '../built.ts'
import { national, nationalSource, postal, postalSource } from '../small-world.ts'
import { nationalWorld, rowsOf } from '../synthetic.ts'

const rows = [
  national('44 KING ST, NEWTOWN NSW 2042', { addressDetailPid: 'GANSW1044' }),
  national('3/44 KING ST, NEWTOWN NSW 2042'),
  national('46 KING ST, NEWTOWN NSW 2042', {
    aliasPrincipal: 'A',
    principalPid: 'GANSW1044',
    addressDetailPid: 'GANSW1046',
  }),
  national('50 KING ST, NEWTOWN NSW 2042', { addressStatus: 'RETIRED' }),
  ...[1, 2, 3].map((unit) => national(`${unit}/60 KING ST, NEWTOWN NSW 2042`)),
  national('70-76 KING ST, NEWTOWN NSW 2042'),
  ...['', '2', '3'].map((levelNumber) =>
    national('7/80 KING ST, NEWTOWN NSW 2042', { levelNumber, levelType: levelNumber && 'L' }),
  ),
  national('2/8 KIRKSWAY PL, BATTERY POINT TAS 7004'),
  national('2-8 KIRKSWAY PL, BATTERY POINT TAS 7004'),
  national('5 CRESCENT RD, BATTERY POINT TAS 7004'),
  national('12 SMYTH ST, HILTON SA 5033'),
  national('14 SMITH ST, HILTON SA 5033'),
  national('9 QUEEN ST, MILTON QLD 4064'),
  national('6 RICHMOND ST, RICHMOND VIC 3121'),
  national('8 HOTHAM ST, NORTH MELBOURNE VIC 3051'),
  national('12 VICTORIA RD, WERRIBEE VIC 3030'),
  national('12 STATION RD, WERRIBEE VIC 3030'),
]
const search = await builtNational(
  nationalSource(rows, {
    localityAliases: [],
    localityNeighbours: [],
    streetAliases: [
      {
        state: 'TAS',
        localityName: 'BATTERY POINT',
        streetName: 'CRESCENT',
        streetType: 'RD',
        streetSuffix: '',
        aliasName: 'OLD WATERFRONT',
        aliasType: 'PL',
        aliasSuffix: '',
      },
    ],
  }),
)
const world = nationalWorld(41, 1500)
const large = await builtNational(world)
const uk = await builtPostal(
  postalSource([
    postal({
      buildingNumber: '1',
      thoroughfare: 'High Street',
      townOrCity: 'Ely',
      postcode: 'CB7 4AA',
    }),
    postal({
      buildingNumber: '1',
      thoroughfare: 'High Street',
      townOrCity: 'March',
      postcode: 'PE15 1AA',
      residential: false,
    }),
  ]),
)

const named = await builtNational(
  nationalSource([
    national('1100 GRENFELL RD, COWRA NSW 2794'),
    national('35 OLD BEECROFT RD, CHELTENHAM NSW 2119'),
    national('1139 OLD PRINCES HWY, ENGADINE NSW 2233'),
    national('1 PRINCES HWY, ENGADINE NSW 2233'),
    national('57-61 NORTH ROCKS RD, NORTH ROCKS NSW 2151'),
    national('57 NEW NORTH ROCKS RD, NORTH ROCKS NSW 2151'),
    national('119 PEEL ST, NORTH TAMWORTH NSW 2340'),
    national('1 PEEL ST, TAMWORTH NSW 2340'),
    national('17 GEORGE ST, WARWICK QLD 4370'),
    national('17 SAINT GEORGE ST, WARWICK QLD 4370'),
    national('2/345 PACIFIC HWY, LINDFIELD NSW 2070'),
    national('915 CLAUDE RD, CLAUDE ROAD TAS 7306'),
    national('6 HIGH ST, GEELONG WEST VIC 3218'),
  ]),
)

function verdict(line: string): string {
  const answer = search.validate({ line, strict: true })
  return answer.kind === 'one' ? answer.address.address_label : answer.kind
}

test('a line that one address fits is that address, however it is written', () => {
  const label = '44 KING ST, NEWTOWN NSW 2042'
  for (const line of [
    label,
    '44 king street newtown',
    '44 King St, 2042',
    'newtown, 44 king st',
    '44 kign st newtown',
  ]) {
    assert.equal(verdict(line), label, line)
  }
  assert.equal(verdict('3/44 King St, Newtown'), 'UNIT 3 44 KING ST, NEWTOWN NSW 2042')
  assert.equal(verdict('12 VICTORIA RD, WERRIBEE VIC 3030'), '12 VICTORIA RD, WERRIBEE VIC 3030')
})

test('an alias answers its principal', () => {
  assert.equal(verdict('46 king st newtown'), '44 KING ST, NEWTOWN NSW 2042')
})

test('a line that names no suburb or postcode has candidates only', () => {
  assert.equal(verdict('44 king st'), 'several')
  assert.equal(verdict('44 king st nsw'), 'several')
  assert.equal(verdict('6 richmond st'), 'several')
  assert.equal(verdict('6 richmond st richmond'), '6 RICHMOND ST, RICHMOND VIC 3121')
  assert.equal(verdict('8 hotham st melbourne'), 'several')
})

test('a building held only as its units has them as candidates', () => {
  const answer = search.validate({ line: '60 king st newtown 2042', strict: true })
  assert.deepEqual(answer.kind === 'several' && answer.ids.length, 3)
})

test('a unit without a level is the one that is held without a level', () => {
  assert.equal(verdict('7/80 king st newtown'), 'UNIT 7 80 KING ST, NEWTOWN NSW 2042')
  assert.equal(
    verdict('level 2 unit 7 80 king st newtown'),
    'UNIT 7 L 2 80 KING ST, NEWTOWN NSW 2042',
  )
})

test('a number inside a range makes a candidate, either end the address', () => {
  assert.equal(verdict('72 king st newtown'), 'several')
  assert.equal(verdict('70 king st newtown'), '70-76 KING ST, NEWTOWN NSW 2042')
  assert.equal(verdict('76 king st newtown'), '70-76 KING ST, NEWTOWN NSW 2042')
  assert.equal(verdict('73 king st newtown'), 'none')
})

test('what is written as a range and held as one is that range, though it could be a unit', () => {
  assert.equal(verdict('2-8 Kirksway Pl, Battery Point'), '2-8 KIRKSWAY PL, BATTERY POINT TAS 7004')
  assert.equal(
    verdict('2/8 Kirksway Pl, Battery Point'),
    'UNIT 2 8 KIRKSWAY PL, BATTERY POINT TAS 7004',
  )
})

test('a street is found by each of its names, and not by a mix of two', () => {
  const label = '5 CRESCENT RD, BATTERY POINT TAS 7004'
  assert.equal(verdict('5 Crescent Road, Battery Point'), label)
  assert.equal(verdict('5 Old Waterfront Pl, Battery Point'), label)
  assert.equal(verdict('5 Waterfront, Battery Point'), label)
  for (const line of ['5 Crescent Pl', '5 Old Waterfront Rd', '5 Old Crescent Rd']) {
    assert.equal(verdict(`${line}, Battery Point`), 'none', line)
  }
})

test('what does not exist is not accepted', () => {
  for (const line of [
    '48 king st newtown',
    '44 king rd newtown',
    '5/44 king st newtown',
    '44a king st newtown',
    '50 king st newtown',
    '44 king st newtown vic',
    '44 king st erskineville',
    '12 smith st hilton',
    '9 queen st hilton',
    '44 king st newtown rubbish',
    '',
    '???',
  ]) {
    assert.equal(verdict(line), 'none', line)
  }
})

test('no number past the end of any street is ever accepted', () => {
  for (const row of rowsOf(world).slice(0, 300)) {
    const line = `4999 ${row.streetName} ${row.streetType}, ${row.localityName} ${row.state} ${row.postcode}`
    assert.equal(large.validate({ line, strict: true }).kind, 'none', line)
  }
})

test('every label of a current principal with a number finds itself, as the one or among the candidates', () => {
  for (const row of rowsOf(world)) {
    if (row.addressStatus === 'RETIRED' || row.aliasPrincipal === 'A') continue
    if (row.addressLabel.startsWith('SOMETHING')) continue
    const answer = large.validate({ line: row.addressLabel, strict: true })
    assert.notEqual(answer.kind, 'none', row.addressLabel)
    if (answer.kind === 'one') {
      assert.equal(answer.address.number_first, row.numberFirst, row.addressLabel)
      assert.equal(answer.address.locality_name, row.localityName, row.addressLabel)
    }
  }
})

test('uk: several without strict gives the likeliest, and residential asks for one kind', () => {
  assert.equal(uk.validate({ line: '1 high street', strict: true }).kind, 'several')
  assert.equal(uk.validate({ line: '1 high street', strict: false }).kind, 'one')
  const company = uk.validate({ line: '1 high street march', strict: true, residential: false })
  assert.equal(company.kind === 'one' && company.address.postcode, 'PE15 1AA')
  assert.equal(
    uk.validate({ line: '1 high street march', strict: true, residential: true }).kind,
    'none',
  )
})

function namedVerdict(line: string): string {
  const answer = named.validate({ line, strict: true })
  if (answer.kind === 'none') return '404'
  if (answer.kind === 'one') return answer.address.address_label
  return `300 ${answer.ids.map((id) => named.get(id)?.address_label).join(' | ')}`
}

test('street and place swapped are not an address', () => {
  for (const line of [
    '1100 Cowra Rd, Grenfell',
    '1100 Cowra Rd Grenfell NSW 2794',
    '1100 Cowra, Grenfell',
    '35 cheltenham rd beecroft nsw 2119',
    '915 Claude Road Rd, Claude Tas',
  ]) {
    assert.equal(namedVerdict(line), '404', line)
  }
  for (const line of [
    'Cowra, 1100 Grenfell Rd',
    'Grenfell Rd 1100, Cowra',
    '1100 grenfell cowra',
  ]) {
    assert.equal(namedVerdict(line), '1100 GRENFELL RD, COWRA NSW 2794', line)
  }
})

test('a direction may stand on either side of the name of a place', () => {
  assert.equal(namedVerdict('6 high st west geelong'), '6 HIGH ST, GEELONG WEST VIC 3218')
})

test('a longer name than the typed one, which exists, is a candidate', () => {
  const old = '1139 OLD PRINCES HWY, ENGADINE NSW 2233'
  assert.equal(namedVerdict('1139 Princes Hwy, Engadine NSW 2233'), `300 ${old}`)
  assert.equal(namedVerdict(old), old)
  const north = '119 PEEL ST, NORTH TAMWORTH NSW 2340'
  assert.equal(namedVerdict('119 Peel St, Tamworth NSW 2340'), `300 ${north}`)
  assert.equal(namedVerdict('119 Peel St, 2340'), north)
})

test('the exact name is meant where a longer one has its words', () => {
  const warwick = '17 GEORGE ST, WARWICK QLD 4370'
  assert.equal(namedVerdict(warwick), warwick)
  assert.equal(
    namedVerdict('57 North Rocks Rd, North Rocks NSW 2151'),
    '57-61 NORTH ROCKS RD, NORTH ROCKS NSW 2151',
  )
})

test('a suite that is held as a unit is a candidate', () => {
  assert.equal(
    namedVerdict('Suite 2, 345 Pacific Highway Lindfield'),
    '300 UNIT 2 345 PACIFIC HWY, LINDFIELD NSW 2070',
  )
})
