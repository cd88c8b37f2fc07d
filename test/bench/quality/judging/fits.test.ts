// Whether an address has what was typed, decided from its fields alone.
// Covers: bench/quality/judging/**, bench/quality/facts.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../../../../bench/quality/facts.ts'
import { bestFits } from '../../../../bench/quality/judging/best-fit.ts'
import {
  fits,
  hasEveryWord,
  isGuessed,
  unmentioned,
} from '../../../../bench/quality/judging/fits.ts'
import { NOTHING_ASKED } from '../../../../bench/quality/lines/asked.ts'

const HOUSE: Facts = {
  id: 'A',
  shownId: 'A',
  isAlias: false,
  label: '12 KING ST, HOBART TAS 7000',
  unitType: '',
  unit: '',
  levelType: '',
  level: '',
  lot: '',
  first: '12',
  last: '',
  building: '',
  part: '',
  organisation: '',
  name: 'KING',
  type: 'ST',
  suffix: '',
  place: 'HOBART',
  places: ['HOBART'],
  region: 'TAS',
  latitude: -42.9,
  longitude: 147.3,
  postcode: '7000',
}
const RANGE: Facts = { ...HOUSE, id: 'B', shownId: 'B', last: '18' }
const UNIT: Facts = { ...HOUSE, id: 'C', shownId: 'C', unitType: 'UNIT', unit: '3' }

test('either end of a range fits, a number inside it only as one inside', () => {
  const asked = { ...NOTHING_ASKED, name: 'KING' }
  assert.ok(fits(RANGE, { ...asked, number: '12' }) && fits(RANGE, { ...asked, number: '18' }))
  assert.equal(fits(RANGE, { ...asked, number: '14' }), false)
  assert.ok(fits(RANGE, { ...asked, number: '14', isInside: true }))
  assert.equal(fits(RANGE, { ...asked, number: '15', isInside: true }), false)
})

test('of those that fit, the one with the least left unsaid is meant', () => {
  const asked = { ...NOTHING_ASKED, number: '12', name: 'KING', type: 'STREET', place: 'HOBART' }
  assert.deepEqual(
    [HOUSE, RANGE, UNIT].map((facts) => unmentioned(facts, asked)),
    [0, 1, 2],
  )
  assert.deepEqual([...bestFits({ facts: HOUSE, street: [HOUSE, RANGE, UNIT] }, asked)], ['A'])
})

test('SK1 as a whole outcode is not SK10', () => {
  const stockport = { ...HOUSE, postcode: 'SK1 1AA' }
  const macclesfield = { ...HOUSE, postcode: 'SK10 1AA' }
  const asked = { ...NOTHING_ASKED, postcode: 'SK1 ' }
  assert.ok(fits(stockport, asked))
  assert.equal(fits(macclesfield, asked), false)
})

test('a word typed for the street and for the suburb must be in the address twice', () => {
  const asked = { ...NOTHING_ASKED, number: '12', name: 'HOBART', type: 'ST', place: 'HOBART' }
  assert.equal(hasEveryWord(HOUSE, asked, true), false)
  assert.ok(hasEveryWord({ ...HOUSE, name: 'HOBART' }, asked, false))
})

test('a number is guessed when nothing in the address has its digits', () => {
  const asked = { ...NOTHING_ASKED, number: '138' }
  assert.equal(isGuessed({ ...HOUSE, first: '138A' }, asked), false)
  assert.ok(isGuessed({ ...HOUSE, first: '135' }, asked))
})

test('a second number that was typed is not guessed, and that of an ordinal street is no number', () => {
  const asked = { ...NOTHING_ASKED, number: '11' }
  assert.equal(isGuessed(HOUSE, { ...asked, name: 'AND 12 KING' }), false)
  assert.equal(isGuessed(HOUSE, { ...asked, name: '/12 KING' }), false)
  assert.ok(isGuessed(HOUSE, { ...asked, name: '12TH' }))
  assert.ok(isGuessed(HOUSE, { ...asked, name: 'AND 13 KING' }))
  assert.equal(isGuessed({ ...HOUSE, first: '', name: '11&11A KING' }, asked), false)
  assert.ok(isGuessed({ ...HOUSE, first: '', name: '11TH' }, asked))
})
