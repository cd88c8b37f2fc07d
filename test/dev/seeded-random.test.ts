// Draws by a seed: the same ones for ever, within their bounds.

import assert from 'node:assert/strict'
import test from 'node:test'
import { MULBERRY32, SeededRandom } from '../../dev/seeded-random.ts'

test('a seed gives the same draws on every machine and in every release', () => {
  const draws = (random: SeededRandom) => Array.from({ length: 5 }, () => random.below(1000))
  assert.deepEqual(draws(new SeededRandom(7)), [893, 980, 186, 383, 380])
  assert.deepEqual(draws(new SeededRandom(7, MULBERRY32)), [11, 61, 976, 699, 521])
  assert.notDeepEqual(draws(new SeededRandom(8)), draws(new SeededRandom(7)))
})

test('a draw between two numbers reaches both and nothing beyond', () => {
  const random = new SeededRandom(1)
  const drawn = new Set(Array.from({ length: 500 }, () => random.between(3, 6)))
  assert.deepEqual([...drawn].sort(), [3, 4, 5, 6])
})

test('the beginning of a list is picked early more often than its end', () => {
  const random = new SeededRandom(2)
  const picked = Array.from({ length: 1000 }, () => random.pickEarly(['first', 'last']))
  assert.ok(picked.filter((value) => value === 'first').length > 600)
})

test('a pick from an empty list is refused', () => {
  assert.throws(() => new SeededRandom(1).pick([]), /not empty/)
})
