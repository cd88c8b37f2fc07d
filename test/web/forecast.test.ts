// What the console says about when a limit will be reached.
// Covers: src/web/console/usage.js, src/web/shared/format.js

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { niceTop, todayForecast, trendForecast } from '../../src/web/console/usage.js'
import {
  count,
  day,
  dayPath,
  moment,
  money,
  planTitle,
  readTimestamp,
  shortDay,
  useCurrency,
} from '../../src/web/shared/format.js'

const NOON = Date.UTC(2026, 10, 15, 12)
const DAY_MS = 86_400_000

test('the pace of the day so far says when its limit is reached', () => {
  assert.match(
    todayForecast(800, 1000, 0, NOON),
    /limit of 1,000 will be reached at about 15:00 UTC/,
  )
  assert.match(todayForecast(100, 1000, 0, NOON), /about 200 of 1,000 will be used by midnight/)
  assert.match(todayForecast(1000, 1000, 0, NOON), /used up/)
  assert.match(todayForecast(1000, 1000, 40, NOON), /40 look-ups of the monthly buffer are left/)
  assert.match(todayForecast(0, 1000, 0, NOON), /^No look-ups yet today/)
})

/** The last of them is the day of NOON. */
function daysOf(counts: readonly number[]) {
  return counts.map((count, at) => {
    const date = new Date(NOON + (at - counts.length + 1) * DAY_MS)
    return { date, count, limit: 1000 }
  })
}

test('the growth of usage tells the day on which the limit is reached', () => {
  // 600 today and 10 more each day: 1,000 after 40 days.
  const growing = Array.from({ length: 11 }, (_, at) => 500 + at * 10)
  assert.match(trendForecast(daysOf(growing), 1000), /around 25 Dec/)
  assert.match(
    trendForecast(daysOf(growing.toReversed()), 1000),
    /will not be reached within 180 days/,
  )
  assert.match(trendForecast(daysOf([1, 2, 3]), 1000), /needs a week/)
  const tripled = growing.map((count) => count * 3)
  assert.match(trendForecast(daysOf(tripled), 1000), /already reaches the limit/)
  assert.match(trendForecast(daysOf(Array.from({ length: 30 }, () => 0)), 1000), /needs a week/)
})

test('timestamps of the wire are read as UTC, noon and midnight too', () => {
  assert.equal(readTimestamp('8/23/2026 12:00:00 AM').toISOString(), '2026-08-23T00:00:00.000Z')
  assert.equal(readTimestamp('12/1/2026 12:05:09 PM').toISOString(), '2026-12-01T12:05:09.000Z')
  assert.equal(readTimestamp('1/2/2026 1:00:00 PM').toISOString(), '2026-01-02T13:00:00.000Z')
})

test('days are in UTC, times are local, and anything but a date is shown as it came', (t) => {
  const { TZ } = process.env
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })
  for (const [zone, local] of [
    ['Pacific/Kiritimati', '1 Jan 2027, 13:59'],
    ['Pacific/Pago_Pago', '31 Dec 2026, 12:59'],
  ]) {
    process.env.TZ = zone
    const last = new Date(Date.UTC(2026, 11, 31, 12))
    assert.equal(dayPath(last), '31/12/2026')
    assert.equal(dayPath(new Date(Date.UTC(2026, 0, 1))), '1/1/2026')
    assert.equal(shortDay(last), '31 Dec')
    assert.equal(day('1/2/2026 12:00:00 AM'), '2\u00a0Jan\u00a02026')
    assert.equal(moment('12/31/2026 11:59:58 PM', 'UTC'), '31 Dec 2026, 23:59')
    assert.equal(moment('12/31/2026 11:59:58 PM'), local)
  }
  for (const text of ['', 'soon', '2026-01-02', '1/2/2026']) {
    assert.deepEqual([day(text), moment(text)], [text, text])
  }
})

test('numbers and plans are written as people write them', () => {
  assert.deepEqual([count(0), count(999), count(1234567)], ['0', '999', '1,234,567'])
  assert.equal(planTitle('business-annual-plus'), 'Business annual plus')
})

test('the axis of the chart ends at a round, even number', () => {
  const tops = [1, 2, 3, 9, 10, 11, 21, 99, 500, 1000, 1001].map(niceTop)
  assert.deepEqual(tops, [2, 2, 4, 10, 10, 20, 30, 100, 500, 1000, 2000])
})

test('amounts have two decimals, and the currency of the account once it is known', () => {
  assert.deepEqual([money(1234.5), money(0), money(-0.005)], ['1,234.50', '0.00', '-0.01'])
  for (const [code, written] of [
    ['GBP', '£1,234.50'],
    ['AUD', 'A$1,234.50'],
    ['EUR', '€1,234.50'],
  ] as const) {
    useCurrency(code)
    assert.equal(money(1234.5), written)
  }
  useCurrency('')
  assert.equal(money(1), '1.00')
  assert.equal(money(1, 'AUD'), 'A$1.00')
})
