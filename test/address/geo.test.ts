// Distances on the one sphere that all of them are measured on.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metresBetween } from '../../src/address/geo.ts'

test('a degree of a great circle of 6,371,008.8 m is 111,195.08 m, in any direction', () => {
  const degree = (2 * Math.PI * 6_371_008.8) / 360
  const from = { latitude: 0, longitude: 0 }
  for (const to of [
    { latitude: 1, longitude: 0 },
    { latitude: -1, longitude: 0 },
    { latitude: 0, longitude: 1 },
    { latitude: 0, longitude: -1 },
  ]) {
    assert(Math.abs(metresBetween(from, to) - degree) < 0.001)
  }
  assert.equal(degree.toFixed(2), '111195.08')
})

test('known distances, to the metre', () => {
  const london = { latitude: 51.5074, longitude: -0.1278 }
  const paris = { latitude: 48.8566, longitude: 2.3522 }
  assert.equal(Math.round(metresBetween(london, paris) / 100), 3436)
  assert.equal(metresBetween(london, london), 0)
  const poles = metresBetween({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 123 })
  assert.equal(Math.round(poles), Math.round(Math.PI * 6_371_008.8))
})
