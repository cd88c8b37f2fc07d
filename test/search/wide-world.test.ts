// A world of so many streets that common terms are kept as bit maps: its answers are those of brute force too.
// Covers: src/index/terms/**, src/search/walks/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { isMapped } from '../../src/index/terms/postings.ts'
import { runs } from '../support/runs.ts'
import { builtNational } from './built.ts'
import { oracleAnswers } from './oracle.ts'
import { nationalOracleRows } from './oracle-rows.ts'
import { nationalWorld, rowsOf } from './synthetic.ts'
import { typedNational } from './typed.ts'

const TOP = 6
const TREES = ['ASH', 'BIRCH', 'CEDAR', 'ELM', 'HAZEL', 'LARCH', 'MAPLE', 'OAK', 'PINE', 'ROWAN']
const PLACES = ['', ' HILL', ' GROVE', ' WATER', ' MILL', ' FIELD']
const COMMON = TREES.flatMap((tree) => PLACES.map((place) => `${tree}${place}`))
/** More names that begin alike than are looked at one by one. */
const ALIKE = [...'ABCDEFGHIJKLMNOPQRST'].flatMap((first) =>
  [...'AEIOUBDGKLMNPRST'].map((second) => `Q${first}${second}EN`),
)
const NAMES = [...COMMON, ...COMMON, ...COMMON, ...COMMON, ...ALIKE]

const source = nationalWorld(21, 3600, NAMES)
const rows = rowsOf(source)
const search = await builtNational(source)
const oracleRows = nationalOracleRows(source)

function streetsWith(fits: (row: (typeof rows)[number]) => boolean): number {
  const streets = rows
    .filter(fits)
    .map((row) => [row.streetName, row.streetType, row.streetSuffix, row.localityName, row.state])
  return new Set(streets.map(String)).size
}

function assertAsBruteForce(term: string): void {
  const expected = oracleAnswers(oracleRows, term, TOP)
  const found = search.autocomplete({ term, top: TOP }).map(({ id }) => id)
  assert.deepEqual(found.slice(0, expected.length).toSorted(), expected.toSorted(), term)
}

test('common terms of this world are bit maps, rare ones are lists', () => {
  const streets = streetsWith(() => true)
  assert(streets >= 1024, `${streets} streets`)
  assert(
    isMapped(
      streetsWith(({ state }) => state === 'VIC'),
      streets,
    ),
    'a state',
  )
  assert(
    isMapped(
      streetsWith(({ streetType }) => streetType === 'RD'),
      streets,
    ),
    'a type',
  )
  const isRare = ({ streetName }: (typeof rows)[number]) => streetName === 'OAK MILL'
  assert(!isMapped(streetsWith(isRare), streets), 'a name')
})

test('what a typed line finds is what brute force finds', () => {
  const texts = fc
    .record({ target: fc.nat(rows.length - 1), seed: fc.nat(), cut: fc.nat(100) })
    .map(({ target, seed, cut }) => {
      const [row] = rows.slice(target)
      const text = row === undefined ? '' : typedNational(row, new SeededRandom(seed))
      return text.slice(0, 1 + Math.floor((cut / 100) * text.length))
    })
  fc.assert(
    fc.property(texts, (term) => {
      if (search.explain(term, 1).answers[0]?.pass !== 'place alone') assertAsBruteForce(term)
    }),
    { numRuns: runs(25), seed: 3 },
  )
})

test('every street is found by its name, type, place and state, the last ones too', () => {
  const isPlain = (row: (typeof rows)[number]) =>
    row.addressStatus === 'CURRENT' && row.aliasPrincipal === 'P' && row.numberFirst !== ''
  for (const row of rows.filter((each, at) => at % 5 === 0 && isPlain(each))) {
    const { numberFirst, streetName, streetType, streetSuffix, localityName, state } = row
    const street = [streetName, streetType, streetSuffix].filter((word) => word !== '').join(' ')
    const term = `${numberFirst} ${street} ${localityName} ${state} `
    const found = search.autocomplete({ term, top: TOP })
    const isOn = found.some(({ item }) => {
      const here = [item.street_name, item.street_type, item.locality_name, item.state]
      return String(here) === String([streetName, streetType, localityName, state])
    })
    assert(isOn, term)
  }
})

test('a letter that hundreds of names begin with finds those that fit the rest, one line after the other', () => {
  assert(ALIKE.length > 256)
  for (const term of [
    '7 q',
    'q rd vic ',
    '12 oak road vic ',
    '3 q',
    'elm q',
    '5 qa',
    '7 pine st richmond ',
    '9 q',
    'qb st kilda ',
    '2 ash hill ct, o',
  ]) {
    assertAsBruteForce(term)
  }
})

test('terms that are all common find their streets to the last one', () => {
  for (const term of [
    'road vic ',
    'st tas richmond ',
    'oak road vic ',
    'hill road nsw ',
    'pine water ct wa ',
    'rowan field pl act ',
    'larch mill av, st kilda vic ',
    '7 elm grove rd kingston tas',
  ]) {
    assertAsBruteForce(term)
  }
})
