// The British grid: against Ordnance Survey's published points, and honest about what is left over.
// Covers: src/address/geo.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metresBetween } from '../../src/address/geo.ts'
import { CONTROL_POINTS, osgbToWgs84, osgbTransformation } from '../../src/address/osgb.ts'

test('a point that the correction has never seen is met to a metre', () => {
  const misses = CONTROL_POINTS.map((point) => {
    const others = CONTROL_POINTS.filter((other) => other !== point)
    const found = osgbTransformation(others)(point.easting, point.northing)
    return metresBetween(found, point)
  })
  const squares = misses.map((miss) => miss * miss)
  const rms = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / misses.length)
  assert.ok(Math.max(...misses) < 1, `the worst is ${Math.max(...misses)} m`)
  assert.ok(rms < 0.45, `the root mean square is ${rms} m`)
})

test('the points that Ordnance Survey publishes for testing come out exactly', () => {
  for (const point of CONTROL_POINTS) {
    const found = osgbToWgs84(point.easting, point.northing)
    assert.ok(metresBetween(found, point) < 0.01, JSON.stringify(point))
  }
})

test('the worked example of the guide to coordinate systems is met to a metre', () => {
  const degrees = (d: number, m: number, s: number) => d + m / 60 + s / 3600
  const example = { latitude: degrees(52, 39, 28.8282), longitude: degrees(1, 42, 57.8663) }
  assert.ok(metresBetween(osgbToWgs84(651_409.804, 313_177.45), example) < 1)
})

test('a test point that is not among the control points is met to a decimetre', () => {
  const point = { latitude: 53.4163092542, longitude: -4.28917792869 }
  assert.ok(metresBetween(osgbToWgs84(247_959.241, 393_495.583), point) < 0.1)
})
