// The verdict on one line or one row of parts.
// Covers: src/match/**

import assert from 'node:assert/strict'
import test from 'node:test'
import { matchAddress } from '../../src/match/match.ts'
import { builtNational, builtPostal } from '../search/built.ts'
import { national, nationalSource, postal, postalSource } from '../search/small-world.ts'

const search = await builtNational(
  nationalSource([
    national('44 KING ST, NEWTOWN NSW 2042'),
    national('3/44 KING ST, NEWTOWN NSW 2042'),
    national('46 KING ST, NEWTOWN NSW 2042'),
    national('12A KING ST, NEWTOWN NSW 2042'),
    national('70-76 KING ST, NEWTOWN NSW 2042'),
    national('1/60 KING ST, NEWTOWN NSW 2042'),
    national('2/60 KING ST, NEWTOWN NSW 2042'),
    national('12 KING ST, ENMORE NSW 2042'),
    national('16 ALTON AV, NEWTOWN NSW 2042'),
    national('3 DALTON AV, MOSMAN NSW 2088'),
    national('23 KING ST, NEWTOWN NSW 2042', { addressDetailPid: 'GANSWOWN' }),
    national('2 QUEEN ST, NEWTOWN NSW 2042', { aliasPrincipal: 'A', principalPid: 'GANSWOWN' }),
    ...[1, 2, 3, 4, 5].map((unit) => national(`${unit}/80 KING ST, NEWTOWN NSW 2042`)),
  ]),
)
const verdictOf = (line: string) => matchAddress(search, line).verdict

test('a line that names a street or a place by another name of theirs means the address, told by its own', async () => {
  const other = await builtNational(
    nationalSource(
      [national('12 KING ST, NEWTOWN NSW 2042'), national('14 KING ST, NEWTOWN NSW 2042')],
      {
        localityAliases: [{ state: 'NSW', localityName: 'NEWTOWN', alias: 'OLD VILLAGE' }],
        localityNeighbours: [],
        streetAliases: [
          {
            ...{ state: 'NSW', localityName: 'NEWTOWN', streetName: 'KING', streetType: 'ST' },
            ...{ streetSuffix: '', aliasName: 'GREAT SOUTHERN', aliasType: 'HWY', aliasSuffix: '' },
          },
        ],
      },
    ),
  )
  for (const line of [
    '12 Great Southern Hwy, Newtown NSW 2042',
    '12 King St, Old Village NSW 2042',
    '12 Great Southern Highway, Old Village NSW',
  ]) {
    const { verdict, address, confidence } = matchAddress(other, line)
    assert.deepEqual([verdict, address], ['exact', '12 KING ST, NEWTOWN NSW 2042'], line)
    assert.ok(confidence > 0.99, line)
  }
  const { verdict, reason } = matchAddress(other, '13 Great Southern Hwy, Newtown NSW 2042')
  assert.deepEqual([verdict, reason], ['not-found', 'The street has no such number.'])
  const welsh = await builtPostal(
    postalSource([
      postal({
        ...{ buildingNumber: '3', thoroughfare: 'Queen Street', townOrCity: 'Cardiff' },
        ...{ postcode: 'CF10 2BU' },
        otherNames: { streets: ['Heol y Frenhines'], places: ['Caerdydd'] },
      }),
    ]),
  )
  for (const line of [
    '3 Heol y Frenhines, Caerdydd CF10 2BU',
    '3 Heol y Frenhines, Cardiff',
    '3 Queen Street, Caerdydd',
  ]) {
    const match = matchAddress(welsh, line)
    assert.deepEqual(
      [match.verdict, match.address],
      ['exact', '3 Queen Street, Cardiff, CF10 2BU'],
      line,
    )
  }
})

test('the label of an address is an exact match with every part confirmed', () => {
  const match = matchAddress(search, '46 KING ST, NEWTOWN NSW 2042')
  assert.equal(match.verdict, 'exact')
  assert.equal(match.address, '46 KING ST, NEWTOWN NSW 2042')
  assert.equal(match.reason, '')
  assert.ok(match.confidence > 0.99)
  assert.deepEqual(new Set(match.parts.map(({ state }) => state)), new Set(['confirmed']))
})

test('the parts of a row find what their line finds', () => {
  const cells = { unit: '3', number: '44', street: 'King St', place: 'Newtown', postcode: '2042' }
  const { verdict, address } = matchAddress(search, cells)
  assert.equal(verdict, 'exact')
  assert.match(address, /^UNIT 3 44 KING/)
})

test('a misspelt street and a wrong postcode are corrected, and say what is held', () => {
  const { verdict, parts } = matchAddress(search, '46 Kingg Street, Newtown 2043')
  assert.equal(verdict, 'corrected')
  const of = (name: string) => parts.find((part) => part.name === name)
  assert.deepEqual(of('street'), {
    name: 'street',
    state: 'corrected',
    typed: 'KINGG',
    held: 'KING',
  })
  assert.equal(of('postcode')?.held, '2042')
})

test('a number, a letter or a unit that is not held is never matched to another', () => {
  assert.equal(verdictOf('48 King St, Newtown NSW 2042'), 'not-found')
  assert.equal(verdictOf('12 King St, Newtown NSW 2042'), 'not-found')
  assert.equal(verdictOf('12B King St, Newtown NSW 2042'), 'not-found')
  assert.equal(verdictOf('4/44 King St, Newtown NSW 2042'), 'not-found')
  assert.equal(verdictOf('72 King St, Newtown NSW 2042'), 'not-found')
  assert.equal(verdictOf('44 King Rd, Newtown NSW 2042'), 'not-found')
})

test('without a postcode a name that is a street elsewhere is hardly a slip for another', () => {
  const confidence = (line: string) => matchAddress(search, line).confidence
  assert.ok(confidence('Smith and Sons, 16 Dalton Av, Newtown') < 0.9)
  assert.ok(confidence('Smith and Sons, 16 Aalton Av, Newtown') > 0.9)
})

test('a building known only by its units is ambiguous, with its units as candidates', () => {
  const { verdict, id, candidates, reason } = matchAddress(search, '60 King St, Newtown NSW 2042')
  assert.equal(verdict, 'ambiguous')
  assert.equal(id, '')
  assert.equal(candidates.length, 2)
  assert.match(reason, /units/)
  assert.equal(matchAddress(search, '80 King St, Newtown NSW 2042').candidates.length, 3)
})

test('a matched address has only candidates that could be meant', () => {
  const only = matchAddress(search, '46 KING ST, NEWTOWN NSW 2042')
  assert.deepEqual([only.id !== '', only.candidates], [true, []])
  const sure = matchAddress(search, 'Smith and Sons, 46 King St, Newtown')
  assert.equal(sure.address, '46 KING ST, NEWTOWN NSW 2042')
  for (const { confidence } of sure.candidates) assert.ok(confidence >= 0.01, String(confidence))
})

test('a line without an address is not found, and the reason says so', () => {
  for (const line of ['zzz', '', '   ', '/', 'x'.repeat(10_000)]) {
    const match = matchAddress(search, line)
    assert.equal(match.verdict, 'not-found')
    assert.equal(match.id, '')
    assert.notEqual(match.reason, '')
  }
})

test('a row that is not found says why', () => {
  const reasons = {
    '999 King St, Newtown NSW 2042': 'The street has no such number.',
    'Unit 9, 80 King St, Newtown NSW 2042': 'The building has no such unit.',
    '46 Zzyzx Rd, Newtown NSW 2042': 'No similar address was found.',
    '': 'The row has nothing to look up.',
  }
  for (const [line, reason] of Object.entries(reasons)) {
    const match = matchAddress(search, line)
    assert.deepEqual([match.verdict, match.reason], ['not-found', reason], line)
  }
})

test('an alias is matched by its own number and street, and is the address that it stands for', () => {
  for (const line of ['2 QUEEN ST, NEWTOWN NSW 2042', '2 Quen Street, Newtown']) {
    const { address, parts } = matchAddress(search, line)
    assert.equal(address, '23 KING ST, NEWTOWN NSW 2042')
    assert.deepEqual(
      parts.filter(({ state }) => state === 'contradicted'),
      [],
    )
  }
  assert.equal(verdictOf('4 Queen St, Newtown NSW 2042'), 'not-found')
})

test('every reason is that of the part that keeps the line from one address', async () => {
  const level = (levelNumber: string) =>
    national('80 KING ST, NEWTOWN NSW 2042', { levelType: 'LEVEL', levelNumber })
  const world = await builtNational(
    nationalSource([
      national('46 KING ST, NEWTOWN NSW 2042'),
      national('70-76 KING ST, NEWTOWN NSW 2042'),
      national('1/60 KING ST, NEWTOWN NSW 2042'),
      national('2/60 KING ST, NEWTOWN NSW 2042'),
      national('5 WATTLE ST N, NEWTOWN NSW 2042'),
      national('7 SMITH ST, FITZROY VIC 3065'),
      national('9 SMITH ST, COLLINGWOOD VIC 3066'),
      ...['VIC 3121', 'TAS 7025', 'NSW 2753'].map((state) =>
        national(`12 OAK ST, RICHMOND ${state}`),
      ),
      ...['1', '2'].map(level),
    ]),
  )
  const newtown = 'Newtown NSW 2042'
  for (const [line, verdict, reason] of [
    [`46 King Rd, ${newtown}`, 'not-found', 'The street of that name has a different type.'],
    [
      `5 Wattle St South, ${newtown}`,
      'not-found',
      'The street of that name has a different direction.',
    ],
    ['7 Smith St, Collingwood VIC 3066', 'not-found', 'The street has no such number.'],
    ['46 King St, Wisbech 9999', 'not-found', 'The street is not known in that place.'],
    [
      `72 King St, ${newtown}`,
      'not-found',
      'The number is inside a range and has no address of its own.',
    ],
    [`King St, ${newtown}`, 'ambiguous', 'The number of the house is missing.'],
    [`60 King St, ${newtown}`, 'ambiguous', 'The building has units, but none is given.'],
    [`Unit 9, 60 King St, ${newtown}`, 'not-found', 'The building has no such unit.'],
    [`80 King St, ${newtown}`, 'ambiguous', 'The building has levels, but none is given.'],
    [`Level 7, 80 King St, ${newtown}`, 'not-found', 'The building has no such level.'],
    ['12 Oak St, Richmond', 'ambiguous', 'Several addresses fit.'],
    [`46 Queen St, ${newtown}`, 'not-found', 'No similar address was found.'],
  ] as const) {
    const match = matchAddress(world, line)
    assert.deepEqual([match.verdict, match.reason, match.id], [verdict, reason, ''], line)
  }
})

test('words that are left over make a match less sure, and so does each thing that is not said', () => {
  const sure = (line: string) => matchAddress(search, line).confidence
  const whole = sure('46 King St, Newtown NSW 2042')
  assert.ok(sure('Smith and Sons, 46 King St, Newtown NSW 2042') < whole)
  assert.ok(sure('46 King St, Newtown') < whole)
  assert.ok(sure('46 Kingg St, Newtown NSW 2042') < whole)
  assert.ok(sure('Smith and Sons, 46 King St, Newtown') < sure('46 King St, Newtown'))
})
