// What is found where something is given up comes before a doubtful answer, if it is all else as typed.
// Covers: src/search/giving-up/giving-up.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withLikelier } from '../../../src/search/giving-up/giving-up.ts'
import type { Answer } from '../../../src/search/match/top-answers.ts'
import { PENALTY } from '../../../src/search/ranking.ts'

const { typo, otherLetters, missingUnit, givenUp } = PENALTY
const DOUBTFUL = typo + otherLetters

const answer = (shown: number, penalty: number, without?: readonly string[]): Answer => ({
  ...{ row: shown, street: 0, shown, penalty, depth: 0, metres: 0, order: shown },
  ...(without && { without }),
})

function shownOf(typed: readonly Answer[], others: readonly Answer[], top = 6): number[] {
  return withLikelier(typed, () => others, top).map(({ shown }) => shown)
}

test('an answer that is not doubtful stays alone, and where there is none the others come', () => {
  const others = [answer(2, givenUp, ['suburb'])]
  assert.deepEqual(shownOf([answer(1, typo)], others), [1])
  assert.deepEqual(shownOf([answer(1, otherLetters)], others), [1])
  assert.deepEqual(shownOf([], others), [2])
  assert.deepEqual(shownOf([], []), [])
})

test('before a doubtful answer come those for which one thing at most, or the whole place, was given up', () => {
  const typed = [answer(1, DOUBTFUL), answer(3, DOUBTFUL + 1)]
  const before = (penalty: number, without: readonly string[]) =>
    shownOf(typed, [answer(2, penalty, without)])[0] === 2
  assert.ok(before(0, []))
  assert.ok(before(givenUp, ['suburb']))
  assert.ok(before(givenUp + missingUnit, ['postcode']))
  assert.ok(before(givenUp + otherLetters - 1, ['state']))
  assert.ok(before(2 * givenUp, ['suburb', 'postcode']))
  assert.ok(!before(givenUp + otherLetters, ['suburb']))
  assert.ok(!before(2 * givenUp, ['postcode', 'suburb']))
  assert.ok(!before(2 * givenUp, ['state', 'postcode']))
  assert.ok(!before(3 * givenUp, ['suburb', 'postcode', 'state']))
})

test('the doubtful ones follow, each once, as far as there is room, and behind all that lost less', () => {
  const typed = [answer(1, DOUBTFUL), answer(2, DOUBTFUL), answer(3, DOUBTFUL + 1)]
  const others = [answer(2, givenUp, ['suburb']), answer(4, givenUp + DOUBTFUL, ['suburb'])]
  assert.deepEqual(shownOf(typed, others), [2, 1, 3])
  assert.deepEqual(shownOf(typed, others, 2), [2, 1])
  const [likelier, behind] = withLikelier(typed, () => others, 6)
  assert.equal(likelier?.penalty, givenUp)
  assert.equal(behind?.penalty, DOUBTFUL + 3 * givenUp)
})
