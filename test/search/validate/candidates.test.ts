// Several that fit: at most ten are named, and what is exactly so comes before what is only like it.
// Covers: src/search/validate/{validate,namesakes,likely-typo,named-place}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtNational } from '../built.ts'
import { national, nationalSource } from '../small-world.ts'

const search = await builtNational(
  nationalSource([
    ...Array.from({ length: 14 }, (_, at) => national(`${at + 1}/80 KING ST, NEWTOWN NSW 2042`)),
    national('12 KING ST, NEWTOWN NSW 2042'),
    national('12-14 KING ST, NEWTOWN NSW 2042'),
    national('30 KENT ST, NEWTOWN NSW 2042'),
    national('30 BENT ST, NEWTOWN NSW 2042'),
    national('5 MOSS ST, NEWTOWN NSW 2042'),
    national('7 MOSS ST, ERSKINEVILLE NSW 2043'),
    national('9 ROSS ST, NEWTOWN NSW 2042', { addressDetailPid: 'GANSW710000001' }),
  ]),
)

/** Each suburb has a 5 on a street whose name is longer than the typed one; some have the shorter street, too. */
const NAMESAKES = await builtNational(
  nationalSource(
    [
      ...['ALPHA', 'BETA', 'GAMMA', 'DELTA', 'ECHO', 'FOXTROT', 'GOLF', 'HOTEL'].map((suburb, at) =>
        national(`5 SAINT GEORGE ST, ${suburb} VIC ${3001 + at}`),
      ),
      national('9 GEORGE ST, ALPHA VIC 3001'),
      national('9 GEORGE RD, BETA VIC 3002'),
      // In Gamma a street that goes by that name otherwise, in Delta one of a suburb of the same name.
      national('9 OTHER PL, GAMMA VIC 3003'),
      national('9 GEORGE ST, DELTA VIC 3999'),
      national('9 GEORGE ST, ECHO NSW 2005'),
      national('9 GREEN ST, ECHO VIC 3005'),
      national('9 GEORGE MARY ST, FOXTROT VIC 3006'),
      national('9 GEORGE ST, HOTEL VIC 3008', { streetSuffix: 'N' }),
      national('5 LONG ÉTOILE RD, GOLF VIC 3007'),
      national('9 ÉTOILE RD, GOLF VIC 3007'),
      national('5 KING ST, PORT INDIA VIC 3011'),
      national('9 MARY ST, INDIA VIC 3012'),
      national('5 KING ST, PORT JULIET VIC 3013'),
      national('9 MARY ST, JULIET NSW 2013'),
      national('5 KING ST, PORT KILO VIC 3014'),
      national('5 QUEEN ST, KILO BAY VIC 3015'),
      national('5 KING ST, MOUNT LIMA VIC 3017'),
      national('5 KING ST, MIKE MIKE VIC 3016'),
      national('31 HAGGERSTON FARM RD, OSCAR VIC 3018'),
      national('70 HAGGERSTON RD, OSCAR VIC 3018'),
    ],
    {
      localityAliases: [{ state: 'VIC', localityName: 'KILO BAY', alias: 'KILO' }],
      localityNeighbours: [],
      streetAliases: [
        {
          ...{ state: 'VIC', localityName: 'GAMMA', streetName: 'OTHER', streetType: 'PL' },
          ...{ streetSuffix: '', aliasName: 'GEORGE', aliasType: 'ST', aliasSuffix: '' },
        },
      ],
    },
  ),
)

const ALIKE = await builtNational(
  nationalSource([
    national('9 QUEEN ST, MILTON QLD 4064'),
    national('7 PARK ST, HILTON SA 5033'),
    national('9 QUEEN ST, WILLIAM TOWN QLD 4065'),
    national('7 PARK ST, WILLIAMS VIC 3000'),
    national('5 HALTON RD, PORT DALTON QLD 4066'),
    national('9 ROSS ST, GLEBE QLD 4067'),
    national('9 ROSS VALE RD, GLEBE QLD 4067'),
    national('5 MOSS VALE RD, GLEBE QLD 4067'),
    national('9 MARY ROSS RD, GLEBE QLD 4067'),
    national('5 TOSS ST, MILTON QLD 4064'),
    ...Array.from({ length: 1100 }, (_, at) => national(`5 BOSS ST, PLACE ${at + 1} VIC 3000`)),
  ]),
)

function fits(line: string): readonly string[] {
  const answer = search.validate({ line, strict: true })
  if (answer.kind === 'one') return [answer.address.address_label]
  return answer.kind === 'several' ? answer.ids : []
}

test('of a building with fourteen units ten are named', () => {
  assert.equal(fits('80 King St, Newtown NSW 2042').length, 10)
})

test('a number is the plain one where the street has it, and not the range that begins with it', () => {
  assert.deepEqual(fits('12 King St, Newtown NSW 2042'), ['12 KING ST, NEWTOWN NSW 2042'])
})

test('a street that is spelt exactly so is meant, though another is one letter away', () => {
  assert.deepEqual(fits('30 Kent St, Newtown NSW 2042'), ['30 KENT ST, NEWTOWN NSW 2042'])
  assert.deepEqual(fits('30 Bent St, Newtown NSW 2042'), ['30 BENT ST, NEWTOWN NSW 2042'])
})

test('a street that its suburb has is meant, and not another for its number, though it is elsewhere too', () => {
  assert.deepEqual(fits('9 Moss St, Newtown NSW 2042'), [])
  assert.deepEqual(fits('9 Voss St, Newtown NSW 2042'), ['9 ROSS ST, NEWTOWN NSW 2042'])
})

test('an address is found by its id, in any letters', () => {
  for (const term of ['GANSW710000001', 'gansw710000001', ' Gansw710000001 ']) {
    const [first] = search.autocomplete({ term, top: 6 })
    assert.equal(first?.label, '9 ROSS ST, NEWTOWN NSW 2042', term)
  }
})

test('a longer name is judged by the streets of its own suburb, whichever suburb is looked at first', async () => {
  const suburbs = ['ALPHA', 'BETA']
  for (const namesake of suburbs) {
    const longer = suburbs.map((suburb) => national(`5 KING GEORGE ST, ${suburb} VIC 3171`))
    const exact = national(`9 KING ST, ${namesake} VIC 3171`)
    const both = await builtNational(nationalSource([...longer, exact]))
    const { fits } = both.fitting({ line: '5 King St, VIC 3171', strict: true }, () => false)
    const isCertain = (id: string) => fits.find((fit) => fit.id === id)?.isDefinite
    assert.deepEqual(
      longer.map(({ addressDetailPid }) => isCertain(addressDetailPid)),
      suburbs.map((suburb) => suburb !== namesake),
    )
  }
})

for (const [line, kind] of [
  ['5 George St, Alpha VIC 3001', 'several'],
  ['5 George, Alpha VIC 3001', 'several'],
  ['5 George St, Beta VIC 3002', 'one'],
  ['5 George, Beta VIC 3002', 'several'],
  ['5 George St, Gamma VIC 3003', 'several'],
  ['5 George St, Delta VIC 3004', 'several'],
  ['5 George St, Echo VIC 3005', 'one'],
  ['5 George St, Foxtrot VIC 3006', 'one'],
  ['5 George St, Hotel VIC 3008', 'one'],
  ['5 Etoile Rd, Golf VIC 3007', 'several'],
  ['5 King St, India VIC 3011', 'several'],
  ['5 King St, Juliet VIC 3013', 'one'],
  ['5 King St, Juliet VIC', 'several'],
  ['5 King St, Portjuliet VIC', 'one'],
  ['Port Juliet, 5 King St', 'one'],
  ['5 King St, Mt Lima VIC', 'one'],
  ['5 King St, Kilo VIC 3014', 'several'],
  ['5 Queen St, Kilo VIC', 'one'],
  ['5 King St, Mike VIC', 'several'],
  ['5 King St, Mike Mike VIC', 'one'],
] as const) {
  test(`${line} is ${kind === 'one' ? 'one address, though its names are longer' : 'a candidate, as it may mean another'}`, () => {
    const answer = NAMESAKES.validate({ line, strict: true })
    assert.equal(answer.kind, kind)
    const id = answer.kind === 'one' ? answer.id : answer.kind === 'several' ? answer.ids[0] : ''
    assert.match(NAMESAKES.get(id ?? '')?.address_label ?? '', /^5 (?:SAINT|LONG|KING|QUEEN) /)
  })
}

function alike(line: string): string {
  const answer = ALIKE.validate({ line, strict: true })
  return answer.kind === 'one' ? answer.address.address_label : answer.kind
}

test('a number that only a street of a longer name has may mean one that is not held', () => {
  assert.equal(
    NAMESAKES.validate({ line: '31 Haggerston Rd, Oscar VIC 3018', strict: true }).kind,
    'several',
  )
})

test('the right name of another suburb is not treated as a typo, but a word that is not a name is', () => {
  assert.equal(alike('9 Queen St, Wilton'), '9 QUEEN ST, MILTON QLD 4064')
  assert.equal(alike('9 Queen St, Hilton'), 'none')
  assert.equal(alike('9 Queen St, Hilton QLD 4064'), 'none')
  assert.equal(alike('9 Queen St, Williamm Town'), '9 QUEEN ST, WILLIAM TOWN QLD 4065')
  assert.equal(alike('9 Queen St, Williams Town'), 'none')
  // A word is the suburb’s where the street has another for its own.
  assert.equal(alike('Port Dalton, 5 Haltn Rd'), '5 HALTON RD, PORT DALTON QLD 4066')
  assert.equal(alike('5 Haltn Rd, Port Dalton'), '5 HALTON RD, PORT DALTON QLD 4066')
})

test('the name of a street of another suburb is a typing error here, and that of a street beside it is not', () => {
  assert.equal(alike('9 Toss St, Glebe QLD 4067'), '9 ROSS ST, GLEBE QLD 4067')
  // So many have this one that somebody means it.
  assert.equal(alike('9 Boss St, Glebe QLD 4067'), 'none')
  assert.equal(alike('9 Voss Vale Rd, Glebe QLD 4067'), '9 ROSS VALE RD, GLEBE QLD 4067')
  assert.equal(alike('9 Moss Vale Rd, Glebe QLD 4067'), 'none')
  assert.equal(alike('9 Mary Moss Rd, Glebe QLD 4067'), 'none')
})
