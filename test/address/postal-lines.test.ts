// The lines of a UK address follow Royal Mail's rules for premises.
// Covers: src/address/postal.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../src/address/postal.ts'
import { formattedAddressText, postalAddress } from '../../src/address/postal-lines.ts'

const EMPTY: PostalRow = {
  ...EMPTY_POSTAL_ROW,
  townOrCity: 'Cannock',
  county: 'Staffordshire',
  district: 'Cannock Chase',
  country: 'England',
  postcode: 'WS11 5SB',
  latitude: 52.7,
  longitude: -2.03,
}

function linesOf(row: Partial<PostalRow>): string[] {
  const address = postalAddress({ ...EMPTY, thoroughfare: 'Mill Road', ...row })
  const lines = [address.line_1, address.line_2, address.line_3, address.line_4]
  return lines.filter((line) => line !== '')
}

const CASES: readonly (readonly [string, Partial<PostalRow>, readonly string[]])[] = [
  ['a number goes before the street', { buildingNumber: '1' }, ['1 Mill Road']],
  ['a number may have its letter', { buildingNumber: '12A' }, ['12A Mill Road']],
  ['a house name has its own line', { buildingName: 'The Manor' }, ['The Manor', 'Mill Road']],
  ['a name that is number and letter is a number', { buildingName: '1A' }, ['1A Mill Road']],
  ['a name that is a range is a number', { buildingName: '1-3' }, ['1-3 Mill Road']],
  ['a name that is a written range is a number', { buildingName: '1to3' }, ['1to3 Mill Road']],
  ['a name that is a letter stands before the street', { buildingName: 'A' }, ['A, Mill Road']],
  [
    'a name that ends in a street number is split from it',
    { buildingName: 'Mill House 189A' },
    ['Mill House', '189A Mill Road'],
  ],
  [
    'a name that ends in a plain number stays whole',
    { buildingName: 'Studio House 54' },
    ['Studio House 54', 'Mill Road'],
  ],
  [
    'units with a range are not a name and a street number',
    { buildingName: 'Units 1-3' },
    ['Units 1-3', 'Mill Road'],
  ],
  [
    'a name and a number take two lines',
    { buildingName: 'Victoria House', buildingNumber: '15' },
    ['Victoria House', '15 Mill Road'],
  ],
  [
    'a flat stands above its number',
    { subBuilding: 'Flat 1', buildingNumber: '12' },
    ['Flat 1', '12 Mill Road'],
  ],
  [
    "a flat that is a letter joins its building's number",
    { subBuilding: 'A', buildingNumber: '12' },
    ['12A Mill Road'],
  ],
  [
    'a flat stands above the name of its building',
    { subBuilding: 'Flat 3', buildingName: 'Rose Court' },
    ['Flat 3', 'Rose Court', 'Mill Road'],
  ],
  [
    'a flat that is only a number stands before the name of its building',
    { subBuilding: '10B', buildingName: 'Rose Court', buildingNumber: '7' },
    ['10B Rose Court', '7 Mill Road'],
  ],
  [
    'a flat that is only a letter is parted from the name of its building',
    { subBuilding: 'B', buildingName: 'Rose Court' },
    ['B, Rose Court', 'Mill Road'],
  ],
  [
    'a flat in a building whose name is a range stands above it',
    { subBuilding: 'Basement Flat', buildingName: '120-122' },
    ['Basement Flat', '120-122 Mill Road'],
  ],
  [
    'two numbers of one house are parted by a comma',
    { subBuilding: '3', buildingName: '12-14' },
    ['3, 12-14 Mill Road'],
  ],
  [
    'a floor that begins and ends with a digit is no number',
    { subBuilding: '1st Floor 2', buildingName: 'Rose Court' },
    ['1st Floor 2', 'Rose Court', 'Mill Road'],
  ],
  ['a flat with nothing else has its own line', { subBuilding: 'Flat 1' }, ['Flat 1', 'Mill Road']],
  [
    'the number goes before the first of two streets',
    { buildingNumber: '4', dependentThoroughfare: 'Cobb Mews' },
    ['4 Cobb Mews', 'Mill Road'],
  ],
  [
    'an organisation and its department come first',
    { organisation: 'Leda Engineering Ltd', department: 'Accounts', buildingNumber: '9' },
    ['Leda Engineering Ltd', 'Accounts', '9 Mill Road'],
  ],
  ['an organisation needs no number', { organisation: 'Leda Ltd' }, ['Leda Ltd', 'Mill Road']],
  ['a PO box is called so', { poBox: '61', thoroughfare: '' }, ['PO Box 61']],
  ['a PO box is called so once', { poBox: 'PO BOX 61', thoroughfare: '' }, ['PO Box 61']],
  ['a number without a street has its own line', { buildingNumber: '4', thoroughfare: '' }, ['4']],
  [
    'a number without a street goes before the first locality',
    { buildingNumber: '4', thoroughfare: '', doubleDependentLocality: 'Mill End' },
    ['4 Mill End'],
  ],
  [
    'so does a range that is held as a name, and a letter',
    { buildingName: '4-6', thoroughfare: '', dependentLocality: 'Blantyre' },
    ['4-6 Blantyre'],
  ],
  ['the number 0 means that there is none', { buildingNumber: '0' }, ['Mill Road']],
  [
    'what does not fit on four lines shares the fourth',
    {
      organisation: 'Leda Ltd',
      department: 'Accounts',
      subBuilding: 'Unit 2',
      buildingName: 'Rose Court',
      buildingNumber: '7',
      dependentThoroughfare: 'Cobb Mews',
    },
    ['Leda Ltd', 'Accounts', 'Unit 2', 'Rose Court, 7 Cobb Mews, Mill Road'],
  ],
]

for (const [promise, row, lines] of CASES) {
  test(promise, () => assert.deepEqual(linesOf(row), lines))
}

test('formatted_address has five entries, however few are filled', () => {
  const address = postalAddress({ ...EMPTY, buildingNumber: '1', thoroughfare: 'Mill Road' })
  assert.deepEqual(address.formatted_address, ['1 Mill Road', '', '', 'Cannock', 'Staffordshire'])
})

test('formatted_address joins lines 3 and 4, and locality and town', () => {
  const address = postalAddress({
    ...EMPTY,
    organisation: 'Leda Ltd',
    subBuilding: 'Unit 2',
    buildingName: 'Rose Court',
    buildingNumber: '7',
    thoroughfare: 'Mill Road',
    doubleDependentLocality: 'Tyre Industrial Estate',
    dependentLocality: 'Blantyre',
  })
  assert.deepEqual(address.formatted_address, [
    'Leda Ltd',
    'Unit 2',
    'Rose Court, 7 Mill Road',
    'Tyre Industrial Estate, Blantyre, Cannock',
    'Staffordshire',
  ])
  assert.equal(address.locality, 'Tyre Industrial Estate, Blantyre')
})

test('a locality that stands behind the number is written once', () => {
  const address = postalAddress({
    ...EMPTY,
    buildingName: 'Rose Court',
    buildingNumber: '4',
    doubleDependentLocality: 'Mill End',
    dependentLocality: 'Blantyre',
  })
  const text = 'Rose Court, 4 Mill End, Blantyre, Cannock, Staffordshire'
  assert.equal(formattedAddressText(address), text)
  assert.equal(address.formatted_address[3], 'Blantyre, Cannock')
  assert.equal(address.locality, 'Mill End, Blantyre')
})

test('the one-line text leaves out what is empty', () => {
  const row = { ...EMPTY, subBuilding: 'Flat 1', buildingNumber: '12', thoroughfare: 'Mill Road' }
  const text = formattedAddressText(postalAddress(row))
  assert.equal(text, 'Flat 1, 12 Mill Road, Cannock, Staffordshire')
})

test('Apartment 32 is a sub-building number without a name', () => {
  const numberOf = (subBuilding: string) => {
    const address = postalAddress({ ...EMPTY, subBuilding, buildingNumber: '1' })
    return [address.sub_building_number, address.sub_building_name]
  }
  assert.deepEqual(numberOf('Apartment 32'), ['32', ''])
  assert.deepEqual(numberOf('FLAT 3B'), ['3B', ''])
  assert.deepEqual(numberOf('Flat B'), ['B', ''])
  assert.deepEqual(numberOf('Flat 2/1'), ['2/1', ''])
  assert.deepEqual(numberOf('Unit 4-6'), ['4-6', ''])
  assert.deepEqual(numberOf('3'), ['3', ''])
  assert.deepEqual(numberOf('Ground Floor Flat'), ['', 'Ground Floor Flat'])
  assert.deepEqual(numberOf('Flat above the shop'), ['', 'Flat above the shop'])
})

test('a number that arrives in the building name is told as building_number', () => {
  const fieldsOf = (buildingName: string) => {
    const address = postalAddress({ ...EMPTY, buildingName, thoroughfare: 'Mill Road' })
    return [address.building_number, address.building_name]
  }
  assert.deepEqual(fieldsOf('12A'), ['12A', ''])
  assert.deepEqual(fieldsOf('Mill House 189A'), ['189A', 'Mill House'])
  assert.deepEqual(fieldsOf('The Manor'), ['', 'The Manor'])
})

test('thoroughfare is the main street, or the only one there is', () => {
  const both = { ...EMPTY, dependentThoroughfare: 'Cobb Mews', thoroughfare: 'Mill Road' }
  assert.equal(postalAddress(both).thoroughfare, 'Mill Road')
  assert.equal(postalAddress({ ...both, thoroughfare: '' }).thoroughfare, 'Cobb Mews')
})

test('every element of a delivery point is on some line, and no line is cut short', () => {
  const word = fc.constantFrom('', '1', '12A', '1-3', 'A', 'Flat 2', 'Rose Court', 'Mill House 9B')
  const row = fc.record({
    organisation: word,
    department: word,
    poBox: fc.constantFrom('', '61'),
    subBuilding: word,
    buildingName: word,
    buildingNumber: fc.constantFrom('', '7', '7B'),
    dependentThoroughfare: fc.constantFrom('', 'Cobb Mews'),
    thoroughfare: fc.constantFrom('', 'Mill Road'),
  })
  fc.assert(
    fc.property(row, (elements) => {
      const address = postalAddress({ ...EMPTY, ...elements })
      const text = `${address.formatted_address.slice(0, 3).join(', ')}`
      for (const element of Object.values(elements)) {
        for (const part of element.split(' ')) assert.ok(text.includes(part), `${part} in ${text}`)
      }
      const lines = [address.line_1, address.line_2, address.line_3, address.line_4]
      for (const [at, line] of lines.entries()) {
        assert.doesNotMatch(line, /^[, ]|[, ]$|, ,| {2}/)
        if (line !== '') assert.ok(lines.slice(0, at).every((before) => before !== ''))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('an address has its UPRN where the data has one, and no empty one', () => {
  const row = { ...EMPTY_POSTAL_ROW, buildingNumber: '1', townOrCity: 'Ely' }
  assert.equal(postalAddress({ ...row, uprn: '100' }).uprn, '100')
  assert.ok(!('uprn' in postalAddress(row)))
})
