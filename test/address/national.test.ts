// The label of Variant A.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isNationalLabel, labelTail, nationalLabel } from '../../src/address/national.ts'

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
    assert.equal(nationalLabel({ ...STREET, ...more }), label)
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
      for (const label of [nationalLabel(one), nationalLabel(other), '']) {
        assert.equal(isNationalLabel(label, one, labelTail(one)), label === nationalLabel(one))
      }
    }),
  )
})
