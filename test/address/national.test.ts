// The address of Variant A and its label.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  EMPTY_NATIONAL_ROW,
  isNationalLabel,
  labelTail,
  nationalAddress,
  nationalLabel,
} from '../../src/address/national.ts'
import { AU } from '../../src/countries/au.ts'

const STREET = {
  flatType: '',
  flatNumber: '',
  levelType: '',
  levelNumber: '',
  numberFirst: '12',
  numberLast: '',
  lotNumber: '',
  streetName: 'KING',
  streetType: 'ST',
  streetSuffix: '',
  localityName: 'NEWTOWN',
  state: 'NSW',
  postcode: '2042',
}

test('every member of an address is that of its row by the same name', () => {
  const row = Object.fromEntries(Object.keys(EMPTY_NATIONAL_ROW).map((name) => [name, name]))
  const { coordinates, ...members } = nationalAddress(
    { ...EMPTY_NATIONAL_ROW, ...row },
    AU.national,
  )
  assert.deepEqual(coordinates, { latitude: 'latitude', longitude: 'longitude' })
  assert.equal(Object.keys(members).length, 27)
  for (const [name, value] of Object.entries(members)) {
    assert.equal(
      value,
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
  }
})

test('a label has unit, level, lot or number, street and place in their order, and nothing for what is not there', () => {
  const unit = { flatType: 'UNIT', flatNumber: '3', levelType: 'LEVEL', levelNumber: '2' }
  const noStreet = { streetName: '', streetType: '', streetSuffix: '' }
  for (const [more, label] of [
    [{}, '12 KING ST, NEWTOWN NSW 2042'],
    [unit, 'UNIT 3 LEVEL 2 12 KING ST, NEWTOWN NSW 2042'],
    [{ numberLast: '14', streetSuffix: 'N' }, '12-14 KING ST N, NEWTOWN NSW 2042'],
    [{ lotNumber: '7' }, '12 KING ST, NEWTOWN NSW 2042'],
    [{ lotNumber: '7', numberFirst: '' }, 'LOT 7 KING ST, NEWTOWN NSW 2042'],
    [
      { ...unit, lotNumber: '7', numberFirst: '' },
      'UNIT 3 LEVEL 2 LOT 7 KING ST, NEWTOWN NSW 2042',
    ],
    [{ numberFirst: '' }, 'KING ST, NEWTOWN NSW 2042'],
    [{ ...noStreet, numberFirst: '' }, 'NEWTOWN NSW 2042'],
    [noStreet, '12, NEWTOWN NSW 2042'],
    [{ ...noStreet, streetSuffix: 'N' }, '12 N, NEWTOWN NSW 2042'],
    [{ streetType: '', postcode: '' }, '12 KING, NEWTOWN NSW'],
    [{ localityName: '', state: '' }, '12 KING ST, 2042'],
  ] as const) {
    assert.equal(nationalLabel({ ...STREET, ...more }, AU.national), label)
  }
})

test('a label is known as the usual one exactly where it is', () => {
  const word = fc.constantFrom('', 'A', '1', 'A 1')
  const row = fc.record({
    flatType: word,
    flatNumber: word,
    levelType: word,
    levelNumber: word,
    numberFirst: word,
    numberLast: word,
    lotNumber: word,
    streetName: word,
    streetType: word,
    streetSuffix: word,
    localityName: word,
    state: word,
    postcode: word,
  })
  fc.assert(
    fc.property(row, row, (one, other) => {
      for (const label of [
        nationalLabel(one, AU.national),
        nationalLabel(other, AU.national),
        '',
      ]) {
        assert.equal(
          isNationalLabel(label, one, labelTail(one, AU.national), AU.national),
          label === nationalLabel(one, AU.national),
        )
      }
    }),
  )
})

test('a label that differs from that of its row by one character is another one', () => {
  const whole = {
    flatType: 'UNIT',
    flatNumber: '5',
    levelType: '',
    levelNumber: '',
    numberFirst: '12',
    numberLast: '14',
    lotNumber: '',
    streetName: 'KING',
    streetType: 'ST',
    streetSuffix: 'N',
    localityName: 'NEWTOWN',
    state: 'NSW',
    postcode: '2042',
  }
  const noNumber = { ...whole, flatType: '', flatNumber: '', numberFirst: '', numberLast: '' }
  const noStreet = { ...whole, streetName: '', streetType: '', streetSuffix: '' }
  const rows = [
    whole,
    noNumber,
    noStreet,
    { ...noNumber, streetName: '', streetType: '', streetSuffix: '' },
    { ...noStreet, streetType: 'ST' },
    { ...noStreet, streetSuffix: 'N' },
    { ...noStreet, streetName: 'KING' },
  ]
  for (const row of rows) {
    const own = nationalLabel(row, AU.national)
    assert.ok(isNationalLabel(own, row, labelTail(row, AU.national), AU.national), own)
    for (let at = 0; at <= own.length; at += 1) {
      const others = [
        `${own.slice(0, at)}X${own.slice(at)}`,
        `${own.slice(0, at)}X${own.slice(at + 1)}`,
        own.slice(0, at) + own.slice(at + 1),
      ]
      for (const other of others.filter((each) => each !== own)) {
        assert.ok(
          !isNationalLabel(other, row, labelTail(row, AU.national), AU.national),
          `${other} for ${own}`,
        )
      }
    }
  }
  assert.equal(nationalLabel(noStreet, AU.national), 'UNIT 5 12-14, NEWTOWN NSW 2042')
  assert.equal(
    nationalLabel({ ...noStreet, streetType: 'ST' }, AU.national),
    'UNIT 5 12-14 ST, NEWTOWN NSW 2042',
  )
  assert.equal(
    nationalLabel({ ...noStreet, streetSuffix: 'N' }, AU.national),
    'UNIT 5 12-14 N, NEWTOWN NSW 2042',
  )
})
