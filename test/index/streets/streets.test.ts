// Streets as an index has them: what stands side by side for the search is what the sections say, street by street.
// Covers: src/index/streets/{streets,records}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lists } from '../../../src/index/columns/lists.ts'
import { RECORD, Records } from '../../../src/index/streets/records.ts'
import {
  flagsOf,
  STREET_AT,
  STREET_HAS,
  STREET_WORDS,
  Streets,
  spanOf,
  strongEnd,
  weakEnd,
} from '../../../src/index/streets/streets.ts'
import { builtSections } from '../../search/built.ts'
import { national, nationalSource, postal, postalSource } from '../../search/small-world.ts'
import { nationalWorld, postalWorld, rowsOf } from '../../search/synthetic.ts'

const wide = national('2-900 WIDE ST, RICHMOND VIC 3121')
const widest = national('1-99999 WIDEST ST, RICHMOND VIC 3121')
const worlds = [
  nationalSource([...rowsOf(nationalWorld(96, 500)), wide, widest]),
  postalSource([...rowsOf(postalWorld(96, 500))]),
]
const opened = await Promise.all(
  worlds.map(async (world) => {
    const sections = await builtSections(world)
    const streets = new Streets(sections)
    return { sections, streets, records: new Records(sections, streets) }
  }),
)

test('the words of a street are its first record, its terms, its widest range and its flags', () => {
  for (const { sections, streets } of opened) {
    const lists = (['name', 'place'] as const).map((part) => ({
      at: STREET_AT[part],
      of: sections.get(`street.${part}`),
      strong: new Lists(sections, `${part}.strong`),
      weak: new Lists(sections, `${part}.weak`),
    }))
    const { nodes, terms } = streets
    for (let street = 0; street < streets.count; street += 1) {
      const node = STREET_WORDS * street
      assert.equal(nodes[node + STREET_AT.start], streets.start[street])
      assert.equal(spanOf(nodes[node + STREET_AT.span] ?? 0), streets.span[street])
      assert.equal(flagsOf(nodes[node + STREET_AT.span] ?? 0), streets.flags[street])
      for (const { at, of, strong, weak } of lists) {
        const begin = nodes[node + at] ?? 0
        const part = of[street] ?? 0
        const end = strongEnd(terms, begin)
        assert.deepEqual(terms.subarray(begin + 1, end), strong.of(part))
        assert.deepEqual(terms.subarray(end, weakEnd(terms, begin)), weak.of(part))
      }
    }
    const end = nodes[STREET_WORDS * streets.count + STREET_AT.start]
    assert.equal(end, streets.start.at(-1))
  }
})

test('a street has just the terms of its name and its place, the first and the last of them too', () => {
  for (const { sections, streets } of opened) {
    const lists = (['name', 'place'] as const).flatMap((part) =>
      (['strong', 'weak'] as const).map((kind) => ({
        of: sections.get(`street.${part}`),
        list: new Lists(sections, `${part}.${kind}`),
      })),
    )
    for (let street = 0; street < streets.count; street += 7) {
      const own = lists.flatMap(({ of, list }) => [...list.of(of[street] ?? 0)])
      for (const term of own) {
        assert.ok(streets.hasTermIn(street, [{ from: term, to: term + 1 }]))
        for (const [from, to] of [
          [term + 1, term + 2],
          [term - 1, term],
          [term, term],
        ] as const) {
          const expected = own.some((each) => each >= from && each < to)
          assert.equal(streets.hasTermIn(street, [{ from, to }]), expected)
        }
      }
      assert.equal(streets.hasTermIn(street, []), false)
    }
  }
})

test('every record belongs to the street whose run it is in', () => {
  for (const { streets, records } of opened) {
    for (let street = 0; street < streets.count; street += 1) {
      const [from = 0, to = 0] = streets.start.subarray(street, street + 2)
      assert.ok(from < to)
      for (let record = from; record < to; record += 1) {
        assert.equal(streets.ofRecord(record), street)
      }
      for (const wanted of records.number.subarray(from, to)) {
        for (const number of [wanted - 1, wanted, wanted + 1]) {
          let expected = from
          while (expected < to && (records.number[expected] ?? 0) < number) expected += 1
          assert.equal(records.lowerBound(number, from, to), expected)
        }
      }
    }
  }
})

test('the widest range of a street counts up to 65,535', () => {
  const [au] = opened
  const spans = new Set(au?.streets.span)
  assert.ok(spans.has(898) && spans.has(65_535), [...spans].join())
})

test('homes are told from others only where there are both', async () => {
  const kinds = async (...homes: readonly boolean[]) => {
    const rows = homes.map((residential, at) =>
      postal({ residential, buildingNumber: String(at + 1), townOrCity: 'Ely' }),
    )
    const sections = await builtSections(postalSource(rows))
    const { residentialKinds, flags } = new Records(sections, new Streets(sections))
    assert.equal(
      flags.filter((flag) => (flag & RECORD.residential) !== 0).length,
      homes.filter(Boolean).length,
    )
    return [...residentialKinds]
  }
  assert.deepEqual(await kinds(true, true), [true])
  assert.deepEqual(await kinds(false, false), [false])
  assert.deepEqual(await kinds(true, true, false), [true, false])
  assert.deepEqual(await kinds(false, true), [false, true])
})

test('a street says which of names, kinds and lots its addresses have', async () => {
  const row = (street: string, more: object) => national(`1 ${street} ST, RICHMOND VIC 3121`, more)
  const rows = [
    row('A', {}),
    row('B', { buildingName: 'OAK HOUSE' }),
    row('C', { flatType: 'UNIT' }),
    row('D', { flatNumber: '2' }),
    row('E', { levelType: 'LEVEL' }),
    row('F', { numberFirst: '', lotNumber: '7' }),
    row('G', { lotNumber: '7' }),
    row('H', { addressSiteName: 'ROYAL PARK', levelNumber: '3' }),
  ]
  const sections = await builtSections(nationalSource(rows))
  const { names, kinds, lots } = STREET_HAS
  // Streets of one address each are in order of their names.
  assert.deepEqual(
    [...new Streets(sections).flags],
    [0, names, kinds, kinds, kinds, lots, 0, names],
  )
})
