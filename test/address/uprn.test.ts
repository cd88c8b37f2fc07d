// A UPRN in all the ways in which files and people write it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normaliseUprn, uprnOfId, uprnOfTerm } from '../../src/address/uprn.ts'

test('a UPRN has up to twelve digits, whatever zeros, spaces and decimals a file puts around them', () => {
  for (const [text, uprn] of [
    ['1', '1'],
    ['100023336956', '100023336956'],
    ['000100023336956', '100023336956'],
    [' 58700001 ', '58700001'],
    ['58700001.0', '58700001'],
    ['58700001.00', '58700001'],
    ['1000233369567', undefined],
    ['0', undefined],
    ['', undefined],
    ['58700001.5', undefined],
    ['5.87E+07', undefined],
    ['12a', undefined],
    ['-1', undefined],
  ] as const) {
    assert.equal(normaliseUprn(text), uprn, text)
  }
})

test('a term is a UPRN from six digits on, or where it says so', () => {
  for (const [term, uprn] of [
    ['100023336956', '100023336956'],
    ['123456', '123456'],
    ['12345', undefined],
    ['UPRN 1234', '1234'],
    ['uprn:1234', '1234'],
    ['Uprn #0012', '12'],
    ['uprn-1', '1'],
    ['UPRN', undefined],
    ['UPRN 12 High Street', undefined],
    ['123456 High Street', undefined],
    ['1000233369567', undefined],
  ] as const) {
    assert.equal(uprnOfTerm(term), uprn, term)
  }
})

test('an id says its UPRN behind its name', () => {
  assert.equal(uprnOfId('uprn-100023336956'), '100023336956')
  assert.equal(uprnOfId('UPRN-00012'), '12')
  for (const id of [
    'uprn-',
    'uprn-x',
    '100023336956',
    'xuprn-1',
    'uprn 1',
    'x uprn-123',
    '-uprn-1',
  ]) {
    assert.equal(uprnOfId(id), undefined, id)
  }
})
