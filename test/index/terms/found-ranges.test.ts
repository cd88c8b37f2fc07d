// What a misspelt word may mean is what comparing it with every term finds, told in order and each term once.
// Covers: src/index/terms/{found-ranges,terms-writer,terms}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { IndexSections } from '../../../src/index/file/index-sections.ts'
import { MemoryIndex } from '../../../src/index/file/index-writer.ts'
import { FoundRanges } from '../../../src/index/terms/found-ranges.ts'
import { KIND, Terms } from '../../../src/index/terms/terms.ts'
import { writeTerms } from '../../../src/index/terms/terms-writer.ts'

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

test('a whole word means every term that is one edit away, and no other', async () => {
  const letters = fc.constantFrom('A', 'B', 'C', 'Z')
  const word = fc.string({ unit: letters, minLength: 3, maxLength: 9 })
  const long = fc.string({ unit: letters, minLength: 28, maxLength: 34 })
  const kind = fc.constantFrom(KIND.strong, KIND.weak, KIND.name, KIND.part, KIND.near)
  const other = fc.constantFrom('A', 'AB', 'ABC 1', 'AB CZ', 'ABZ2', '2 ABC', '123')
  const stored = fc.tuple(kind, fc.oneof({ weight: 9, arbitrary: word }, long, other))
  const typed = fc.oneof({ weight: 9, arbitrary: word }, long)
  const worlds = fc.tuple(fc.array(stored, { maxLength: 200 }), fc.array(typed), kind)
  await fc.assert(
    fc.asyncProperty(worlds, async ([stored, typed, kind]) => {
      const sorted = [...new Set(stored.map(([kind, text]) => kind + text))].sort()
      const terms = await termsOf(sorted)
      // What is typed may also be a word of the dictionary or near one.
      const near = stored.flatMap(([, text]) => (/^[A-Z]{4,}$/.test(text) ? misspeltOf(text) : []))
      for (const word of [...typed, ...near]) {
        const found = terms.misspelt(kind, word, 1, false)
        const means = found.flatMap(({ from, to }) => sorted.slice(from, to))
        const expected = sorted.filter((term) => term[0] === kind && isMeant(word, term.slice(1)))
        assert.deepEqual(means, expected, word)
      }
    }),
    { numRuns: 60 },
  )
})

test('no more is looked for once the letters that may be tried are spent', async () => {
  const terms = await termsOf(['sABCD', 'sABCE', 'sABCF', 'sBBCD'])
  assert.deepEqual(terms.misspelt(KIND.strong, 'ABCD', 1, false, -1), [])
  const before = terms.lettersTried
  assert.deepEqual(terms.misspelt(KIND.strong, 'ABCD', 1, false), [{ from: 0, to: 4 }])
  // Five probes, and the four letters of each word that is found.
  assert.equal(terms.lettersTried - before, 5 + 4 * 4)
})

async function termsOf(sorted: readonly string[]): Promise<Terms> {
  const index = new MemoryIndex()
  const [release, source, attribution, createdAt] = ['au', 'test', '', '']
  await index.add('release', {
    release,
    product: 'au',
    source,
    attribution,
    addresses: 0,
    createdAt,
  })
  await writeTerms(index, 'terms', sorted)
  return new Terms(new IndexSections(index.finish()))
}

function misspeltOf(word: string): readonly string[] {
  return [word, word.slice(1), `${word.slice(0, 2)}B${word.slice(2)}`, `${word.slice(0, -1)}C`]
}

/** By trying every edit: one letter added, left out or another, or two neighbours swapped. */
function isMeant(word: string, term: string): boolean {
  if (term === word) return true
  for (let at = 0; at <= word.length; at += 1) {
    const [before, behind] = [word.slice(0, at), word.slice(at)]
    const letter = term[at] ?? ''
    if (/[A-Z]/.test(letter) && before + letter + behind === term) return true
    // Three letters may only lack one.
    if (word.length === 3 || behind === '') continue
    if (before + behind.slice(1) === term) return true
    if (/[A-Z]/.test(letter) && before + letter + behind.slice(1) === term) return true
    if (behind.length > 1 && before + behind[1] + behind[0] + behind.slice(2) === term) return true
  }
  return false
}
