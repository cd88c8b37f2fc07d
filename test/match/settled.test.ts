// Lines that are settled without a search, and that no other answer comes of it.
// Covers: src/match/{settled,judged}.ts, src/search/validate/{on-street,number-on-street}.ts

import assert from 'node:assert/strict'
import test from 'node:test'
import { SeededRandom } from '../../src/lib/seeded-random.ts'
import type { AnySearch } from '../../src/match/judged.ts'
import { matchAddress } from '../../src/match/match.ts'
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
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { item } = world.at(random.below(world.release.addresses))
    const label = 'address_label' in item ? item.address_label : ''
    const line = random.pick([
      label,
      label.toLowerCase().replaceAll(',', ''),
      label.replace(/ \d{4}$/, ''),
      `Zoltan Quux, ${label}`,
      label.replace(/([A-Z]{3})([A-Z])([A-Z])/, '$1$3$2'),
      label.replace(/\d+/, (digits) => `${Number(digits) + 1}`),
    ])
    const [settled, found] = [world, bySearch].map((each) => matchAddress(each, line))
    if (settled?.id === '' || found?.id === '') continue
    assert.equal(settled?.id, found?.id, `${line}: ${settled?.address}, and ${found?.address}`)
  }
})
