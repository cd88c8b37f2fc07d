// How what people type is read: the forms, abbreviations and mistakes that must find the address.
// Covers: src/search/query/**, src/search/match/**

import assert from 'node:assert/strict'
import test from 'node:test'
import { builtNational, builtPostal } from '../built.ts'
import { national, nationalSource, postal, postalSource } from '../small-world.ts'

const rows = [
  national('55 PYRMONT BRIDGE RD, PYRMONT NSW 2009'),
  national('55 HARRIS ST, PYRMONT NSW 2009'),
  national('278 ROSS RIVER RD, AITKENVALE QLD 4814'),
  national('5/278 ROSS RIVER RD, AITKENVALE QLD 4814', { flatType: 'SHOP' }),
  national('135 GEORGE ST, SYDNEY NSW 2000'),
  national('10 MARTIN PL, SYDNEY NSW 2000'),
  national('10 MARTIN PL, SYDNEY NSW 2000', { levelType: 'LEVEL', levelNumber: '10' }),
  national('10 MARTIN PL, SYDNEY NSW 2000', {
    levelType: 'LEVEL',
    levelNumber: '2',
    flatType: 'SHOP',
    flatNumber: '5',
  }),
  national('44 KING ST, NEWTOWN NSW 2042'),
  national('3/44 KING ST, NEWTOWN NSW 2042'),
  national('12-18 KING ST, NEWTOWN NSW 2042'),
  national('20A KING ST, NEWTOWN NSW 2042'),
  national('44 KINGSTON RD, CAMPERDOWN NSW 2050'),
  national('9 ST GEORGES RD, NORTHCOTE VIC 3070'),
  national("7 O'BRIEN ST, MT ELIZA VIC 3930"),
  national('8 FIRST AV, MOUNT LAWLEY WA 6050'),
  national(' SMITH ST, MILDURA VIC 3500', { lotNumber: '7', streetName: 'SMITH' }),
  national('1 HIGH ST, KEW VIC 3101', {
    buildingName: 'ROSE COURT',
    addressDetailPid: 'GAVIC900001',
  }),
  national('2 HIGH ST, KEW VIC 3101', {
    aliasPrincipal: 'A',
    principalPid: 'GAVIC900001',
    streetName: 'OLD MILL',
    addressDetailPid: 'GAVIC900002',
  }),
  national('4 HIGH ST, KEW VIC 3101', { addressStatus: 'RETIRED' }),
  national('6 BRIDGE RD, RICHMOND VIC 3121'),
  national('6 RICHMOND RD, KESWICK SA 5035'),
]
const search = await builtNational(
  nationalSource(rows, {
    localityAliases: [{ state: 'VIC', localityName: 'NORTHCOTE', alias: 'CROXTON' }],
    localityNeighbours: [{ state: 'NSW', localityName: 'NEWTOWN', neighbour: 'ERSKINEVILLE' }],
    streetAliases: [
      {
        state: 'NSW',
        localityName: 'PYRMONT',
        streetName: 'HARRIS',
        streetType: 'ST',
        streetSuffix: '',
        aliasName: 'WATERFRONT',
        aliasType: 'PL',
        aliasSuffix: '',
      },
    ],
  }),
)

const stockport = { townOrCity: 'Stockport', county: 'Cheshire' }
const uk = await builtPostal(
  postalSource([
    postal({ ...stockport, buildingNumber: '1', thoroughfare: 'High Street', postcode: 'SK1 1AA' }),
    postal({ ...stockport, buildingNumber: '2', thoroughfare: 'Mill Lane', postcode: 'SK10 1AA' }),
    postal({ ...stockport, buildingNumber: '3', thoroughfare: 'Mill Lane', postcode: 'SK11 1AB' }),
    postal({
      buildingNumber: '4',
      thoroughfare: 'Union Street',
      townOrCity: 'Aberdeen',
      postcode: 'AB10 1ST',
    }),
    postal({
      buildingNumber: '5',
      thoroughfare: 'St Benedicts Street',
      townOrCity: 'Norwich',
      postcode: 'NR2 4AB',
    }),
    postal({
      buildingName: 'Rose Cottage',
      thoroughfare: 'Church Lane',
      townOrCity: 'Kew',
      postcode: 'TW9 1AA',
    }),
    postal({
      organisation: 'Corner Bakery',
      subBuilding: 'Flat 2',
      buildingNumber: '6',
      thoroughfare: 'Queen Street',
      townOrCity: 'High Wycombe',
      postcode: 'HP11 1AA',
    }),
    postal({
      buildingNumber: '6',
      thoroughfare: 'High Street',
      townOrCity: 'Ely',
      postcode: 'CB7 4AA',
    }),
  ]),
)

function labels(term: string): readonly string[] {
  return search.autocomplete({ term, top: 6 }).map(({ item }) => item.address_label)
}

function first(term: string): string | undefined {
  return labels(term)[0]
}

test('a street is found while its second word is being typed', () => {
  assert.equal(first('55 Pyrmont Bri'), '55 PYRMONT BRIDGE RD, PYRMONT NSW 2009')
  assert.equal(first('55 Harris S'), '55 HARRIS ST, PYRMONT NSW 2009')
})

test('the building comes before its units when no unit was typed', () => {
  const found = labels('278 Ross River Rd')
  assert.equal(found[0], '278 ROSS RIVER RD, AITKENVALE QLD 4814')
  assert.equal(found[1], 'SHOP 5 278 ROSS RIVER RD, AITKENVALE QLD 4814')
})

test('digits are never guessed at', () => {
  assert.deepEqual(labels('138 George St Sydney'), [])
  assert.deepEqual(labels('1355 George St '), [])
})

test('a level, a shop and a unit are found in every way people write them', () => {
  const level = 'LEVEL 10 10 MARTIN PL, SYDNEY NSW 2000'
  for (const term of [
    'L10, 10 Martin Place',
    'level 10 10 martin pl',
    '10 martin place level 10',
  ]) {
    assert.equal(first(term), level, term)
  }
  assert.equal(first('shop 5 level 2 10 martin'), 'SHOP 5 LEVEL 2 10 MARTIN PL, SYDNEY NSW 2000')
  const unit = 'UNIT 3 44 KING ST, NEWTOWN NSW 2042'
  for (const form of [
    '3/44 king',
    'U3 44 king',
    'UNIT 3, 44 king',
    '3 44 king',
    '44 king st unit 3',
    'flat 3 44 king',
  ]) {
    assert.equal(first(form), unit, form)
  }
})

test('a unit that is not held offers its building', () => {
  assert.equal(first('5/44 King St Newtown'), '44 KING ST, NEWTOWN NSW 2042')
})

test('both ends of a range find it, a number inside only on the same side, below all that is exact', () => {
  const range = '12-18 KING ST, NEWTOWN NSW 2042'
  for (const term of ['12 king st', '18 king st', '12-18 king st', '14 king st newtown']) {
    assert.equal(first(term), range, term)
  }
  assert.ok(!labels('13 king st newtown').includes(range))
})

test('another letter, or none, finds the number below all that is exact', () => {
  assert.equal(first('20A king st'), '20A KING ST, NEWTOWN NSW 2042')
  assert.equal(first('20 king st newtown'), '20A KING ST, NEWTOWN NSW 2042')
})

test('a word that is still being typed may be longer, a finished one may not', () => {
  assert.ok(labels('44 king').includes('44 KINGSTON RD, CAMPERDOWN NSW 2050'))
  assert.ok(!labels('44 king ').includes('44 KINGSTON RD, CAMPERDOWN NSW 2050'))
})

test('full and short forms of every word find the same street', () => {
  for (const term of [
    '9 st georges road',
    '9 saint georges rd',
    '9 SAINT GEORGES ROAD NORTHCOTE VICTORIA 3070 AUSTRALIA',
  ]) {
    assert.equal(first(term), '9 ST GEORGES RD, NORTHCOTE VIC 3070', term)
  }
  for (const term of [
    "7 o'brien st",
    '7 obrien street',
    '7 o brien st',
    '7 OBRIEN ST MOUNT ELIZA',
    '7 o’brien st mteliza',
  ]) {
    assert.equal(first(term), "7 O'BRIEN ST, MT ELIZA VIC 3930", term)
  }
  for (const term of ['8 1st ave', '8 first avenue mt lawley']) {
    assert.equal(first(term), '8 FIRST AV, MOUNT LAWLEY WA 6050', term)
  }
})

test('words may come in another order', () => {
  for (const term of [
    'newtown 44 king st',
    'king st newtown 44',
    '2042 44 king',
    'nsw newtown king 44',
  ]) {
    assert.equal(first(term), '44 KING ST, NEWTOWN NSW 2042', term)
  }
})

test('a lot is found by its number, a building by its name', () => {
  assert.equal(first('lot 7 smith'), 'LOT 7 SMITH ST, MILDURA VIC 3500')
  assert.equal(first('rose court kew'), '1 HIGH ST, KEW VIC 3101')
  assert.equal(first('rose cou'), '1 HIGH ST, KEW VIC 3101')
})

test('an alias shows the address it stands for; Get gives the alias itself', () => {
  assert.equal(first('2 old mill st kew'), '1 HIGH ST, KEW VIC 3101')
  assert.equal(search.get('GAVIC900002')?.street_name, 'OLD MILL')
  assert.equal(first('9 st georges rd croxton'), '9 ST GEORGES RD, NORTHCOTE VIC 3070')
  assert.equal(first('55 waterfront place'), '55 HARRIS ST, PYRMONT NSW 2009')
})

test('a neighbouring suburb finds the address, below those in it', () => {
  assert.equal(first('44 king st erskineville'), '44 KING ST, NEWTOWN NSW 2042')
})

test('a retired address is found by its id only', () => {
  assert.ok(!labels('4 high st kew').includes('4 HIGH ST, KEW VIC 3101'))
})

test('a wrong street type still finds the street, below the right one', () => {
  assert.equal(first('44 king rd newtown'), '44 KING ST, NEWTOWN NSW 2042')
  assert.deepEqual(labels('6 richmond rd').slice(0, 2), [
    '6 RICHMOND RD, KESWICK SA 5035',
    '6 BRIDGE RD, RICHMOND VIC 3121',
  ])
})

test('a typing error in a word of four letters or more finds the address, in digits never', () => {
  for (const term of [
    '44 kign st newtonw',
    '55 pyrmnt bridge rd',
    '135 gorge st sydney',
    '135 george st sydeny',
  ]) {
    assert.equal(labels(term).length > 0, true, term)
  }
  assert.equal(first('278 ross rivver rd'), '278 ROSS RIVER RD, AITKENVALE QLD 4814')
  assert.equal(first('278 ross river rd aitkenvlae'), '278 ROSS RIVER RD, AITKENVALE QLD 4814')
  assert.deepEqual(labels('287 ross river rd'), [])
})

function postcodes(term: string): readonly string[] {
  return uk.autocomplete({ term, top: 6 }).map(({ item }) => item.postcode)
}

test('a UK postcode is found with and without its space, and in part', () => {
  for (const term of [
    'SK1 1AA',
    'sk11aa',
    'sk1 1',
    '1 high street sk1 1aa',
    'sk1 1aa high street',
    'sk1 1a',
  ]) {
    assert.equal(postcodes(term)[0], 'SK1 1AA', term)
  }
  assert.equal(postcodes('ab10 1st')[0], 'AB10 1ST')
  assert.equal(postcodes('ab1 01st')[0], 'AB10 1ST')
})

test('SK1 may become SK10 until a space follows', () => {
  assert.deepEqual(new Set(postcodes('sk1')), new Set(['SK1 1AA', 'SK10 1AA', 'SK11 1AB']))
  assert.deepEqual(postcodes('sk1 '), ['SK1 1AA'])
  assert.deepEqual(postcodes('sk1, stockport'), ['SK1 1AA'])
})

test('UK streets, named houses, flats and organisations are found as people write them', () => {
  assert.equal(postcodes('st benedicts st')[0], 'NR2 4AB')
  assert.equal(postcodes('saint benedicts street')[0], 'NR2 4AB')
  assert.equal(postcodes('rose cottage church')[0], 'TW9 1AA')
  assert.equal(postcodes('flat 2 6 queen')[0], 'HP11 1AA')
  assert.equal(postcodes('2/6 queen st')[0], 'HP11 1AA')
  assert.equal(postcodes('corner bak')[0], 'HP11 1AA')
  assert.equal(postcodes('6 high street')[0], 'CB7 4AA')
})

test('a filter keeps whole values in any case, and nothing else', () => {
  const filtered = (fields: Record<string, string[]>, term = '1') =>
    uk.autocomplete({ term, top: 6, filter: { fields } }).map(({ item }) => item.postcode)
  assert.deepEqual(filtered({ postcode: ['sk11aa'] }), ['SK1 1AA'])
  assert.deepEqual(
    filtered({ town_or_city: ['STOCKPORT'], county: ['cheshire'] }, 'mill lane').length,
    2,
  )
  assert.deepEqual(filtered({ town_or_city: ['Stock'] }), [])
  assert.deepEqual(filtered({ town_or_city: ['high wycombe', 'ely'] }, '6').length, 2)
  const au = search.autocomplete({
    term: '44',
    top: 6,
    filter: { fields: { state: ['nsw'], suburb: ['camperdown'] } },
  })
  assert.deepEqual(
    au.map(({ item }) => item.address_label),
    ['44 KINGSTON RD, CAMPERDOWN NSW 2050'],
  )
})
