// The best answers so far: in order, each address once, and never more than asked for.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Answer,
  orderOf,
  passRuns,
  TopAnswers,
} from '../../../src/search/match/top-answers.ts'
import { PASSES } from '../../../src/search/ranking.ts'

function answer(row: number, changes: Partial<Answer> = {}): Answer {
  return { row, street: 0, shown: row, penalty: 0, depth: 0, metres: 0, order: row, ...changes }
}

function shownOf(answers: TopAnswers): number[] {
  return answers.list().map(({ shown }) => shown)
}

test('penalty comes first, then the building before its units, then nearness, then rank', () => {
  const answers = new TopAnswers(10)
  answers.add(answer(4, { order: 9 }))
  answers.add(answer(3, { metres: 5 }))
  answers.add(answer(2, { depth: 1 }))
  answers.add(answer(1, { penalty: 1 }))
  answers.add(answer(5, { order: 1 }))
  assert.deepEqual(shownOf(answers), [5, 4, 3, 2, 1])
})

test('any answers in any order leave the best of them, each address once', () => {
  const answers = fc.array(
    fc
      .record({
        shown: fc.oneof(fc.nat(12), fc.nat(80)),
        penalty: fc.nat(2),
        depth: fc.nat(2),
        metres: fc.nat(2),
        order: fc.nat(30),
      })
      .map((some) => ({ row: some.order, street: 0, ...some })),
    { maxLength: 120, size: 'max' },
  )
  const rank = ({ penalty, depth, metres, order }: Answer) =>
    ((penalty * 3 + depth) * 3 + metres) * 31 + order
  fc.assert(
    fc.property(answers, fc.constantFrom(1, 2, 3, 6, 31, 32, 33, 40), (all, top) => {
      const kept = new TopAnswers(top)
      for (const one of all) {
        if (kept.wants(one.penalty, one.depth, one.metres, one.order)) kept.add(one)
      }
      const best = new Map<number, number>()
      for (const one of all) {
        best.set(one.shown, Math.min(best.get(one.shown) ?? Number.POSITIVE_INFINITY, rank(one)))
      }
      const wanted = [...best.values()].sort((a, b) => a - b).slice(0, top)
      assert.deepEqual(kept.list().map(rank), wanted)
      assert.equal(new Set(shownOf(kept)).size, kept.count)
      assert.equal(kept.full, kept.count === top)
    }),
    { numRuns: 300 },
  )
})

test('among equals the first stays', () => {
  const answers = new TopAnswers(1)
  answers.add(answer(1, { order: 7 }))
  answers.add(answer(2, { order: 7 }))
  assert.deepEqual(shownOf(answers), [1])
})

test('a street has its plain numbers before its ranges, and comes before the next street', () => {
  const plainLast = orderOf(109, 100, false, false)
  const rangeFirst = orderOf(101, 100, true, false)
  assert(plainLast < rangeFirst)
  assert(rangeFirst < orderOf(110, 110, false, false))
  assert(orderOf(2 ** 27, 2 ** 27, true, false) < orderOf(100, 100, false, true))
})

test('a pass runs while answers are missing, or while nothing is exact, or while there is nothing', () => {
  const runs = (...answers: readonly Answer[]) => {
    const top = new TopAnswers(2)
    for (const one of answers) top.add(one)
    return PASSES.map((pass) => passRuns(pass, top))
  }
  assert.deepEqual(runs(), [true, true, true, true])
  assert.deepEqual(runs(answer(1, { penalty: 3 })), [true, true, true, false])
  assert.deepEqual(runs(answer(1)), [true, true, false, false])
  assert.deepEqual(runs(answer(1), answer(2)), [false, false, false, false])
})
