// Ranges of terms, in whatever order and number they are found, are told in order and each term once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { FoundRanges } from '../../../src/index/terms/found-ranges.ts'

test('found ranges are joined as a plain set of terms would have them', () => {
  const random = new SeededRandom(3)
  const ranges = new FoundRanges(4)
  for (const count of [0, 1, 4, 5, 9, 40, 3]) {
    ranges.clear()
    const terms = new Set<number>()
    for (let i = 0; i < count; i += 1) {
      const from = random.below(120)
      const to = from + 1 + random.below(3)
      ranges.add(from, to)
      for (let term = from; term < to; term += 1) terms.add(term)
    }
    const joined = ranges.joined()
    const listed = joined.flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, i) => from + i),
    )
    assert.deepEqual(
      listed,
      [...terms].sort((a, b) => a - b),
    )
    for (const [at, { from }] of joined.entries()) {
      if (at > 0) assert.ok(from > (joined[at - 1]?.to ?? 0), 'neighbours are one range')
    }
  }
})
