// What the page of lists says that a list will take, before it is sent; and when a paused one goes on.
// Covers: src/web/lists/new-list.js, src/web/lists/list-parts.js

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilMidnight } from '../../../src/web/lists/list-parts.js'
import { forecast } from '../../../src/web/lists/new-list.js'

const NOON = Date.UTC(2026, 10, 15, 12)
const PLAN = { auto_upgrade: false, plan: { amount: 19, term: 'monthly' } }
const USAGE = { usage_today: 60, daily_limit: 100, monthly_buffer: 0, monthly_buffer_used: 0 }

const said = (rows: number, more: object = {}, plan = PLAN) =>
  Object.fromEntries(forecast(rows, { ...USAGE, ...more }, plan, NOON))

test('a list within the look-ups of the day ends today, a longer one on the day that has enough', () => {
  assert.equal(said(40).Finished, 'today')
  assert.match(said(41).Finished ?? '', /^on 16 Nov/)
  assert.match(said(140).Finished ?? '', /^on 16 Nov/)
  assert.match(said(141).Finished ?? '', /^on 17 Nov/)
  assert.match(said(3000).Finished ?? '', /^on 15 Dec \(UTC\) if every row is found; 100 more/)
  assert.equal(said(90, { monthly_buffer: 50 }).Finished, 'today')
  assert.match(said(41)['Left today'] ?? '', /^40 look-ups, until midnight UTC, in 12 hours$/)
  assert.match(said(41).Cost ?? '', /^nothing beyond your plan \(19\.00 per month\)$/)
})

test('where the plan grows by itself, a long list ends today and costs the larger plan', () => {
  const grows = { ...PLAN, auto_upgrade: true }
  assert.match(said(41, {}, grows).Finished ?? '', /^today: the account moves to a larger plan/)
  assert.match(said(41, {}, grows).Cost ?? '', /larger plan/)
  assert.match(said(40, {}, grows).Cost ?? '', /^nothing beyond/)
})

test('the rest of the day is given in hours, and near its end in minutes', () => {
  assert.equal(untilMidnight(NOON), 'in 12 hours')
  assert.equal(untilMidnight(NOON + 11 * 3_600_000), 'in 60 minutes')
})
