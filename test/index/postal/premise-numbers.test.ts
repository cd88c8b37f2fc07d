// Numbers out of the premises of UK addresses: of houses, ranges and flats, wherever a flat stands beside its floor.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  houseNumber,
  houseNumberText,
  unitIn,
  unitOf,
} from '../../../src/index/postal/premise-numbers.ts'

test('a house number is a number with its letter, a range, or one letter alone', () => {
  const cases: [text: string, read: string | undefined][] = [
    ['12', '12'],
    ['12A', '12A'],
    ['12-14', '12-14'],
    ['12 - 14', '12-14'],
    ['12/14', '12-14'],
    ['12A/12B', '12A-12B'],
    ['14/12', '14/12'],
    ['14-12', '14-12'],
    ['K', 'K'],
    ['', undefined],
    ['KL', undefined],
    ['12AB', undefined],
    ['Mill 12', undefined],
  ]
  for (const [text, read] of cases) {
    const number = houseNumber(text)
    assert.equal(number && houseNumberText(number), read, text)
  }
})

test('a flat is a kind and a number, and a name is none', () => {
  const cases: [text: string, whole: string | undefined, beside: string | undefined][] = [
    ['Flat 3', 'FLAT 3', 'FLAT 3'],
    ['flat 3b', 'FLAT 3B', 'FLAT 3B'],
    ['3', ' 3', ' 3'],
    ['Flat 1/2', 'FLAT 1/2', 'FLAT 1/2'],
    ['Unit A-C', 'UNIT A-C', 'UNIT A-C'],
    ['First Floor Flat', undefined, undefined],
    ['Flat 3 Second Floor', undefined, 'FLAT 3'],
    ['Ground Floor Flat 3', undefined, 'FLAT 3'],
    ['Flat 3, Rear', undefined, 'FLAT 3'],
    ['Rear Flat A', undefined, undefined],
    ['Rose 3', undefined, undefined],
    ['', undefined, undefined],
  ]
  const written = (unit: ReturnType<typeof unitOf>) => unit && `${unit.kind} ${unit.number}`
  for (const [text, whole, beside] of cases) {
    assert.deepEqual([written(unitOf(text)), written(unitIn(text))], [whole, beside], text)
  }
})
