// Autocomplete against brute force over the rows, and the promises it makes to someone who types.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { builtNational, builtPostal } from './built.ts'
import { oracleAnswers } from './oracle.ts'
import { nationalOracleRows, postalOracleRows } from './oracle-rows.ts'
import { Dice, nationalWorld, postalWorld, rowsOf } from './synthetic.ts'
import { typedNational, typedPostal } from './typed.ts'

const WORLD_ROWS = 1500
const TOP = 6

const nationalSource = nationalWorld(11, WORLD_ROWS)
const national = await builtNational(nationalSource)
const postalSource = postalWorld(12, WORLD_ROWS)
const postal = await builtPostal(postalSource)

/** What is typed of a right text so far: for some target, cut anywhere. */
function cutTexts(write: (target: number, dice: Dice) => string): fc.Arbitrary<string> {
  return fc
    .record({ target: fc.nat(WORLD_ROWS - 1), seed: fc.nat(), cut: fc.nat(100) })
    .map(({ target, seed, cut }) => {
      const text = write(target, new Dice(seed))
      return text.slice(0, 1 + Math.floor((cut / 100) * text.length))
    })
}

const nationalRows = rowsOf(nationalSource)
const postalRows = rowsOf(postalSource)

test('au: the exact answers are those of brute force, in the same order', () => {
  const rows = nationalOracleRows(nationalSource)
  fc.assert(
    fc.property(cutTexts((target, dice) => typedNational(nationalRows[target], dice)), (term) => {
      const expected = oracleAnswers(rows, term, TOP)
      const found = national.autocomplete({ term, top: TOP }).map(({ id }) => id)
      assert.deepEqual(found.slice(0, expected.length), expected, term)
    }),
    { numRuns: 800, seed: 1 },
  )
})

test('uk: the exact answers are those of brute force, in the same order', () => {
  const rows = postalOracleRows(postalSource)
  fc.assert(
    fc.property(cutTexts((target, dice) => typedPostal(postalRows[target], dice)), (term) => {
      const expected = oracleAnswers(rows, term, TOP)
      const found = postal.autocomplete({ term, top: TOP }).map(({ id }) => id)
      assert.deepEqual(found.slice(0, expected.length), expected, term)
    }),
    { numRuns: 800, seed: 2 },
  )
})
