// Promises about the report of neighbours: a row that others felt too much is told in a sentence.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, measured, tableOf } from '../../../bench/neighbours/report.ts'

const IDLE = ['idle']

interface Felt {
  readonly freeMs: number
  readonly chargedMs: number
  readonly unavailable?: number
}

function row(name: string, { freeMs, chargedMs, unavailable = 0 }: Felt) {
  const outcome = (ms: number, refused: number) => ({
    arrived: 100,
    perSecond: { 200: (100 - refused) / 10, 503: refused / 10 },
    latencyMs: Array.from({ length: 100 - refused }, () => ms),
  })
  const suffered = { free: outcome(freeMs, 0), charged: outcome(chargedMs, unavailable) }
  const done = { statuses: { 200: 5, 404: 2, 429: 9, 503: 1 }, closed: 3 }
  return measured({ name, suffered, done, cores: 0.5, seconds: 10 })
}

const idle = row('idle', { freeMs: 2, chargedMs: 4 })

test('an attack that others hardly feel is no fault', () => {
  assert.deepEqual(faultsOf([idle, row('mild', { freeMs: 5.9, chargedMs: 11.9 })], IDLE), [])
})

test('more than three times as long as without an attack is a fault, for free and charged look-ups each', () => {
  assert.deepEqual(faultsOf([idle, row('bad', { freeMs: 6.1, chargedMs: 12.1 })], IDLE), [
    'bad: the 99th of free look-ups was 6.1 ms; 6.0 ms are allowed.',
    'bad: the 99th of charged look-ups was 12.1 ms; 12.0 ms are allowed.',
  ])
})

test('however slow the machine is, 50 ms are too long, to which the charge is added', () => {
  const slow = row('idle', { freeMs: 40, chargedMs: 60 })
  assert.deepEqual(faultsOf([slow, row('bad', { freeMs: 51, chargedMs: 111 })], IDLE), [
    'bad: the 99th of free look-ups was 51.0 ms; 50.0 ms are allowed.',
    'bad: the 99th of charged look-ups was 111.0 ms; 110.0 ms are allowed.',
  ])
})

test('a look-up of others that was answered 503 is a fault', () => {
  const refused = row('bad', { freeMs: 2, chargedMs: 4, unavailable: 3 })
  assert.deepEqual(faultsOf([idle, refused], IDLE), [
    'bad: 3 look-ups of others were answered 503.',
  ])
})

test('the table has what others felt, what the attacker got, and the cores that were busy', () => {
  const [, line = ''] = tableOf([row('mild', { freeMs: 5.94, chargedMs: 11.9 })]).split('\n')
  assert.match(
    line,
    /^mild +5\.9 +5\.9 +5\.9 +11\.9 +11\.9 +11\.9 +0 +9 × 429, 5 × 2xx, 2 × 4xx, 1 × 5xx +0\.50$/,
  )
})
