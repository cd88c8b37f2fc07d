// How many slips a typed word may have, by its length and its letters.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editsAllowed } from '../../../src/index/words/written-forms.ts'

test('a word may have one slip from three letters on, two from eight, and none with a digit or a mark in it', () => {
  const byLength = Array.from({ length: 12 }, (_, length) => editsAllowed('A'.repeat(length)))
  assert.deepEqual(byLength, [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2])
  assert.equal(editsAllowed('ABCXYZ'), 1)
  assert.equal(editsAllowed('ÇABCDEFG'), 2)
  for (const word of ['A1BC', 'ABC9', "O'NEILL", 'ab-cd', 'abcd', '[ABCD', '@ABCD']) {
    assert.equal(editsAllowed(word), 0, word)
  }
})
