// Two neighbouring letters that were typed the other way round are one mistake, wherever in the word they stand.
// Covers: src/index/terms/terms.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtNational } from '../built.ts'
import { national, nationalSource } from '../small-world.ts'

const NAMES = ['KING', 'MARLO', 'PENTOW']
const LABELS = NAMES.map((name) => `12 ${name} ST, NEWTOWN NSW 2042`)
const search = await builtNational(nationalSource(LABELS.map((label) => national(label))))

function swappedAt(word: string, at: number): string {
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}

test('a street is found by its name with any two neighbouring letters swapped', () => {
  for (const [of, name] of NAMES.entries()) {
    for (let at = 0; at + 1 < name.length; at += 1) {
      const term = `12 ${swappedAt(name, at)} st newtown`
      const found = search.autocomplete({ term, top: 1 }).map(({ label }) => label)
      assert.deepEqual(found, [LABELS[of]], term)
    }
  }
})
