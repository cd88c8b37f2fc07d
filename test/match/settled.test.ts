// Lines that are settled without a search, and that no other answer comes of it.
// Covers: src/match/settled.ts, src/search/validate/{on-street,number-on-street}.ts

import assert from 'node:assert/strict'
import test from 'node:test'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { countryOf } from '../../src/countries/country.ts'
import { TypedWords } from '../../src/lines/typed-words.ts'
import { matchAddress } from '../../src/match/match.ts'
import type { AnySearch } from '../../src/search/address-search.ts'
import { builtNational } from '../search/built.ts'
import { national, nationalSource } from '../search/small-world.ts'
import { nationalWorld } from '../search/synthetic.ts'

const search: AnySearch = await builtNational(
  nationalSource([
    national('44 KING ST, NEWTOWN NSW 2042'),
    national('3/44 KING ST, NEWTOWN NSW 2042'),
    national('4/44 KING ST, NEWTOWN NSW 2042'),
    national('46A KING ST, NEWTOWN NSW 2042'),
    national('70-76 KING ST, NEWTOWN NSW 2042'),
    national('5 PARRAMATTA RD, ANNANDALE NSW 2038'),
    national('5 PARRAMATTA RD, HABERFIELD NSW 2045'),
    national('9 KING ST, HABERFIELD NSW 2045', { aliasPrincipal: 'A', principalPid: 'GANSWOWN' }),
    national('19 KING ST, HABERFIELD NSW 2045', { addressDetailPid: 'GANSWOWN' }),
  ]),
)
const refused = (): never => assert.fail('it was searched for')
const withoutSearch: AnySearch = { ...search, validate: refused, autocomplete: refused }

test('a line that names its street as it is held, or with a word misspelt, is matched without a search', () => {
  const labels = {
    '44 KING ST, NEWTOWN NSW 2042': '44 KING ST, NEWTOWN NSW 2042',
    '3/44 King Street Newtown 2042': 'UNIT 3 44 KING ST, NEWTOWN NSW 2042',
    'C/O J Smith, unit 4, 44 king st, newtown nsw': 'UNIT 4 44 KING ST, NEWTOWN NSW 2042',
    '46A KING ST NSW 2042': '46A KING ST, NEWTOWN NSW 2042',
    '44 King St, Newtown, New South Wales 2042, Australia': '44 KING ST, NEWTOWN NSW 2042',
    '44 king st newtown new south wales aus': '44 KING ST, NEWTOWN NSW 2042',
    '70-76 King St, Newtown NSW 2042': '70-76 KING ST, NEWTOWN NSW 2042',
    '5 Paramatta Rd, Anandale NSW 2038': '5 PARRAMATTA RD, ANNANDALE NSW 2038',
    '9 King St, Haberfield NSW 2045': '19 KING ST, HABERFIELD NSW 2045',
  }
  for (const [line, label] of Object.entries(labels)) {
    const match = matchAddress(withoutSearch, line)
    assert.equal(match.address, label, line)
    assert.ok(match.confidence > 0.9, line)
  }
})

test('another place or postcode than that of the one street is told without a search', () => {
  const unsearched: AnySearch = { ...search, autocomplete: refused }
  const lines = ['44 King St, Annandale NSW 2042', '44 king st newtown 2038']
  for (const line of lines) {
    const match = matchAddress(unsearched, line)
    assert.equal(match.address, '44 KING ST, NEWTOWN NSW 2042', line)
    assert.ok(match.confidence > 0.8, line)
  }
  // One street is in the place, another has the postcode, and a third is of another type.
  for (const line of ['5 Parramatta Rd, Annandale 2045', '5 Parramatta St, Annandale 2045']) {
    assert.throws(() => matchAddress(unsearched, line), /it was searched for/, line)
  }
})

test('a number that the street has not, and a unit that the building has not, are told without a search', () => {
  const reasons = {
    '45 King St, Newtown NSW 2042': 'The street has no such number.',
    '12/45 King St, Newtown NSW 2042': 'The street has no such number.',
    '14-16 King St, Newtown NSW': 'The street has no such number.',
    'Unit 9, 44 King St, Newtown NSW 2042': 'The building has no such unit.',
  }
  for (const [line, reason] of Object.entries(reasons)) {
    const match = matchAddress(withoutSearch, line)
    assert.deepEqual([match.id, match.reason, match.candidates], ['', reason, []], line)
  }
})

test('a number with another letter or in a range, a place that is not said and two streets are searched for', () => {
  const numbers = [46, 70, 72, 76].map((number) => `${number} King St, Newtown NSW 2042`)
  const lines = [...numbers, '44 King St']
  const long = `44 King St${', Newtown'.repeat(20)} NSW 2042`
  for (const line of [...lines, long, '5 Parramatta Rd, NSW', 'Lot 3 King St, Newtown NSW 2042']) {
    assert.throws(() => matchAddress(withoutSearch, line), /it was searched for/, line)
  }
})

const TRIES = Number(process.env.MATCH_TRIES ?? 200)

test('what is settled without a search is never another address than the search finds', async () => {
  const world: AnySearch = await builtNational(nationalWorld(71, 1500))
  const bySearch: AnySearch = { ...world, onStreet: undefined }
  const random = new SeededRandom(72)
  const anywhere = () => world.at(random.below(world.release.addresses)).item
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [item, other] = [anywhere(), anywhere()]
    const place = 'locality_name' in other ? other.locality_name : ''
    const label = 'address_label' in item ? item.address_label : ''
    const line = random.pick([
      label,
      label.toLowerCase().replaceAll(',', ''),
      label.replace(/ \d{4}$/, ''),
      `Zoltan Quux, ${label}`,
      label.replace(/([A-Z]{3})([A-Z])([A-Z])/, '$1$3$2'),
      label.replace(/\d+/, (digits) => `${Number(digits) + 1}`),
      label.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`),
      label.replace(/, .*(?= [A-Z]+ \d{4})/, `, ${place}`),
    ])
    const [settled, found] = [world, bySearch].map((each) => matchAddress(each, line))
    if (settled?.id === '' || found?.id === '') continue
    assert.equal(settled?.id, found?.id, `${line}: ${settled?.address}, and ${found?.address}`)
  }
})

/** Houses of every kind on one street: with letters, in ranges, with units, only as lots, and some that are retired. */
const KINDS = [
  '2',
  '2A',
  '3',
  '5-9',
  '5-7',
  '1/8',
  '2/8',
  '12',
  '3/12',
  '14',
  '15A',
  '20-26',
  '4/20-26',
  '30',
]
const HOUSES = [
  ...KINDS.map((number) => national(`${number} PERCY ST, NEWTOWN NSW 2042`)),
  ...['4', '10', '24', '31'].map((number) =>
    national(`${number} PERCY ST, NEWTOWN NSW 2042`, { addressStatus: 'RETIRED' }),
  ),
  ...['7', '8B'].map((lotNumber) => national('PERCY ST, NEWTOWN NSW 2042', { lotNumber })),
  ...['1', '40'].map((number) => national(`${number} OTHER ST, NEWTOWN NSW 2042`)),
]

test('the addresses of a number on a street are those that a look at every row finds', async () => {
  const street: AnySearch = await builtNational(nationalSource(HOUSES))
  const rows = HOUSES.filter(({ streetName }) => streetName === 'PERCY')
  const inUse = rows.filter(({ addressStatus }) => addressStatus !== 'RETIRED')
  const value = (text: string) => Number.parseInt(text, 10)
  for (let house = 1; house <= 33; house += 1) {
    for (const typed of [
      `${house}`,
      `${house}A`,
      `${house}-${house + 2}`,
      `${house}-${house + 6}`,
    ]) {
      for (const unit of ['', '1', '3']) {
        const line = `${unit === '' ? '' : `${unit}/`}${typed} PERCY ST, NEWTOWN NSW 2042`
        const [first = '', last = ''] = typed.split('-')
        const same = inUse.filter((row) => row.numberFirst === first && row.numberLast === last)
        const others = inUse.filter(
          (row) => value(row.numberFirst) === house && !same.includes(row),
        )
        const around = rows.filter(
          (row) => value(row.numberFirst) < house && value(row.numberLast) >= house,
        )
        const isOnlyForm = others.length + around.length === 0
        const found = street.onStreet?.(new TypedWords(line, countryOf('au')))
        if (same.length === 0 && !isOnlyForm) {
          assert.equal(found, undefined, line)
          continue
        }
        assert.deepEqual([found?.hasNumber, found?.isOnlyForm], [same.length > 0, isOnlyForm], line)
        const ids = found?.addresses.map(({ id }) => id) ?? []
        if (same.length === 0) {
          const before = rows.filter((row) => value(row.numberFirst) < house)
          const nearest = Math.max(2, ...before.map((row) => value(row.numberFirst)))
          const isNearest = inUse.filter((row) => value(row.numberFirst) === nearest)
          assert.ok(ids.length === Math.min(1, isNearest.length), line)
          for (const id of ids) {
            assert.ok(
              isNearest.some((row) => row.addressDetailPid === id),
              line,
            )
          }
          continue
        }
        const withUnit = same.filter((row) => row.flatNumber !== '' && row.flatNumber === unit)
        const buildings = same.filter((row) => row.flatNumber === '')
        const wanted = withUnit.length > 0 ? withUnit : buildings.length > 0 ? buildings : same
        const one = withUnit.length + buildings.length === 0 ? wanted.slice(0, 1) : wanted
        assert.deepEqual(
          ids,
          one.map(({ addressDetailPid }) => addressDetailPid),
          line,
        )
      }
    }
  }
})

test('a lot is the address that has no number but it, and one that is left out is not there', async () => {
  const street: AnySearch = await builtNational(nationalSource(HOUSES))
  const of = (line: string, exceptIds: readonly string[] = []) => {
    const { words, gaps } = new TypedWords(line, countryOf('au'))
    return street
      .onStreet?.({ words, gaps, exceptIds: new Set(exceptIds) })
      ?.addresses.map(({ id }) => street.get(id))
      .map((item) =>
        item !== undefined && 'lot_number' in item
          ? [item.lot_number, item.number_first].join('')
          : '',
      )
  }
  const idOf = (house: string) =>
    HOUSES.find(({ numberFirst, flatNumber }) => numberFirst === house && flatNumber === '')
      ?.addressDetailPid ?? ''
  assert.deepEqual(of('LOT 7 PERCY ST, NEWTOWN NSW 2042'), ['7'])
  assert.deepEqual(of('LOT 8B PERCY ST, NEWTOWN NSW 2042'), ['8B'])
  for (const lot of ['8', '12', '6', '9']) {
    assert.equal(of(`LOT ${lot} PERCY ST, NEWTOWN NSW 2042`), undefined, lot)
  }
  assert.equal(of('LOT 7, 12 PERCY ST, NEWTOWN NSW 2042'), undefined)
  assert.deepEqual(of('3 PERCY ST, NEWTOWN NSW 2042', [idOf('12')]), ['3'])
  assert.deepEqual(of('12 PERCY ST, NEWTOWN NSW 2042', [idOf('12')]), ['12'], 'its unit is left')
  assert.deepEqual(of('3 PERCY ST, NEWTOWN NSW 2042', [idOf('3')]), ['2A'], 'its neighbour')
})
