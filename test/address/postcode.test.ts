// A UK postcode is recognised however it is typed, and nothing else is.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findPostcode,
  INCODE_LETTERS,
  normalisePostcode,
  outcodeOf,
} from '../../src/address/postcode.ts'

test('a postcode in any case and spacing becomes upper case with one space', () => {
  for (const text of ['SK1 1AA', 'sk11aa', ' Sk1  1aA ', 's k 1 1 a a', 'sk1\t1aa']) {
    assert.equal(normalisePostcode(text), 'SK1 1AA')
  }
})

test('every shape of postcode is recognised', () => {
  const shapes = ['M1 1AE', 'B33 8TH', 'CR2 6XH', 'DN55 1PT', 'W1A 0AX', 'EC1A 1BB', 'GIR 0AA']
  for (const postcode of shapes) {
    assert.equal(normalisePostcode(postcode.replace(' ', '').toLowerCase()), postcode)
  }
  assert.equal(normalisePostcode('AB101ST'), 'AB10 1ST')
})

test('each place of a postcode takes the letters that Royal Mail uses there, and no others', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const places: readonly (readonly [string, (letter: string) => string, string])[] = [
    ['first', (letter) => `${letter}1 1AA`, 'ABCDEFGHIJKLMNOPRSTUWYZ'],
    ['first of two', (letter) => `${letter}A1 1AA`, 'ABCDEFGHIJKLMNOPRSTUWYZ'],
    ['second', (letter) => `S${letter}1 1AA`, 'ABCDEFGHKLMNOPQRSTUVWXY'],
    ['behind a digit', (letter) => `W1${letter} 1AA`, 'ABCDEFGHJKMNPRSTUVWXY'],
    ['behind a digit of two', (letter) => `EC1${letter} 1AA`, 'ABCDEFGHJKMNPRSTUVWXY'],
    ['last but one', (letter) => `SK1 1${letter}A`, INCODE_LETTERS],
    ['last', (letter) => `SK1 1A${letter}`, INCODE_LETTERS],
  ]
  for (const [place, written, used] of places) {
    const taken = letters.filter((letter) => normalisePostcode(written(letter)) !== undefined)
    assert.equal(taken.join(''), used, place)
  }
  for (const digit of '0123456789') {
    for (const postcode of [`S${digit} 1AA`, `SK${digit}${digit} ${digit}AA`]) {
      assert.equal(normalisePostcode(postcode), postcode)
    }
  }
  assert.equal(INCODE_LETTERS, 'ABDEFGHJLNPQRSTUWXYZ')
  assert.equal(normalisePostcode(`SK1${' '.repeat(26)}1AA`), 'SK1 1AA')
  assert.equal(normalisePostcode(`SK1${' '.repeat(27)}1AA`), undefined)
})

test('outcodes, house numbers and words are no postcode', () => {
  const texts = ['', 'SK1', 'SK10', 'SK1 1', '12 High Street', 'SK1 1AA 5', 'XX4 00X', 'QA1 1AA']
  for (const text of [...texts, 'SK1 1AC', '3121', 'a'.repeat(10_000)]) {
    assert.equal(normalisePostcode(text), undefined, text)
  }
})

test('what was recognised once is recognised again unchanged', () => {
  const characters = fc.constantFrom(...'ABKS019 ')
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 9 }), (text) => {
      const postcode = normalisePostcode(text)
      if (postcode === undefined) return
      assert.equal(normalisePostcode(postcode), postcode)
      assert.match(postcode, /^[A-Z0-9]{2,4} [0-9][A-Z]{2}$/)
    }),
    { numRuns: 5_000 },
  )
})

test('a postcode is found among the words of a term', () => {
  for (const term of [
    'sk1 1aa',
    '5 High St SK11AA',
    'SK1 1AA, 5 High St',
    'sk1\t1aa++',
    'SK1.1AA',
    '5 sk1 1aa 6',
  ]) {
    assert.equal(findPostcode(term), 'SK1 1AA', term)
  }
  for (const term of ['', '5 High Street', 'SK1', 'SK10 High', '3121']) {
    assert.equal(findPostcode(term), undefined, term)
  }
})

test('the outcode is what stands before the space', () => {
  assert.equal(outcodeOf('SK10 1AA'), 'SK10')
  assert.equal(outcodeOf('SK1 1AA'), 'SK1')
  assert.equal(outcodeOf(''), '')
})

test('a postcode is found in a text as one word or as two, and the first of several', () => {
  for (const [text, postcode] of [
    ['5 Netherby Road AB15 9HL', 'AB15 9HL'],
    ['ab159hl 5 Netherby Road', 'AB15 9HL'],
    ['flat 1, sk11aa, here', 'SK1 1AA'],
    ['SK1 1AA or AB15 9HL', 'SK1 1AA'],
    ['5 Netherby Road', undefined],
    ['SK1', undefined],
  ] as const) {
    assert.equal(findPostcode(text), postcode, text)
  }
})
