// Addresses of one column, taken apart by what they say and by what the columns beside them say.
// Covers: src/lists/importing/{postal-rows,national-rows,address-pieces}.ts, src/index/lines/**

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AU } from '../../../src/countries/au.ts'
import { readNationalLines } from '../../../src/index/lines/national-lines-reader.ts'
import { readPostalLines } from '../../../src/index/lines/postal-lines-reader.ts'
import { KnownPlaces } from '../../../src/lists/importing/address-pieces.ts'
import { splitNational } from '../../../src/lists/importing/national-rows.ts'
import { splitPostal } from '../../../src/lists/importing/postal-rows.ts'

const KEPT = join(import.meta.dirname, 'kept-splits.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/lists/importing/kept-splits.test.ts'

/** So many rows of a list name each of these places, in an outcode or a postcode. */
const PLACES: readonly (readonly [string, string, number])[] = [
  ['Cheadle', 'SK1', 2],
  ['Stockport', 'SK1', 6],
  ['Thornton Heath', 'CR7', 5],
  ['Crystal Palace Parade', 'SE19', 5],
  ['Mill Row', 'SE20', 4],
  ['Stow on the Wold', 'GL54', 2],
  ['Ely', 'CB7', 1],
  ['NEWTOWN', '2042', 3],
  ['PORT MELBOURNE', '3207', 2],
]
const known = new KnownPlaces()
for (const [name, area, rows] of PLACES) {
  for (let row = 0; row < rows; row += 1) known.add(name, area)
}
/** What other columns may say, by the names of both countries' fields. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  town: ['townOrCity'],
  locality: ['dependentLocality', 'localityName'],
}
const NOTHING = {
  postcode: '',
  townOrCity: '',
  dependentLocality: '',
  localityName: '',
  county: '',
  state: '',
}

type Split = Parameters<typeof splitNational> extends [unknown, ...infer Rest] ? Rest : never

/**
 * `uk TEXT | TEXT + town=Ely` with the places of the list; `uk? ` while they are learnt; `lines-uk` only what stands
 * above the place.
 */
function answerTo(line: string): string {
  const [product = ''] = line.split(' ', 1)
  const [texts = '', given = ''] = line.slice(product.length + 1).split(' + ')
  const beside = Object.fromEntries(
    given.split('; ').flatMap((pair) => {
      const [name = '', value] = pair.split('=')
      return (FIELDS[name] ?? [name]).map((field) => [field, value])
    }),
  )
  const places = product.endsWith('?') ? undefined : known
  const splitAu = (...given: Split) => splitNational(AU, ...given)
  const split = product.startsWith('uk') ? splitPostal : splitAu
  const read = { 'lines-uk': readPostalLines, 'lines-au': readNationalLines }[product]
  const lines = texts.split(' | ')
  const parts = read?.(lines) ?? split(lines, { ...NOTHING, ...beside }, places)
  const filled = Object.entries(parts).filter(([, value]) => value.length > 0)
  return filled
    .map(
      ([name, value]) => `${name.replace('localityName', 'locality')}=${[value].flat().join('; ')}`,
    )
    .join(' | ')
}

test('an address that is taken apart has its original parts', () => {
  const kept = readFileSync(KEPT, 'utf8')
  const lines = kept.trimEnd().split('\n')
  const now = lines
    .filter((line) => !line.startsWith('< '))
    .flatMap((line) => (line.startsWith('#') ? [line] : [line, `< ${answerTo(line)}`]))
  const text = `${now.join('\n')}\n`
  if (process.env.UPDATE_DOCS === '1') writeFileSync(KEPT, text)
  else assert.equal(text, kept, `if it is meant: ${AGAIN}`)
})

test('places are counted in any case, up to as many as a country has', () => {
  const places = new KnownPlaces()
  places.add('', 'SK1')
  assert.equal(places.usual('SK1'), '')
  for (let name = 0; name < 200_000; name += 1) places.add(`P${name}`, '')
  places.add('P1', '')
  places.add('One more', '')
  assert.deepEqual([places.count('p1'), places.count('one more')], [2, 0])
})

test('the usual place of an area is what most of its rows name, and of equals what was named first', () => {
  const places = new KnownPlaces()
  for (const name of ['Cheadle', 'Stockport', 'Stockport', 'Cheadle']) places.add(name, 'SK1')
  places.add('Bramhall', 'SK7')
  assert.deepEqual(
    ['SK1', 'SK7', 'SK9', ''].map((area) => places.usual(area)),
    ['Cheadle', 'Bramhall', '', ''],
  )
  const later = new KnownPlaces()
  for (const name of ['Cheadle', 'Stockport', 'Stockport']) later.add(name, 'SK1')
  assert.equal(later.usual('SK1'), 'Stockport')
})
