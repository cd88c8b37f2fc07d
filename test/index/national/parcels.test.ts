// Parcel ids: taken apart into a pattern and numbers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { numbersIn, ParcelReader, parcelText } from '../../../src/index/national/parcels.ts'
import { TextNumbers } from '../../../src/index/rows/text-numbers.ts'

test('a parcel is the pattern and numbers that a regular expression finds in it', () => {
  const parcel = fc.string({
    unit: fc.constantFrom('0', '1', '7', '/', '\\', 'D', 'P', '#', '=', ' '),
    maxLength: 40,
  })
  fc.assert(
    fc.property(fc.array(parcel), (parcels) => {
      const texts = new TextNumbers()
      const reader = new ParcelReader(texts)
      for (const text of parcels) {
        const pattern = texts.texts[reader.read(text)]
        const numbers = [...reader.numbers.subarray(0, reader.count)]
        const isPlain = !/[#=]/.test(text)
        const number = /(?<!\d)[1-9]\d{0,14}(?!\d)/g
        assert.equal(pattern, isPlain ? text.replace(number, '#') : `=${text}`)
        assert.deepEqual(numbers, isPlain ? (text.match(number) ?? []).map(Number) : [])
      }
    }),
  )
})

test('a parcel comes back digit for digit, however long its numbers are', () => {
  const texts = new TextNumbers()
  const reader = new ParcelReader(texts)
  for (let length = 1; length <= 300; length += length < 30 ? 1 : 45) {
    for (const digits of [
      '9'.repeat(length),
      '1'.padEnd(length, '23'),
      '1'.padStart(length, '0'),
    ]) {
      for (const parcel of [digits, `${digits}\\DP${digits}`, `1/${digits}`, `${digits}#`]) {
        const pattern = texts.texts[reader.read(parcel)] ?? ''
        assert.equal(numbersIn(pattern), reader.count, parcel)
        let at = 0
        const back = parcelText(pattern, () => reader.numbers[at++] ?? Number.NaN)
        assert.equal(back, parcel)
      }
    }
  }
  assert.equal(
    texts.texts[reader.read(`${'9'.repeat(15)}/${'9'.repeat(16)}`)],
    `#/${'9'.repeat(16)}`,
  )
})
