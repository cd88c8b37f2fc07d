// How a line is read: by every reading that there is, in order, and in bounded steps.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tokensOf } from '../../../src/index/words/fold.ts'
import { QueryReader } from '../../../src/search/query/query-reader.ts'
import { NOTHING_READ, type Reading } from '../../../src/search/query/reading.ts'
import { type PartialReading, ReadingSteps } from '../../../src/search/query/reading-steps.ts'
import { KnownWords, TypedWords } from '../../../src/search/query/typed-words.ts'
import { WantedNumbers } from '../../../src/search/query/wanted-numbers.ts'
import { type SearchedIndex, searchedIndex } from '../../../src/search/searched-index.ts'
import { STEPS, Work } from '../../../src/search/work.ts'
import { builtSections } from '../built.ts'
import { national, nationalSource, postal, postalSource } from '../small-world.ts'
import { nationalWorld, postalWorld } from '../synthetic.ts'

const READINGS_MAX = 16

const world = {
  au: searchedIndex(await builtSections(nationalWorld(3, 800))),
  uk: searchedIndex(await builtSections(postalWorld(4, 800))),
}

/** Places of two words, each of which is read as one name and as two, and an end that none of them can reach. */
const darwin = await builtSections(nationalSource([national('1 SMITH ST, DARWIN NT 0800')]))
const counties = await builtSections(
  postalSource([
    postal({ district: 'Cheshire East', townOrCity: 'Crewe', postcode: 'CW1 1AA' }),
    postal({ county: 'East Sussex', townOrCity: 'Lewes', postcode: 'BN7 1AA' }),
  ]),
)
const DEAD_ENDS: readonly [SearchedIndex, (times: number) => string][] = [
  [searchedIndex(counties), (times) => `L1 1 ${'CHESHIRE EAST SUSSEX '.repeat(times)}99999999Q`],
  [searchedIndex(darwin), (times) => `U1 ${'NORTHERN TERRITORY '.repeat(times)}99999999Q`],
  [world.au, (times) => `U1 1 ${'NEW SOUTH WALES '.repeat(times)}99999999Q`],
]

function readerOf({ terms, records, premises }: SearchedIndex): QueryReader {
  return new QueryReader(terms, records.codes, premises)
}

/** Every reading, by trying each step anew wherever it comes up. */
function bruteForce({ terms, records, premises }: SearchedIndex, line: string): Reading[] {
  const tokens = tokensOf(line)
  const numbers = new WantedNumbers(terms, records.codes, premises)
  const words = new KnownWords(terms)
  const steps = new ReadingSteps(new TypedWords(words, numbers, tokens))
  const readOn = (partial: PartialReading): Reading[] =>
    partial.at === tokens.words.length
      ? [numbers.withPremises(partial.reading)]
      : steps.from(partial).flatMap(readOn)
  return tokens.words.length === 0 ? [] : readOn({ at: 0, reading: NOTHING_READ })
}

const PARTS = [
  ...['U1', 'L1', 'LOT', 'UNIT', 'LEVEL', 'SHOP', '3', '12', '1A', '3/', '12-', 'G01', 'A'],
  ...['KING', 'VICTORIA', 'PARK', 'ST', 'NORTH', 'RICHMOND', 'TAS', 'TOWER', '42ND', 'SOUTH'],
  ...['3121', '7025', '9999'],
  ...['HIGH', 'STREET', 'SK1', '1AA', 'E1', 'STOCKPORT', 'CHESHIRE', 'FLAT', '99999999Q'],
]
const UNITS = ['', '', '3/', '1A/', 'UNIT 3 ', 'FLAT 12 ', 'U 3 ', 'SHOP 3 ', 'L1 ', '3 ', '12-']
const NUMBERS = ['12', '3', '007', '42ND', '1A', '3121', 'UNIT']
const NAMES = [
  'KING',
  'PARK',
  'ST',
  'TOWER',
  'RICHMOND',
  'NORTH',
  'TAS',
  'ZZZ',
  'SOUTH',
  '3121',
  'LOT',
]
/** Any parts at all, and lines as people type them. */
const words = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 7 }),
  fc
    .tuple(
      fc.constantFrom(...UNITS),
      fc.constantFrom(...NUMBERS),
      fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }),
    )
    .map(([unit, number, names]) => [`${unit}${number}`, ...names]),
)
const lines = fc
  .tuple(words, fc.boolean())
  .map(([parts, isOpen]) => parts.join(' ') + (isOpen ? '' : ' '))

for (const [name, index] of Object.entries(world)) {
  test(`${name}: a line has all its readings, in order, up to sixteen`, () => {
    const reader = readerOf(index)
    fc.assert(
      fc.property(lines, (line) => {
        const expected = bruteForce(index, line).slice(0, READINGS_MAX)
        assert.deepEqual(reader.readings(tokensOf(line), new Work()), expected, line)
      }),
      { numRuns: 600, seed: 5 },
    )
  })
}

function stepsFor(index: SearchedIndex, line: string): number {
  const work = new Work()
  assert.deepEqual(readerOf(index).readings(tokensOf(line), work), [])
  return work.spent / STEPS.reading
}

test('a line with no end is read in steps that grow as it does', () => {
  for (const [index, line] of DEAD_ENDS) {
    const [half, whole] = [stepsFor(index, line(4)), stepsFor(index, line(8))]
    assert.ok(whole <= 2.5 * half, `${line(8)}: ${half} steps, then ${whole}`)
    // A state is a place, and which of number, unit, level and lot were read before it.
    assert.ok(whole <= 16 * tokensOf(line(8)).words.length, `${line(8)}: ${whole} steps`)
  }
})
