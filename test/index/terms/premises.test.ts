// Which streets have a unit at a number, or a range around it: just those whose addresses say so. How they are marked.
// Covers: src/index/terms/{premises,postings,bit-maps}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { NationalRow } from '../../../src/address/national.ts'
import { loadIndex } from '../../../src/index/file/index-file.ts'
import { IndexSections } from '../../../src/index/file/index-sections.ts'
import { readNationalIds } from '../../../src/index/ids/national-ids.ts'
import { Streets } from '../../../src/index/streets/streets.ts'
import { Postings } from '../../../src/index/terms/postings.ts'
import { Premises } from '../../../src/index/terms/premises.ts'
import { KIND, type TermRange, Terms } from '../../../src/index/terms/terms.ts'
import { NumberCodes, readNumberText } from '../../../src/index/words/number-code.ts'
import { built } from '../../search/built.ts'
import { national, nationalSource } from '../../search/small-world.ts'
import { nationalWorld, rowsOf } from '../../search/synthetic.ts'
import { runs } from '../../support/runs.ts'

const ODD = [
  national('3a/2-130 WIDE ST, RICHMOND VIC 3121'),
  national('4/2-132 WIDER ST, RICHMOND VIC 3121'),
  national('7/9-9 SAME ST, RICHMOND VIC 3121'),
  national('8/9-5 BACK ST, RICHMOND VIC 3121'),
  national('2/11A-15 LETTER ST, RICHMOND VIC 3121'),
  national('6/ STREET OF UNITS, RICHMOND VIC 3121', { flatNumber: '6' }),
]
const rows: readonly NationalRow[] = [...rowsOf(nationalWorld(93, 5000)), ...ODD]
const { path } = await built(nationalSource(rows))
const sections = new IndexSections(await loadIndex(path))
const ids = readNationalIds(sections)
const streets = new Streets(sections)
const postings = new Postings(sections, streets.count)
const terms = new Terms(sections, 'terms')
const buckets = sections.get('premises.buckets')
const termCount = sections.get('terms.count')
const premises = new Premises(termCount, buckets)
const codes = new NumberCodes(sections.get('number.templates'))

/** By posting, the streets that must be there. */
const expected = new Map<number, Set<number>>()
const wide = new Set<number>()
for (const row of rows) {
  const street = streets.ofRecord(ids.find(row.addressDetailPid))
  const expect = ({ from, to }: TermRange) => {
    assert.equal(to, from + 1)
    const own = expected.get(from) ?? new Set()
    expected.set(from, own.add(street))
  }
  const unit = codes.pack(readNumberText(row.flatNumber.toUpperCase()))
  const hasUnit = row.flatNumber !== ''
  const first = readNumberText(row.numberFirst || row.flatNumber).value
  if (hasUnit) expect(premises.unitAt(first, unit))
  if (row.numberLast === '') continue
  const last = readNumberText(row.numberLast).value
  if (hasUnit) expect(premises.unitAt(last, unit))
  const inside = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at)
  const sameSide = inside.filter((value) => value > first && (value - first) % 2 === 0)
  if (sameSide.length > 63) wide.add(street)
  for (const value of sameSide.length > 63 ? [] : sameSide) {
    expect(premises.around(value))
    if (hasUnit) expect(premises.unitAround(value, unit))
  }
}

/** Read from the lists, and from the bit map that common ones have. */
function streetsAt(from: number): readonly number[] {
  const map = new Uint32Array(postings.mapWords)
  postings.markStreets(map, { from, to: from + 1 })
  return Array.from({ length: streets.count }, (_, street) => street).filter(
    (street) => ((map[street >>> 5] >>> (street & 31)) & 1) === 1,
  )
}

test('a unit at a number, and a number within a range, are on the streets that have them and on no others', () => {
  assert.ok(buckets > 200 && expected.size > 200, `${buckets} buckets, ${expected.size} used`)
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const own = [...(expected.get(termCount + bucket) ?? [])].toSorted((a, b) => a - b)
    assert.deepEqual(streetsAt(termCount + bucket), own, `bucket ${bucket}`)
  }
})

test('a range of more than 64 numbers of one side is found by being wide', () => {
  const range = terms.whole(KIND.ranges, '') ?? assert.fail()
  assert.deepEqual(new Set(streetsAt(range.from)), wide)
  assert.equal(wide.size, 1)
})

test('a range as it is typed is on the streets that have it and on no others', () => {
  const byText = Map.groupBy(
    rows.filter(({ numberLast }) => numberLast !== ''),
    ({ numberFirst, numberLast }) => `${numberFirst}-${numberLast}`,
  )
  assert.ok(byText.size > 200, `${byText.size} ranges`)
  for (const [text, having] of byText) {
    const { from } = terms.whole(KIND.number, text) ?? assert.fail(text)
    const own = having.map(({ addressDetailPid }) => streets.ofRecord(ids.find(addressDetailPid)))
    assert.deepEqual(new Set(streetsAt(from)), new Set(own), text)
  }
})

test('there is a bucket for every four addresses with a unit', () => {
  const units = rows.filter(({ flatNumber }) => flatNumber !== '').length
  assert.equal(buckets, Math.ceil(units / 4))
})

const sizes = Array.from({ length: termCount + buckets }, (_, term) => streetsAt(term).length)

test('common terms are bit maps, and as many of a range as there are', () => {
  const isMap = sizes.map((size) => size > Math.ceil(streets.count / 32))
  assert.ok(streets.count > 1024 && isMap.filter(Boolean).length > 20)
  sizes.forEach((size, term) => {
    assert.equal(postings.isMap(term), isMap[term])
    assert.equal(postings.count(term, term + 1), size)
    assert.equal(postings.end(term) - postings.start(term), isMap[term] ? 0 : size)
  })
  for (let from = 0; from < termCount; from += 13) {
    for (const to of [from, from + 1, from + 2, from + 40, termCount + buckets]) {
      const maps = isMap.slice(from, to).filter(Boolean).length
      assert.equal(postings.mapsIn(from, to), maps, `${from} to ${to}`)
    }
  }
})

test('a range marks just the streets of its terms', () => {
  const term = fc.nat(termCount + buckets - 1)
  const widths = fc.constantFrom(1, 2, 30)
  fc.assert(
    fc.property(term, widths, (from, width) => {
      const terms = Array.from({ length: width }, (_, at) => from + at)
      const own = terms.filter((each) => each < termCount + buckets)
      const map = new Uint32Array(postings.mapWords)
      postings.markStreets(map, { from, to: from + own.length })
      for (let street = 0; street < streets.count; street++) {
        const isMarked = ((map[street >>> 5] >>> (street & 31)) & 1) === 1
        const isOn = own.some((each) => postings.has(each, street))
        assert.equal(isMarked, isOn, `street ${street}`)
      }
    }),
    { numRuns: runs(50), seed: 4 },
  )
})
