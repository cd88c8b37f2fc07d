// Upper-case UK text comes out as people write it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mixedCase } from '../../src/address/mixed-case.ts'

function written(...wanted: readonly string[]): void {
  for (const text of wanted) assert.equal(mixedCase(text.toUpperCase()), text)
}

test('words begin with a capital', () => {
  written('The Old Post Office', 'Ground Floor Flat', 'Macclesfield', 'Eglwys Fach', 'Cwm Road')
})

test('small words inside a name stay small, and the first word never is', () => {
  written('Bank of Scotland', 'Newcastle upon Tyne', 'Stow on the Wold', 'The Inn on the Park')
  written('On the Hill', 'Ashby de la Zouch', 'Close By', 'Flat 1 The Maltings', '1 to 3')
})

test('hyphenated towns keep their small middle words', () => {
  written('Stoke-on-Trent', 'Wells-next-the-Sea', 'Chapel-en-le-Frith', 'Betws-y-Coed')
  written('Weston-super-Mare', 'Stratford-upon-Avon', 'Newton-le-Willows', 'Co-Op')
})

test('apostrophes are followed by a small letter, except in names', () => {
  written("St Mary's Road", "King's Lynn", "Roberts' Yard", 'St Mary’s Road')
  written("O'Brien Court", "D'Arcy House", "John O'Groats", 'O’Connell Street')
})

test('Mc is followed by a capital', () => {
  written('McDonald Road', 'McDonalds')
})

test('numbers, ordinals and roman numerals are written as they are read', () => {
  written('12A', 'Flat 3B', '1st Floor', '22nd Street', 'Henry VIII Court', 'George IV Bridge')
  written('12A-14B', 'M25', 'Unit4')
})

test('initials and well-known short names stay in capitals', () => {
  written('NHS England', 'UK Cars PLC', 'BT Group', 'B&Q', 'DJ Smith Ltd', 'WH Smith', 'PO Box 12')
  written('J.D. Wetherspoon', 'Smith & Co', 'c/o Jones')
})

test('short words and abbreviations are not taken for initials', () => {
  written('St Mt Dr Mrs', 'Ty Mawr', 'Pwll Du', 'Health Ctr', 'Elm Gdns')
  written('Stitch Mi Lane', 'Bottom O Th Moor', 'Cpl Jones Close', 'Sgt Mark Stansfield Way')
})

test('every small word is small inside a name and large at its beginning', () => {
  const small = 'and at by de en for in juxta le near of on to under upon with'.split(' ')
  for (const word of small) {
    const large = word.charAt(0).toUpperCase() + word.slice(1)
    written(`Ash ${word} Elm`, `${large} Elm`, `Ash ${large}`, `Ash-${word}-Elm`)
  }
  for (const word of 'cum la next sub super the y yng ym yn yr'.split(' ')) {
    written(`Ash-${word}-Elm`)
  }
  written('12 to 14', 'Flat 2 On Mill Lane', 'Ash de la Elm', 'Ash of the Elm', 'Ash The Elm')
})

test('every short name that is known stays in capitals', () => {
  const names =
    'ATM BBC BMW BUPA CIC CVS DFS DHL DIY DVLA HMP HMRC HMS HSBC ITV KFC LLP LSE MOT NCP NFU NHS NSPCC PDSA PLC RAC ' +
    'RAF RBS RNIB RNLI RSPB RSPCA SPAR TSB UCL UPS USA YHA YMCA YWCA II III IV VI VII VIII IX XI XII XIII XIV XV XVI'
  for (const name of names.split(' ')) written(`Ash ${name} Elm`)
})

test('every short word that only looks like initials has one capital', () => {
  const words =
    'AB AL AM AN AP AR AS AV AX BE BO CO CT DI DO DR DU ED EL GO GT HE HI IF IS JO KY LA LI LN LO LT MA MC ME MI MO ' +
    'MR MS MT MY NA NO NR OK OP OR OX PK PL RD RE SI SO SQ ST TH TY UP US WE YE YN YR BLD BLDG BLK BLVD CNTR CPL ' +
    'CPT CRT CTR CTRS DRS FLR FLT GDN GDNS GRN GRP GTR HLTH HTH JCTN JNR LTD MKT MRS NRTH NTH PRK PTY SGT SNR STH'
  for (const word of words.split(' ')) {
    written(`Ash ${word.charAt(0)}${word.slice(1).toLowerCase()} Elm`)
  }
  written(
    'Ash BT Elm',
    'Ash BTX Elm',
    'Ash BTXD Elm',
    'Ash Btxdf Elm',
    'Ash Pwll Elm',
    "Ash D's Elm",
  )
})

test('text that has a small letter already is left alone', () => {
  for (const text of ['DJ Smith Ltd', 'eBay', 'HIGH Street', 'iPhone REPAIRS']) {
    assert.equal(mixedCase(text), text)
  }
})

test('only the case changes, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (text) => {
      assert.equal(mixedCase(text).toUpperCase(), text.toUpperCase())
    }),
  )
})
