// Autocomplete against brute force over the rows, and the promises it makes to someone who types.
// Covers: src/search/**, src/index/**

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { postalIdOf, postalIdText } from '../../src/index/ids/postal-id.ts'
import type { NationalSearch, PostalSearch } from '../../src/search/address-search.ts'
import { runs } from '../support/runs.ts'
import { builtNational, builtPostal } from './built.ts'
import { oracleAnswers, type Plain } from './oracle.ts'
import { nationalOracleRows, postalOracleRows } from './oracle-rows.ts'
import { nationalWorld, postalWorld, rowsOf } from './synthetic.ts'
import { typedNational, typedPostal } from './typed.ts'

const WORLD_ROWS = 1500
const TOP = 6

const nationalSource = nationalWorld(11, WORLD_ROWS)
const national = await builtNational(nationalSource)
const postalSource = postalWorld(12, WORLD_ROWS)
const postal = await builtPostal(postalSource)

/** A place alone shows its streets: it is not known yet which address in it is meant. */
function isPlaceAlone(search: NationalSearch | PostalSearch, term: string): boolean {
  return search.explain(term, 1).answers[0]?.pass === 'place alone'
}

/** What is typed of a right text so far: for some target, cut anywhere. */
function cutTexts(write: (target: number, random: SeededRandom) => string): fc.Arbitrary<string> {
  return fc
    .record({ target: fc.nat(WORLD_ROWS - 1), seed: fc.nat(), cut: fc.nat(100) })
    .map(({ target, seed, cut }) => {
      const text = write(target, new SeededRandom(seed))
      return text.slice(0, 1 + Math.floor((cut / 100) * text.length))
    })
}

const nationalRows = rowsOf(nationalSource)
const postalRows = rowsOf(postalSource)

/** The same answers; among those that are equally good, whole names and plain numbers may come first. */
function isInOrder(
  rows: readonly Plain[],
  found: readonly string[],
  expected: readonly string[],
  term: string,
): void {
  assert.deepEqual(found.toSorted(), expected.toSorted(), term)
  const isRange = (id: string) => rows.some((row) => row.shownId === id && row.last !== '')
  const others = (ids: readonly string[]) => ids.filter((id) => !isRange(id))
  const words = term.toUpperCase().split(/[^A-Z]+/)
  const namesPlace = rows.some(({ place }) => words.some((word) => place.has(word)))
  if (!namesPlace) assert.deepEqual(others(found), others(expected), term)
}

test('au: the exact answers are those of brute force, in the same order', () => {
  const rows = nationalOracleRows(nationalSource)
  fc.assert(
    fc.property(
      cutTexts((target, random) => typedNational(nationalRows[target], random)),
      (term) => {
        if (isPlaceAlone(national, term)) return
        const expected = oracleAnswers(rows, term, TOP)
        const found = national.autocomplete({ term, top: TOP }).map(({ id }) => id)
        isInOrder(rows, found.slice(0, expected.length), expected, term)
      },
    ),
    { numRuns: runs(60), seed: 1 },
  )
})

test('au: an address with a lot and a number is found by both', () => {
  const both = nationalRows.filter(
    (row) =>
      row.lotNumber !== '' &&
      row.numberFirst !== '' &&
      row.addressStatus === 'CURRENT' &&
      row.aliasPrincipal === 'P',
  )
  assert.ok(both.length > 10)
  for (const row of both) {
    const { lotNumber, numberFirst, streetName, streetType, localityName } = row
    const term = `lot ${lotNumber} ${numberFirst} ${streetName} ${streetType}, ${localityName} `
    const found = national.autocomplete({ term, top: 20 }).map(({ id }) => id)
    assert.ok(found.includes(row.addressDetailPid), term)
  }
})

test('uk: the exact answers are those of brute force, in the same order', () => {
  const rows = postalOracleRows(postalSource)
  fc.assert(
    fc.property(
      cutTexts((target, random) => typedPostal(postalRows[target], random)),
      (term) => {
        if (isPlaceAlone(postal, term)) return
        const expected = oracleAnswers(rows, term, TOP)
        const found = postal.autocomplete({ term, top: TOP }).map(({ id }) => id)
        isInOrder(rows, found.slice(0, expected.length), expected, term)
      },
    ),
    { numRuns: runs(60), seed: 2 },
  )
})

/** A text with two words exchanged, one left out, or another number: what only a relaxed pass finds. */
function nearly(text: string, random: SeededRandom): string {
  const words = text.split(' ')
  const at = random.below(words.length)
  const other = random.below(words.length)
  const roll = random.below(4)
  if (roll === 0) words.splice(at, 1)
  if (roll === 1) [words[at], words[other]] = [words[other], words[at]]
  if (roll === 2) return text.replace(/\d+/, (digits) => String(Number(digits) + 2))
  return words.join(' ')
}

for (const { product, search, write } of [
  { product: 'au', search: national, write: nearlyNational },
  { product: 'uk', search: postal, write: nearlyPostal },
]) {
  test(`${product}: one look at few streets finds what the passes find one after the other`, () => {
    fc.assert(
      fc.property(cutTexts(write), (term) => {
        const found = search.autocomplete({ term, top: TOP })
        const { answers } = search.explain(term, TOP)
        assert.deepEqual(
          found.map(({ id, penalty }) => [id, penalty]),
          answers.map(({ id, penalty }) => [id, penalty]),
          term,
        )
      }),
      { numRuns: runs(60), seed: 5 },
    )
  })
}

function nearlyNational(target: number, random: SeededRandom): string {
  return nearly(typedNational(nationalRows[target], random), random)
}

function nearlyPostal(target: number, random: SeededRandom): string {
  return nearly(typedPostal(postalRows[target], random), random)
}

/** Types a text character by character and says when the target was shown, and then lost. */
function lostAt(
  text: string,
  id: string,
  search: NationalSearch | PostalSearch,
): string | undefined {
  let wasShown = false
  for (let length = 1; length <= text.length; length++) {
    const term = text.slice(0, length)
    if (isPlaceAlone(search, term)) continue
    const shown = search.autocomplete({ term, top: TOP }).map((found) => found.id)
    const isShown = shown.includes(id)
    if (wasShown && !isShown) return term
    wasShown = isShown
  }
  return undefined
}

test('au: once the right address is on the page, every further right character keeps it there', () => {
  const current = nationalRows.filter(
    (row) => row.addressStatus === 'CURRENT' && row.aliasPrincipal === 'P',
  )
  fc.assert(
    fc.property(fc.nat(current.length - 1), fc.nat(), (target, seed) => {
      const row = current[target]
      const text = typedNational(row, new SeededRandom(seed))
      const lost = lostAt(text, row.addressDetailPid, national)
      assert.equal(lost, undefined, `${row.addressLabel} typed as ${text}`)
    }),
    { numRuns: runs(60), seed: 3 },
  )
})

test('uk: once the right address is on the page, every further right character keeps it there', () => {
  fc.assert(
    fc.property(fc.nat(WORLD_ROWS - 1), fc.nat(), (target, seed) => {
      const row = postalRows[target]
      const id = postalIdText(postalIdOf(row))
      const text = typedPostal(row, new SeededRandom(seed))
      const lost = lostAt(text, id, postal)
      assert.equal(lost, undefined, `${id} typed as ${text}`)
    }),
    { numRuns: runs(60), seed: 4 },
  )
})

test('no text whatever makes a search throw, and none gives more than was asked for', () => {
  const words = fc.constantFrom(
    'unit',
    'u3',
    '3/',
    '12-',
    '-',
    '/',
    'lot',
    'l10',
    'level',
    'st',
    '12',
    '999999999',
    'sk1',
    '1aa',
    '\\',
    "o'",
    'new',
    'south',
    'wales',
    'ß',
    'é',
    '\u0000',
    '😀',
    '#',
    '=',
    '1-2-3',
    'AB10',
    '1ST',
    ',',
    '&',
    '0',
    '007',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(words, { maxLength: 40 }).map((parts) => parts.join(' ')),
    fc.array(words, { maxLength: 12 }).map((parts) => parts.join('')),
  )
  const point = { latitude: -37.8, longitude: 145 }
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 20 }), (term, top) => {
      for (const search of [national, postal]) {
        assert.ok(search.autocomplete({ term, top }).length <= top)
        assert.ok(search.autocomplete({ term, top, location: point }).length <= top)
        search.validate({ line: term, strict: true })
        assert.ok(search.typeahead({ term, top }).length <= top)
        assert.ok(search.places({ term, top }).length <= top)
        assert.ok(search.nearest({ ...point, radiusKm: 1, top, term }).length <= top)
        search.get(term)
        search.getPlace(term)
        search.locate(term)
      }
    }),
    { numRuns: runs(60), seed: 5 },
  )
})
