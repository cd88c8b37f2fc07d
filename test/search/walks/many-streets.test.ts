// So many streets that the lists of a word that was just begun are read window by window, and not all at once.
// Covers: src/search/walks/**, src/index/terms/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import {
  EMPTY_NATIONAL_ROW,
  type NationalRow,
  nationalLabel,
} from '../../../src/address/national.ts'
import { AU } from '../../../src/countries/au.ts'
import { loadIndex } from '../../../src/index/file/index-file.ts'
import { IndexSections } from '../../../src/index/file/index-sections.ts'
import { searchOver } from '../../../src/search/open-index.ts'
import { Requirement } from '../../../src/search/query/requirement.ts'
import { searchedIndex } from '../../../src/search/searched-index.ts'
import { StreetWalks } from '../../../src/search/walks/street-walks.ts'
import { END } from '../../../src/search/walks/walk.ts'
import { Work } from '../../../src/search/work.ts'
import { runs } from '../../support/runs.ts'
import { built } from '../built.ts'
import { nationalSource } from '../small-world.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ENDINGS = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)))
const NAMES = ['K', 'M'].flatMap((first) => ENDINGS.map((each) => first + each))
/** Each of so many streets that they are a list, and each of so many that they are a bit map. */
const TREES = [...'ABCDEFGHIJNOPQRSTUVWXYZ'].flatMap((first) => [`${first}ORN`, `${first}EECH`])
const HILLS = ['DOWN', 'EDGE', 'FELL', 'GATE', 'HEAD']
/** Few, and spread over all of them. */
const isWestern = (at: number) => at % 1301 === 999

const row = (streetName: string, at: number): NationalRow => {
  const state = isWestern(at) ? 'WA' : 'VIC'
  const street = {
    streetName,
    streetType: 'ST',
    numberFirst: streetName < 'L' && at % 2 === 0 ? '5' : '3',
  }
  const localityName = `${TREES[at % TREES.length]} ${HILLS[(at * 7) % HILLS.length]}`
  const place = { localityName, state, postcode: isWestern(at) ? '6000' : '3000' }
  const bare = { ...EMPTY_NATIONAL_ROW, ...street, ...place, latitude: -37, longitude: 145 }
  return { ...bare, addressDetailPid: `GAVIC${at}`, addressLabel: nationalLabel(bare, AU.national) }
}
const rows = NAMES.map(row)
const memory = await loadIndex((await built(nationalSource(rows))).path)
const search = searchOver(memory)
const { postings, masks, terms } = searchedIndex(new IndexSections(memory))

test('of a word that was just begun, every street that passes the filter is found, the last ones too', () => {
  for (const first of ['K', 'M']) {
    for (const fields of [{ state: ['WA'] }, { postcode: ['6000'] }]) {
      for (const number of ['3', '']) {
        const term = `${number} ${first}`
        const found = search.autocomplete({ term, top: 40, filter: { fields } })
        const expected = rows.filter(
          ({ streetName, state, numberFirst }) =>
            streetName.startsWith(first) && state === 'WA' && numberFirst.startsWith(number),
        )
        assert.ok(expected.length > 3)
        assert.deepEqual(
          found.map(({ label }) => label).toSorted(),
          expected.map(({ addressLabel }) => addressLabel).toSorted(),
          `${term} ${JSON.stringify(fields)}`,
        )
      }
    }
  }
})

test('where all are asked for, every street of a word that was just begun comes, once', () => {
  const found = search
    .autocomplete({ term: '3 k', top: 20_000, work: new Work(1e9) })
    .map(({ label }) => label)
  const expected = rows.filter(
    ({ streetName, numberFirst }) => streetName.startsWith('K') && numberFirst === '3',
  )
  assert.deepEqual(found.toSorted(), expected.map(({ addressLabel }) => addressLabel).toSorted())
})

/** The streets of each term, read one by one. */
const streetsOfTerm = Array.from({ length: terms.count }, (_, term): Uint32Array | number[] => {
  if (!postings.isMap(term)) {
    return postings.lists.subarray(postings.start(term), postings.end(term))
  }
  const map = postings.maps.subarray(postings.mapStart(term))
  const has = (street: number) => (((map[street >>> 5] ?? 0) >>> (street & 31)) & 1) === 1
  return Array.from({ length: postings.streetCount }, (_, street) => street).filter(has)
})

/** The terms of places, states, types and numbers: those of names are on one street each. */
const shared = streetsOfTerm.flatMap((streets, term) => (streets.length > 1 ? term : []))
const WIDTHS = [1, 1, 1, 3, 8, 30, 1200, 5000, terms.count]

/** From one term to all of them, and now and then a list of streets. */
function anyRequirement(random: SeededRandom): Requirement {
  if (random.chance(0.1)) {
    const every = random.between(1, 400)
    return new Requirement(
      [],
      Uint32Array.from(rows.keys()).filter((at) => at % every === 0),
    )
  }
  const ranges = Array.from({ length: random.between(1, 3) }, () => {
    const from = random.chance(0.4) ? random.below(terms.count) : random.pick(shared)
    return { from, to: Math.min(terms.count, from + random.pick(WIDTHS)) }
  })
  return new Requirement(ranges)
}

/** One for each street that has it. */
function having({ ranges, streets }: Requirement): Uint8Array {
  const has = new Uint8Array(rows.length)
  for (const street of streets ?? []) has[street] = 1
  for (const { from, to } of ranges) {
    for (const ofTerm of streetsOfTerm.slice(from, to)) for (const street of ofTerm) has[street] = 1
  }
  return has
}

/** Walks to the end, judging each street as long as may be; what goes wrong, if anything does. */
function walked(walks: StreetWalks, required: readonly Requirement[], work: Work, spends: number) {
  const walk = walks.open(required, work)
  const given = new Uint8Array(rows.length + 1)
  let last = -1
  for (let street = walk.next(); street !== END; street = walk.next()) {
    if (street <= last) return `${street} behind ${last}`
    last = street
    given[street] = 1
    work.spent += spends
  }
  const all = required.map(having)
  const missed = rows.findIndex(
    (_, street) => given[street] === 0 && all.every((has) => has[street] === 1),
  )
  if (missed >= 0) return `street ${missed} is missing`
  return given.at(-1) === 0 ? undefined : 'there is no such street'
}

test('a walk gives every street that has all that is required, once and in order, whatever that is', () => {
  const walks = new StreetWalks(postings, masks)
  const random = new SeededRandom(31)
  for (let round = 0; round < runs(90); round++) {
    const required = Array.from({ length: random.between(1, 4) }, () => anyRequirement(random))
    const fault = walked(walks, required, new Work(1e9), random.pick([0, 300]))
    const about = () => JSON.stringify(required.map(({ ranges }) => ranges))
    assert.equal(fault, undefined, `round ${round}: ${fault === undefined ? '' : about()}`)
  }
})

test('so it does after other walks of the request that asked for some of the same', () => {
  const walks = new StreetWalks(postings, masks)
  const random = new SeededRandom(32)
  for (let round = 0; round < runs(20); round++) {
    const required = Array.from({ length: 4 }, () => anyRequirement(random))
    const work = new Work(1e9)
    for (let walk = 0; walk < 5; walk++) {
      const some = required.filter(() => random.chance(0.6))
      const fault = walked(walks, some, work, random.pick([0, 30, 300]))
      const about = () => JSON.stringify(some.map(({ ranges }) => ranges))
      assert.equal(fault, undefined, `${walk} of ${round}: ${fault === undefined ? '' : about()}`)
    }
  }
})

test('the streets that are gathered are those of a walk', () => {
  const walks = new StreetWalks(postings, masks)
  const random = new SeededRandom(33)
  for (let round = 0; round < runs(20); round++) {
    const required = Array.from({ length: random.between(2, 4) }, () => anyRequirement(random))
    const gathered = walks.gathered(required, rows.length, new Work(1e9))
    const all = required.map(having)
    const expected = rows.flatMap((_, street) =>
      all.every((has) => has[street] === 1) ? street : [],
    )
    const given = new Set(gathered)
    const missed = expected.filter((street) => !given.has(street))
    assert.deepEqual(missed, [], `round ${round}`)
  }
})
