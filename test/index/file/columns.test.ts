// The columns that rows are gathered in: ids, parcels, pairs and labels are taken apart and told apart rightly.
// Covers: src/index/build/**, src/index/national/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isNationalLabel, labelTail, nationalLabel } from '../../../src/address/national.ts'
import { pushVarint, VarintReader } from '../../../src/index/columns/varint.ts'
import { OtherPids, PidColumn } from '../../../src/index/ids/pid-columns.ts'
import { NationalTable } from '../../../src/index/national/national-table.ts'
import { ParcelReader } from '../../../src/index/national/parcels.ts'
import { GrowingBytes } from '../../../src/index/rows/growing-arrays.ts'
import { PairNumbers } from '../../../src/index/rows/pair-numbers.ts'
import { kept, sortByKey } from '../../../src/index/rows/row-order.ts'
import { TextNumbers } from '../../../src/index/rows/text-numbers.ts'
import { nationalWorld, rowsOf } from '../../search/synthetic.ts'

const idLike = fc.oneof(
  fc.string({ unit: fc.constantFrom('G', 'A', '0', '1', '9', 'é', ' '), maxLength: 16 }),
  fc.tuple(fc.constantFrom('GAVIC', 'GANSW', 'x-'), fc.nat()).map(([head, n]) => head + n),
)

test('an id comes back as it was, whatever it looks like', () => {
  fc.assert(
    fc.property(fc.array(idLike), (ids) => {
      const prefixes = new TextNumbers()
      const own = new PidColumn(prefixes)
      const others = new OtherPids(prefixes)
      ids.forEach((id, row) => {
        own.push(id)
        others.add(row, id)
      })
      assert.deepEqual(
        ids.map((_, row) => own.text(row)),
        ids,
      )
      const filled = ids.filter((id) => id !== '')
      assert.deepEqual(
        filled.map((_, at) => others.text(at)),
        filled,
      )
    }),
  )
})

test('an id is a prefix and a number of at most nine digits that begins with none', () => {
  const prefixes = new TextNumbers()
  const column = new PidColumn(prefixes)
  for (const id of ['GAVIC425325004', 'GA0012', '1234567890123', 'GA000', '']) column.push(id)
  const parts = Array.from({ length: 5 }, (_, row) => [
    prefixes.texts[column.prefix.at(row)],
    column.number.at(row),
  ])
  assert.deepEqual(parts, [
    ['GAVIC', 425325004],
    ['GA00', 12],
    ['1234', 567890123],
    ['GA000', 0xffffffff],
    ['', 0xffffffff],
  ])
})

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

test('equal pairs have one number, different ones another, in order of first use', () => {
  const pair = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 60 }))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 3000, size: 'max' }), (pairs) => {
      const book = new PairNumbers()
      const expected = new Map<string, number>()
      for (const [first, second] of pairs) {
        const key = `${first} ${second}`
        if (!expected.has(key)) expected.set(key, expected.size)
        assert.equal(book.add(first, second), expected.get(key))
      }
      assert.equal(book.count, expected.size)
    }),
    { numRuns: 20 },
  )
})

test('a label is known as the usual one exactly where it is', () => {
  const word = fc.constantFrom('', 'A', '1', 'A 1')
  const row = fc.record({
    flatType: word,
    flatNumber: word,
    levelType: word,
    levelNumber: word,
    numberFirst: word,
    numberLast: word,
    lotNumber: word,
    streetName: word,
    streetType: word,
    streetSuffix: word,
    localityName: word,
    state: word,
    postcode: word,
  })
  fc.assert(
    fc.property(row, row, (one, other) => {
      for (const label of [nationalLabel(one), nationalLabel(other), '']) {
        assert.equal(isNationalLabel(label, one, labelTail(one)), label === nationalLabel(one))
      }
    }),
  )
})

test('rows are sorted by key, and rows of one key stay in order', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 0xffffffff }).map((key) => key % 0xf0000007))
  fc.assert(
    fc.property(keys, fc.nat({ max: 3 }), (list, few) => {
      const keyOf = Uint32Array.from(list, (key) => (few === 0 ? key % 3 : key))
      const rows = Uint32Array.from(list, (_, row) => row)
      const expected = [...rows].sort((a, b) => keyOf[a] - keyOf[b])
      assert.deepEqual([...sortByKey(rows, keyOf)], expected)
      const odd = kept(
        Uint32Array.from(list, (_, row) => row),
        (row) => row % 2 === 1,
      )
      assert.equal(odd.length, list.length >> 1)
    }),
  )
})

test('numbers beyond 32 bits are written in sevens like small ones', () => {
  const bytes = new GrowingBytes()
  for (const value of [0, 127, 128, 0x7fffffff, 0x80000000, 999_999_999_999_999]) {
    pushVarint(bytes, value)
  }
  const reader = new VarintReader(bytes.view())
  const read: number[] = []
  while (reader.at < bytes.length) read.push(reader.next())
  assert.deepEqual(read, [0, 127, 128, 0x7fffffff, 0x80000000, 999_999_999_999_999])
  assert.equal(bytes.length, 1 + 1 + 2 + 5 + 5 + 8)
})

test('a file whose every label must be kept word for word is refused before memory is full', () => {
  const rows = rowsOf(nationalWorld(7, 20)).map((row) => ({ ...row, addressLabel: 'ELSEWHERE' }))
  const table = new NationalTable(10)
  const fill = () => {
    for (const row of rows) table.add(row)
  }
  assert.throws(fill, /^ImportRefused: More than 10 addresses have a label .* ELSEWHERE\.$/)
})
