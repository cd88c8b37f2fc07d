// A release and private addresses searched together answer as one index that holds both.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostalAddress, PostalRow } from '../../../src/address/postal.ts'
import { formattedAddressText, postalAddress } from '../../../src/address/postal-lines.ts'
import { sampleSource } from '../../../src/sample/sample.ts'
import type { PostalSearch, Validation } from '../../../src/search/address-search.ts'
import { overlaySearch } from '../../../src/search/product/overlay.ts'
import { PENALTY } from '../../../src/search/ranking.ts'
import { runs } from '../../support/runs.ts'
import { builtPostal } from '../built.ts'
import { postal } from '../small-world.ts'
import { typedLines } from '../typed-lines.ts'
import { ownId, ownIndex } from './own-list.ts'

const SEED = 5
const ROWS = 1200
const LINES_PER_CLASS = runs(9)

function release(rows: readonly PostalRow[]): Promise<PostalSearch> {
  return builtPostal({ product: 'uk', format: 'test', attribution: '', rows: () => rows })
}

const textOf = (address: PostalAddress) => `${formattedAddressText(address)} ${address.postcode}`

const rows: PostalRow[] = []
for await (const row of sampleSource('uk').rows()) rows.push(row)
const some = Array.from({ length: ROWS }, (_, at) => rows[Math.floor((at * rows.length) / ROWS)])

test('a release and two lists answer every line as one index of all of them', async () => {
  const whole = await release(some)
  const base = await release(some.filter((_, at) => at % 3 === 0))
  const own = [1, 2].map((part) => ownIndex(some.filter((_, at) => at % 3 === part)))
  const over = overlaySearch(base, await Promise.all(own))
  const lines = typedLines(whole, 'uk', LINES_PER_CLASS, SEED)
  for (const { text, about } of lines) {
    // Which word of a private line is the name of a house, and which of a place, is not known: it has only lines.
    const pass = whole.explain(text, 1).answers[0]?.pass
    if (pass === 'own name' || pass === 'place alone') continue
    const query = { term: text, top: 6 }
    const wanted = whole.autocomplete(query)
    // Of what fits nothing each index gives up one thing after the other until it has an answer.
    if (wanted.some(({ without }) => without.length > 0)) continue
    const found = over.autocomplete(query)
    // A word that is nearly one of the whole is nearly none of a part, which then gives it up.
    const isDoubtful = (wanted[0]?.penalty ?? 0) >= PENALTY.typo
    if (isDoubtful && found.some(({ isAsTyped }) => !isAsTyped)) continue
    // Lines of a private address may be shown in another order than Royal Mail's, so that they are no exact label.
    const rank = (all: typeof wanted) => all.map((each) => [Math.max(each.penalty, 0), each.depth])
    // Relaxed answers are all that fit only where there are few: each index stops looking when it has enough.
    const best = wanted.filter(({ penalty }) => penalty === wanted[0].penalty)
    assert.deepEqual(rank(found).slice(0, best.length), rank(best), about)
    if (best.length < 6) {
      const first = found.slice(0, best.length).map(({ item }) => textOf(item))
      assert.deepEqual(first.sort(), best.map(({ item }) => textOf(item)).sort(), about)
    }
    for (const strict of [true, false]) {
      const judged = { line: text, strict }
      const one: Validation<PostalAddress> = whole.validate(judged)
      const other: Validation<PostalAddress> = over.validate(judged)
      assert.equal(other.kind, one.kind, about)
      if (!strict || one.kind !== 'one' || other.kind !== 'one') continue
      assert.equal(textOf(other.address), textOf(one.address), about)
    }
  }
  assert.ok(lines.length > 150, String(lines.length))
})

test('an address that fits as typed comes before one that another index guessed', async () => {
  const own = postal({
    buildingNumber: '6',
    thoroughfare: 'FAIRFIELD HILL',
    dependentLocality: 'HEALD GREEN',
  })
  const base = await release([postal({ buildingNumber: '6', thoroughfare: 'THE GREEN' })])
  const over = overlaySearch(base, [await ownIndex([own])])
  const found = over.autocomplete({ term: '6 the green', top: 6 })
  assert.deepEqual(
    found.map(({ item }) => item.line_1),
    ['6 THE GREEN'],
  )
})

test('what fits more strictly is the answer, whichever index it stands in', async () => {
  const exact = postal({ buildingNumber: '6', thoroughfare: 'FAIRFIELD HILL' })
  const loose = postal({ buildingNumber: '6', thoroughfare: 'FAIRFIELDS HILL' })
  const line = `6 Fairfield Hill, ${exact.townOrCity}, ${exact.postcode}`
  for (const [ours, theirs] of [
    [exact, loose],
    [loose, exact],
  ]) {
    const own = await ownIndex([ours])
    const base = await release([theirs])
    const passes = [base, own.search].map((each) =>
      each.fitting({ line, strict: true }, () => false),
    )
    assert.ok(passes.every(({ fits }) => fits.length === 1) && passes[0]?.pass !== passes[1]?.pass)
    for (const strict of [true, false]) {
      const found = overlaySearch(base, [own]).validate({ line, strict })
      const ids = found.kind === 'none' ? [] : found.kind === 'one' ? [found.id] : found.ids
      assert.deepEqual(ids, [ours === exact ? ownId(exact).id : base.at(0).id])
    }
  }
})

test('the nearest of both are those of one index, by their true distance', async () => {
  const whole = await release(some)
  const base = await release(some.filter((_, at) => at % 2 === 0))
  const over = overlaySearch(base, [await ownIndex(some.filter((_, at) => at % 2 === 1))])
  for (const { latitude, longitude } of some.filter((_, at) => at % 60 === 0)) {
    for (const more of [{}, { residential: true }, { residential: false }, { term: 'road' }]) {
      const query = { latitude, longitude, radiusKm: 1, top: 20, ...more }
      const distances = (search: PostalSearch) =>
        search.nearest(query).map(({ distanceMetres }) => Math.round(distanceMetres * 100))
      assert.deepEqual(distances(over), distances(whole))
    }
  }
})

test('an address that is on the page stays there with every further right character', async () => {
  const base = await release(some.filter((_, at) => at % 2 === 0))
  const mine = some.filter((_, at) => at % 2 === 1)
  const over = overlaySearch(base, [await ownIndex(mine)])
  for (const row of mine.filter((_, at) => at % Math.ceil(mine.length / runs(12)) === 0)) {
    const { id } = ownId(row)
    const text = textOf(postalAddress(row))
    let isShown = false
    for (let end = 1; end <= text.length; end += 1) {
      const found = over.autocomplete({ term: text.slice(0, end), top: 6 })
      const is = found.some((each) => each.id === id)
      assert.ok(is || !isShown, text.slice(0, end))
      isShown = is
    }
    assert.ok(isShown, text)
  }
})

test('typeahead has the values of both, each once', async () => {
  const base = await release(some.filter((_, at) => at % 2 === 0))
  const over = overlaySearch(base, [await ownIndex(some.filter((_, at) => at % 2 === 1))])
  const whole = await release(some)
  for (const term of ['s', 'ma', 'lei', 'sk1', 'eng']) {
    const query = { term, top: 10_000, search: ['postcode', 'locality', 'town_or_city', 'county'] }
    assert.deepEqual([...over.typeahead(query)].sort(), [...whole.typeahead(query)].sort())
  }
})

test('an address that stands in two lists is one candidate, and of many ten are named', async () => {
  const place = { thoroughfare: 'Okapi Road', townOrCity: 'Leek', postcode: 'ST13 5AA' }
  const flats = Array.from({ length: 14 }, (_, at) =>
    postal({ ...place, subBuilding: `Flat ${at + 1}`, buildingNumber: '80' }),
  )
  const base = await release([...flats.slice(0, 4)])
  const house = postal({ ...place, buildingNumber: '7' })
  const lists = [flats.slice(4, 9), flats.slice(9)]
  const own = await Promise.all(lists.map((list) => ownIndex([...list, house])))
  const over = overlaySearch(base, own)
  const one = over.validate({ line: '7 Okapi Road, Leek, ST13 5AA', strict: true })
  assert.deepEqual([one.kind, one.kind === 'one' && one.id], ['one', ownId(house).id])
  const several = over.validate({ line: '80 Okapi Road, Leek, ST13 5AA', strict: true })
  assert(several.kind === 'several', several.kind)
  assert.equal(new Set(several.ids).size, 10)
  assert.equal(several.ids.length, 10)
})

test('a term that is right somewhere needs no guesses elsewhere', async () => {
  const place = { townOrCity: 'Leek', postcode: 'ST13 5AA', buildingNumber: '1' }
  const base = await release([postal({ ...place, thoroughfare: 'Marlow Street' })])
  const own = await ownIndex([postal({ ...place, thoroughfare: 'Harlow Street' })])
  const over = overlaySearch(base, [own])
  const lines = (term: string) => over.autocomplete({ term, top: 6 }).map(({ item }) => item.line_1)
  assert.deepEqual(lines('1 marlow street'), ['1 Marlow Street'])
  assert.deepEqual(lines('1 harlow street'), ['1 Harlow Street'])
  assert.deepEqual(lines('1 tarlow street').sort(), ['1 Harlow Street', '1 Marlow Street'])
})

test('the name of a place anywhere is not a typing error of another', async () => {
  const base = await release([
    postal({ thoroughfare: 'High Street', townOrCity: 'Marlow', postcode: 'SL7 1AA' }),
  ])
  const place = { thoroughfare: 'Okapi Road', buildingNumber: '1', postcode: 'CM20 1AA' }
  const own = await ownIndex([postal({ ...place, townOrCity: 'Harlow' })])
  const over = overlaySearch(base, [own])
  assert.equal(over.validate({ line: '1 Okapi Road, Tarlow', strict: true }).kind, 'one')
  assert.equal(over.validate({ line: '1 Okapi Road, Marlow', strict: true }).kind, 'none')
})

test('own addresses are got, located and measured by their ids, and those without a place are near to nothing', async () => {
  const place = { thoroughfare: 'Okapi Road', townOrCity: 'Leek', postcode: 'ST13 5AA' }
  const base = await release([
    postal({ ...place, buildingNumber: '1', townOrCity: 'LEEK', latitude: 53, longitude: -2 }),
  ])
  const here = postal({ ...place, buildingNumber: '2', latitude: 53.01, longitude: -2 })
  const lost = postal({ ...place, buildingNumber: '3', latitude: 53, longitude: -2 })
  const located = await ownIndex([here])
  const nowhere = await ownIndex([lost], false)
  const over = overlaySearch(base, [located, nowhere])
  const ids = { base: base.at(0).id, here: ownId(here).id, lost: ownId(lost).id }
  assert.equal(over.get(ids.here)?.line_1, '2 Okapi Road')
  assert.equal(over.get(ids.lost)?.line_1, '3 Okapi Road')
  assert.equal(over.get(ids.base)?.line_1, '1 Okapi Road')
  assert.equal(over.get('pa_none'), undefined)
  assert.deepEqual(over.locate(ids.here), { latitude: 53.01, longitude: -2 })
  assert.equal(over.locate(ids.lost), undefined)
  assert.deepEqual(over.locate(ids.base), base.locate(ids.base))
  assert.equal(Math.round(over.distance(ids.base, ids.here) ?? 0), 1112)
  assert.equal(over.distance(ids.base, ids.lost), undefined)
  const around = { latitude: 53, longitude: -2, radiusKm: 5, top: 9 }
  assert.deepEqual(
    over.nearest(around).map(({ id }) => id),
    [ids.base, ids.here],
  )
  assert.deepEqual(
    over.nearest({ ...around, top: 1 }).map(({ id }) => id),
    [ids.base],
  )
  const found = (filter?: object) =>
    over
      .autocomplete({ term: 'okapi road', top: 9, ...(filter && { filter }) })
      .map(({ id }) => id)
      .toSorted()
  const all = [ids.base, ids.here, ids.lost].toSorted()
  assert.deepEqual(found(), all)
  assert.deepEqual(found({ fields: { postcode: ['ST13 5AA'] } }), all)
  const radius = { latitude: 53, longitude: -2, km: 5 }
  assert.deepEqual(found({ radius }), [ids.base, ids.here].toSorted())
  // A value of both is written as the release has it, and the owner's come first.
  assert.deepEqual(over.typeahead({ term: 'lee', top: 9, search: ['town_or_city'] }), ['LEEK'])
})
