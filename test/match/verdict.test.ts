// What is shown of an address that nobody has paid for: what a suggestion shows, and no UK postcode.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartMatch } from '../../src/judge/parts.ts'
import type { Match } from '../../src/match/verdict.ts'
import { freeMatch, suggestedLabel, withFreeCandidates } from '../../src/match/verdict.ts'

const LABEL = '3 Stafford Street, Stoke-on-Trent, Staffordshire, ST1 2AA'
const FREE = '3 Stafford Street, Stoke-on-Trent, Staffordshire'
const NUMBER: PartMatch = { name: 'number', state: 'corrected', typed: '2', held: '3' }
const INFERRED: PartMatch = { name: 'postcode', state: 'inferred', typed: '', held: 'ST1 2AA' }
const OTHER: PartMatch = { name: 'postcode', state: 'contradicted', typed: 'ST1', held: 'ST1 2AA' }
const SAME: PartMatch = { name: 'postcode', state: 'confirmed', typed: 'ST1 2AA', held: 'ST1 2AA' }

function match(id: string, parts: readonly PartMatch[]): Match {
  const candidates = ['a', 'b'].map((each) => ({ id: each, address: LABEL, confidence: 0.5 }))
  const address = id === '' ? '' : LABEL
  const verdict = id === '' ? 'ambiguous' : 'corrected'
  return { verdict, confidence: 0.5, id, address, parts, candidates, reason: '' }
}

test('a suggestion has no postcode in the UK, and all of the label in Australia', () => {
  assert.equal(suggestedLabel(LABEL, 'uk'), FREE)
  assert.equal(suggestedLabel('1 LOW ST, KEW VIC 3101', 'au'), '1 LOW ST, KEW VIC 3101')
})

test('a row that was not found shows no postcode that the row does not have itself', () => {
  const shown = withFreeCandidates(match('', [NUMBER, INFERRED, OTHER, SAME]), 'uk')
  assert.deepEqual(
    shown.candidates.map(({ address }) => address),
    [FREE, FREE],
  )
  assert.deepEqual(shown.parts, [NUMBER, { ...OTHER, held: '' }, SAME])
})

test('a row that was found and paid for shows its whole address, and its candidates are suggestions', () => {
  const found = match('a', [INFERRED])
  const shown = withFreeCandidates(found, 'uk')
  assert.deepEqual([shown.address, shown.parts], [LABEL, [INFERRED]])
  assert.deepEqual(
    shown.candidates.map(({ address }) => address),
    [LABEL, FREE],
  )
})

test('a preview shows what it has found as a suggestion does', () => {
  const shown = freeMatch(match('a', [NUMBER, INFERRED]), 'uk')
  assert.deepEqual([shown.id, shown.address, shown.parts], ['a', FREE, [NUMBER]])
  assert.deepEqual(
    shown.candidates.map(({ address }) => address),
    [FREE, FREE],
  )
})

test('Australian matches stay as they are: a suggestion shows their whole label', () => {
  const found = match('a', [INFERRED])
  assert.deepEqual(freeMatch(found, 'au'), found)
  assert.deepEqual(withFreeCandidates(match('', [INFERRED]), 'au'), match('', [INFERRED]))
})
