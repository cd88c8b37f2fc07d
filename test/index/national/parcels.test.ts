// Parcel ids: taken apart into a pattern and numbers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ParcelReader } from '../../../src/index/national/parcels.ts'
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
