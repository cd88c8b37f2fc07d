// What is shown for a UK address, typed back with its postcode, is found first and is that address to validate.
// Covers: src/search/match/whole-line.ts, src/index/postal/**, src/address/postal-lines.ts

import assert from 'node:assert/strict'
import test from 'node:test'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { formattedAddressText } from '../../../src/address/postal-lines.ts'
import { wordsOf } from '../../../src/index/words/fold.ts'
import type { PostalSearch } from '../../../src/search/address-search.ts'
import { isWholeText } from '../../../src/search/match/whole-line.ts'
import { runs } from '../../support/runs.ts'
import { builtPostal } from '../built.ts'
import { everyKindOfDeliveryPoint } from '../postal-kinds.ts'
import { postal, postalSource } from '../small-world.ts'

const KENT = {
  townOrCity: 'Deal',
  county: 'Kent',
  dependentLocality: 'Walmer',
  postcode: 'CT14 7AA',
}
const small = await builtPostal(
  postalSource([
    postal({ ...KENT, buildingNumber: '12', thoroughfare: 'York Road' }),
    postal({
      ...KENT,
      buildingNumber: '12',
      thoroughfare: 'York Road',
      organisation: 'Deal Print',
    }),
    postal({ ...KENT, buildingNumber: '12', thoroughfare: 'York Road', poBox: '7' }),
    postal({ ...KENT, buildingNumber: '12', thoroughfare: 'Walmer', residential: false }),
  ]),
)

const TWELVE = '12 York Road, Walmer, Deal, Kent'

interface Shown {
  readonly id: string
  readonly line: string
}

function everyLine(search: PostalSearch): readonly Shown[] {
  return Array.from({ length: search.release.addresses }, (_, row) => {
    const { id, item } = search.at(row)
    return { id, line: `${formattedAddressText(item)}, ${item.postcode}` }
  })
}

test('every kind of delivery point is first, and the one to validate, when it is typed as it is shown', async () => {
  const search = await builtPostal(postalSource(everyKindOfDeliveryPoint()))
  const lines = everyLine(search)
  const withLine = Map.groupBy(lines, ({ line }) => line.toUpperCase())
  assert.ok(lines.length > 2000)
  for (const { id, line } of lines) {
    const same = (withLine.get(line.toUpperCase()) ?? []).map((shown) => shown.id)
    const [first] = search.autocomplete({ term: line, top: 6 })
    assert.ok(first !== undefined && same.includes(first.id), line)
    const found = search.validate({ line, strict: true })
    if (same.length === 1) assert.ok(found.kind === 'one' && found.id === id, line)
    else assert.ok(found.kind === 'several' && found.ids.includes(id), line)
  }
})

test('a line is a whole one if it has all words of its lines and behind them only its places, else it is not', async () => {
  const search = await builtPostal(postalSource(everyKindOfDeliveryPoint()))
  const random = new SeededRandom(20_261_116)
  let [whole, other] = [0, 0]
  for (let tries = 0; tries < runs(600); tries++) {
    const { id, item } = search.at(random.below(search.release.addresses))
    const { line_1, line_2, line_3, line_4, locality, town_or_city, county, country } = item
    const lines = wordsOf([line_1, line_2, line_3, line_4].join(' '))
    const places = [...locality.split(', '), town_or_city, county, country].map(wordsOf)
    const words = [...lines, ...places.filter(() => random.chance(0.6)).flat()]
    if (random.chance(0.3)) words.splice(random.below(words.length), 1)
    if (random.chance(0.1)) words.splice(random.below(words.length), 0, random.pick(words))
    const isWhole = isWholeText(words, lines, () => places)
    const term = `${words.join(' ')} ${item.postcode}`
    const found = search.autocomplete({ term, top: 100 })
    const isFirst = found.some((answer) => answer.id === id && answer.penalty < 0)
    // It may be first by a name of its own, too.
    const isByName = isFirst && search.explain(term, 1).answers[0]?.pass !== 'whole line'
    assert.equal(isFirst && !isByName, isWhole, term)
    if (isWhole) whole++
    else other++
  }
  assert.ok(whole > runs(100) && other > runs(100), `${whole} ${other}`)
})

test('a whole line may leave out localities, town or county, and its postcode may stand anywhere', () => {
  for (const line of [
    '12 York Road, Walmer, Deal, Kent, CT14 7AA',
    '12 york road walmer deal ct147aa',
    '12 York Road, Deal CT14 7AA',
    '12 York Road CT14 7AA',
    'CT14 7AA, 12 York Road, Deal, Kent',
    '12 York Road, Walmer, CT14 7AA, England',
  ]) {
    const found = small.validate({ line, strict: true })
    assert.equal(found.kind === 'one' && formattedAddressText(found.address), TWELVE, line)
    assert.equal(small.autocomplete({ term: line, top: 6 })[0]?.label, TWELVE, line)
  }
})

test('a filter keeps a whole line out of the answers, and explain says that it was one', () => {
  const line = `${TWELVE}, CT14 7AA`
  const filter = { residential: false }
  assert.deepEqual(small.autocomplete({ term: line, top: 6, filter }), [])
  assert.equal(small.explain(line, 6).answers[0]?.label, TWELVE)
})
