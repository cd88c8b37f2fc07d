// The marks of terms are those of a plain map, however many there are.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { Marks } from '../../../src/search/judging/marks.ts'

test('a term has the bits of the words that were marked with it, one query after another', () => {
  const random = new SeededRandom(5)
  const marks = new Marks()
  // From few to many and back: a table that has grown is small again for the next query.
  for (const count of [0, 3, 128, 129, 600, 5000, 40, 129]) {
    marks.clear()
    const known = new Map<number, number>()
    const mark = (bit: number, term: number) => known.set(term, (known.get(term) ?? 0) | bit)
    for (let i = 0; i < count; i += 1) {
      const term = random.below(20_000)
      const bit = 1 << random.below(8)
      marks.addTerm(bit, term)
      mark(bit, term)
    }
    // 32 terms are marked one by one, 33 as a range.
    for (const [bit, from, length] of [
      [1 << 8, 100, 32],
      [1 << 9, 120, 33],
      [1 << 10, 15_000, 4000],
      [1 << 11, 130, 1],
    ] as const) {
      if (count < 100) continue
      marks.add(bit, [{ from, to: from + length }])
      for (let term = from; term < from + length; term += 1) mark(bit, term)
    }
    for (let term = 0; term < 20_000; term += 1) {
      if (marks.of(term) !== (known.get(term) ?? 0)) assert.fail(`${count}: ${term}`)
    }
    const list = Uint32Array.from([7, 131, 16_000, 100, 19_999])
    const bitsOf = (from: number, to: number) =>
      list.slice(from, to).reduce((bits, term) => bits | (known.get(term) ?? 0), 0)
    for (const [from, to] of [
      [0, 5],
      [1, 3],
      [2, 2],
      [4, 5],
    ] as const) {
      assert.equal(marks.ofList(list, from, to), bitsOf(from, to))
    }
  }
})
