// What an answer loses for each way in which it is not what was typed: which is worse than which.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences, isDoubtful, PASSES, PENALTY, weightsOf } from '../../src/search/ranking.ts'

/** From what matters least to what matters most. */
const ORDER = [
  'insideRange',
  'looseOrder',
  'otherUnitKind',
  'missingUnit',
  'otherLetters',
  'wrongStreetType',
  'repeatedWord',
  'neighbour',
  'typo',
  'typoTwice',
  'givenUp',
] as const

test('each departure is worse than the ones before it', () => {
  assert.deepEqual(Object.keys(PENALTY).toSorted(), ORDER.toSorted())
  const weights = ORDER.map((name) => PENALTY[name])
  assert.deepEqual(
    weights,
    weights.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(weights).size, weights.length)
})

test('no number of small departures is worse than a misspelt word, and that never as bad as giving up', () => {
  const { looseOrder, insideRange, otherUnitKind, missingUnit, otherLetters } = PENALTY
  const small = looseOrder + insideRange + otherUnitKind + missingUnit + otherLetters
  assert(small < PENALTY.repeatedWord)
  assert(small + PENALTY.wrongStreetType < PENALTY.typo)
  assert(2 * PENALTY.typoTwice + PENALTY.neighbour + small < PENALTY.givenUp)
})

test('a penalty is split into the departures that made it', () => {
  for (const name of ORDER) assert.deepEqual(weightsOf(PENALTY[name]), [[name, 1]])
  assert.deepEqual(weightsOf(PENALTY.typo + PENALTY.insideRange), [
    ['typo', 1],
    ['insideRange', 1],
  ])
  assert.deepEqual(differences(PENALTY.typo + PENALTY.otherLetters), ['spelling', 'number'])
})

test('guesses come after all that is right: misspelt words where nothing is exact, two edits where nothing is found', () => {
  assert.deepEqual(
    PASSES.map(({ name, edits, runs }) => [name, edits, runs]),
    [
      ['exact', 0, 'while-fewer'],
      ['relaxed', 0, 'while-fewer'],
      ['misspelt', 1, 'if-none-exact'],
      ['misspelt-twice', 2, 'if-none'],
    ],
  )
})

test('an answer is doubtful where a misspelt word comes with another number, type or place, or its street lacks its name', () => {
  const { typo, typoTwice, otherLetters, missingUnit, neighbour, givenUp } = PENALTY
  const { repeatedWord, wrongStreetType } = PENALTY
  for (const penalty of [
    typo + otherLetters,
    typo + neighbour,
    typo + wrongStreetType,
    typoTwice + otherLetters,
    2 * typo + otherLetters,
    repeatedWord,
    repeatedWord + wrongStreetType,
  ]) {
    assert.ok(isDoubtful(penalty), String(penalty))
  }
  for (const penalty of [
    0,
    otherLetters,
    neighbour + wrongStreetType,
    typo,
    typoTwice,
    typo + missingUnit,
    typo + otherLetters - 1,
    givenUp,
    givenUp + typo + otherLetters,
  ]) {
    assert.equal(isDoubtful(penalty), false, String(penalty))
  }
})
