// Signatures rule out streets that lack a word, and none that has all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addFitting } from '../../../src/search/walks/batch.ts'

test('a street fits that has a bit of each of the first four masks', () => {
  const word = fc.integer({ min: 0, max: 0xffffffff })
  const sparse = fc.tuple(word, word).map(([one, other]) => (one & other) >>> 0)
  const given = fc.record({
    signatures: fc.array(sparse, { maxLength: 60 }),
    masks: fc.array(word, { maxLength: 6 }),
    before: fc.nat(3),
  })
  fc.assert(
    fc.property(given, ({ signatures, masks, before }) => {
      const lists = Uint32Array.from(signatures, (_, at) => 7 * at)
      const batch = new Uint32Array(before + lists.length + 1)
      const postings = { lists, signatures: Uint32Array.from(signatures) }
      const count = addFitting(postings, 0, lists.length, masks, batch, before)
      const fits = (at: number) => masks.slice(0, 4).every((mask) => (signatures[at] & mask) !== 0)
      const expected = [...lists].filter((_, at) => fits(at))
      assert.deepEqual([...batch.subarray(before, count)], expected)
    }),
  )
})
