// No request is costly, whatever was typed: bred to cost as much as they can, they stay within the steps of a request.
// Covers: bench/engine/breeding.ts, src/search/work.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ask,
  type BredSearch,
  breed,
  keyOf,
  MANNERS,
  type Request,
} from '../../bench/engine/breeding.ts'
import { SeededRandom } from '../../dev/seeded-random.ts'
import type { AddressSearch } from '../../src/search/address-search.ts'
import { overlaySearch } from '../../src/search/product/overlay.ts'
import { STEPS_BEYOND_MAX, STEPS_MAX, Work } from '../../src/search/work.ts'
import { builtNational, builtPostal } from './built.ts'
import { postal, postalSource } from './small-world.ts'
import { nationalWorld, postalWorld } from './synthetic.ts'

type Any = AddressSearch<unknown, unknown>

const ROWS = 2_000
const REQUESTS = 900
const small = {
  au: (await builtNational(nationalWorld(21, ROWS))) as BredSearch,
  uk: (await builtPostal(postalWorld(22, ROWS))) as BredSearch,
}
const large = {
  au: (await builtNational(nationalWorld(21, 2 * ROWS))) as BredSearch,
  uk: (await builtPostal(postalWorld(22, 2 * ROWS))) as BredSearch,
}

function stepsOf(search: BredSearch, request: Request, most?: number): number {
  const work = new Work(most)
  ask(search, request, work)
  return work.spent
}

for (const product of ['au', 'uk'] as const) {
  let asked = 0
  const costliest = breed(
    small[product],
    new SeededRandom(1),
    (request) => stepsOf(small[product], request),
    () => asked++ >= REQUESTS,
  )

  test(`${product}: bred requests of every manner end when their steps are spent`, () => {
    assert.deepEqual(new Set(costliest.map(({ request }) => request.manner)), new Set(MANNERS))
    for (const { request, cost } of costliest) {
      for (const most of [0, 1_000, Math.min(cost, 20_000) / 2, cost / 2]) {
        const spent = stepsOf(small[product], request, most)
        assert.ok(spent <= most + STEPS_BEYOND_MAX, `${keyOf(request)}: ${spent} of ${most}`)
      }
    }
  })

  test(`${product}: a search that is broken off ends soon, leaves no trace, and is whole when begun anew`, () => {
    const search = small[product]
    const answersOf = (request: Request, work: Work) => JSON.stringify(ask(search, request, work))
    for (const { request, cost } of costliest) {
      const whole = answersOf(request, new Work())
      for (const breakOffAt of [0, 500, cost / 3, cost * 0.9, cost + 1]) {
        const work = new Work(undefined, breakOffAt)
        const answers = answersOf(request, work)
        const where = `${keyOf(request)} at ${breakOffAt}`
        if (!work.isBrokenOff) assert.equal(answers, whole, where)
        assert.ok(work.counted <= breakOffAt + STEPS_BEYOND_MAX, `${where}: ${work.counted}`)
        assert.equal(answersOf(request, new Work()), whole, where)
      }
    }
  })

  test(`${product}: with addresses of an account beside the release they end as soon`, () => {
    const own = { search: small[product], isLocated: true, addresses: new Map() }
    const both = overlaySearch(large[product] as Any, [own as never]) as BredSearch
    for (const { request, cost } of costliest) {
      const spent = stepsOf(both, request, cost)
      assert.ok(spent <= cost + STEPS_BEYOND_MAX, `${keyOf(request)}: ${spent} of ${cost}`)
    }
  })

  test(`${product}: twice the addresses cost the costliest requests at most about twice the steps`, () => {
    const sum = (search: BredSearch) =>
      costliest.reduce((steps, { request }) => steps + stepsOf(search, request), 0)
    const times = sum(large[product]) / sum(small[product])
    assert.ok(times < 2.2, `${times} times`)
  })

  test(`${product}: the same request costs the same steps`, () => {
    for (const { request, cost } of costliest) assert.equal(stepsOf(small[product], request), cost)
  })
}

test('uk: a word that hardly any building has finds those first, then units, in few steps', async () => {
  const flats = Array.from({ length: 700 }, (_, i) =>
    ['First Floor Flat', 'Flat 2'].map((subBuilding) =>
      postal({
        subBuilding,
        buildingNumber: '1',
        thoroughfare: `Road ${i}`,
        townOrCity: 'Stockport',
        postcode: 'SK4 4AA',
      }),
    ),
  )
  const place = { townOrCity: 'Stockport', postcode: 'SK4 4AB' }
  const named = postal({ buildingName: 'The Flat', thoroughfare: 'Last Road', ...place })
  const search = await builtPostal(postalSource([...flats.flat(), named]))
  const work = new Work()
  const found = search.autocomplete({ term: 'flat', top: 6, work })
  assert.equal(found.length, 6)
  assert.match(found[0]?.label ?? '', /^The Flat, Last Road/)
  assert.ok(work.spent < 20_000, `${work.spent} steps`)
})

test('looking for words in what was typed as one is counted, found or not, and stays within its half', async () => {
  const worlds = [builtNational(nationalWorld(21, 200)), builtPostal(postalWorld(22, 200))]
  for (const search of await Promise.all<Any>(worlds)) {
    const spent = (line: string) => {
      const work = new Work()
      search.wordsApart({ line, work })
      return work.spent
    }
    const nothing = 'xqzj7'.repeat(12)
    const one = spent(nothing)
    assert.ok(one > 300 * nothing.length, `${one} steps`)
    assert.equal(spent(`12 ${nothing}`), one)
    assert.equal(spent('12 high street'), 0)
    const many = Array.from({ length: 50 }, (_, at) => nothing.slice(at % 7)).join(' ')
    assert.ok(spent(many) > one)
    assert.ok(spent(many) <= STEPS_MAX, 'the search itself has what is left')
  }
})
