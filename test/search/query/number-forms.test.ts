// Numbers of houses, units, levels and lots in the ways people write them, and what comes first then.
// Covers: src/search/query/**, src/search/match/**

import assert from 'node:assert/strict'
import test from 'node:test'
import { builtNational, builtPostal } from '../built.ts'
import { national, nationalSource, postal, postalSource } from '../small-world.ts'

const tower = (more: object) => national('18 ELIZABETH ST, HOBART TAS 7000', more)
const rows = [
  tower({ levelType: 'LEVEL', levelNumber: '3', flatType: 'SUITE', flatNumber: '1' }),
  tower({ levelType: 'LEVEL', levelNumber: '3', flatType: 'SUITE', flatNumber: '2' }),
  tower({ levelType: 'LEVEL', levelNumber: '3' }),
  tower({ levelType: 'LEVEL', levelNumber: '2', flatType: 'SUITE', flatNumber: '3' }),
  ...[1, 2, 3, 4, 5, 6, 7].map((number) =>
    national(`${number} COLLINS ST, HOBART TAS 7000`, { levelType: 'LEVEL', levelNumber: '3' }),
  ),
  national('9 GROVE RD, GLENORCHY TAS 7010', { levelType: 'BASEMENT', levelNumber: '3' }),
  national('11 GROVE RD, GLENORCHY TAS 7010', { levelType: 'FLOOR', levelNumber: '3' }),
  national('13 GROVE RD, GLENORCHY TAS 7010', { flatType: 'PENTHOUSE', flatNumber: 'PH3' }),
  national('15 GROVE RD, GLENORCHY TAS 7010', { flatType: 'UNIT', flatNumber: 'LV3' }),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => national(`${number} MARINER CT, LOW HEAD TAS 7253`)),
  national('7/1 MARINER CT, LOW HEAD TAS 7253'),
  national(' FERRY RD, KETTERING TAS 7155', { numberFirst: 'B9', streetName: 'FERRY' }),
  national(' FERRY RD, KETTERING TAS 7155', { numberFirst: 'B95', streetName: 'FERRY' }),
  national(' MARINA RD, KETTERING TAS 7155', { numberFirst: 'L22', streetName: 'MARINA' }),
  national(' SMITH ST, MILDURA VIC 3500', {
    lotNumber: '7',
    streetName: 'SMITH',
    flatType: 'UNIT',
    flatNumber: '3',
  }),
  national('2 FIFTH RD, NEWNES NSW 2790'),
  national('21 NEWSTEAD CT, NEWSTEAD TAS 7250'),
  ...['LANDSBOROUGH', 'LANTANA'].map((name) => national(`21 ${name} AV, NEWSTEAD TAS 7250`)),
  national('23 LANTANA AV, NEWSTEAD TAS 7250'),
  national('31-37 NEWSTEAD AV, NEWSTEAD TAS 7250'),
  national('33 LANTANA AV, NEWSTEAD TAS 7250'),
  national('5/49 MURRAY ST, HOBART TAS 7000', { levelType: 'LEVEL', levelNumber: '1' }),
  national('5/49 MURRAY ST, HOBART TAS 7000'),
  national('51/57 CADBURY RD, CLAREMONT TAS 7011'),
  national('U51/57 CADBURY RD, CLAREMONT TAS 7011'),
  national('2/5 CHURCH RD, NEWNES NSW 2790'),
]
const search = await builtNational(nationalSource(rows))

const stroud = { townOrCity: 'Stroud', postcode: 'GL5 1AA' }
const paganhill = { ...stroud, dependentLocality: 'Paganhill' }
const uk = await builtPostal(
  postalSource([
    postal({ ...stroud, buildingName: '2 Green View Terrace', thoroughfare: 'Bath Road' }),
    postal({ ...stroud, buildingNumber: '2', thoroughfare: 'Green Street' }),
    postal({ ...stroud, buildingNumber: '2', thoroughfare: '5th Road' }),
    postal({ ...stroud, buildingName: 'Unit 1', thoroughfare: 'Exmoor Avenue' }),
    postal({ ...stroud, subBuilding: 'Flat 2', buildingNumber: '5', thoroughfare: 'Mill Road' }),
    postal({ ...paganhill, buildingName: '3-7', thoroughfare: 'Paganhill Lane' }),
    postal({ ...paganhill, buildingNumber: '5', thoroughfare: 'Farm Lane' }),
  ]),
)

function labels(term: string): readonly string[] {
  return search.autocomplete({ term, top: 6 }).map(({ item }) => item.address_label)
}

function verdict(line: string): string {
  const answer = search.validate({ line, strict: true })
  return answer.kind === 'one' ? answer.address.address_label : answer.kind
}

function firstUk(term: string): string | undefined {
  const [found] = uk.autocomplete({ term, top: 6 })
  return found === undefined
    ? undefined
    : found.item.formatted_address.filter((part) => part !== '').join(' ')
}

test('digits behind a street are its number before they are the beginning of a postcode', () => {
  assert.equal(labels('Low Head Tas Mariner Ct, 7')[0], '7 MARINER CT, LOW HEAD TAS 7253')
  assert.equal(labels('Mariner Ct 7')[0], '7 MARINER CT, LOW HEAD TAS 7253')
  assert.equal(labels('Mariner Ct Low Head 7')[0], '1 MARINER CT, LOW HEAD TAS 7253')
  assert.equal(labels('Mariner Ct 7253')[0], '1 MARINER CT, LOW HEAD TAS 7253')
  assert.equal(verdict('Low Head Tas Mariner Ct, 7'), '7 MARINER CT, LOW HEAD TAS 7253')
})

test('a level comes before its suites', () => {
  const found = labels('level 3 18 elizabeth st')
  assert.equal(found[0], 'LEVEL 3 18 ELIZABETH ST, HOBART TAS 7000')
  assert.equal(found[1], 'SUITE 1 LEVEL 3 18 ELIZABETH ST, HOBART TAS 7000')
})

test('FL and FLOOR are a level, and what they number is no unit', () => {
  for (const term of ['FL 3 18 elizabeth', 'floor 3 18 elizabeth', 'L3 18 elizabeth']) {
    assert.equal(labels(term)[0], 'LEVEL 3 18 ELIZABETH ST, HOBART TAS 7000', term)
    assert.ok(!labels(term).some((label) => label.startsWith('SUITE 3 LEVEL 2')), term)
  }
  assert.equal(labels('level 3 11 grove')[0], 'FLOOR 3 11 GROVE RD, GLENORCHY TAS 7010')
  assert.equal(labels('level 3 9 grove rd').length, 1)
})

test('a level that is not held offers the building, not its units', () => {
  assert.deepEqual(labels('level 9 1 mariner ct'), ['1 MARINER CT, LOW HEAD TAS 7253'])
})

test('once shown, a level or a lettered unit stays while its number is typed', () => {
  for (const [line, label] of [
    ['basement 3 9 grove', 'BASEMENT 3 9 GROVE RD, GLENORCHY TAS 7010'],
    ['penthouse ph3 13 grove', 'PENTHOUSE PH3 13 GROVE RD, GLENORCHY TAS 7010'],
    ['unit lv3 15 grove', 'UNIT LV3 15 GROVE RD, GLENORCHY TAS 7010'],
  ] as const) {
    const isShown = Array.from(line, (_, i) => labels(line.slice(0, i + 1)).includes(label))
    assert.ok(isShown.at(-1), line)
    assert.equal(isShown.indexOf(false, isShown.indexOf(true)), -1, line)
  }
})

test('a number with a letter before it is found while it is typed', () => {
  for (const term of ['B9', 'B9 Ferry Rd', 'ferry rd b9']) {
    assert.equal(labels(term)[0], 'B9 FERRY RD, KETTERING TAS 7155', term)
  }
  assert.ok(labels('B9').includes('B95 FERRY RD, KETTERING TAS 7155'))
  assert.equal(labels('L22 marina')[0], 'L22 MARINA RD, KETTERING TAS 7155')
  assert.equal(verdict('B9 Ferry Rd, Kettering'), 'B9 FERRY RD, KETTERING TAS 7155')
})

test('a unit at a lot is found in every order', () => {
  for (const term of ['unit 3 lot 7 smith', '3/lot 7 smith st', 'lot 7 unit 3 smith st']) {
    assert.equal(labels(term)[0], 'UNIT 3 LOT 7 SMITH ST, MILDURA VIC 3500', term)
  }
})

test('a unit on no level comes before one on a level that was not typed', () => {
  const label = 'UNIT 5 49 MURRAY ST, HOBART TAS 7000'
  assert.equal(labels('5/49 murray st')[0], label)
  assert.equal(verdict('5/49 Murray St, Hobart'), label)
})

test('a unit with a letter is that unit', () => {
  const label = 'UNIT U51 57 CADBURY RD, CLAREMONT TAS 7011'
  assert.equal(labels('Unit U51 57 Cadbury Rd')[0], label)
  assert.equal(verdict('Unit U51 57 Cadbury Rd, Claremont'), label)
  assert.equal(labels('U51 57 Cadbury Rd')[0], 'UNIT 51 57 CADBURY RD, CLAREMONT TAS 7011')
})

test('a word that was typed for the street and for the suburb is in both', () => {
  const right = '21 NEWSTEAD CT, NEWSTEAD TAS 7250'
  for (const term of ['21 Newstead Ct, Newstead', '21 Newstead Avenue, Newstead Tas']) {
    assert.equal(labels(term)[0], right, term)
  }
  assert.equal(labels('23 Newstead Av, Newstead')[0], '23 LANTANA AV, NEWSTEAD TAS 7250')
})

test('a number inside a range of the named street comes before that number in another street of the suburb', () => {
  for (const term of ['33 Newstead Av', '33 Newstead Avenue, Newstead']) {
    assert.equal(labels(term)[0], '31-37 NEWSTEAD AV, NEWSTEAD TAS 7250', term)
  }
  for (const term of [
    '5 Paganhill Lane',
    '5 Paganhill Lane, Paganhill',
    '5 Paganhill Lane Paganhill Stroud',
  ]) {
    const [first] = uk.autocomplete({ term, top: 6 })
    assert.equal(first?.item.thoroughfare, 'Paganhill Lane', term)
  }
})

test('an ordinal is a street, not a number', () => {
  for (const term of ['2 5th Road', '2 5th rd newnes', '2 Fifth Road']) {
    assert.equal(labels(term)[0], '2 FIFTH RD, NEWNES NSW 2790', term)
  }
  assert.deepEqual(labels('2 5th Road'), ['2 FIFTH RD, NEWNES NSW 2790'])
  assert.equal(firstUk('2 5th Road'), '2 5th Road Stroud')
})

test('the end of a range may be written with its last digits alone, and not while it is typed', async () => {
  const held = ['10-12', '145-149', '1123-1125', '1123-1195', '98-102', '1198-1202', '12345-12349']
  const rows = held.map((range) => national(`${range} LONG RD, KETTERING TAS 7155`))
  const ranges = await builtNational(nationalSource(rows))
  const first = (term: string) =>
    ranges.autocomplete({ term, top: 6 })[0]?.item.address_label.split(' ')[0]
  for (const [typed, range] of [
    ['145-9', '145-149'],
    ['145-49', '145-149'],
    ['1123-5', '1123-1125'],
    ['1123-25', '1123-1125'],
    ['1123-125', '1123-1125'],
    ['1123-95', '1123-1195'],
    ['98-102', '98-102'],
    ['1198-202', '1198-1202'],
    ['12345-49', '12345-12349'],
    ['145-5', undefined],
  ] as const) {
    const line = `${typed} Long Rd, Kettering`
    const answer = ranges.validate({ line, strict: true })
    const found = answer.kind === 'one' ? answer.address.address_label.split(' ')[0] : undefined
    assert.equal(found, range, typed)
    if (range !== undefined) assert.equal(first(line), range, typed)
  }
  // More of it may come: 10-1 may be 10-12, and 98-1 98-102.
  assert.equal(first('10-1'), '10-12')
  assert.equal(first('98-1'), '98-102')
  assert.equal(first('1123-1'), '1123-1125')
})

test('uk: a unit that has no building is found by its number', () => {
  assert.equal(firstUk('unit 1 exmoor'), 'Unit 1 Exmoor Avenue Stroud')
  const { kind } = uk.validate({ line: 'Unit 1, Exmoor Avenue, Stroud', strict: true })
  assert.equal(kind, 'one')
})

test('uk: a building whose name begins with a number is found by it', () => {
  for (const term of ['2 green view', '2 Green V', '2 Green View Terrace, Bath Road']) {
    assert.equal(firstUk(term), '2 Green View Terrace Bath Road Stroud', term)
  }
  assert.equal(firstUk('2 green street'), '2 Green Street Stroud')
})

test('a number inside a range finds it however wide it is, on its side of the street', async () => {
  const ranges = ['10-18', '20-148', '150-280', '301-999'].map((range) =>
    national(`${range} KING ST, NEWTOWN NSW 2042`),
  )
  const search = await builtNational(nationalSource(ranges))
  const found = (number: string) =>
    search
      .autocomplete({ term: `${number} king st newtown `, top: 1 })
      .filter(({ penalty }) => penalty < 8)
      .map(({ item }) => `${item.number_first}-${item.number_last}`)
      .join()
  for (const [number, range] of [
    ['12', '10-18'],
    ['22', '20-148'],
    ['146', '20-148'],
    ['152', '150-280'],
    ['278', '150-280'],
    ['303', '301-999'],
    ['997', '301-999'],
    ['23', ''],
    ['302', ''],
    ['1001', ''],
    ['281', ''],
  ] as const) {
    assert.equal(found(number), range, number)
  }
})

/** More than the 4,094 that have a number of their own. */
const WAYS = 4300

test('numbers that are written in more ways than an index numbers come back as they are', async () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const ways = letters.flatMap((first) =>
    letters.flatMap((second) => letters.map((third) => `${first}${second}7${third}`)),
  )
  const rows = ways.slice(0, WAYS).map((numberFirst, at) =>
    national(' LONG RD, KETTERING TAS 7155', {
      streetName: 'LONG',
      streetType: 'RD',
      numberFirst,
      ...(at % 3 === 0 && {
        numberLast: `${numberFirst}9`,
        flatNumber: numberFirst,
        flatType: 'UNIT',
      }),
      ...(at % 5 === 0 && { lotNumber: numberFirst, levelNumber: numberFirst, levelType: 'LEVEL' }),
    }),
  )
  const many = await builtNational(nationalSource(rows))
  for (const row of rows) {
    const held = many.get(row.addressDetailPid)
    assert.deepEqual(
      [
        held?.number_first,
        held?.number_last,
        held?.flat_number,
        held?.lot_number,
        held?.level_number,
      ],
      [row.numberFirst, row.numberLast, row.flatNumber, row.lotNumber, row.levelNumber],
    )
    assert.equal(held?.address_label, row.addressLabel)
  }
})
