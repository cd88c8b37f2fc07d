// The label of Variant A.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isNationalLabel, labelTail, nationalLabel } from '../../src/address/national.ts'

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
