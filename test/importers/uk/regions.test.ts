// Which country and district a British address is in: every area and every code of the tables.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  countryOfPostcode,
  DISTRICT_CODES,
  districtOf,
  inUnitedKingdom,
  isWelshCounty,
  ONS_COUNTRIES,
} from '../../../src/importers/uk/regions.ts'

const AREAS: Readonly<Record<string, string>> = {
  Scotland: 'AB DD EH FK G HS IV KA KW KY ML PA PH ZE',
  Wales: 'CF SA',
  'Northern Ireland': 'BT',
  'Isle of Man': 'IM',
  'Channel Islands': 'GY JE',
  // Along a border the postcode does not tell.
  '': 'CA CH DG GL HR LD LL NP SY TD',
  England:
    'AL B BA BB BD BH BL BN BR BS CB CM CO CR CT CV CW DA DE DH DL DN DT DY E EC EN EX FY GU HA HD HG HP HU HX IG ' +
    'IP KT L LA LE LN LS LU M ME MK N NE NG NN NR NW OL OX PE PL PO PR RG RH RM S SE SG SK SL SM SN SO SP SR SS ST ' +
    'SW TA TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO',
}

test('every area of postcodes is in its country, or in none where it lies along a border', () => {
  const areas = Object.values(AREAS).flatMap((list) => list.split(' '))
  assert.equal(new Set(areas).size, 124)
  for (const none of ['', ' ', '1AA']) assert.equal(countryOfPostcode(none), '', none)
  for (const [country, list] of Object.entries(AREAS)) {
    for (const area of list.split(' ')) {
      assert.equal(countryOfPostcode(`${area}1 1AA`), country, area)
    }
  }
})

test('the codes of the Office for National Statistics stand for the six countries', () => {
  assert.deepEqual(Object.fromEntries(ONS_COUNTRIES), {
    E92: 'England',
    W92: 'Wales',
    S92: 'Scotland',
    N92: 'Northern Ireland',
    L93: 'Channel Islands',
    M83: 'Isle of Man',
  })
})

test('the corners of the country are in it, and what lies beyond them is not', () => {
  const inside = [
    ['St Helier', 49.18, -2.1],
    ['Out Stack', 60.86, -0.87],
    ['Rockall side', 57.81, -8.58],
    ['Lowestoft Ness', 52.48, 1.76],
  ] as const
  for (const [name, latitude, longitude] of inside) {
    assert.equal(inUnitedKingdom({ latitude, longitude }), true, name)
  }
  for (const [latitude, longitude] of [
    [48.9, -9],
    [61.2, 2.2],
  ] as const) {
    assert.equal(inUnitedKingdom({ latitude, longitude }), true, `${latitude} ${longitude}`)
  }
  for (const [latitude, longitude] of [
    [48.899, -1],
    [61.201, -1],
    [53, -9.001],
    [53, 2.201],
    [48.85, -1],
    [61.25, -1],
    [53, -9.05],
    [53, 2.25],
    [0, 0],
  ] as const) {
    assert.equal(inUnitedKingdom({ latitude, longitude }), false, `${latitude} ${longitude}`)
  }
})

test('a Welsh county is known in any case, of today and of the past, and no English one is', () => {
  const today =
    'Blaenau Gwent|Bridgend|Caerphilly|Cardiff|Carmarthenshire|Ceredigion|Conwy|Denbighshire|Flintshire|Gwynedd|' +
    'Isle of Anglesey|Merthyr Tydfil|Monmouthshire|Neath Port Talbot|Newport|Pembrokeshire|Powys|' +
    'Rhondda Cynon Taf|Swansea|The Vale of Glamorgan|Torfaen|Wrexham'
  const past = 'CLWYD|DYFED|GWENT|MID GLAMORGAN|SOUTH GLAMORGAN|WEST GLAMORGAN|RHONDDA CYNON TAFF'
  for (const county of [...today.split('|'), ...past.split('|')]) {
    assert.ok(isWelshCounty(county), county)
  }
  assert.equal(isWelshCounty('Herefordshire'), false)
})

test('the codes of districts have the names and counties that they were given', () => {
  const table = DISTRICT_CODES.toSorted().map((code) => {
    const { district = '', county = '' } = districtOf(code) ?? {}
    return `${code} ${district}, ${county}`
  })
  assert.equal(table.length, 417)
  const sum = createHash('sha256').update(table.join('\n')).digest('hex').slice(0, 16)
  assert.equal(
    sum,
    '122d1651a219a223',
    'one of the codes has another name or county: if that is meant, change this sum',
  )
  assert.equal(districtOf('E99999999'), undefined)
})
