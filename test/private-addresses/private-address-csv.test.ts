// A file of private addresses: so many rows and no more, and the first faults of it by their lines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finish } from '../../src/lib/turns/turns.ts'
import { readPrivateCsv, writePrivateCsv } from '../../src/private-addresses/private-address-csv.ts'

const HEADER = 'postcode,line_1,residential'
const ROW = 'SK1 1AA,1 The Lane,true'

function read(...lines: readonly string[]) {
  return finish(readPrivateCsv(`${lines.join('\n')}\n`, 'uk'))
}

test('ten thousand addresses are taken, and one more is refused', () => {
  const whole = read(HEADER, ...Array(10_000).fill(ROW))
  assert(whole.kind === 'read')
  assert.equal(whole.addresses.length, 10_000)
  const more = read(HEADER, ...Array(10_001).fill(ROW))
  assert(more.kind === 'faults')
  assert.match(more.faults[0] ?? '', /more than 10000 addresses/)
})

test('the first twenty faults are told with their lines, and all are counted', () => {
  const many = read(HEADER, ROW, ...Array(25).fill('NOPE,1 The Lane,true'))
  assert(many.kind === 'faults')
  assert.deepEqual([many.faults.length, many.count], [20, 25])
  assert.match(many.faults[0] ?? '', /^line 3: /)
  assert.match(many.faults.at(-1) ?? '', /^line 22: /)
})

test('columns are found by their names, and a wrong, double or missing one is named', () => {
  const turned = read('Residential,LINE-1,Postcode', 'false,1 The Lane,SK1 1AA')
  assert(turned.kind === 'read')
  assert.equal(turned.addresses[0]?.residential, false)
  for (const [header, sentence] of [
    ['postcode,line_1,residential,colour', /unknown column "colour"/],
    ['postcode,line_1,residential,line 1', /line_1 appears twice/],
    ['postcode,residential', /the column line_1 is missing/],
    ['', /unknown column/],
  ] as const) {
    const refused = read(header, ROW)
    assert(refused.kind === 'faults', header)
    assert.match(refused.faults[0] ?? '', sentence)
  }
})

test('a row of too many or too few cells is named with both counts', () => {
  const short = read(HEADER, 'SK1 1AA,1 The Lane')
  assert(short.kind === 'faults')
  assert.match(short.faults[0] ?? '', /^line 2: it has 2 cells, the first line has 3/)
})

test('what is written is read back as it was, however small or odd', () => {
  const bare = { id: 'pa_1', number: 1, postcodeNumber: 1 }
  const texts = {
    postcode: 'SK1 1AA',
    line_1: '=1+1',
    line_2: 'a "b", c',
    line_3: "'quoted",
    line_4: '-',
    locality: '@x',
    town_or_city: 'Łódź',
    county: '+44',
  }
  const points = [
    undefined,
    { latitude: 1e-7, longitude: -0.000_000_25 },
    { latitude: 0, longitude: 180 },
  ]
  for (const [at, point] of points.entries()) {
    const given = { ...texts, residential: at === 1, point }
    const text = writePrivateCsv([{ ...bare, ...given }])
    assert.doesNotMatch(text, /(?:^|,)"?[=+@]/m, 'no cell is a formula')
    assert.deepEqual(finish(readPrivateCsv(text, 'uk')), { kind: 'read', addresses: [given] })
  }
  const columns = 'id,postcode,line_1,line_2,line_3,line_4,locality,town_or_city,county'
  assert.equal(writePrivateCsv([]), `${columns},latitude,longitude,residential`)
})

/** A file, and what is said of it. */
const REFUSED: readonly (readonly [lines: readonly string[], fault: RegExp])[] = [
  [[''], /^The file is empty\.$/],
  [['postcode,line_1'], /^line 1: the column residential is missing\.$/],
  [['line_1,residential'], /^line 1: the column postcode is missing\.$/],
  [[`${HEADER},street`], /^line 1: unknown column "street"\. Columns are id, postcode, /],
  [['Street\u00a0'.repeat(30)], /^line 1: unknown column "Street.{34}"\. Columns/],
  [[`${HEADER},"x`], /^line 1: a quotation mark is not closed\.$/],
  [[HEADER, 'SK1 1AA,1 The Lane'], /^line 2: it has 2 cells, the first line has 3$/],
  [[HEADER, 'SK1 1AA,"a"b,true'], /^line 2: text follows a closing quotation mark$/],
  [[HEADER, 'SK1 1AA,,true'], /^line 2: line_1 is required$/],
  [[HEADER, 'SK1,1 The Lane,true'], /^line 2: postcode must be a full UK postcode$/],
  [[HEADER, 'SK1 1AA,1 The Lane,yes'], /^line 2: residential must be true or false$/],
  [[HEADER, `SK1 1AA,${'x'.repeat(256)},true`], /^line 2: line_1 must be at most 255 characters$/],
  [[`${HEADER},latitude`, `${ROW},1`], /^line 2: latitude and longitude are only valid together$/],
  [[`${HEADER},latitude,longitude`, `${ROW},90.1,1`], /latitude must be a number from -90 to 90$/],
  [
    [`${HEADER},latitude,longitude`, `${ROW},1,1e2`],
    /longitude must be a number from -180 to 180$/,
  ],
  [[HEADER, 'SK1,,no'], /^line 2: line_1 is required; postcode must .*; residential must be /],
]

test('each fault of a file is reported with its line, in words', () => {
  for (const [lines, fault] of REFUSED) {
    const refused = read(...lines)
    assert(refused.kind === 'faults', lines.join(' | '))
    assert.match(refused.faults[0] ?? '', fault)
  }
  const national = finish(readPrivateCsv(`${HEADER}\nSK1 1AA,1 The Lane,true\n`, 'au'))
  assert(national.kind === 'faults')
  assert.equal(national.faults[0], 'line 2: postcode must be four digits')
})

test('columns may be in any order and letters, parted by semicolons, with lines that are empty', () => {
  const text = 'Residential; Line 1 ;POSTCODE;town-or-city\r\n\r\n1;1 The Lane;sk11aa;Leek\r\n'
  const whole = finish(readPrivateCsv(text, 'uk'))
  assert(whole.kind === 'read')
  const [address, ...more] = whole.addresses
  assert.deepEqual(more, [])
  const { postcode, line_1, town_or_city, residential, line_2, point } = address ?? {}
  assert.deepEqual(
    [postcode, line_1, town_or_city, residential, line_2, point],
    ['SK1 1AA', '1 The Lane', 'Leek', true, '', undefined],
  )
  assert.equal(
    finish(readPrivateCsv(`${HEADER}\n${'SK1 1AA,'}${'x'.repeat(255)},0\n`, 'uk')).kind,
    'read',
  )
})
