// A line beside one held address: what is said of each part, and in what the two differ.
// Covers: src/judge/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryOf } from '../../src/countries/country.ts'
import { compare } from '../../src/judge/compare.ts'
import {
  confidences,
  type Difference,
  isContradiction,
  isDecisive,
  logOdds,
} from '../../src/judge/differences.ts'
import type { HeldParts } from '../../src/judge/held-parts.ts'
import { TypedWords } from '../../src/lines/typed-words.ts'
import { shownConfidence } from '../../src/lists/matching/result-columns.ts'
import { addToSummary, joinSummary, newSummary } from '../../src/lists/matching/summary.ts'

const HOUSE: HeldParts = {
  label: '46 KING ST, NEWTOWN NSW 2042',
  unitKind: '',
  unit: '',
  partName: [],
  levelKind: '',
  level: '',
  lot: '',
  first: '46',
  last: '',
  names: [],
  streets: [{ name: ['KING'], type: 'STREET', suffix: '' }],
  places: [['NEWTOWN']],
  around: [],
  organisations: [],
  isNameInLabel: false,
  region: 'NSW',
  postcode: '2042',
}
const FLAT: HeldParts = { ...HOUSE, unitKind: 'UNIT', unit: '3' }
const RANGE: HeldParts = { ...HOUSE, first: '70', last: '76' }
const UK_HOUSE: HeldParts = { ...HOUSE, region: 'ENGLAND', postcode: 'SK1 1AA' }
const COMPANY: HeldParts = { ...UK_HOUSE, names: [['FOXGLOVE', 'PACKAGING', 'LTD']] }

const typedFor = ({ postcode }: HeldParts, line: string) =>
  new TypedWords(line, countryOf(/^\d/.test(postcode) ? 'au' : 'uk'))

function differencesOf(line: string, held: HeldParts): string[] {
  return [...compare(typedFor(held, line), held).differences].sort()
}

function stateOf(line: string, held: HeldParts, name: string): string | undefined {
  return compare(typedFor(held, line), held).parts.find((part) => part.name === name)?.state
}

const CASES: readonly (readonly [string, HeldParts, readonly Difference[]])[] = [
  ['46 King St, Newtown NSW 2042', HOUSE, []],
  ['46 King Street Newtown 2042', HOUSE, []],
  ['46 King St, Newtown NSW', HOUSE, ['postcode unsaid']],
  ['46 King St, Newtown NSW 2043', HOUSE, ['postcode alike']],
  ['Foxglove Packaging, 46 King St, Newtown SK1 1AA', COMPANY, []],
  ['46 King St, Newtown NSW 2999', HOUSE, ['other postcode']],
  ['46 King St, NSW 2042', HOUSE, ['place unsaid']],
  ['46 King, Newtown NSW 2042', HOUSE, ['street type unsaid']],
  ['46 King Rd, Newtown NSW 2042', HOUSE, ['other street type']],
  ['46 Knig St, Newtown NSW 2042', HOUSE, ['street misspelt']],
  ['46 Queen St, Newtown NSW 2042', HOUSE, ['other street']],
  ['King, 46 Newtown Rd, Newtown NSW 2042', HOUSE, ['other place', 'other street']],
  ['King St 46, Newtown NSW 2042', HOUSE, []],
  ['46 Newtown St, King NSW 2042', HOUSE, ['other street']],
  ['46 King St, Newtwon NSW 2042', HOUSE, ['place misspelt']],
  ['46 King St, Enmore NSW 2042', HOUSE, ['other place']],
  ['46 King St, Newtown VIC 2042', HOUSE, ['other state']],
  ['48 King St, Newtown NSW 2042', HOUSE, ['other number']],
  ['46A King St, Newtown NSW 2042', HOUSE, ['other number']],
  ['46 A King St, Newtown NSW 2042', HOUSE, ['other number', 'words ignored']],
  ['8 3/46 King St, Newtown NSW 2042', FLAT, ['another number is left over']],
  ['46-48 King St, Newtown NSW 2042', HOUSE, ['other number']],
  ['King St, Newtown NSW 2042', HOUSE, ['number unsaid']],
  ['3/46 King St, Newtown NSW 2042', HOUSE, ['other unit']],
  ['046 King St, Newtown NSW 2042', HOUSE, []],
  ['3/46 King St, Newtown NSW 2042', FLAT, []],
  ['Unit 3, 46 King St, Newtown NSW 2042', FLAT, []],
  ['Shop 3, 46 King St, Newtown NSW 2042', FLAT, ['other kind of unit']],
  [
    '3 Bears Childcare, 46 King St, Newtown NSW 2042',
    FLAT,
    ['unit apart from its number', 'words ignored'],
  ],
  ['4/46 King St, Newtown NSW 2042', FLAT, ['other unit']],
  ['46 King St, Newtown NSW 2042', FLAT, ['unit unsaid']],
  ['3-46 King St, Newtown NSW 2042', FLAT, ['unit written otherwise']],
  ['70-76 King St, Newtown NSW 2042', RANGE, []],
  ['70 King St, Newtown NSW 2042', RANGE, ['end of a range']],
  ['76 King St, Newtown NSW 2042', RANGE, ['end of a range']],
  ['72 King St, Newtown NSW 2042', RANGE, ['inside a range']],
  ['68 King St, Newtown NSW 2042', RANGE, ['other number']],
  ['78 King St, Newtown NSW 2042', RANGE, ['other number']],
  ['70/76 King St, Newtown NSW 2042', RANGE, ['unit written otherwise']],
  ['46 King Street, Newtown, SK1 1AA', UK_HOUSE, []],
  ['46 King Street, Newtown, sk11aa', UK_HOUSE, []],
  ['46 King Street, Newtown, SK1 1AB', UK_HOUSE, ['postcode alike']],
  ['46 King Street, Newtown, M20 9ZZ', UK_HOUSE, ['other place and postcode']],
  ['46 King Street, Newtown, SK1', UK_HOUSE, []],
]

for (const [line, held, differences] of CASES) {
  test(`"${line}" beside ${held.unit}${held.first}${held.last} differs in: ${differences.join() || 'nothing'}`, () => {
    assert.deepEqual(differencesOf(line, held), differences.toSorted())
  })
}

test('what was not typed is inferred, or missing where it tells addresses apart', () => {
  assert.equal(stateOf('46 King St, Newtown', HOUSE, 'postcode'), 'inferred')
  assert.equal(stateOf('46 King St, Newtown', HOUSE, 'state'), 'inferred')
  assert.equal(stateOf('King St, Newtown', HOUSE, 'number'), 'missing')
  assert.equal(stateOf('46 King St, Newtown', FLAT, 'unit'), 'missing')
})

test('another number, unit, level, street, type, direction, building or place is never forgiven', () => {
  for (const difference of [
    'other number',
    'inside a range',
    'other unit',
    'other level',
    'another number is left over',
    'other street',
    'other street type',
    'other direction',
    'other building',
    'street is in the place that was typed',
    'other place and postcode',
  ] as const) {
    assert.equal(isContradiction(difference), true, difference)
    assert.equal(isDecisive(difference), true, difference)
  }
  for (const difference of ['number unsaid', 'unit unsaid', 'level unsaid'] as const) {
    assert.deepEqual([isContradiction(difference), isDecisive(difference)], [false, true])
  }
  for (const difference of ['street misspelt', 'other postcode', 'place unsaid'] as const) {
    assert.equal(isDecisive(difference), false, difference)
  }
})

test('a confidence is never shown as more than it is', () => {
  for (const [confidence, shown] of [
    [0.8999, 0.899],
    [0.9, 0.9],
    [0.999_999, 0.999],
    [1, 1],
    [0, 0],
  ] as const) {
    assert.equal(shownConfidence(confidence), shown)
  }
})

test('a summary keeps ten examples of each verdict, and joins no more', () => {
  const match = { confidence: 1, id: '1', address: 'x', parts: [], candidates: [], reason: '' }
  const filled = () => {
    const summary = newSummary()
    for (let row = 1; row <= 12; row += 1) {
      addToSummary(summary, { row, fault: '', input: 'x', match: { verdict: 'exact', ...match } })
    }
    return summary
  }
  const summary = filled()
  assert.deepEqual([summary.rows, summary.examples.exact.length], [12, 10])
  assert.deepEqual(summary.confidences, [0, 0, 0, 0, 0, 0, 0, 0, 0, 12])
  joinSummary(summary, filled())
  assert.deepEqual([summary.rows, summary.examples.exact.length], [24, 10])
})

test('shares of candidates are between 0 and 1, leave room for none of them, and keep their order', () => {
  const shares = confidences([8, 6, -3])
  assert(shares.every((share) => share > 0 && share < 1))
  assert(shares.reduce((sum, share) => sum + share, 0) < 1)
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  )
  const [even] = confidences([5, 5])
  assert((even ?? 1) < 0.5, 'of two that fit alike neither is sure')
  assert(logOdds(new Set(), true) > logOdds(new Set(), false))
  assert(logOdds(new Set(['other number']), true) < 0)
})
