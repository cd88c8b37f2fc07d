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

/** Easting, northing, latitude and longitude, as they were when the points above were met. */
const KEPT = `
90000 10000 49.90966468 -6.31944651
95000 900000 57.88481099 -7.14797163
180000 40000 50.21898969 -5.08535562
240000 680000 55.98620621 -4.56631883
320000 380000 53.31088721 -3.20216069
400000 -50000 49.45049963 -2.00133106
400000 600000 55.29411651 -2.00155806
440000 1190000 60.59146199 -1.27165880
530000 180000 51.50399211 -0.12832899
560000 350000 53.02339683 0.38409980
651409 313177 52.65799865 1.71605926
655000 290000 52.44841290 1.75124128`

test('points all over the country come out where they did, to a centimetre', () => {
  for (const line of KEPT.trim().split('\n')) {
    const [easting = 0, northing = 0, latitude = 0, longitude = 0] = line.split(' ').map(Number)
    const found = osgbToWgs84(easting, northing)
    assert.ok(metresBetween(found, { latitude, longitude }) < 0.005, line)
  }
})
