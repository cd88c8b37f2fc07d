// Days in paths: which exist, which parts are named when one does not, and how long a range may be.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import Value from 'typebox/value'
import { DayParams, dayOf, rangeOf } from '../../../src/endpoints/account/dates.ts'
import { Problem } from '../../../src/http/problem.ts'

const refusedAt = (title: string) => (error: unknown) =>
  error instanceof Problem && error.code === 'bad-request' && error.extra.title === title

test('days are 1 to 31, months 1 to 12 and years 1970 to 9999, and the next beyond is none', () => {
  const takes = (day: number, month: number, year: number) =>
    Value.Check(Type.Object(DayParams), { day, month, year })
  for (const [day, month, year] of [
    [1, 1, 1970],
    [31, 12, 9999],
  ] as const) {
    assert.ok(takes(day, month, year))
  }
  const beyond = [
    [0, 1, 1970],
    [32, 1, 1970],
    [1, 0, 1970],
    [1, 13, 1970],
    [1, 1, 1969],
    [1, 1, 10_000],
  ] as const
  for (const [day, month, year] of beyond)
    assert.ok(!takes(day, month, year), `${day}/${month}/${year}`)
})

test('a day is its midnight in UTC, and one that the month has not is refused by its name', () => {
  const leap = Date.UTC(2024, 1, 29)
  assert.deepEqual(dayOf({ day: 29, month: 2, year: 2024 }), { from: leap, to: leap })
  assert.equal(dayOf({ day: 31, month: 12, year: 2026 }).from, Date.UTC(2026, 11, 31))
  assert.throws(() => dayOf({ day: 29, month: 2, year: 2026 }), refusedAt('day'))
})

test('a range has both its days, at most 366 of them, and its first is not after its last', () => {
  const range = (from: readonly number[], to: readonly number[]) => {
    const [from_day = 0, from_month = 0, from_year = 0] = from
    const [to_day = 0, to_month = 0, to_year = 0] = to
    return rangeOf({ from_day, from_month, from_year, to_day, to_month, to_year })
  }
  const day = Date.UTC(2026, 2, 14)
  assert.deepEqual(range([14, 3, 2026], [14, 3, 2026]), { from: day, to: day })
  const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }
  assert.deepEqual(range([1, 1, 2026], [1, 1, 2027]), year)
  assert.throws(() => range([1, 1, 2026], [2, 1, 2027]), refusedAt('to'))
  assert.throws(() => range([15, 3, 2026], [14, 3, 2026]), refusedAt('from'))
  assert.throws(() => range([30, 2, 2026], [14, 3, 2026]), refusedAt('from_day'))
  assert.throws(() => range([1, 2, 2026], [29, 2, 2026]), refusedAt('to_day'))
})
