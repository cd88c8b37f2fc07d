// Places, typeahead and distances: found by what they are called, with ids that lead back to them.
// Covers: src/search/product/typeahead.ts, src/index/geography/**

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { metresBetween } from '../../../src/address/geo.ts'
import { AU } from '../../../src/countries/au.ts'
import { loadIndex } from '../../../src/index/file/index-file.ts'
import { IndexSections } from '../../../src/index/file/index-sections.ts'
import type { StoredPlace } from '../../../src/index/file/sections.ts'
import { Places } from '../../../src/index/geography/places.ts'
import { regionForms } from '../../../src/index/words/written-forms.ts'
import { openIndex } from '../../../src/search/open-index.ts'
import { built, builtNational, builtPostal } from '../../search/built.ts'
import { national, nationalSource, postal, postalSource } from '../../search/small-world.ts'

const au = await builtNational(
  nationalSource([
    national('1 KING ST, RICHMOND VIC 3121', { latitude: -37.82, longitude: 145 }),
    national('2 KING ST, RICHMOND VIC 3121', { latitude: -37.84, longitude: 145.02 }),
    national('3 KING ST, RICHMOND TAS 7025', { latitude: -42.7, longitude: 147.4 }),
    national('4 KINGSTON RD, ST KILDA VIC 3182', { latitude: -37.86, longitude: 144.98 }),
  ]),
)
const heaton = { dependentLocality: 'Heaton Moor', townOrCity: 'Stockport', county: 'Cheshire' }
const uk = await builtPostal(
  postalSource([
    postal({
      ...heaton,
      buildingNumber: '1',
      thoroughfare: 'High Street',
      postcode: 'SK4 4AA',
      latitude: 53.42,
      longitude: -2.18,
    }),
    postal({
      ...heaton,
      buildingNumber: '2',
      thoroughfare: 'High Street',
      postcode: 'SK4 4AA',
      latitude: 53.4,
      longitude: -2.16,
    }),
    postal({
      buildingNumber: '3',
      thoroughfare: 'High Street',
      townOrCity: 'Ely',
      postcode: 'CB7 4AA',
    }),
  ]),
)

test('a locality has a text slug, its centre, and is found by name, postcode and alias of saint', () => {
  const [found] = au.places({ term: 'richmond vic', top: 6 })
  assert.equal(found.id, 'richmond-vic-3121')
  assert.deepEqual(found.item, {
    latitude: -37.83,
    longitude: 145.01,
    locality_name: 'RICHMOND',
    state: 'VIC',
    postcode: '3121',
  })
  assert.deepEqual(au.getPlace('richmond-vic-3121'), found.item)
  assert.deepEqual(
    au.places({ term: '7025', top: 6 }).map(({ id }) => id),
    ['richmond-tas-7025'],
  )
  assert.deepEqual(
    au.places({ term: 'saint k', top: 6 }).map(({ id }) => id),
    ['st-kilda-vic-3182'],
  )
  assert.deepEqual(au.places({ term: 'richmont', top: 6 }).length, 2)
  assert.deepEqual(
    au.places({ term: 'rich', top: 6, filter: { state: ['tas'] } }).map(({ id }) => id),
    ['richmond-tas-7025'],
  )
  const location = { latitude: -42, longitude: 147 }
  assert.equal(au.places({ term: 'rich', top: 1, location })[0].id, 'richmond-tas-7025')
})

test('places whose names give one id have ids of their own, which lead back to them', async () => {
  const names = ['ST MARYS', "ST MARY'S", 'ST. MARYS', 'ST-MARYS']
  const alike = await builtNational(
    nationalSource(names.map((name) => national(`1 KING ST, ${name} NSW 2760`))),
  )
  const found = alike.places({ term: 'st marys', top: 10 })
  const ids = found.map(({ id }) => id)
  assert.ok(ids.length >= 3 && new Set(ids).size === ids.length, ids.join())
  for (const { id, item } of found) assert.deepEqual(alike.getPlace(id), item, id)
})

test('UK places are areas, towns, outcodes and postcodes', () => {
  assert.deepEqual(
    uk.places({ term: 'heaton', top: 6 }).map(({ id }) => id),
    ['heaton-moor-stockport-cheshire'],
  )
  assert.deepEqual(
    uk.places({ term: 'stockport', top: 6 }).map(({ id }) => id),
    ['stockport-cheshire'],
  )
  assert.deepEqual(
    uk.places({ term: 'sk4', top: 6 }).map(({ id }) => id),
    ['sk4', 'sk4-4aa'],
  )
  const place = uk.getPlace('sk4-4aa')
  assert.equal(place?.postcode, 'SK4 4AA')
  assert.equal(place?.outcode, 'SK4')
  assert.equal(place?.area, 'Heaton Moor')
  assert.deepEqual([place?.latitude, place?.longitude], [53.41, -2.17])
})

test('UK postcodes are found as they are typed, in one word or two, and no more than asked for', async () => {
  const many = await builtPostal(
    postalSource(
      ['SK4 4AA', 'SK4 4AB', 'SK4 4AD', 'SK4 5AA', 'SK40 1AA'].map((postcode, at) =>
        postal({ buildingNumber: String(at + 1), thoroughfare: 'High Street', postcode }),
      ),
    ),
  )
  const found = (term: string, top = 20) =>
    many
      .places({ term, top })
      .filter(({ item }) => item.postcode !== '')
      .map(({ item }) => item.postcode)
  assert.deepEqual(found('SK4 4'), ['SK4 4AA', 'SK4 4AB', 'SK4 4AD'])
  assert.deepEqual(found('SK4 4', 2), ['SK4 4AA', 'SK4 4AB'])
  assert.deepEqual(found('SK4 4AB'), ['SK4 4AB'])
  assert.deepEqual(found('sk44ab'), ['SK4 4AB'])
  assert.deepEqual(many.getPlace('sk4-4ab')?.postcode, 'SK4 4AB')
})

test('distances are between any two of address, place and postcode', () => {
  const [one] = au.autocomplete({ term: '1 king st', top: 1 })
  const metres = metresBetween(
    { latitude: -37.82, longitude: 145 },
    { latitude: -37.83, longitude: 145.01 },
  )
  assert.equal(au.distance(one.id, 'richmond-vic-3121'), metres)
  assert.equal(au.distance(one.id, 'nowhere-vic-3000'), undefined)
  assert.deepEqual(uk.locate('sk44aa'), { latitude: 53.41, longitude: -2.17 })
  assert.equal(uk.distance('SK4 4AA', 'sk4-4aa'), 0)
  assert.equal(uk.distance('SK4 4AA', 'ZZ1 1ZZ'), undefined)
})

test('typeahead completes values of the named fields, those of most addresses first', () => {
  assert.deepEqual(au.typeahead({ term: 'ki', top: 6, search: ['street_name'] }), [
    'KING',
    'KINGSTON',
  ])
  assert.deepEqual(au.typeahead({ term: 'r', top: 6 }), ['RICHMOND'])
  assert.deepEqual(au.typeahead({ term: '3', top: 6, search: ['postcode'] }), ['3121', '3182'])
  assert.deepEqual(
    au.typeahead({ term: 'k', top: 6, search: ['street_name'], filter: { postcode: ['3182'] } }),
    ['KINGSTON'],
  )
  assert.deepEqual(uk.typeahead({ term: 'SK44', top: 6, search: ['postcode'] }), ['SK4 4AA'])
  assert.deepEqual(uk.typeahead({ term: 'sk4 ', top: 6, search: ['postcode'] }), ['SK4 4AA'])
  assert.deepEqual(uk.typeahead({ term: 'st', top: 6, search: ['town_or_city'] }), ['Stockport'])
  assert.deepEqual(uk.typeahead({ term: 'zz', top: 6 }), [])
  assert.deepEqual(uk.typeahead({ term: 'e', top: 6, search: ['nonsense'] }), [])
})

test('an id leads back in any case, and a county, a state or a country alone names no place', () => {
  assert.deepEqual(au.getPlace('Richmond-VIC-3121'), au.getPlace('richmond-vic-3121'))
  assert.deepEqual(uk.getPlace('SK4-4AA'), uk.getPlace('sk4-4aa'))
  assert.deepEqual(uk.locate('STOCKPORT-CHESHIRE'), uk.locate('stockport-cheshire'))
  for (const term of ['cheshire', 'england', 'uk']) {
    assert.deepEqual(uk.places({ term, top: 6 }), [], term)
  }
  for (const term of ['vic', 'victoria', 'australia']) {
    assert.deepEqual(au.places({ term, top: 6 }), [], term)
  }
})

test('postcodes fill what places leave, and are kept out by the same filter and radius', () => {
  const found = (more: object) => uk.places({ term: 'sk4', top: 6, ...more }).map(({ id }) => id)
  assert.deepEqual(found({ top: 1 }), ['sk4'])
  assert.deepEqual(found({ top: 2 }), ['sk4', 'sk4-4aa'])
  assert.deepEqual(found({ filter: { county: ['Cheshire'] } }), ['sk4', 'sk4-4aa'])
  assert.deepEqual(found({ filter: { county: ['Kent'] } }), [])
  assert.deepEqual(found({ filter: { locality: ['heaton moor'] } }).at(-1), 'sk4-4aa')
  const near = { latitude: 53.41, longitude: -2.17, km: 1 }
  assert.deepEqual(found({ radius: near }), ['sk4', 'sk4-4aa'])
  assert.deepEqual(found({ radius: { ...near, latitude: 52 } }), [])
  assert.deepEqual(uk.places({ term: 'sk4 4aa more', top: 6 }), [])
  assert.deepEqual(uk.places({ term: '', top: 6 }), [])
})

test('of two that are equally near the better known comes first', () => {
  const here = { latitude: -42.7, longitude: 147.4 }
  const [first, ...others] = au.nearestPlace({ ...here, radiusKm: 5000, top: 9 })
  assert.equal(first.id, 'richmond-tas-7025')
  assert.equal(first.distanceMetres, 0)
  assert.equal(others.length, 2)
  assert.deepEqual(
    au.nearestPlace({ ...here, radiusKm: 5000, top: 9, term: '  ' }),
    au.nearestPlace({ ...here, radiusKm: 5000, top: 9 }),
  )
  assert.deepEqual(
    au.nearestPlace({ ...here, radiusKm: 5000, top: 9, term: 'kilda' }).map(({ id }) => id),
    ['st-kilda-vic-3182'],
  )
})

test('words that others begin with, names near others and a number for a name find their own place alone', async () => {
  const localities = [
    'ST KILDA',
    'ST KILDARE',
    'EAST KILDA',
    'WEST KILDA',
    'KILDA',
    'KELSO',
    'KELSON',
  ]
  const source = nationalSource(
    [...localities, '1770'].map((name) => national(`1 KING ST, ${name} QLD 4677`)),
  )
  const { path } = await built(source)
  const search = await openIndex(path)
  const found = (term: string) =>
    search
      .places({ term, top: 20 })
      .map(({ item }) => 'locality_name' in item && item.locality_name)
  assert.deepEqual(found('st kilda '), ['ST KILDA'])
  assert.deepEqual(found('st kild').toSorted(), ['ST KILDA', 'ST KILDARE'])
  assert.deepEqual(found('kelso '), ['KELSO'])
  assert.deepEqual(found('kelzo ').toSorted(), ['KELSO'])
  assert.deepEqual(found('1770'), ['1770'])
  const twelve = 'kilda '.repeat(10)
  assert.deepEqual(found(`${twelve}kelson kelson`), [])
  assert.deepEqual(found(`${'st '.repeat(11)}kilda `), ['ST KILDA'])
  assert.deepEqual(found(`${'st '.repeat(12)}kilda `), [])
  const places = new Places(new IndexSections(await loadIndex(path)))
  for (const name of ['1770', 'KELSO', 'SAINT KILDA', 'EAST KILDA']) {
    assert.equal(places.isName(name.split(' ')), true, name)
  }
  for (const name of ['1771', 'KELS', 'KILDA ST', 'EAST', '']) {
    assert.equal(places.isName(name.split(' ')), false, name)
  }
})

const NAME_WORDS = ['ALPHA', 'ALPINE', 'BETA', 'BETTON', 'GAMMA', 'VICTOR']
const STATES = ['VIC', 'TAS', 'NSW']

test('places are those that a search through all names finds, the best known first', async () => {
  const pairs = NAME_WORDS.flatMap((one) =>
    ['', ...NAME_WORDS].map((two) => `${one} ${two}`.trim()),
  )
  const source = nationalSource(
    pairs.flatMap((name, at) =>
      STATES.slice(at % 3).map((state, more) =>
        national(`${at + 1} KING ST, ${name} ${state} ${2000 + ((at * 7 + more) % 50)}`),
      ),
    ),
  )
  const { path } = await built(source)
  const search = await openIndex(path)
  const all = new IndexSections(await loadIndex(path)).get('places')
  const isVictor = ([, , , , name = '', state]: StoredPlace) =>
    /VICTOR/.test(name) && state === 'VIC'
  assert.deepEqual(
    search.places({ term: 'vic v', top: 99 }).map(({ id }) => id),
    all.filter(isVictor).map(([id]) => id),
  )
  const word = fc.constantFrom(...NAME_WORDS, ...STATES, '2007', 'ALPHABETA')
  const last = fc.tuple(word, fc.nat(8)).map(([text, end]) => text.slice(0, 1 + end))
  const typed = fc.record({
    words: fc.array(word, { maxLength: 3 }),
    last,
    state: fc.option(fc.constantFrom(...STATES), { nil: undefined }),
    top: fc.integer({ min: 1, max: 30 }),
  })
  fc.assert(
    fc.property(typed, ({ words, last: open, state, top }) => {
      const isFitting = ([, , , , name = '', of = '', postcode = '']: StoredPlace) => {
        const named = name.split(' ')
        const strong = [...named, named.slice(0, 2).join(''), postcode]
        const isOne = (texts: readonly string[]) => (text: string) => texts.includes(text)
        const begins = (texts: readonly string[]) => texts.some((text) => text.startsWith(open))
        if (words.length === 0) return begins(strong)
        const isNamed = words.some(isOne(strong)) || begins(strong)
        const known = [...strong, ...regionForms(AU, of)]
        return isNamed && words.every(isOne(known)) && begins(known)
      }
      const fitting = all.filter((place) => isFitting(place) && (state ?? place[5]) === place[5])
      // Where no name is as typed, others are that differ by a letter.
      fc.pre(fitting.length > 0)
      const filter = state === undefined ? {} : { filter: { state: [state.toLowerCase()] } }
      const term = [...words, open].join(' ')
      const found = search.places({ term, top, ...filter }).map(({ id }) => id)
      assert.deepEqual(
        found,
        fitting.slice(0, top).map(([id]) => id),
      )
    }),
  )
})
