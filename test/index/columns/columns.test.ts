// Texts, lists and sparse columns: what was written is read, and what is told of a text without reading it is true.
// Covers: src/index/columns/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Lists, PackedLists, writeLists } from '../../../src/index/columns/lists.ts'
import { SparseColumn, writeSparse } from '../../../src/index/columns/sparse-column.ts'
import {
  FieldTexts,
  OTHER_WORDS,
  Texts,
  UNDECIDED,
  writeFieldTexts,
  writeTexts,
} from '../../../src/index/columns/texts.ts'
import { IndexSections } from '../../../src/index/file/index-sections.ts'
import { MemoryIndex } from '../../../src/index/file/index-writer.ts'
import { FieldNumbers, TextNumbers } from '../../../src/index/rows/text-numbers.ts'
import { popCount } from '../../../src/index/terms/bit-maps.ts'

async function textsOf(list: readonly string[]) {
  const numbers = new TextNumbers()
  for (const text of list) numbers.add(text)
  const index = new MemoryIndex()
  const { numberOf } = await writeTexts(index, numbers)
  return { texts: new Texts(new IndexSections(index.finish())), numberOf }
}

test('thirty thousand texts come back, in any order and again', async () => {
  const list = Array.from({ length: 30_000 }, (_, at) => `é ${at * 7919}`)
  const { texts, numberOf } = await textsOf(list)
  for (const step of [1, 8192, 4099]) {
    for (let at = 0; at < 2000; at += 1) {
      const text = list[(at * step) % list.length] ?? ''
      assert.equal(texts.at(numberOf(text)), text)
      assert.equal(texts.bytes(numberOf(text)), Buffer.byteLength(text))
    }
  }
  assert.equal(texts.at(0), '')
  assert.equal(texts.bytes(0), 0)
})

const TEXT = fc.string({
  unit: fc.constantFrom(...'ABZaz059  ', "'", 'é', '@', '[', '`', '{', '/', ':'),
})

test('a text is folded if it has nothing but capitals and digits in words one space apart', async () => {
  const list = fc.sample(TEXT, { numRuns: 2000, seed: 5 })
  const { texts, numberOf } = await textsOf(list)
  let folded = 0
  for (const text of list) {
    const expected = /^(?:[A-Z0-9]+(?: [A-Z0-9]+)*)?$/.test(text)
    assert.equal(texts.isFolded(numberOf(text)), expected, JSON.stringify(text))
    folded += expected ? 1 : 0
  }
  for (const text of [' A', 'A ', 'A  B', 'A B', '', 'AZ 09', ' ']) {
    const { texts: own, numberOf: of } = await textsOf([text])
    assert.equal(own.isFolded(of(text)), ['A B', '', 'AZ 09'].includes(text), `"${text}"`)
  }
  assert.ok(folded > 50)
})

test('words are said if they are those of the text, whatever its case; odd signs leave it untold', async () => {
  const list = fc.sample(TEXT, { numRuns: 1500, seed: 6 })
  const { texts, numberOf } = await textsOf(list)
  const expected = (text: string, words: readonly string[], at: number) => {
    if (/[^A-Za-z0-9 ]/.test(text)) return UNDECIDED
    const own = text
      .toUpperCase()
      .split(' ')
      .filter((word) => word !== '')
    return own.every((word, i) => words[at + i] === word) ? own.length : OTHER_WORDS
  }
  for (const text of list) {
    const own = text
      .toUpperCase()
      .split(' ')
      .filter((word) => word !== '')
    const [first = 'A', ...others] = own
    for (const [words, at] of [
      [own, 0],
      [['X', ...own, 'MORE'], 1],
      [own.slice(0, -1), 0],
      [[`${first}Z`, ...others], 0],
      [[first.slice(0, -1), ...others], 0],
      [[...others, first], 0],
      [[], 0],
      [own, 1],
    ] as const) {
      const said = texts.matchingWords(numberOf(text), words, at)
      assert.equal(said, expected(text, words, at), JSON.stringify([text, words, at]))
    }
  }
})

test('records keep their values of a sparse column, and the others have none', async () => {
  const columns = fc.array(fc.nat(3), { maxLength: 1400, size: 'max' })
  await fc.assert(
    fc.asyncProperty(columns, fc.constantFrom(1, 300, 70_000), async (list, factor) => {
      const rows = Uint32Array.from(list, (_, at) => list.length - 1 - at)
      const index = new MemoryIndex()
      const valueAt = (row: number) => (list[row] === 0 ? 99 : (list[row] ?? 0) * factor + row)
      await writeSparse(index, 'record.last', rows, 99, valueAt)
      const column = new SparseColumn(new IndexSections(index.finish()), 'record.last', 99)
      rows.forEach((row, record) => {
        assert.equal(column.at(record), valueAt(row))
        assert.equal(column.has(record), valueAt(row) !== 99)
      })
    }),
    { numRuns: 25, seed: 7 },
  )
})

test('lists are read as they were written: sorted, by their final numbers, one by one and several together', async () => {
  const lists = [[3, 1], [], [0], [2, 0, 4], []]
  const packed = new PackedLists()
  for (const list of lists) packed.push(list)
  const seen: number[][] = lists.map(() => [])
  lists.forEach((_, at) => {
    packed.each(at, (value) => seen[at]?.push(value))
  })
  assert.deepEqual(seen, lists)
  const finalOf = Uint32Array.of(40, 30, 20, 10, 0)
  for (const given of [lists, packed]) {
    const index = new MemoryIndex()
    await writeLists(index, 'names.terms', given, finalOf)
    const read = new Lists(new IndexSections(index.finish()), 'names.terms')
    assert.equal(read.count, 5)
    assert.deepEqual(
      lists.map((_, at) => [...read.of(at)]),
      [[10, 30], [], [40], [0, 20, 40], []],
    )
    assert.deepEqual([...read.between(1, 4)], [40, 0, 20, 40])
  }
})

test('each part has its text in each field', async () => {
  const fields = ['a', 'b', 'c'] as const
  const parts = [
    { a: 'one', b: '', c: 'two' },
    { a: 'two', b: 'one', c: 'three' },
  ]
  const numbers = new TextNumbers()
  const ofParts = new FieldNumbers(numbers, fields)
  const values = parts.map((part) => ofParts.add(part))
  const index = new MemoryIndex()
  await writeFieldTexts(index, 'name.texts', ofParts, values, await writeTexts(index, numbers))
  const sections = new IndexSections(index.finish())
  const texts = new Texts(sections)
  const read = new FieldTexts(sections, texts, 'name.texts', fields)
  parts.forEach((part, at) => {
    for (const field of fields) {
      assert.equal(read.at(at, field), part[field])
      assert.equal(texts.at(read.numberOf(at, field)), part[field])
    }
  })
})

test('bits are counted in every word', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (word) => {
      const ones = word.toString(2).replaceAll('0', '').length
      assert.equal(popCount(word), ones)
      assert.equal(popCount(word | 0), ones)
    }),
  )
  assert.equal(popCount(0xffffffff), 32)
})
